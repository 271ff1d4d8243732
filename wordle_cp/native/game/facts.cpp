#include "game/facts.hpp"

#include <algorithm>
#include <thread>

namespace wordle {

std::vector<std::vector<HiddenId>> words_by_fact(const Game& game, std::span<const HiddenId> words) {
    std::vector<std::vector<HiddenId>> holds(std::size_t{kFacts});
    for (const HiddenId h : words) {
        const std::string& word = game.hidden_word(h);
        for (int letter = 0; letter < kLetters; letter++) {
            const char c = char(kFirstLetter + letter);
            const bool occurs = word.find(c) != std::string::npos;
            if (!occurs) holds[std::size_t(absent_fact(letter))].push_back(h);
            for (std::size_t i = 0; occurs && i < word.size(); i++) {
                const int fact = word[i] == c ? green_fact(int(i), letter) : yellow_fact(int(i), letter);
                holds[std::size_t(fact)].push_back(h);
            }
        }
    }
    return holds;
}

FactCounts::FactCounts(const Game& game, std::span<const HiddenId> words, int threads,
                       const std::atomic<bool>& stop)
    : stride_(game.column_stride()), counts_(std::size_t(kFacts) * stride_) {
    demand_facts(game, "facts about letters");
    const std::vector<std::vector<HiddenId>> holds = words_by_fact(game, words);
    // Guess by guess, so that its row is read from memory once.
    constexpr int together = kLanes;
    std::atomic<int> next{0};
    const auto count = [&] {
        for (int first = next.fetch_add(together); first < game.guesses(); first = next.fetch_add(together)) {
            if (stop.load(std::memory_order_relaxed)) return;
            for (int w = first; w < std::min(first + together, game.guesses()); w++) {
                for (int fact = 0; fact < kFacts; fact++) {
                    const auto& ids = holds[std::size_t(fact)];
                    if (ids.empty()) continue;
                    counts_[std::size_t(fact) * stride_ + std::size_t(w)] =
                        Response(kernels().count_row(game.row(GuessId(w)), ids.data(), int(ids.size())));
                }
            }
        }
    };
    std::vector<std::jthread> helpers;
    for (int i = 1; i < threads; i++) helpers.emplace_back(count);
    count();
}

int facts_told(const std::string& guess, int pattern, int* facts) {
    int colour[kMaxLength];
    LetterSet coloured = 0;
    for (std::size_t i = 0; i < guess.size(); i++, pattern /= 3) {
        colour[i] = pattern % 3;
        if (colour[i]) coloured |= only_letter(guess[i]);
    }
    int told = 0;
    LetterSet said = 0;  // absent letters already told
    for (std::size_t i = 0; i < guess.size(); i++) {
        const int letter = letter_of(guess[i]);
        if (colour[i] == 2) {
            facts[told++] = green_fact(int(i), letter);
        } else if (colour[i] == 1) {
            facts[told++] = yellow_fact(int(i), letter);
        } else if (!(coloured >> letter & 1) && !(said >> letter & 1)) {
            said |= LetterSet{1} << letter;
            facts[told++] = absent_fact(letter);
        }
    }
    std::sort(facts, facts + told);
    return told;
}

int FactCounts::told(const std::string& guess, int pattern, Column* columns) const {
    int facts[kMostFacts];
    const int told = facts_told(guess, pattern, facts);
    for (int i = 0; i < told; i++) columns[i] = column(facts[i]);
    return told;
}

double likely_patterns(int n) {
    static constexpr double size[] = {1, 5, 10, 20, 50, 100, 200, 400, 800, 2400, 65536};
    static constexpr double patterns[] = {1, 5, 9.6, 17.5, 33, 52, 75, 95, 118, 150, 200};
    int i = 0;
    while (size[i + 1] < n) i++;
    return patterns[i] + (patterns[i + 1] - patterns[i]) * (n - size[i]) / (size[i + 1] - size[i]);
}

}  // namespace wordle

#include "conditions.hpp"

#include <atomic>
#include <thread>

namespace wordle {

Conditions::Conditions(const Game& game, std::span<const HiddenId> words, int threads)
    : stride_(game.column_stride()), counts_(std::size_t(kFacts) * stride_) {
    std::vector<std::vector<HiddenId>> holds(std::size_t{kFacts});
    for (const HiddenId h : words) {
        const std::string& word = game.hidden_word(h);
        for (int letter = 0; letter < kLetters; letter++) {
            const char c = char('a' + letter);
            const bool occurs = word.find(c) != std::string::npos;
            if (!occurs) holds[std::size_t(absent(letter))].push_back(h);
            for (std::size_t i = 0; occurs && i < word.size(); i++) {
                const int fact = word[i] == c ? green(int(i), letter) : yellow(int(i), letter);
                holds[std::size_t(fact)].push_back(h);
            }
        }
    }
    std::atomic<int> next{0};
    const auto count = [&] {
        for (int fact = next++; fact < kFacts; fact = next++) {
            const auto& ids = holds[std::size_t(fact)];
            if (ids.empty()) continue;
            std::uint8_t* out = counts_.data() + std::size_t(fact) * stride_;
            for (int w = 0; w < game.guesses(); w++) {
                out[w] = std::uint8_t(kernels().count_row(game.row(GuessId(w)), ids.data(), int(ids.size())));
            }
        }
    };
    std::vector<std::jthread> helpers;
    for (int i = 1; i < threads; i++) helpers.emplace_back(count);
    count();
}

int Conditions::told(const std::string& guess, int pattern, Column* columns) const {
    int colour[kMaxLength];
    unsigned coloured = 0;
    for (std::size_t i = 0; i < guess.size(); i++, pattern /= 3) {
        colour[i] = pattern % 3;
        if (colour[i]) coloured |= 1u << (guess[i] - 'a');
    }
    int facts = 0;
    unsigned said = 0;  // absent letters already told
    for (std::size_t i = 0; i < guess.size(); i++) {
        const int letter = guess[i] - 'a';
        if (colour[i] == 2) {
            columns[facts++] = column(green(int(i), letter));
        } else if (colour[i] == 1) {
            columns[facts++] = column(yellow(int(i), letter));
        } else if (!(coloured >> letter & 1) && !(said >> letter & 1)) {
            said |= 1u << letter;
            columns[facts++] = column(absent(letter));
        }
    }
    return facts;
}

}  // namespace wordle

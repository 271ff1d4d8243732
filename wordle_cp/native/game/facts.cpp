#include "game/facts.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/thread_pool.hpp"
#include "base/tuning.hpp"

namespace wordle {

namespace {

// Facts of few words (tuning.holding), and of nearly all words (tuning.of_ten), have no numbers of their own.
constexpr int kAtOnce = kSetWords * kLanes;  // columns counted at once
constexpr int kNoFact = -1;                  // of a letter without any

}  // namespace

std::vector<std::vector<HiddenId>> words_by_fact(const Game& game, std::span<const HiddenId> words) {
    std::vector<std::vector<HiddenId>> holds(std::size_t{kFacts});
    for (const HiddenId h : words) {
        const Text& word = game.hidden_word(h);
        for (int letter = 0; letter < kLetters; letter++) {
            const Letter c = Letter(kFirstLetter + letter);
            const bool occurs = word.find(c) != Text::npos;
            if (!occurs) holds[std::size_t(absent_fact(letter))].push_back(h);
            for (std::size_t i = 0; occurs && i < word.size(); i++) {
                const int fact = word[i] == c ? green_fact(int(i), letter) : yellow_fact(int(i), letter);
                holds[std::size_t(fact)].push_back(h);
            }
        }
    }
    return holds;
}

FactCounts::FactCounts(const Game& game, const GuessView& guesses, std::span<const HiddenId> words, int threads,
                       const std::atomic<bool>& stop)
    : stride_(std::size_t(guesses.blocks()) * kLanes), column_of_(std::size_t(kFacts), 0) {
    demand_facts(game, "facts about letters");
    const std::vector<std::vector<HiddenId>> holds = words_by_fact(game, words);
    int columns = 1;  // the first is about all words
    for (int fact = 0; fact < kFacts; fact++) {
        const std::size_t holding = holds[std::size_t(fact)].size();
        if (holding >= std::size_t(tuning.holding) && holding * 10 < words.size() * std::size_t(tuning.of_ten)) column_of_[std::size_t(fact)] = columns++;
    }
    counts_.resize(std::size_t(columns) * stride_);
    // For each kAtOnce columns, and for each word: the columns that it counts for.
    std::vector<std::size_t> place(std::size_t(game.hidden()));
    for (std::size_t i = 0; i < words.size(); i++) place[words[i]] = i;
    std::vector<std::vector<std::uint64_t>> holding(std::size_t((columns + kAtOnce - 1) / kAtOnce));
    for (std::vector<std::uint64_t>& bits : holding) bits.resize(words.size() * kSetWords);
    const auto hold = [&](std::span<const HiddenId> some, int column) {
        std::vector<std::uint64_t>& bits = holding[std::size_t(column / kAtOnce)];
        const std::size_t word = std::size_t(column % kAtOnce / kLanes);
        for (const HiddenId h : some) bits[place[h] * kSetWords + word] |= std::uint64_t{1} << column % kLanes;
    };
    hold(words, 0);
    for (int fact = 0; fact < kFacts; fact++) {
        if (const int column = column_of_[std::size_t(fact)]) hold(holds[std::size_t(fact)], column);
    }
    // Guess by guess, so that its row is read from memory once.
    std::atomic<int> next{0};
    std::atomic<bool> failed{false};
    on_all(std::size_t(threads), failed, [&](std::size_t) {
        std::vector<Response> counted(std::size_t{kLanes} * kAtOnce);  // of the lanes of a block
        for (int b = next++; b < guesses.blocks(); b = next++) {
            if (stop.load(std::memory_order_relaxed) || failed.load(std::memory_order_relaxed)) return;
            if (~guesses.everything()[b]) std::fill(counted.begin(), counted.end(), Response(0));
            for (std::size_t part = 0; part < holding.size(); part++) {
                const int first = int(part) * kAtOnce, sets = std::min(columns - first, kAtOnce);
                for (std::uint64_t rest = guesses.everything()[b]; rest; rest &= rest - 1) {
                    const int lane = std::countr_zero(rest);
                    kernels().count_sets(game.row(guesses.guess(b * kLanes + lane)), words.data(), int(words.size()), holding[part].data(),
                                         sets, counted.data() + lane * kAtOnce);
                }
                for (int set = 0; set < sets; set++) {
                    Response* column = counts_.data() + std::size_t(first + set) * stride_ + std::size_t(b) * kLanes;
                    for (int lane = 0; lane < kLanes; lane++) column[lane] = counted[std::size_t(lane * kAtOnce + set)];
                }
            }
        }
    });
}

FactsTold::FactsTold(const Text& guess) : length_(int(guess.size())) {
    for (int i = 0; i < length_; i++) {
        const int letter = letter_of(guess[std::size_t(i)]);
        fact_[i][0] = absent_fact(letter);
        fact_[i][1] = yellow_fact(i, letter);
        fact_[i][2] = green_fact(i, letter);
        if (letter >= kLetters) std::fill(fact_[i], fact_[i] + 3, kNoFact);
        twins_[i] = 0;
        for (int j = 0; j < length_; j++) twins_[i] |= unsigned(j != i && guess[std::size_t(j)] == guess[std::size_t(i)]) << j;
    }
}

int FactsTold::operator()(int pattern, int* facts) const {
    int colour[kMaxLength], told = 0;
    unsigned coloured = 0;
    for (int i = 0; i < length_; i++, pattern /= 3) {
        colour[i] = pattern % 3;
        coloured |= unsigned(colour[i] != 0) << i;
    }
    for (int i = 0; i < length_; i++) {
        const unsigned before = (1u << i) - 1;
        if (!colour[i] && (twins_[i] & (coloured | before))) continue;  // not told, or told already
        const int fact = fact_[i][colour[i]];
        if (!kWide || fact != kNoFact) facts[told++] = fact;
    }
    return told;
}

int FactCounts::told(const FactsTold& facts_told, int pattern, Column* columns) const {
    int facts[kMostFacts];
    const int told = facts_told(pattern, facts);
    int found = 0;
    bool all = false;  // whether the column of all words is among them
    for (int i = 0; i < told; i++) {
        const int column = column_of_[std::size_t(facts[i])];
        if (column == 0 && std::exchange(all, true)) continue;
        columns[found++] = counts_.data() + std::size_t(column) * stride_;
    }
    return found;
}

FactCaps::FactCaps(const FactCounts& counts)
    : counts_(counts),
      columns_(int(counts.counts_.size() / std::max<std::size_t>(counts.stride_, 1))),
      most_(std::size_t(columns_) * std::size_t(columns_)),
      least_(counts.stride_) {}

int FactCaps::most(const FactsTold& facts_told, int pattern) {
    int facts[kMostFacts], columns[kMostFacts];
    const int told = facts_told(pattern, facts);
    int least = kResponses;
    for (int i = 0; i < told; i++) {
        columns[i] = counts_.column_of_[std::size_t(facts[i])];
        for (int j = 0; j < i || (told == 1 && j == i); j++) {
            const auto [a, b] = std::minmax(columns[i], columns[j]);
            Response& most = most_[std::size_t(a) * std::size_t(columns_) + std::size_t(b)];
            if (!most) {
                const Column both[] = {counts_.counts_.data() + std::size_t(a) * counts_.stride_,
                                       counts_.counts_.data() + std::size_t(b) * counts_.stride_};
                most = Response(kernels().least(both, 2, int(counts_.stride_ / kLanes), kResponses - 1, least_.data()));
            }
            least = std::min<int>(least, most);
        }
    }
    return least;
}

double likely_patterns(int n) {
    static constexpr double size[] = {1, 5, 10, 20, 50, 100, 200, 400, 800, 2400, 65536};
    static constexpr double patterns[] = {1, 5, 9.6, 17.5, 33, 52, 75, 95, 118, 150, 200};
    int i = 0;
    while (size[i + 1] < n) i++;
    return patterns[i] + (patterns[i + 1] - patterns[i]) * (n - size[i]) / (size[i + 1] - size[i]);
}

}  // namespace wordle

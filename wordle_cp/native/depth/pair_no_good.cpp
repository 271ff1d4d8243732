// No-goods for two guesses left: why no allowed guess separates some words.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "depth/searcher.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

namespace {

// Words (indices) such that every allowed guess gives two of them one pattern; greedy, then least under deletion.
std::vector<int> inseparable(const std::uint64_t* allowed, int blocks, const Column* columns, int n) {
    std::vector<std::uint64_t> separating(allowed, allowed + blocks);  // guesses that separate the words chosen so far
    std::vector<int> chosen;
    std::vector<Column> chosen_columns;
    std::vector<bool> in(std::size_t(n), false);
    for (int b = 0; b < blocks; b++) {
        while (separating[std::size_t(b)]) {
            const int lane = b * kLanes + std::countr_zero(separating[std::size_t(b)]);
            // Two words of one pattern, as few of them new as possible. Chosen words are met first.
            int first_with[kResponses], best = 3, pair[2] = {-1, -1};
            std::fill(std::begin(first_with), std::end(first_with), -1);
            const auto meet = [&](int i) {
                const int p = columns[i][lane];
                if (first_with[p] < 0) {
                    first_with[p] = i;
                    return;
                }
                const int fresh = !in[std::size_t(i)] + !in[std::size_t(first_with[p])];
                if (fresh < best) {
                    best = fresh;
                    pair[0] = i;
                    pair[1] = first_with[p];
                }
            };
            for (const int i : chosen) meet(i);
            for (int i = 0; i < n && best > 1; i++) {
                if (!in[std::size_t(i)]) meet(i);
            }
            if (best == 3) throw std::logic_error("a pair no-good was asked for words that a guess separates");
            for (const int i : pair) {
                if (in[std::size_t(i)]) continue;
                in[std::size_t(i)] = true;
                kernels().keep_distinct(separating.data(), blocks, columns[i], chosen_columns.data(),
                                        int(chosen_columns.size()));
                chosen.push_back(i);
                chosen_columns.push_back(columns[i]);
            }
        }
    }
    for (std::size_t i = 0; i < chosen.size() && chosen.size() > 3;) {
        std::vector<Column> without = chosen_columns;
        without.erase(without.begin() + std::ptrdiff_t(i));
        if (kernels().first_separating(allowed, blocks, without.data(), int(without.size())) < 0) {
            chosen.erase(chosen.begin() + std::ptrdiff_t(i));
            chosen_columns.swap(without);
        } else {
            i++;
        }
    }
    return chosen;
}

}  // namespace

void Searcher::pair_child(Frame& f, const State& state) {
    const std::vector<int> chosen =
        inseparable(state.allowed, state.view->blocks(), state.view->columns_of(state.words), int(state.words.size()));
    Child child{state.restriction, std::uint32_t(f.child_words.size()), std::uint16_t(chosen.size()), kNoNoGood, NoGoodKind::pair};
    for (const int i : chosen) f.child_words.push_back(state.words[std::size_t(i)]);
    if (!state.restriction.empty()) {
        // The weakest restriction under which still no guess separates them, dropping one bit after the other.
        Lanes separating = whole_.lanes();
        const Column* const columns = whole_.columns_of(words_of(f, child));
        for (int i = 1; i < int(child.words); i++) kernels().keep_distinct(separating.data(), int(separating.size()), columns[i], columns, i);
        state.restriction.for_each([&](int bit) {
            Bits without = child.restriction;
            without.clear(bit);
            Lanes open = separating;
            game_.restrict_to(without, open);
            if (none(open)) child.restriction = without;
        });
    }
    f.children.push_back(child);
}

}  // namespace wordle

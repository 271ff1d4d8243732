// The no-good of a refuted node: as few of its children as possible, their words, and as little restriction as will do.
#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "depth/searcher.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

namespace {

// What pruning `count` guesses is worth against adding a word: less than in proportion, so that small children have a chance.
float worth(int count) {
    static const std::vector<float> table = [] {
        std::vector<float> values(65536 + kLanes);
        for (std::size_t i = 0; i < values.size(); i++) values[i] = std::pow(float(i), 0.7f);
        return values;
    }();
    return table[std::size_t(count)];
}

// For each word that occurs in a list, the places where it does. `slots` (by hidden word, all -1) is lent to it and
// numbers the words; clear() must be called before the next use.
class WordIndex {
  public:
    WordIndex(const std::vector<HiddenId>& list, std::vector<int>& slots) {
        std::vector<std::uint32_t> times;
        for (const HiddenId h : list) {
            if (slots[h] < 0) {
                slots[h] = int(times.size());
                times.push_back(0);
            }
            times[std::size_t(slots[h])]++;
        }
        first_.resize(times.size() + 1);
        for (std::size_t k = 0; k < times.size(); k++) first_[k + 1] = first_[k] + times[k];
        place_.resize(list.size());
        std::vector<std::uint32_t> next(first_.begin(), first_.end());
        for (std::size_t i = 0; i < list.size(); i++) place_[next[std::size_t(slots[list[i]])]++] = std::uint32_t(i);
    }
    std::span<const std::uint32_t> places(int slot) const {
        return {place_.data() + first_[std::size_t(slot)], first_[std::size_t(slot) + 1] - first_[std::size_t(slot)]};
    }
    static void clear(const std::vector<HiddenId>& list, std::vector<int>& slots) {
        for (const HiddenId h : list) slots[h] = -1;
    }

  private:
    std::vector<std::uint32_t> first_, place_;
};

}  // namespace

NoGoodId Searcher::cover_no_good(Frame& f, const State& state, int guesses) {
    const std::size_t blocks = std::size_t(state.context->blocks()), children = f.children.size();

    // 1. Guesses that need a child, and what each child prunes, in the lanes of the node's context.
    Lanes need(blocks);
    kernels().constant(state.allowed, int(blocks), state.columns, int(state.words.size()), need.data());
    for (std::size_t b = 0; b < blocks; b++) need[b] = state.allowed[b] & ~need[b];
    Lanes prunes(children * blocks);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < children; i++) {
        std::uint64_t* mine = prunes.data() + i * blocks;
        std::copy(need.begin(), need.end(), mine);
        state.context->restrict_to(minus(f.children[i].restriction, state.restriction), mine);
        columns.clear();
        for (const HiddenId h : words_of(f, f.children[i])) columns.push_back(f.column_of[h]);
        kernels().constant(mine, int(blocks), columns.data(), int(columns.size()), mine);
    }

    // 2. Greedy cover: many guesses for few new words. Counts only fall, so a stale count is an upper bound.
    std::vector<std::size_t> chosen;
    std::vector<bool> keep(children, false), in(std::size_t(game_.hidden()), false);
    std::vector<int> count(children), fresh_words(children);
    std::vector<std::uint32_t> child_at(f.child_words.size());  // by place in child_words
    for (std::size_t i = 0; i < children; i++) {
        std::fill_n(child_at.begin() + f.children[i].first_word, f.children[i].words, std::uint32_t(i));
    }
    const WordIndex index(f.child_words, word_slot_);
    Lanes open = need;
    const auto recount = [&](std::size_t i) {
        return count[i] = kernels().count_and(prunes.data() + i * blocks, open.data(), int(blocks));
    };
    for (std::size_t i = 0; i < children; i++) {
        recount(i);
        fresh_words[i] = f.children[i].words;
    }
    while (!none(open)) {
        std::size_t best = children;
        float best_value = 0;
        for (std::size_t i = 0; i < children; i++) {
            const auto value = [&] { return worth(count[i]) / float(1 + fresh_words[i]); };
            if (value() <= best_value || !recount(i) || value() <= best_value) continue;
            best_value = value();
            best = i;
        }
        if (best == children) throw std::logic_error("the children of a refuted node do not cover its guesses");
        keep[best] = true;
        chosen.push_back(best);
        count[best] = 0;
        for (const HiddenId h : words_of(f, f.children[best])) {
            if (in[h]) continue;
            in[h] = true;
            for (const std::uint32_t place : index.places(word_slot_[h])) fresh_words[child_at[place]]--;
        }
        for (std::size_t b = 0; b < blocks; b++) open[b] &= ~prunes[best * blocks + b];
    }
    index.clear(f.child_words, word_slot_);
    for (std::size_t k = chosen.size(); k-- > 0;) {  // a child may have become superfluous
        Lanes rest = need;
        for (const std::size_t i : chosen) {
            if (i == chosen[k] || !keep[i]) continue;
            for (std::size_t b = 0; b < blocks; b++) rest[b] &= ~prunes[i * blocks + b];
        }
        if (none(rest)) keep[chosen[k]] = false;
    }
    std::vector<HiddenId> words;
    std::fill(in.begin(), in.end(), false);
    for (const std::size_t i : chosen) {
        if (!keep[i]) continue;
        for (const HiddenId h : words_of(f, f.children[i])) {
            if (!in[h]) words.push_back(h);
            in[h] = true;
        }
    }
    std::vector<std::size_t> usable;  // kept children first, then the others whose words are all there
    for (std::size_t i = 0; i < children; i++) {
        if (keep[i]) usable.push_back(i);
    }
    const std::size_t kept = usable.size();
    if (!state.restriction.empty()) {
        for (std::size_t i = 0; i < children; i++) {
            const auto list = words_of(f, f.children[i]);
            if (!keep[i] && std::all_of(list.begin(), list.end(), [&](HiddenId h) { return in[h]; })) usable.push_back(i);
        }
    }

    // 3. Drop restriction bits while the guesses that this allows are pruned too, now over all guesses.
    const std::size_t all = std::size_t(game_.guess_blocks());
    const auto constant_on = [&](std::span<const HiddenId> list) {
        Lanes out(all);
        const std::vector<Column> whole = whole_columns(list);
        kernels().constant(game_.all_guesses(), int(all), whole.data(), int(whole.size()), out.data());
        return out;
    };
    Bits restriction = state.restriction;
    Lanes splits_nothing;
    std::vector<Lanes> constant(children);
    const auto prune = [&](std::size_t i, const Bits& r, Lanes& lanes) {  // true if it prunes any
        if (constant[i].empty()) constant[i] = constant_on(words_of(f, f.children[i]));
        Lanes mine = lanes;
        for (std::size_t b = 0; b < all; b++) mine[b] &= constant[i][b];
        game_.restrict_to(minus(f.children[i].restriction, r), mine);
        bool any = false;
        for (std::size_t b = 0; b < all; b++) {
            any |= mine[b] != 0;
            lanes[b] &= ~mine[b];
        }
        return any;
    };
    if (!restriction.empty()) {
        splits_nothing = constant_on(words);
        state.restriction.for_each([&](int bit) {
            Bits without = restriction;
            without.clear(bit);
            Lanes fresh(game_.all_guesses(), game_.all_guesses() + all);
            const std::uint64_t* having = game_.having(bit);
            for (std::size_t b = 0; b < all; b++) fresh[b] &= ~having[b] & ~splits_nothing[b];
            game_.restrict_to(without, fresh);
            bool covered = none(fresh);
            for (std::size_t k = 0; k < usable.size() && !covered; k++) {
                if (f.children[usable[k]].restriction.test(bit)) continue;
                covered = prune(usable[k], without, fresh) && none(fresh);
            }
            if (covered) restriction = without;
        });
    }

    // 4. The children that this no-good needs.
    std::vector<NoGoodId> needed;
    if (restriction == state.restriction) {
        for (std::size_t k = 0; k < kept; k++) needed.push_back(stored(f, f.children[usable[k]], guesses - 1));
    } else {
        Lanes lanes(game_.all_guesses(), game_.all_guesses() + all);
        for (std::size_t b = 0; b < all; b++) lanes[b] &= ~splits_nothing[b];
        game_.restrict_to(restriction, lanes);
        for (const std::size_t i : usable) {
            if (prune(i, restriction, lanes)) needed.push_back(stored(f, f.children[i], guesses - 1));
        }
        if (!none(lanes)) throw std::logic_error("a weakened restriction is not covered by the children");
    }
    return pool_.add(NoGoodKind::cover, restriction, words, guesses, needed);
}

}  // namespace wordle

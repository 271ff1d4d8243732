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

// The no-good of a refuted node while it is made.
class Searcher::Cover {
  public:
    Cover(Searcher& searcher, Frame& f, const State& state)
        : searcher_(searcher), game_(searcher.game_), f_(f), state_(state), same_(f.children.size()) {}

    // Children that together prune all guesses that need one, few in words: greedily, many guesses for few new words; then without those
    // that have become superfluous.
    std::vector<std::size_t> choose() {
        look();
        std::vector<std::size_t> chosen = greedy();
        const std::vector<std::size_t> order(chosen.rbegin(), chosen.rend());
        for (const std::size_t last : order) {
            Lanes rest = need_;
            for (const std::size_t i : chosen) {
                if (i != last) drop(rest, i);
            }
            if (none(rest)) std::erase(chosen, last);
        }
        return chosen;
    }

    // The weakest restriction under which the children of `usable` prune every guess that splits `words`, dropping one bit after the other.
    Bits weakened(std::span<const HiddenId> words, const std::vector<std::size_t>& usable) {
        Bits restriction = state_.restriction;
        if (restriction.empty()) return restriction;
        splitting_ = constant(words);
        for (std::size_t b = 0; b < splitting_.size(); b++) splitting_[b] = game_.all_guesses()[b] & ~splitting_[b];
        state_.restriction.for_each([&](int bit) {
            Bits without = restriction;
            without.clear(bit);
            Lanes fresh = splitting_;
            const std::uint64_t* having = game_.having(bit);
            for (std::size_t b = 0; b < fresh.size(); b++) fresh[b] &= ~having[b];
            game_.restrict_to(without, fresh);
            bool covered = none(fresh);
            for (std::size_t k = 0; k < usable.size() && !covered; k++) {
                if (f_.children[usable[k]].restriction.test(bit)) continue;
                covered = prune(usable[k], without, fresh) && none(fresh);
            }
            if (covered) restriction = without;
        });
        return restriction;
    }

    // Those of `usable` that are needed under a weaker restriction.
    std::vector<std::size_t> needed(const Bits& restriction, const std::vector<std::size_t>& usable) {
        Lanes lanes = splitting_;
        game_.restrict_to(restriction, lanes);
        std::vector<std::size_t> needed;
        for (const std::size_t i : usable) {
            if (prune(i, restriction, lanes)) needed.push_back(i);
        }
        if (!none(lanes)) throw std::logic_error("a weakened restriction is not covered by the children");
        return needed;
    }

  private:
    std::span<const HiddenId> words_of(std::size_t child) const { return searcher_.words_of(f_, f_.children[child]); }
    const std::uint64_t* prunes(std::size_t child) const { return prunes_.data() + child * need_.size(); }
    void drop(Lanes& lanes, std::size_t child) const {
        for (std::size_t b = 0; b < lanes.size(); b++) lanes[b] &= ~prunes(child)[b];
    }

    // Finds out which guesses need a child, and which of them each child prunes, in the lanes of the node's view.
    void look() {
        const std::size_t blocks = std::size_t(state_.view->blocks());
        need_.resize(blocks);
        kernels().constant(state_.allowed, int(blocks), state_.view->columns_of(state_.words), int(state_.words.size()), need_.data());
        for (std::size_t b = 0; b < blocks; b++) need_[b] = state_.allowed[b] & ~need_[b];
        prunes_.resize(f_.children.size() * blocks);
        for (std::size_t i = 0; i < f_.children.size(); i++) {
            std::uint64_t* mine = prunes_.data() + i * blocks;
            std::copy(need_.begin(), need_.end(), mine);
            state_.view->restrict_to(minus(f_.children[i].restriction, state_.restriction), mine);
            kernels().constant(mine, int(blocks), state_.view->columns_of(words_of(i)), f_.children[i].words, mine);
        }
    }

    // Counts of guesses only fall, so a stale count is an upper bound.
    std::vector<std::size_t> greedy() const {
        const std::size_t children = f_.children.size();
        std::vector<std::size_t> chosen;
        std::vector<bool> in(std::size_t(game_.hidden()), false);  // by hidden word: a chosen child has it
        std::vector<int> count(children), fresh_words(children);
        std::vector<std::uint32_t> child_at(f_.child_words.size());  // by place in child_words
        Lanes open = need_;
        const auto recount = [&](std::size_t i) { return count[i] = kernels().count_and(prunes(i), open.data(), int(open.size())); };
        for (std::size_t i = 0; i < children; i++) {
            std::fill_n(child_at.begin() + f_.children[i].first_word, f_.children[i].words, std::uint32_t(i));
            recount(i);
            fresh_words[i] = f_.children[i].words;
        }
        const WordIndex index(f_.child_words, searcher_.word_slot_);
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
            chosen.push_back(best);
            count[best] = 0;
            for (const HiddenId h : words_of(best)) {
                if (in[h]) continue;
                in[h] = true;
                for (const std::uint32_t place : index.places(searcher_.word_slot_[h])) fresh_words[child_at[place]]--;
            }
            drop(open, best);
        }
        index.clear(f_.child_words, searcher_.word_slot_);
        return chosen;
    }

    // All guesses to which these words give one response.
    Lanes constant(std::span<const HiddenId> words) const {
        Lanes out(std::size_t(game_.guess_blocks()));
        kernels().constant(game_.all_guesses(), int(out.size()), searcher_.whole_.columns_of(words), int(words.size()), out.data());
        return out;
    }

    // Drops the guesses that a child prunes where so much is fixed; whether there are any.
    bool prune(std::size_t child, const Bits& restriction, Lanes& lanes) {
        if (same_[child].empty()) same_[child] = constant(words_of(child));
        Lanes mine = lanes;
        for (std::size_t b = 0; b < mine.size(); b++) mine[b] &= same_[child][b];
        game_.restrict_to(minus(f_.children[child].restriction, restriction), mine);
        for (std::size_t b = 0; b < mine.size(); b++) lanes[b] &= ~mine[b];
        return !none(mine);
    }

    Searcher& searcher_;
    const Game& game_;
    Frame& f_;
    const State& state_;
    Lanes need_, prunes_;      // guesses that need a child, and those that each child prunes, one behind the other
    Lanes splitting_;          // all guesses that split the words of the no-good
    std::vector<Lanes> same_;  // by child: all guesses to which its words give one response; empty until asked for
};

NoGoodId Searcher::cover_no_good(Frame& f, const State& state, int guesses) {
    Cover cover(*this, f, state);
    const std::vector<std::size_t> chosen = cover.choose();
    std::vector<HiddenId> words;
    std::vector<bool> in(std::size_t(game_.hidden()), false);
    for (const std::size_t i : chosen) {
        for (const HiddenId h : words_of(f, f.children[i])) {
            if (!in[h]) words.push_back(h);
            in[h] = true;
        }
    }
    std::vector<std::size_t> needed = chosen;
    std::sort(needed.begin(), needed.end());
    std::vector<std::size_t> usable = needed;  // and others whose words are all there
    for (std::size_t i = 0; i < f.children.size() && !state.restriction.empty(); i++) {
        const auto list = words_of(f, f.children[i]);
        if (!std::ranges::binary_search(needed, i) && std::ranges::all_of(list, [&](HiddenId h) { return in[h]; })) usable.push_back(i);
    }
    const Bits restriction = cover.weakened(words, usable);
    if (!(restriction == state.restriction)) needed = cover.needed(restriction, usable);
    std::vector<NoGoodId> children;
    for (const std::size_t i : needed) children.push_back(stored(f, f.children[i], guesses - 1));
    return pool_.add(NoGoodKind::cover, restriction, words, guesses, children);
}

}  // namespace wordle

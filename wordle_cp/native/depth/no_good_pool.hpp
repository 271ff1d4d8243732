// No-goods: what the search has learned, and the proof of it.
//
// A no-good (R, L, g) says: the hidden words L can't all be found within g guesses under the restriction R. It refutes
// every state with a stronger restriction, more hidden words and fewer guesses left. At a state (R0, H, g + 1)
// with L inside H, guess w is refuted if it gives all of L one pattern and R is a subset of R0 | bits(w):
// the response of L leaves a state that the no-good refutes (bits(h) contains R for each h in L).
//
// A no-good knows how it was derived, so that the pool is also the proof:
//   family  a cover or chain refutation of one endgame family (family.hpp)
//   pair    g = 2: every guess allowed under R gives two words of L the same pattern; or g = 1: L is two words
//   cover   every guess allowed under R that splits L is refuted by one of the children, no-goods with g - 1 or more.
//           (A guess that doesn't split L needs no child: it leaves (R or stronger, L, g - 1), and by induction on g
//           that is refuted too.)
//   borrowed  derived by another searcher of the same run, or in an earlier run; `source` says where.
// What is in a pool never moves, so another thread may read a no-good, and all that it rests on, once that thread knows of it.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/stable_array.hpp"
#include "base/stamps.hpp"
#include "game/game.hpp"

namespace wordle {

using NoGoodId = std::uint32_t;
inline constexpr NoGoodId kNoNoGood = 0xFFFFFFFFu;

enum class NoGoodKind : std::uint8_t { family, pair, cover, borrowed };

struct NoGood {
    Bits restriction;
    std::uint32_t first_word, first_child;
    std::uint16_t words, children;
    std::uint8_t guesses;
    NoGoodKind kind;
};

// Where a no-good was derived: a searcher of the run and its id there, or kKnownBefore and its number in the run's proof.
inline constexpr std::uint32_t kKnownBefore = 0xFFFFFFFFu;
struct NoGoodSource {
    std::uint32_t searcher;
    NoGoodId id;
};

class NoGoodPool {
  public:
    explicit NoGoodPool(int hidden_words) : watch_(std::size_t(hidden_words)), load_(std::size_t(hidden_words)) {}

    NoGoodId add(NoGoodKind kind, const Bits& restriction, std::span<const HiddenId> words, int guesses,
                 std::span<const NoGoodId> children = {});
    NoGoodId borrow(const Bits& restriction, std::span<const HiddenId> words, int guesses, NoGoodSource source);

    std::size_t size() const { return no_goods_.size(); }
    std::size_t count(NoGoodKind kind) const { return count_[std::size_t(kind)]; }
    std::size_t bytes() const;
    const NoGood& operator[](NoGoodId id) const { return no_goods_[id]; }
    std::span<const HiddenId> words(NoGoodId id) const { return words_.items(no_goods_[id].first_word, no_goods_[id].words); }
    std::span<const NoGoodId> children(NoGoodId id) const {
        return children_.items(no_goods_[id].first_child, no_goods_[id].children);
    }
    NoGoodSource source(NoGoodId id) const { return sources_[no_goods_[id].first_child]; }

    // No-goods with since <= id < end, at least `guesses` guesses and all words in the set; the smallest first. `marks` is scratch, by hidden
    // word: with some of their own several threads may ask while nothing is added.
    void inside(std::span<const HiddenId> set, int guesses, NoGoodId since, NoGoodId end, Stamps& marks, std::vector<NoGoodId>& out) const;

  private:
    static constexpr std::size_t kNext = 4;
    struct Watch {  // what most look-ups need, so that they don't touch the no-good itself
        NoGoodId id;
        std::uint32_t first_word;
        std::uint16_t words, guesses;
        HiddenId next[kNext];  // the words after the watched one; the last is repeated where there are fewer
    };
    NoGoodId store(NoGoodKind kind, const Bits& restriction, std::span<const HiddenId> words, int guesses);
    bool marked(const Watch& watch, const Stamps& marks) const;

    StableArray<NoGood, 12, 28> no_goods_;
    StableArray<HiddenId> words_;
    StableArray<NoGoodId> children_;
    StableArray<NoGoodSource, 12, 28> sources_;
    std::vector<std::vector<Watch>> watch_;  // by hidden word: each no-good is watched at its word of least load
    std::vector<std::uint32_t> load_;        // by hidden word: no-goods that contain it
    std::size_t watches_ = 0;
    std::size_t count_[4] = {};  // by kind
};

}  // namespace wordle

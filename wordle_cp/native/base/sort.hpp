// Sorting by whole numbers: one compiled function for all, where each std::sort with a comparison of its own takes a kilobyte.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>

namespace wordle {

class SortKeys {
  public:
    struct Keyed {
        std::int64_t key;
        std::size_t place;
    };

    explicit SortKeys(std::size_t count) : count_(count) {
        if (count > kFew) many_ = std::make_unique_for_overwrite<Keyed[]>(count);
    }
    Keyed& operator[](std::size_t i) { return many_ ? many_[i] : few_[i]; }
    void sort();  // ascending, by place where keys are equal

  private:
    static constexpr std::size_t kFew = 64;
    std::size_t count_;
    std::unique_ptr<Keyed[]> many_;
    Keyed few_[kFew];
};

// A number that orders as `x` does.
inline std::int64_t sort_key(double x) {
    const auto bits = std::bit_cast<std::int64_t>(x);
    return bits < 0 ? bits ^ std::numeric_limits<std::int64_t>::max() : bits;
}

// Puts items in ascending order of key_of(item), an integer; those with equal keys stay in their order.
template <class Items, class KeyOf>
void sort_by(Items&& items, KeyOf&& key_of) {
    auto* const item = std::data(items);
    const std::size_t count = std::size(items);
    if (count < 2) return;
    SortKeys keys(count);
    for (std::size_t i = 0; i < count; i++) keys[i] = {std::int64_t(key_of(std::as_const(item[i]))), i};
    keys.sort();
    for (std::size_t i = 0; i < count; i++) {  // one cycle of the permutation after the other
        if (keys[i].place == i) continue;
        auto first = std::move(item[i]);
        std::size_t to = i;
        for (std::size_t from; (from = keys[to].place) != i; to = from) {
            item[to] = std::move(item[from]);
            keys[to].place = to;
        }
        item[to] = std::move(first);
        keys[to].place = to;
    }
}

}  // namespace wordle

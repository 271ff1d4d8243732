#include "base/sort.hpp"

#include <algorithm>

namespace wordle {

void SortKeys::sort() {
    Keyed* const first = many_ ? many_.get() : few_;
    std::sort(first, first + count_, [](const Keyed& a, const Keyed& b) { return a.key != b.key ? a.key < b.key : a.place < b.place; });
}

}  // namespace wordle

// An array that grows at its end and whose elements never move: what one thread has been told about (under a mutex)
// it may read while the owner appends.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace wordle {

// Room for 2^kIndexBits items.
template <class T, unsigned kChunkBits = 16, unsigned kIndexBits = 32>
class StableArray {
  public:
    static constexpr std::size_t kChunk = std::size_t{1} << kChunkBits;

    StableArray() : chunks_(std::size_t{1} << (kIndexBits - kChunkBits)) {}

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return used_ * kChunk * sizeof(T) + chunks_.size() * sizeof(chunks_[0]); }
    T& operator[](std::size_t i) { return chunks_[i >> kChunkBits][i & (kChunk - 1)]; }
    const T& operator[](std::size_t i) const { return chunks_[i >> kChunkBits][i & (kChunk - 1)]; }

    // Appends the items side by side and returns the place of the first: operator[](place + k) is the k-th, and so is
    // (&operator[](place))[k]. Leaves a gap where they don't fit in a chunk. At most kChunk items.
    std::uint32_t append(std::span<const T> items) {
        std::size_t at = size_;
        if ((at & (kChunk - 1)) + items.size() > kChunk) at = (at | (kChunk - 1)) + 1;
        const std::size_t end = at + items.size();
        while (used_ * kChunk < end) {
            if (used_ == chunks_.size()) throw std::bad_alloc();
            chunks_[used_++] = std::make_unique_for_overwrite<T[]>(kChunk);
        }
        if (!items.empty()) std::copy(items.begin(), items.end(), &(*this)[at]);
        size_ = end;
        return std::uint32_t(at);
    }
    std::uint32_t push_back(const T& item) { return append(std::span(&item, 1)); }

    // The items that one call of append put at `place`.
    std::span<const T> items(std::size_t place, std::size_t count) const {
        return count ? std::span<const T>(&(*this)[place], count) : std::span<const T>();
    }
    std::span<T> items(std::size_t place, std::size_t count) {
        return count ? std::span<T>(&(*this)[place], count) : std::span<T>();
    }

  private:
    std::vector<std::unique_ptr<T[]>> chunks_;  // of a fixed size, so that it doesn't move either
    std::size_t used_ = 0, size_ = 0;
};

}  // namespace wordle

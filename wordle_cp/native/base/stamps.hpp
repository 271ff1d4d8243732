// A set of small numbers that is emptied at once: those in it have the stamp of this time.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wordle {

class Stamps {
  public:
    explicit Stamps(std::size_t size) : stamp_(size) {}

    void clear() {
        if (++now_ == 0) {  // all stamps there are have been used
            std::fill(stamp_.begin(), stamp_.end(), Stamp{0});
            now_ = 1;
        }
    }
    bool has(std::size_t number) const { return stamp_[number] == now_; }
    // Returns whether it wasn't there.
    bool add(std::size_t number) {
        const bool fresh = stamp_[number] != now_;
        stamp_[number] = now_;
        return fresh;
    }

  private:
#if defined(WORDLE_TEST_MODES)
    using Stamp = std::uint8_t;  // so that tests use them all
#else
    using Stamp = std::uint32_t;
#endif
    std::vector<Stamp> stamp_;
    Stamp now_ = 1;
};

}  // namespace wordle

// Sets of guesses as lane masks: lane w is bit w % 64 of word w / 64.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "kernels/kernels.hpp"

namespace wordle {

using Lanes = std::vector<std::uint64_t>;

inline bool has_lane(const Lanes& lanes, int lane) {
    return lanes[std::size_t(lane) / kLanes] >> (lane % kLanes) & 1;
}

inline void add_lane(Lanes& lanes, int lane) {
    lanes[std::size_t(lane) / kLanes] |= std::uint64_t{1} << (lane % kLanes);
}

inline void drop_lane(Lanes& lanes, int lane) {
    lanes[std::size_t(lane) / kLanes] &= ~(std::uint64_t{1} << (lane % kLanes));
}

inline bool none(const Lanes& lanes) {
    return std::all_of(lanes.begin(), lanes.end(), [](std::uint64_t x) { return x == 0; });
}

inline int count_lanes(const Lanes& lanes) {
    int count = 0;
    for (const std::uint64_t x : lanes) count += std::popcount(x);
    return count;
}

// Calls f(lane) for every lane, ascending.
template <class F>
void for_each_lane(const std::uint64_t* lanes, int blocks, F&& f) {
    for (int b = 0; b < blocks; b++) {
        for (std::uint64_t rest = lanes[b]; rest; rest &= rest - 1) f(b * kLanes + std::countr_zero(rest));
    }
}

template <class F>
void for_each_lane(const Lanes& lanes, F&& f) {
    for_each_lane(lanes.data(), int(lanes.size()), f);
}

}  // namespace wordle

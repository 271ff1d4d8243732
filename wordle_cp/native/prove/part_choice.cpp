#include "prove/part_choice.hpp"

#include <algorithm>

#include "base/greedy.hpp"
#include "base/stopped.hpp"

namespace wordle {

PartChoice::PartChoice(std::size_t parts, const std::atomic<bool>& stop) : stop_(stop), uses_(parts) {}

void PartChoice::add(Cost lacks, const std::vector<std::vector<Raise>>& cells) {
    const int opener = int(lacks_.size());
    lacks_.push_back(lacks);
    for (const std::vector<Raise>& raises : cells) {
        if (raises.empty()) continue;
        for (const Raise& raise : raises) uses_[std::size_t(raise.part)].push_back({int(cells_.size()), raise.gain});
        cells_.push_back({opener});
    }
}

// What the part gives the openers, of what they still lack.
double PartChoice::worth(int part) const {
    double gain = 0;
    for (const Use& use : uses_[std::size_t(part)]) {
        const Cell& cell = cells_[std::size_t(use.cell)];
        gain += double(std::clamp(use.gain - cell.gained, Cost{0}, lacks_[std::size_t(cell.opener)]));
    }
    return gain;
}

void PartChoice::take(int part) {
    for (const Use& use : uses_[std::size_t(part)]) {
        Cell& cell = cells_[std::size_t(use.cell)];
        if (use.gain <= cell.gained) continue;
        Cost& lacks = lacks_[std::size_t(cell.opener)];
        lacks = std::max(Cost{0}, lacks - (use.gain - cell.gained));
        cell.gained = use.gain;
    }
}

std::vector<char> PartChoice::choose() {
    std::vector<char> chosen(uses_.size(), 0);
    const auto heeded = [&](int part) {  // most parts are weighed and never taken
        heed(stop_);
        return worth(part);
    };
    take_greedily(int(uses_.size()), heeded, [&](int part) {
        take(part);
        chosen[std::size_t(part)] = 1;
        return true;
    });
    return chosen;
}

}  // namespace wordle

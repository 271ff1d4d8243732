#include "depth/subset_index.hpp"

#include <algorithm>

#include "base/sort.hpp"

namespace wordle {

SubsetIndex::SubsetIndex(int hidden_words, std::vector<std::uint32_t> first, std::vector<HiddenId> words,
                         const std::vector<std::uint8_t>& levels)
    : first_(std::move(first)), words_(std::move(words)), first_group_(std::size_t(hidden_words) + 1) {
    std::vector<std::uint32_t> load(std::size_t(hidden_words), 0);
    for (const HiddenId h : words_) load[h]++;
    const std::uint32_t sets = std::uint32_t(levels.size());
    std::vector<std::uint32_t> order(sets);
    for (std::uint32_t i = 0; i < sets; i++) {
        order[i] = i;
        sort_by(std::span(words_).subspan(first_[i], first_[i + 1] - first_[i]),
                [&](HiddenId h) { return std::int64_t{load[h]} << 16 | h; });
    }
    sort_by(order, [&](std::uint32_t i) { return std::int64_t{words_[first_[i]]} << 16 | words_[first_[i] + 1]; });
    entries_.reserve(sets);
    HiddenId rarest = 0;
    for (const std::uint32_t i : order) {
        const auto list = this->words(i);
        for (; rarest < list[0]; rarest++) first_group_[std::size_t(rarest) + 1] = std::uint32_t(groups_.size());
        if (first_group_[rarest] == groups_.size() || groups_.back().second != list[1]) {
            groups_.push_back({list[1], std::uint32_t(entries_.size())});
        }
        entries_.push_back({i, list[std::min<std::size_t>(2, list.size() - 1)], levels[i]});
    }
    for (std::size_t h = rarest; h < std::size_t(hidden_words); h++) first_group_[h + 1] = std::uint32_t(groups_.size());
    groups_.push_back({0, sets});
}

void SubsetIndex::inside(std::span<const HiddenId> set, int least, std::uint32_t end, Stamps& marks,
                         std::vector<std::uint32_t>& out) const {
    out.clear();
    marks.clear();
    for (const HiddenId h : set) marks.add(h);
    for (const HiddenId h : set) {
        for (std::uint32_t g = first_group_[h]; g < first_group_[std::size_t(h) + 1]; g++) {
            if (!marks.has(groups_[g].second)) continue;
            for (std::uint32_t e = groups_[g].first; e < groups_[g + 1].first && entries_[e].set < end; e++) {
                const Entry& entry = entries_[e];
                if (entry.level < least || !marks.has(entry.third)) continue;
                const auto list = words(entry.set);
                if (std::all_of(list.begin() + 2, list.end(), [&](HiddenId w) { return marks.has(w); })) out.push_back(entry.set);
            }
        }
    }
}

}  // namespace wordle

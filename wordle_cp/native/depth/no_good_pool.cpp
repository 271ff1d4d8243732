#include "depth/no_good_pool.hpp"

#include <algorithm>

#include "base/sort.hpp"

namespace wordle {

NoGoodId NoGoodPool::store(NoGoodKind kind, const Bits& restriction, std::span<const HiddenId> words, int guesses) {
    const NoGoodId id = NoGoodId(no_goods_.size());
    count_[std::size_t(kind)]++;
    const std::uint32_t first = words_.append(words);
    no_goods_.push_back({restriction, first, 0, std::uint16_t(words.size()), 0, std::uint8_t(guesses), kind});
    if (guesses >= 2) {
        // Rare words first: a set that lacks the no-good misses one of them early. (No-goods with one guess left are any two
        // words; they prune nothing that a look at the cells would not.)
        const std::span<HiddenId> sorted = words_.items(first, words.size());
        sort_by(sorted, [&](HiddenId h) { return std::int64_t{load_[h]} << 16 | h; });
        Watch watch{id, first, std::uint16_t(words.size()), std::uint16_t(guesses), {}};
        for (std::size_t i = 0; i < kNext; i++) watch.next[i] = sorted[std::min(i + 1, words.size() - 1)];
        watch_[sorted[0]].push_back(watch);
        watches_++;
        for (const HiddenId h : words) load_[h]++;
    }
    return id;
}

NoGoodId NoGoodPool::add(NoGoodKind kind, const Bits& restriction, std::span<const HiddenId> words, int guesses,
                         std::span<const NoGoodId> children) {
    const NoGoodId id = store(kind, restriction, words, guesses);
    no_goods_[id].first_child = children_.append(children);
    no_goods_[id].children = std::uint16_t(children.size());
    return id;
}

NoGoodId NoGoodPool::borrow(const Bits& restriction, std::span<const HiddenId> words, int guesses, NoGoodSource source) {
    const NoGoodId id = store(NoGoodKind::borrowed, restriction, words, guesses);
    no_goods_[id].first_child = sources_.push_back(source);
    return id;
}

std::size_t NoGoodPool::bytes() const {
    return no_goods_.bytes() + words_.bytes() + children_.bytes() + sources_.bytes() + watches_ * sizeof(Watch);
}

bool NoGoodPool::marked(const Watch& watch, const Stamps& marks) const {
    const auto has = [&](HiddenId h) { return marks.has(h); };
    if (!std::ranges::all_of(watch.next, has)) return false;
    if (watch.words <= kNext + 1) return true;
    return std::ranges::all_of(words_.items(watch.first_word, watch.words).subspan(kNext + 1), has);
}

void NoGoodPool::inside(std::span<const HiddenId> set, int guesses, NoGoodId since, NoGoodId end, Stamps& marks,
                        std::vector<NoGoodId>& out) const {
    out.clear();
    if (since >= end) return;
    marks.clear();
    for (const HiddenId h : set) marks.add(h);
    for (const HiddenId h : set) {
        const auto& list = watch_[h];
        for (std::size_t k = list.size(); k-- > 0 && list[k].id >= since;) {
            const Watch& w = list[k];
            if (w.id < end && w.guesses >= guesses && w.words <= set.size() && marked(w, marks)) out.push_back(w.id);
        }
    }
    sort_by(out, [&](NoGoodId id) { return std::int64_t{no_goods_[id].words} << 32 | id; });
}

}  // namespace wordle

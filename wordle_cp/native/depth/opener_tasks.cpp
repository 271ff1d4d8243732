#include "depth/opener_tasks.hpp"

#include <algorithm>
#include <bit>

#include "base/sort.hpp"

namespace wordle {

namespace {

constexpr std::uint64_t kFirstBudget = 1500;
constexpr std::uint64_t kIterationGrowth = 6;
constexpr std::uint64_t kMostBudget = ~std::uint64_t{0} >> 4;
constexpr double kIterationPrice = 1.5;
constexpr int kLeastFamily = 6;  // smaller ones don't tell openers apart

}  // namespace

std::uint64_t budget_of(int iteration) {
    std::uint64_t budget = kFirstBudget;
    for (int i = 0; i < iteration && budget < kMostBudget; i++) budget *= kIterationGrowth;
    return budget;
}

std::vector<GuessId> OpenerTasks::remove(const Lanes& decided) {
    std::vector<GuessId> removed;
    for (std::size_t b = 0; b < alive_.size(); b++) {
        for (std::uint64_t rest = alive_[b] & decided[b]; rest; rest &= rest - 1) {
            removed.push_back(GuessId(b * kLanes + std::size_t(std::countr_zero(rest))));
        }
        alive_[b] &= ~decided[b];
    }
    return removed;
}

void OpenerTasks::arrange(const Game& game, const FamilyIndex* families, const Position& position, int guesses) {
    std::vector<std::int64_t> danger(std::size_t(game.guesses()), 0);
    if (families) {
        std::vector<MemberMask> live(families->families().size(), 0);
        for (const HiddenId h : position.words) {
            for (const auto place : families->places(h)) live[place.family] |= MemberMask{1} << place.member;
        }
        for (std::size_t f = 0; f < live.size(); f++) {
            if (std::popcount(live[f]) < std::max(kLeastFamily, guesses - 1)) continue;
            const Family& family = families->families()[f];
            for (std::size_t w = 0; w < danger.size(); w++) {
                const int excess =
                    std::popcount(live[f] & ~family.classes[family.class_of[w]].distinct) - (guesses - 2);
                if (excess > 0) danger[w] += excess * excess;
            }
        }
    }
    std::vector<GuessId> order;
    std::vector<int> cells(std::size_t(game.guesses()), 0);
    for_each_lane(alive_, [&](int w) {
        order.push_back(GuessId(w));
        cells[std::size_t(w)] = kernels().count_row(game.row(GuessId(w)), position.words.data(), int(position.words.size()));
    });
    sort_by(order, [&](GuessId w) { return (std::int64_t{danger[w]} << 16) - cells[w]; });
    openers_.clear();
    turns_ = {};
    for (const GuessId w : order) {
        openers_.push_back({w, double(openers_.size() + 1)});
        turns_.emplace(openers_.back().price, openers_.size() - 1);
    }
}

std::optional<OpenerTasks::Task> OpenerTasks::next() {
    while (!turns_.empty()) {
        const std::size_t place = turns_.top().second;
        turns_.pop();
        if (has(openers_[place].guess)) return Task{place, openers_[place].guess, openers_[place].iteration};
    }
    return std::nullopt;
}

void OpenerTasks::put_back(const Task& task, std::uint64_t work, double seconds) {
    Opener& opener = openers_[task.place];
    opener.iteration++;
    opener.price *= kIterationPrice;  // and not std::pow, which differs from one processor to the other
    opener.work += work;
    opener.seconds += seconds;
    turns_.emplace(opener.price, task.place);
}

std::vector<GuessId> OpenerTasks::left() const {
    std::vector<GuessId> left;
    for (const Opener& opener : openers_) {
        if (has(opener.guess)) left.push_back(opener.guess);
    }
    return left;
}

}  // namespace wordle

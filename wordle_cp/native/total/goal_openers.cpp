// Openers: bounds of their cells from facts and from what guesses find on them, cheapest gain first. See goal_search.hpp.
#include <algorithm>

#include "total/goal_search.hpp"

namespace wordle {

namespace {

constexpr int kSteps = 12;  // by which a ceiling sinks to about where counting ends

}  // namespace

// A cell of an opener while its bound rises. Let a, b, c be the tolls of the next three guesses. A guess t with the weight own(t) if it is a word of the
// cell, else 0, costs at least
//     a weight + b (weight - own(t)) + c (weight - found(t)) = (a + b + c) weight - shown(t),    shown(t) = b own(t) + c found(t)
// (GoalSearch::bound). `best` is the most that any guess measured shows. All others are allowed guesses that find at most `top` units and, once
// the words of the cell are measured (`begun`), aren't words of the cell. So the cell costs at least (a + b + c) weight less the larger of `best` and what
// those may show.
struct GoalSearch::Rising {
    int cell = 0;
    Cost top = 0, best = 0, step = 0;  // units, shown, units
    Cost heaviest = 0, all = 0;        // all: (a + b + c) weight
    WeightedFacts::Units* ceilings = nullptr;  // by guess: of those not measured; -1 for all others
    double price = 0;                  // of the next step, for one unit of cost
    bool begun = false, done = false;
};

// Raises the bounds of the open cells of an opener, the frame's guess, until their sum reaches `best` (then true) or measuring has nothing to add.
bool GoalSearch::raise_by_facts(GuessId guess, Cost best, Cost& sum) {
    Frame& f = frame(0);
    const int left = left_after(f.guesses), guesses = game_.guesses();
    const Cost b = toll(left_after(left)), c = toll(left_after(left_after(left)));
    if (c == 0 || c >= kInfinite) return false;
    const Cost tolls = toll(left) + b + c, unit = facts_->unit();
    const std::size_t stride = std::size_t(facts_->lanes());
    std::vector<Rising> rising;
    if (ceilings_.size() < f.open.size() * stride) ceilings_.resize(f.open.size() * stride);
    const auto lower = [&](const Rising& r) {
        Cost shown = r.best;
        if (!r.done) shown = std::max(shown, c * r.top * unit + (r.begun ? 0 : b * r.heaviest));
        return r.all - shown;
    };
    const auto lift = [&](const Rising& r) { raise(f.cells[std::size_t(r.cell)], {lower(r), false}, sum); };
    const auto price = [&](Rising& r) {
        const double row = 2.0 * f.cells[std::size_t(r.cell)].size + 40;
        if (!r.begun) {
            r.price = row * f.cells[std::size_t(r.cell)].size / double(std::max<Cost>(1, b * r.heaviest));
            return;
        }
        const Cost floor = r.best / (c * unit);
        r.step = std::max<Cost>(1, (r.top - floor) / kSteps);
        const auto low = WeightedFacts::Units(std::max<Cost>(r.top - r.step, 0));
        int concerned = 0;
        for (std::size_t w = 0; w < stride; w++) concerned += r.ceilings[w] > low;
        r.price = (concerned * row + 2000) / double(r.step * unit * c);
    };
    for (const int i : f.open) {
        Cell& cell = f.cells[std::size_t(i)];
        if (cell.value.exact || cell.measured) continue;
        Rising r;
        r.cell = i;
        r.heaviest = cell.heaviest;
        r.all = tolls * cell.weight;
        r.ceilings = ceilings_.data() + rising.size() * stride;
        facts_->bound(game_.guess_word(guess), game_.pattern_of(guess, cell.pattern), cell.weight, r.ceilings);
        std::fill(r.ceilings + guesses, r.ceilings + stride, WeightedFacts::Units{-1});
        if (mode_.binds) {
            enter(0, guess, cell);
            const Lanes& allowed = frame(1).allowed;
            for (int w = 0; w < guesses; w++) {
                if (!has_lane(allowed, w)) r.ceilings[w] = -1;
            }
        }
        r.top = std::max<Cost>(0, *std::max_element(r.ceilings, r.ceilings + guesses));
        lift(r);
        rising.push_back(r);
    }
    if (sum >= best) return true;
    for (Rising& r : rising) price(r);
    while (sum < best) {
        heed_stop();
        Rising* now = nullptr;
        for (Rising& r : rising) {
            if (!r.done && (!now || r.price < now->price)) now = &r;
        }
        if (!now) return false;
        Rising& r = *now;
        Cell& cell = f.cells[std::size_t(r.cell)];
        const std::span<const HiddenId> words(f.sorted.data() + cell.begin, std::size_t(cell.size));
        const auto measured = [&](GuessId w) { return c * heaviest_.of(game_.row(w), words, weights_).weight; };
        work_++;
        if (!r.begun) {
            for (const HiddenId h : words) {
                const GuessId w = game_.as_guess(h);
                if (r.ceilings[w] < 0) continue;
                r.best = std::max(r.best, b * weights_[h] + measured(w));
                r.ceilings[w] = -1;
            }
            r.begun = true;
        } else {
            const auto low = WeightedFacts::Units(std::max<Cost>(r.top - r.step, 0));
            for (int w = 0; w < guesses; w++) {
                if (r.ceilings[w] <= low) continue;
                if (c * r.ceilings[w] * unit > r.best) r.best = std::max(r.best, measured(GuessId(w)));
                r.ceilings[w] = -1;
            }
        }
        r.top = std::max<Cost>(0, *std::max_element(r.ceilings, r.ceilings + guesses));
        r.done = c * r.top * unit <= r.best;
        lift(r);
        if (r.done) {
            cell.measured = true;
            enter(0, guess, cell);
            store(frame(1).key, cell.size, cell.value);
        } else {
            price(r);
        }
    }
    return true;
}

}  // namespace wordle

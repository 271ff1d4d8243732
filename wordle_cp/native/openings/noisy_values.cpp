#include "openings/noisy_values.hpp"

#include <algorithm>
#include <bit>

#include "base/sort.hpp"

namespace wordle {

void States::clear(int left) {
    left_ = left;
    states_.clear();
    words_.clear();
    numbers_.clear();
}

std::uint32_t States::number_of(std::span<const HiddenId> words, const Key& key) {
    const auto [it, fresh] = numbers_.try_emplace(key.low, std::uint32_t(states_.size()));
    if (!fresh) return it->second;
    const int n = int(words.size());
    State state{key.low, std::uint32_t(words_.size()), std::uint16_t(n), false, 2 * n - 1};
    if (n <= 2) {
        state.exact = true;
        if (n > left_) state.lower = kUnreachable;
    } else if (n == 3 && left_ >= 3) {
        state.exact = true;
        state.lower = 5 + triple_excess(game_, words);
    }
    states_.push_back(state);
    words_.insert(words_.end(), words.begin(), words.end());
    return it->second;
}

void States::improve(std::uint32_t number, int beta) {
    State& state = states_[number];
    if (state.exact || state.lower >= beta) return;
    const int found = search_.least_total(words(number), left_, beta);
    state.exact = found < beta || found >= kUnreachable;
    state.lower = std::max(state.lower, found);
    valued_ += state.exact;
}

NoisyPlace::NoisyPlace(const Game& game, const std::atomic<bool>& stop)
    : game_(game), stop_(stop), keys_(game.hidden()), dominance_(game), whole_(game), context_(game) {
    columns_.resize(std::size_t(game.hidden()));
    lane_of_.resize(std::size_t(game.hidden()));
}

void NoisyPlace::enter(std::span<const HiddenId> words, AverageSearch& search) {
    const std::size_t blocks = std::size_t(game_.guess_blocks());
    std::vector<int> lane_of(std::size_t(game_.hidden()));
    std::vector<Column> columns;
    for (const HiddenId h : words) {
        lane_of[h] = game_.as_guess(h);
        columns.push_back(game_.column(h));
    }
    // The search may leave out guesses that others beat. Noise may favour these: here all that differ remain.
    Position position;
    position.allowed.assign(blocks, 0);
    position.words.assign(words.begin(), words.end());
    dominance_.reduce(whole_, game_.all_guesses(), words, lane_of.data(), true, position.allowed.data(), nullptr);
    search.prepare(position);
    alive_.assign(blocks, 0);
    kernels().constant(game_.all_guesses(), game_.guess_blocks(), columns.data(), int(columns.size()), alive_.data());
    nothing_told_ = words.size() > 1 && std::any_of(alive_.begin(), alive_.end(), [](std::uint64_t x) { return x; });
    const int lanes =
        dominance_.reduce(whole_, game_.all_guesses(), words, lane_of.data(), false, alive_.data(), nullptr);
    context_.narrow(whole_, alive_.data(), lanes, columns);
    std::vector<int> lane_of_guess(std::size_t(game_.guesses()));
    for (int lane = 0; lane < lanes; lane++) lane_of_guess[context_.guess(lane)] = lane;
    for (std::size_t i = 0; i < words.size(); i++) {
        columns_[words[i]] = columns[i];
        lane_of_[words[i]] = lane_of_guess[game_.as_guess(words[i])];
    }
    lanes_.resize(std::size_t(lanes));
    counts_.resize(std::size_t(context_.blocks()) * kLanes);
    at_count_.resize(std::size_t(context_.blocks()));
}

void NoisyPlace::add(std::span<const HiddenId> words, GuessId guess, States& states, Partitions& out) {
    cells_.divide(keys_, game_.row(guess), game_.win(), words);
    std::uint64_t hash = 0;
    for (int c = 0; c < cells_.count(); c++) hash += mix(cells_.key(c).low);
    if (!met_.insert(hash).second) return;
    Partition p{0, std::uint32_t(out.numbers.size()), std::uint32_t(cells_.count()), cells_.wins()};
    for (int c = 0; c < cells_.count(); c++) {
        const std::uint32_t number = states.number_of(cells_.words(c), cells_.key(c));
        const int lower = states[number].lower;
        p.bound = lower >= kUnreachable ? kUnreachable : std::min(kUnreachable, p.bound + lower);
        if (p.bound >= kUnreachable) break;
        out.numbers.push_back(number);
    }
    if (p.bound >= kUnreachable) {
        out.numbers.resize(p.first);
    } else {
        out.all.push_back(p);
    }
}

// A guess that makes k cells of n words, with w = 1 if it is one of them and else 0, has a sum of 2(n - w) - (k - w) = 2n - k - w.
void NoisyPlace::list(std::span<const HiddenId> words, int bound, States& states, Partitions& out) {
    const int n = int(words.size());
    out.all.clear();
    out.numbers.clear();
    out.complete_to = bound;
    met_.clear();
    const int blocks = context_.blocks(), need = 2 * n - bound;
    if (n <= kVertical) {
        chosen_.clear();
        for (const HiddenId h : words) chosen_.push_back(columns_[h]);
        kernels().count_all(chosen_.data(), n, blocks, need - 1, false, counts_.data());
    } else {
        std::fill(counts_.begin(), counts_.end(), 0);
        for (int lane = 0; lane < int(lanes_.size()); lane++) {
            counts_[std::size_t(lane)] =
                Response(kernels().count_row(game_.row(context_.guess(lane)), words.data(), n));
        }
    }
    for (const HiddenId h : words) {
        Response& count = counts_[std::size_t(lane_of_[h])];
        if (count + 1 >= need) add(words, game_.as_guess(h), states, out);
        count = 0;
    }
    bool nothing_told = nothing_told_ && need <= 1;
    for (int k = std::min(n, game_.win() + 1); k >= std::max(need, 1); k--) {
        heed_stop();
        if (!kernels().between(counts_.data(), blocks, k, k, at_count_.data())) continue;
        for (int b = 0; b < blocks; b++) {
            const std::uint64_t real = at_count_[std::size_t(b)] & context_.everything()[b];
            for (std::uint64_t rest = real; rest; rest &= rest - 1) {
                if (k == 1) nothing_told = true;
                if (k > 1) add(words, context_.guess(b * kLanes + std::countr_zero(rest)), states, out);
                if (k == n || k == 1) break;  // all alike
            }
            if (real && (k == n || k == 1)) break;
        }
    }
    if (nothing_told) {
        const std::uint32_t number = states.number_of(words, keys_.of(words));
        if (states[number].lower < kUnreachable) {
            out.all.push_back({states[number].lower, std::uint32_t(out.numbers.size()), 1, false});
            out.numbers.push_back(number);
        }
    }
    sort_by(out.all, [](const Partition& p) { return p.bound; });
}

// Nothing is left out that could be chosen. A best guess has a sum of `best` = optimum - n, so with noise at most
// best * most(); values with a sum of s or more have s * least() or more with noise. So what isn't listed, with
// s * least() > best * most(), has more than a best guess; and from where on bound * least() exceeds the noisy sum of a
// guess that was looked at, all others have more than that.
Noisy NoisyChoice::choose(std::span<const HiddenId> words, const Noise& noise, NoisyPlace& place, States& states) {
    const int n = int(words.size());
    const std::int64_t most = std::min<std::int64_t>((optimum_ - n) * noise.most() / noise.least(), 2 * n);
    if (most > partitions_.complete_to) place.list(words, int(most), states, partitions_);
    Noisy best;
    for (const Partition& p : partitions_.all) {
        if (p.bound * noise.least() > best.noisy) break;
        const auto numbers = partitions_.states(p);
        Noisy found{0, 0};
        bool exact = true;
        for (const std::uint32_t number : numbers) {
            const States::State& state = states[number];
            if (state.lower >= kUnreachable) {
                found = {};
                break;
            }
            found.noisy += state.lower * noise.factor(state.key);
            found.total += state.lower;
            exact = exact && state.exact;
            if (found.noisy > best.noisy) break;
        }
        if (found.noisy > best.noisy || found.total >= kUnreachable) continue;
        for (std::size_t i = 0; !exact && i < numbers.size() && found.noisy <= best.noisy; i++) {
            const States::State& state = states[numbers[i]];
            if (state.exact) continue;
            place.heed_stop();
            const int before = state.lower;
            const std::int64_t factor = noise.factor(state.key);
            states.improve(numbers[i], kUnreachable);
            if (state.lower >= kUnreachable) {
                found = {};
                break;
            }
            found.noisy += (state.lower - before) * factor;
            found.total += state.lower - before;
        }
        if (found < best) best = found;
    }
    if (best.total >= kUnreachable) return best;
    return {best.noisy + n * Noise::kOne, best.total + n};
}

}  // namespace wordle

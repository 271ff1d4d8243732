#include "openings/noisy_run.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "base/sort.hpp"
#include "base/thread_pool.hpp"
#include "openings/noisy_values.hpp"

namespace wordle {

namespace {

constexpr std::size_t kNoiseTable = std::size_t{64} << 20;

// What one thread works with.
class Player {
  public:
    Player(const Game& game, const NoisyQuestion& question, std::shared_ptr<SharedTotals> totals,
           const std::atomic<bool>& stop)
        : question_(question),
          search_(game, Mode::normal, nullptr, std::move(totals), stop),
          place_(game, stop),
          states_(game, search_),
          thirds_(game, search_),
          order_(question.levels.size()) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        sort_by(order_, [&](std::size_t i) { return question.levels[i]; });
    }

    // Plays on with these words, left after the opener; adds to `out`.
    void play(std::span<const HiddenId> words, NoisyTotals& out) {
        const int n = int(words.size());
        if (n == 1) {
            for (std::int64_t& total : out.totals) total++;
            out.optimum++;
            return;
        }
        place_.enter(words, search_);
        states_.clear(after(question_.made));
        const int optimum = search_.least_total(words, after(1), kUnreachable);
        if (optimum >= kUnreachable) {
            out.refuted = n;
            throw Stopped();
        }
        out.optimum += optimum;
        const std::size_t runs = std::size_t(question_.runs);
        NoisyChoice second(optimum);  // if it is chosen by the values of the states right after it
        if (question_.made == 3) start(words, optimum);
        // Ascending, as what is listed for a level is but a part of what is listed for a higher one.
        for (const std::size_t l : order_) {
            if (question_.made == 3) list_contenders(question_.levels[l]);
            for (std::size_t r = 0; r < runs; r++) {
                const Noise noise{mix(mix(question_.seed) + r), question_.levels[l]};
                const Noisy found = question_.made == 3 ? choose_second(noise) : second.choose(words, noise, place_, states_);
                out.totals[l * runs + r] += found.total;
            }
        }
    }

    std::uint64_t valued() const { return states_.valued(); }

  private:
    // A second guess, by the sets that are left after it, the winning one left out, and their exact least totals.
    struct Contender {
        std::int64_t least;  // of its sum with noise, at this level
        std::int64_t total;
        std::uint32_t first, count;  // places in third_numbers_
    };
    // A set in which the third guess is chosen.
    struct Third {
        std::unique_ptr<NoisyChoice> choice;
        std::uint64_t stamp = 0;
        Noisy found;
    };

    int after(int made) const { return question_.guesses == kNoLimit ? kNoLimit : question_.guesses - made; }

    // The least and the greatest that a least total m of n words comes to, if the guess to be made has none of the noise.
    static std::int64_t least_of(int n, std::int64_t m, const Noise& noise) {
        return n * Noise::kOne + (m - n) * noise.least();
    }
    static std::int64_t most_of(int n, std::int64_t m, const Noise& noise) {
        return n * Noise::kOne + (m - n) * noise.most();
    }

    void start(std::span<const HiddenId> words, int optimum) {
        words_ = words;
        optimum_ = optimum;
        thirds_.clear(after(2));
        chosen_.clear();
        partitions_ = {};
    }

    // Finds the second guesses that may be chosen at this level, with the exact least totals of the sets after them.
    void list_contenders(std::int64_t level) {
        const Noise noise{0, level};
        const int n = int(words_.size());
        // The sets after a guess have n words, or n - 1 if it wins. The bounds are for the case that gives more room.
        const std::int64_t most = n * Noise::kOne + most_of(n - 1, optimum_ - n, noise);
        const auto least = [&](int others, std::int64_t sum) { return n * Noise::kOne + least_of(others, sum, noise); };
        int bound = std::max(partitions_.complete_to, optimum_ - n);
        while (bound < 2 * n && least(n - 1, bound + 1) <= most) bound++;
        if (bound > partitions_.complete_to) place_.list(words_, bound, thirds_, partitions_);
        contenders_.clear();
        third_numbers_.clear();
        for (const Partition& p : partitions_.all) {
            const int others = n - p.wins;
            const std::uint32_t first = std::uint32_t(third_numbers_.size());
            const auto numbers = partitions_.states(p);
            third_numbers_.insert(third_numbers_.end(), numbers.begin(), numbers.end());
            const auto mine = third_numbers_.begin() + first;
            sort_by(std::span(mine, third_numbers_.end()), [&](std::uint32_t i) { return std::int64_t{thirds_[i].size} << 32 | i; });
            std::int64_t sum = 0;
            for (auto it = mine; it != third_numbers_.end(); ++it) sum += thirds_[*it].lower;
            // The least sum of values that is too much.
            std::int64_t room = sum;
            while (least(others, room) <= most) room++;
            for (auto it = mine; it != third_numbers_.end() && sum < room; ++it) {
                if (thirds_[*it].exact) continue;
                place_.heed_stop();
                const int before = thirds_[*it].lower;
                thirds_.improve(*it, int(std::min<std::int64_t>(before + room - sum, kUnreachable)));
                sum += thirds_[*it].lower - before;
            }
            if (sum < room) {
                contenders_.push_back({least(others, sum), n + sum, first, std::uint32_t(numbers.size())});
            } else {
                third_numbers_.resize(first);
            }
        }
        sort_by(contenders_, [](const Contender& c) { return c.least; });
        chosen_.resize(thirds_.count());
    }

    Noisy choose_second(const Noise& noise) {
        stamp_++;
        const int n = int(words_.size());
        Noisy best;
        for (const Contender& c : contenders_) {
            if (c.least > best.noisy) break;
            const std::span<const std::uint32_t> numbers(third_numbers_.data() + c.first, c.count);
            Noisy found{c.least, n};
            const auto settle = [&](std::uint32_t number, const Noisy& third) {
                found.noisy += third.noisy - least_of(thirds_[number].size, thirds_[number].lower, noise);
            };
            for (const std::uint32_t number : numbers) {
                if (chosen_[number].stamp == stamp_) settle(number, chosen_[number].found);
            }
            for (const std::uint32_t number : numbers) {
                if (found.noisy > best.noisy) break;
                Third& third = chosen_[number];
                if (third.stamp != stamp_) {
                    third.stamp = stamp_;
                    third.found = choose_third(third, number, noise);
                    settle(number, third.found);
                }
                found.total += third.found.total;
            }
            if (found < best) best = found;
        }
        return best;
    }

    Noisy choose_third(Third& third, std::uint32_t number, const Noise& noise) {
        if (thirds_[number].size == 1) return {Noise::kOne, 1};
        if (!third.choice) third.choice = std::make_unique<NoisyChoice>(thirds_[number].lower);
        return third.choice->choose(thirds_.words(number), noise, place_, states_);
    }

    const NoisyQuestion& question_;
    AverageSearch search_;
    NoisyPlace place_;
    States states_;  // those whose values have noise
    States thirds_;  // sets after the second guess, where the third is to be made
    std::vector<std::size_t> order_;

    std::span<const HiddenId> words_;
    int optimum_ = 0;
    Partitions partitions_;  // by second guesses
    std::vector<Contender> contenders_;
    std::vector<std::uint32_t> third_numbers_;
    std::vector<Third> chosen_;
    std::uint64_t stamp_ = 0;
};

}  // namespace

NoisyTotals NoisyRun::play(const NoisyQuestion& question) {
    const std::size_t points = question.levels.size() * std::size_t(question.runs);
    NoisyTotals out{std::vector<std::int64_t>(points, game_.hidden()), game_.hidden()};
    std::vector<HiddenId> words(std::size_t(game_.hidden()));
    std::iota(words.begin(), words.end(), HiddenId{0});
    const WordKeys keys(game_.hidden());
    Cells cells;
    cells.divide(keys, game_.row(question.opener), game_.win(), words);
    std::vector<int> order(std::size_t(cells.count()));
    std::iota(order.begin(), order.end(), 0);
    sort_by(order, [&](int c) { return -cells.size(c); });

    const auto totals = std::make_shared<SharedTotals>(kNoiseTable);
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::size_t settled = 0;
    done_ = cells.wins();
    on_all(std::size_t(jobs_), stop_, [&](std::size_t) {
        Player player(game_, question, totals, stop_);
        NoisyTotals mine{std::vector<std::int64_t>(points)};
        std::size_t count = 0;
        const auto add = [&] {
            const std::lock_guard lock(mutex);
            for (std::size_t i = 0; i < points; i++) out.totals[i] += mine.totals[i];
            out.optimum += mine.optimum;
            out.refuted = std::max(out.refuted, mine.refuted);
            out.valued += player.valued();
            settled += count;
        };
        try {
            for (std::size_t i; (i = next++) < order.size(); count++) {
                player.play(cells.words(order[i]), mine);
                done_ += cells.size(order[i]);
            }
        } catch (const Stopped&) {
            if (mine.refuted) stop_.store(true);
            add();
            throw;
        }
        add();
    });
    out.complete = settled == order.size();
    return out;
}

}  // namespace wordle

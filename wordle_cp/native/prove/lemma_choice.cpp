#include "prove/lemma_choice.hpp"

#include <algorithm>
#include <cmath>

#include "base/greedy.hpp"
#include "base/sort.hpp"

namespace wordle {

namespace {

constexpr int kLeastWords = 4;       // fewer have closed forms
// Cells are looked at until they could give kAmple times what is lacking; less (kLeastAmple at least) of large ones, which take long.
constexpr double kAmple = 6.0, kLeastAmple = 2.0;
constexpr double kLargeWords = 120;
// A bound is raised by kLeastRaise at most, or by one for kWordsARaise words: beyond that, many guesses have to be looked at.
constexpr Cost kLeastRaise = 4;
constexpr int kWordsARaise = 8;
constexpr int kLevels = 16;          // that a candidate has, at most
constexpr double kLeastPrice = 0.05;  // of saying a little more

double ample_for(int words) { return std::max(kLeastAmple, kAmple * std::min(1.0, kLargeWords / words)); }

// What a lemma takes that is about `words` words and for which `looks` guesses have to be looked at: milliseconds of a check, measured with
// the real lists, and something for its line in the file. A check looks at guesses one by one, or counts tables of facts where they are many.
double price_of(int words, int looks) {
    const double n = words;
    const double one_by_one = looks * (0.1 + 0.0005 * n), by_tables = 0.3 * n + 0.03 * n * std::sqrt(looks);
    return 4 + std::min(one_by_one, by_tables);
}

}  // namespace

LemmaChoice::LemmaChoice(const Game& game, LemmaProver& lemmas, const LemmaProver::State& root, const std::atomic<bool>& stop,
                         BoundProgress& progress)
    : game_(game), lemmas_(lemmas), root_(root), stop_(stop), progress_(progress) {}

void LemmaChoice::add(GuessId opener, Cost lacks, const Cells& cells, const std::vector<Cost>& lower) {
    const int number = int(lacks_.size());
    lacks_.push_back(lacks);
    lacked_.push_back(lacks);
    for (int c = 0; c < cells.count(); c++) {
        if (cells.size(c) < kLeastWords) continue;
        const LemmaProver::State state = lemmas_.cell(root_, cells, opener, c);
        const auto [found, fresh] = number_.try_emplace(combined(state.key, key_of(state.restriction)), int(candidates_.size()));
        if (fresh) candidates_.push_back({opener, c, cells.size(c), {}, {}});
        candidates_[std::size_t(found->second)].shares.push_back({number, lower[std::size_t(c)]});
    }
}

bool LemmaChoice::prove() {
    ask();
    choose();
    trim();
    std::vector<const Candidate*> chosen;
    for (const Candidate& candidate : candidates_) {
        if (candidate.chosen >= 0) chosen.push_back(&candidate);
    }
    // The small ones may be of use for the large ones.
    sort_by(chosen, [](const Candidate* candidate) { return candidate->size; });
    History path;
    for (const Candidate* candidate : chosen) {
        const LemmaProver::State state = enter(*candidate, path);
        lemmas_.prove(state, candidate->levels[std::size_t(candidate->chosen)].bound, path);
        progress_.lemmas = lemmas_.lemmas().size();
    }
    return !chosen.empty();
}

// The state that a candidate is, to which `path` then leads; until the next one is entered.
LemmaProver::State LemmaChoice::enter(const Candidate& candidate, History& path) {
    heed(stop_);
    cells_.divide(game_, candidate.opener, root_.words);
    path = {{candidate.opener, game_.pattern_of(candidate.opener, cells_.pattern(candidate.cell))}};
    return lemmas_.cell(root_, cells_, candidate.opener, candidate.cell);
}

// Asks the oracle what candidates cost, the small ones first, as long as an opener that has them could need more.
void LemmaChoice::ask() {
    std::vector<Candidate*> order;
    for (Candidate& candidate : candidates_) order.push_back(&candidate);
    sort_by(order, [](const Candidate* candidate) { return candidate->size; });
    std::vector<double> gives(lacked_.size());  // by opener: what its cells could give it
    History path;
    progress_.all_cells += order.size();
    for (Candidate* candidate : order) {
        progress_.cells++;
        const double ample = ample_for(candidate->size);
        Cost most = 0;  // more is of no use
        for (const Share& share : candidate->shares) {
            const std::size_t opener = std::size_t(share.opener);
            if (gives[opener] < ample * double(lacked_[opener])) most = std::max(most, share.lower + lacked_[opener]);
        }
        if (!most) continue;
        most = std::min(most, least_of(*candidate) + std::max(kLeastRaise, Cost(candidate->size / kWordsARaise)));
        const LemmaProver::State state = enter(*candidate, path);
        const Cost cost = std::min(lemmas_.truth(state, path, most), most);
        for (const Share& share : candidate->shares) gives[std::size_t(share.opener)] += double(given(share, share.lower, cost));
        add_levels(*candidate, state, path, cost);
    }
}

// What the candidate is known to cost for the opener that knows least of it.
Cost LemmaChoice::least_of(const Candidate& candidate) {
    Cost least = kInfinite;
    for (const Share& share : candidate.shares) least = std::min(least, share.lower);
    return least;
}

void LemmaChoice::add_levels(Candidate& candidate, const LemmaProver::State& state, const History& path, Cost most) {
    const Cost least = least_of(candidate);
    if (most <= least) return;
    shown_.clear();
    lemmas_.shows(state, path, shown_);
    std::sort(shown_.begin(), shown_.end());
    const Cost thrice = 3 * lemmas_.weight(state);
    // A guess that shows s has to be looked at if 3 times the weight less s is less than the bound.
    const auto add = [&](Cost bound) {
        const auto first = std::upper_bound(shown_.begin(), shown_.end(), thrice - bound);
        candidate.levels.push_back({bound, price_of(candidate.size, int(shown_.end() - first))});
    };
    const Cost steps = std::min<Cost>(kLevels, most - least);
    for (Cost step = 1; step <= steps; step++) add(least + (most - least) * step / steps);
}

// What an opener's cell costs by what is known and chosen.
Cost LemmaChoice::now(const Candidate& candidate, const Share& share) const {
    return candidate.chosen < 0 ? share.lower : std::max(share.lower, candidate.levels[std::size_t(candidate.chosen)].bound);
}

// What it gives an opener, of all that it lacks, that its cell costs `bound` and not `before`.
Cost LemmaChoice::given(const Share& share, Cost before, Cost bound) const {
    return std::clamp(bound - before, Cost{0}, lacks_[std::size_t(share.opener)]);
}

// What the candidate gives the openers for its price, at most, and at which level. What it is chosen for already is paid.
std::pair<double, int> LemmaChoice::best_level(const Candidate& candidate) const {
    std::pair<double, int> best{0, -1};
    const double paid = candidate.chosen < 0 ? 0 : candidate.levels[std::size_t(candidate.chosen)].price;
    for (int level = candidate.chosen + 1; level < int(candidate.levels.size()); level++) {
        const auto [bound, price] = candidate.levels[std::size_t(level)];
        double gain = 0;
        for (const Share& share : candidate.shares) gain += double(given(share, now(candidate, share), bound));
        const double worth = gain / (price - paid + kLeastPrice);
        if (worth > best.first) best = {worth, level};
    }
    return best;
}

// Greedily, what gives the openers most for its price.
void LemmaChoice::choose() {
    const auto worth = [&](int number) { return best_level(candidates_[std::size_t(number)]).first; };
    take_greedily(int(candidates_.size()), worth, [&](int number) {
        Candidate& candidate = candidates_[std::size_t(number)];
        const int level = best_level(candidate).second;
        const Cost bound = candidate.levels[std::size_t(level)].bound;
        for (const Share& share : candidate.shares) lacks_[std::size_t(share.opener)] -= given(share, now(candidate, share), bound);
        candidate.chosen = level;
        return true;
    });
}

// Takes back what has become superfluous, the dearest first.
void LemmaChoice::trim() {
    std::vector<Cost> spare;  // by opener: what was chosen gives it more than it lacked
    for (const Cost lacked : lacked_) spare.push_back(-lacked);
    std::vector<Candidate*> chosen;
    for (Candidate& candidate : candidates_) {
        if (candidate.chosen < 0) continue;
        chosen.push_back(&candidate);
        for (const Share& share : candidate.shares) {
            Cost& some = spare[std::size_t(share.opener)];
            some = std::min(kInfinite, some + now(candidate, share) - share.lower);
        }
    }
    sort_by(chosen, [](const Candidate* c) { return sort_key(-c->levels[std::size_t(c->chosen)].price); });
    for (Candidate* candidate : chosen) {
        while (candidate->chosen >= 0) {
            const Cost bound = candidate->chosen ? candidate->levels[std::size_t(candidate->chosen - 1)].bound : 0;
            const auto loss = [&](const Share& share) { return now(*candidate, share) - std::max(share.lower, bound); };
            const auto bears = [&](const Share& share) { return loss(share) == 0 || loss(share) <= spare[std::size_t(share.opener)]; };
            if (!std::all_of(candidate->shares.begin(), candidate->shares.end(), bears)) break;
            for (const Share& share : candidate->shares) spare[std::size_t(share.opener)] -= loss(share);
            candidate->chosen--;
        }
    }
}

}  // namespace wordle

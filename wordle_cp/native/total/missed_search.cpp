// See missed_search.hpp.
#include "total/missed_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "base/sort.hpp"

namespace wordle {

namespace {

constexpr int kMissedTableBits = 21;
constexpr int kWordsToKeep = 6;  // of two guesses left, smaller sets are counted again sooner than looked up
constexpr int kFirstStep = 24;  // missed words that each cell of a guess is first asked about, with four guesses left or more
constexpr int kTierLanes[] = {0, 2048, 256};  // about so many guesses has a tier

int power(int base, int exponent, int most) {
    int value = 1;
    while (exponent-- > 0 && value < most) value = std::min(most, value * base);
    return value;
}

}  // namespace

MissedSearch::MissedSearch(const Game& game, Mode mode, Cost loss, const std::atomic<bool>& stop)
    : TotalSearch(game, only_facts(mode), stop),
      loss_(loss),
      keys_(game.hidden()),
      classes_(game),
      whole_(game),
      number_(std::size_t(kResponses)),
      next_(std::size_t(kResponses)),
      table_(game.hidden(), kMissedTableBits) {
    if (loss > (kInfinite - 1) / game.hidden()) throw std::invalid_argument("weights and costs are too large");
}

MissedSearch::Node& MissedSearch::node(int depth) {
    while (nodes_.size() <= std::size_t(depth)) nodes_.emplace_back();
    return nodes_[std::size_t(depth)];
}

void MissedSearch::begin(const Position& position, int guesses) {
    Node& root = node(0);
    root.words = position.words;
    root.guesses = guesses;
    root.restriction = position.restriction;
    root.columns.clear();
    for (const HiddenId h : root.words) root.columns.push_back(game_.column(h));
    root.context = &whole_;
    if (mode_.binds) {
        root.own.assign(1, Context(game_));
        root.own[0].narrow(whole_, position.allowed.data(), count_lanes(position.allowed), root.columns);
        root.context = &root.own[0];
    }
    symmetric_ = position.symmetric;
    root.path = position.played;
    root.key = combined(key_of_words(root), scatter(std::uint64_t(guesses), 1));
    if (mode_.facts) root.key = combined(root.key, key_of(root.restriction));
}

// Fewer words missed than this cost less than beta.
int MissedSearch::words_below(Cost beta) const {
    const Cost most = Cost(game_.hidden()) + 1;
    return int(std::min(most, beta / loss_ + (beta % loss_ != 0)));
}

Bounded MissedSearch::answer(Missed missed, Cost beta) const {
    const Cost cost = missed.words * loss_;
    return {cost, missed.exact && cost < beta};
}

Bounded MissedSearch::solve_position(const Position& position, int guesses, Cost beta) {
    begin(position, guesses);
    return answer(solve(0, words_below(beta)), beta);
}

Bounded MissedSearch::solve_opener(const Position& position, GuessId opener, int guesses, Cost beta) {
    if (guesses == 0) return solve_position(position, guesses, beta);  // lost, whatever the opener
    begin(position, guesses);
    Node& root = node(0);
    root.most = std::min(int(root.words.size()), kResponses);
    if (guesses == 3) {
        prepare(root);
        make_tiers(root);
    }
    return answer(evaluate(0, opener, words_below(beta)), beta);
}

// Of n words, a subset of the node's, at least so many are missed after one more guess. Every guess makes at most
// `most` cells of the node's words, and no more of a subset: so h guesses find at most most^(h - 1) of it, one in each
// cell of cells. (A cell that a guess wins counts as one.)
int MissedSearch::least(const Node& n, int size) const {
    return n.guesses == 1 ? size : std::max(0, size - power(n.most, n.guesses - 2, size));
}

// The words missed if fewer than beta, else a lower bound of at least beta.
MissedSearch::Missed MissedSearch::solve(int depth, int beta) {
    heed_stop();
    Node& n = node(depth);
    const int words = int(n.words.size());
    if (n.guesses == 0) return {words, true};
    if (n.guesses == 1) return {words - 1, true};
    if (words <= n.guesses) return {0, true};  // one after the other: a word that fits all responses is always allowed
    Missed known;
    if (probe(n.key, beta, known)) return known;
    prepare(n);
    if (n.guesses == 2 || n.most == words) {
        const Missed missed{words - n.most, true};
        store(n.key, missed);
        return missed;
    }
    if (n.guesses == 3) make_tiers(n);
    leave_out_equivalent(n);
    int best = beta, others = words;  // others: a lower bound for the guesses that didn't turn out best
    for (const std::uint32_t lane : n.order) {
        const Missed missed = evaluate(depth, n.context->guess(int(lane)), best);
        if (missed.exact && missed.words < best) {
            best = missed.words;
            if (best == 0) break;
        } else {
            others = std::min(others, missed.words);
        }
    }
    const Missed missed = best < beta ? Missed{best, true} : Missed{others, false};
    store(n.key, missed);
    return missed;
}

// Counts the cells that each allowed guess makes of the node's words. Guesses that make one cell alone are left out:
// whatever follows such a guess may come one guess sooner.
void MissedSearch::prepare(Node& n) {
    n.counts.resize(std::size_t(n.context->blocks()) * kLanes);
    n.context->count(n.words, n.columns.data(), kVertical / 4, 0, false, n.counts.data());
    // A counting sort.
    std::vector<std::uint32_t>& order = n.order;
    std::vector<int> start(kResponses + 1, 0);
    for (const Response count : n.counts) start[count]++;
    n.most = kResponses;
    while (n.most && !start[std::size_t(n.most)]) n.most--;
    int used = 0;
    for (int count = n.most; count >= 2; count--) used += std::exchange(start[std::size_t(count)], used);
    order.resize(std::size_t(used));
    for (std::size_t lane = 0; lane < n.counts.size(); lane++) {
        if (n.counts[lane] >= 2) order[std::size_t(start[n.counts[lane]]++)] = std::uint32_t(lane);
    }
}

// The guesses with most cells by themselves. Only these can make many cells of a subset, and they are the likeliest to
// tell all words of one apart.
void MissedSearch::make_tiers(Node& n) {
    for (int i = 0; i < kTiers; i++) {
        Tier& tier = tiers_[i];
        tier.columns = n.columns;
        tier.context = n.context;
        tier.count = 0;
        if (i == 0 || int(n.order.size()) <= kTierLanes[i]) continue;
        tier.count = n.counts[n.order[std::size_t(kTierLanes[i])]] + 1;
        Lanes lanes(std::size_t(n.context->blocks()));
        int many = 0;
        for (; many < int(n.order.size()) && n.counts[n.order[std::size_t(many)]] >= tier.count; many++) {
            add_lane(lanes, int(n.order[std::size_t(many)]));
        }
        if (!many) {
            tier.count = 0;
            continue;
        }
        if (tier.own.empty()) tier.own.assign(1, Context(game_));
        tier.own[0].narrow(*n.context, lanes.data(), many, tier.columns);
        tier.context = &tier.own[0];
    }
}

// Divides the node's words, winning cell left out, into cells, largest first; returns a lower bound of what they miss, and
// stops short of dividing if that is beta or more.
int MissedSearch::divide(Node& n, GuessId guess, int beta) {
    work_++;
    const Column row = game_.row(guess);
    const std::size_t words = n.words.size();
    if (patterns_.size() < words) patterns_.resize(words);
    n.cells.clear();
    for (std::size_t i = 0; i < words; i++) {
        const Response p = patterns_[i] = row[n.words[i]];
        if (!number_[p]++) n.cells.push_back({p, 0, 0, 0});
    }
    std::size_t wins = n.cells.size();
    int sum = 0;
    for (std::size_t i = 0; i < n.cells.size(); i++) {
        Cell& cell = n.cells[i];
        cell.size = std::exchange(number_[std::size_t(cell.pattern)], 0);
        cell.least = least(n, cell.size);
        if (cell.pattern == game_.win()) {
            wins = i;
        } else {
            sum += cell.least;
        }
    }
    if (wins < n.cells.size()) {
        n.cells[wins] = n.cells.back();
        n.cells.pop_back();
    }
    if (sum >= beta) return sum;
    sort_by(n.cells, [](const Cell& cell) { return cell.pattern - std::int64_t{cell.size} * kResponses; });
    int used = 0;
    for (Cell& cell : n.cells) {
        cell.begin = next_[std::size_t(cell.pattern)] = used;
        used += cell.size;
    }
    next_[std::size_t(game_.win())] = used;
    n.sorted.resize(words);
    for (std::size_t i = 0; i < words; i++) n.sorted[std::size_t(next_[patterns_[i]]++)] = std::uint16_t(i);
    return sum;
}

// The same as solve() for one guess. With three guesses left the node must have its tiers.
MissedSearch::Missed MissedSearch::evaluate(int depth, GuessId guess, int beta) {
    heed_stop();  // a node of thousands of words and guesses takes seconds
    Node& n = node(depth);
    int sum = divide(n, guess, beta);
    if (sum >= beta) return {sum, false};
    if (n.guesses <= 2) return {sum, true};  // of each cell one word is found, or none
    // A few missed words are seen soon, the last of many take long. So each cell is asked whether it has a few more than is known,
    // then twice as many, and so on, until their sum is enough or all are settled.
    bool open = true;
    for (int step = n.guesses == 3 ? beta : kFirstStep; open; step *= 2) {
        open = false;
        for (Cell& cell : n.cells) {
            if (cell.size < 3) break;  // so are the rest, and two guesses find both words
            if (cell.settled) continue;
            const Missed missed = cell_value(depth, guess, cell, cell.least + std::min(beta - sum, step));
            sum += missed.words - cell.least;
            if (sum >= beta) return {sum, false};
            cell.least = missed.words;
            cell.settled = missed.exact;
            open |= !cell.settled;
        }
    }
    return {sum, true};
}

Bits MissedSearch::shown(const Node& n, GuessId guess, const Cell& cell) const {
    if (!mode_.facts) return {};
    return game_.shown(guess, n.words[n.sorted[std::size_t(cell.begin)]]) & binding_;
}

MissedSearch::Missed MissedSearch::cell_value(int depth, GuessId guess, const Cell& cell, int beta) {
    Node& n = node(depth);
    if (n.guesses == 3) {
        const std::span<const std::uint16_t> places(n.sorted.data() + cell.begin, std::size_t(cell.size));
        return with_two(n, places, shown(n, guess, cell), beta);
    }
    enter(depth, guess, cell);
    return solve(depth + 1, beta);
}

void MissedSearch::enter(int depth, GuessId guess, const Cell& cell) {
    Node& child = node(depth + 1);
    Node& parent = node(depth);
    child.words.clear();
    child.columns.clear();
    for (int i = 0; i < cell.size; i++) {
        const std::size_t place = parent.sorted[std::size_t(cell.begin + i)];
        child.words.push_back(parent.words[place]);
        child.columns.push_back(parent.columns[place]);
    }
    child.guesses = parent.guesses - 1;
    child.context = parent.context;
    child.restriction = parent.restriction;
    if (symmetric_) {
        child.path = parent.path;
        child.path.emplace_back(guess, game_.pattern_of(guess, cell.pattern));
    }
    child.key = combined(key_of_words(child), scatter(std::uint64_t(child.guesses), 1));
    if (!mode_.facts) return;
    const Bits bits = shown(parent, guess, cell), more = minus(bits, parent.restriction);
    child.restriction = parent.restriction | bits;
    child.key = combined(child.key, key_of(child.restriction));
    if (more.empty()) return;
    Lanes lanes(parent.context->everything(), parent.context->everything() + parent.context->blocks());
    parent.context->restrict_to(more, lanes.data());
    if (child.own.empty()) child.own.assign(1, Context(game_));
    child.own[0].narrow(*parent.context, lanes.data(), count_lanes(lanes), child.columns);
    child.context = &child.own[0];
}

// Two guesses are left for these words of the node, and what the tiles show must be heeded. A guess makes at most as many
// cells of them as of all words of the node, so those that make too few there can be left out.
MissedSearch::Missed MissedSearch::with_two(const Node& n, std::span<const std::uint16_t> places, const Bits& bits, int beta) {
    const int words = int(places.size());
    Key key;
    const bool keep = words >= kWordsToKeep;
    if (keep) {
        for (const std::uint16_t place : places) key = combined(key, keys_[n.words[place]]);
        if (mode_.facts) key = combined(key, key_of(n.restriction | bits));
        key = combined(key, scatter(2, 1));
        Missed known;
        if (probe(key, beta, known)) return known;
    }
    const bool hard = mode_.facts;
    const Bits more = hard ? minus(bits, n.restriction) : Bits{};
    const int need = std::max(1, words - beta + 1);  // cells, for fewer than beta missed
    const auto take = [&](Tier& tier) {
        few_.clear();
        for (const std::uint16_t place : places) few_.push_back(tier.columns[place]);
        const std::uint64_t* everything = tier.context->everything();
        kept_.assign(everything, everything + tier.context->blocks());
        if (hard) tier.context->restrict_to(more, kept_.data());
    };
    const auto done = [&](Missed missed) {
        if (keep) store(key, missed);
        return missed;
    };
    if (need > n.most) return done({words - n.most, false});
    if (words <= n.most && words <= kVertical) {  // are all told apart?
        for (int i = kTiers - 1; i >= 0; i--) {
            Tier& tier = tiers_[i];
            if (i && !tier.count) continue;
            take(tier);
            if (kernels().first_separating(kept_.data(), tier.context->blocks(), few_.data(), words) >= 0) return done({0, true});
            if (tier.count <= words) break;  // guesses of lower tiers make too few cells
        }
        if (beta == 1) return done({1, false});
    }
    int i = kTiers - 1;
    while (i && !(tiers_[i].count && tiers_[i].count <= need)) i--;
    Tier& tier = tiers_[i];
    take(tier);
    const int blocks = tier.context->blocks();
    counted_.resize(std::size_t(blocks) * kLanes);
    int most = 0;
    if (words <= kVertical) {
        most = kernels().count_all(few_.data(), words, blocks, need, !hard, counted_.data());
        if (hard && most >= need) most = kernels().keep(kept_.data(), blocks, counted_.data());
    } else {
        std::vector<HiddenId> ids;
        for (const std::uint16_t place : places) ids.push_back(n.words[place]);
        for_each_lane(kept_, [&](int lane) {
            most = std::max(most, kernels().count_row(game_.row(tier.context->guess(lane)), ids.data(), words));
        });
    }
    if (most >= need) return done({words - most, true});
    return done({beta, false});
}

bool MissedSearch::probe(const Key& key, int beta, Missed& missed) const {
    const Missed* const known = table_.find(key);
    if (known) missed = *known;
    return known && (known->exact || known->words >= beta);
}

void MissedSearch::store(const Key& key, Missed missed) {
    table_.store(key, missed);
    if ((work_ & 0xFFF) == 0) show(work_, table_.stored());
}

}  // namespace wordle

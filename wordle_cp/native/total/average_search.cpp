#include "total/average_search.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "base/sort.hpp"
#include "base/tuning.hpp"
#include "kernels/lanes.hpp"

namespace wordle {

int AverageSearch::value(const Node& node, int left, int beta, int level, int& depth, GuessId* choice) {
    const int n = int(node.words.size());
    depth = std::min(n, 2);
    if (n <= 2) return n <= left ? 2 * n - 1 : kUnreachable;
    if (left <= 1) return kUnreachable;
    if (n == 3 && left >= 3) {
        const int excess = triple_excess(game_, node.words);
        depth = 2 + excess;
        return 5 + excess;
    }
    // A guess that divides nothing is never best, so a least strategy for n words has at most n levels.
    if (left >= n) left = kNoLimit;
    if (left == kNoLimit || left == 2) return search(node, left, beta, level, depth, Plies::all, choice);
    if (n >= tuning.check_first) {
        if (beyond(node, left)) return kUnreachable;
        if (mode_.facts) return search(node, left, beta, level, depth, Plies::all, choice);  // such sets hardly ever come up twice in hard mode
    }
    // A strategy without a limit that keeps to it is a least one with it.
    const int unlimited = search(node, kNoLimit, beta, level, depth, Plies::all, choice);
    if (unlimited >= beta || depth <= left) return unlimited;
    return n < tuning.check_first && beyond(node, left) ? kUnreachable : search(node, left, beta, level, depth, Plies::all, choice);
}

// A least strategy is wanted right after its total: what was best at large nodes is kept until then, with the worst case of its
// strategy. The table may have that of another strategy with the same total, which another thread has found.
void AverageSearch::remember(const Key& key, const Found& found) {
    if (best_.size() >= std::size_t(tuning.most_remembered)) best_.clear();
    best_[key] = found;
}

bool AverageSearch::recall(const Key& key, int& depth, GuessId* choice) const {
    const auto found = best_.find(key);
    if (found == best_.end()) return false;
    *choice = found->second.guess;
    depth = found->second.depth;
    return true;
}

// Whether no strategy keeps the limit, as far as that is soon known; see LimitCheck. Codes have no families, and the search for
// guaranteed depth takes long with them.
bool AverageSearch::beyond(const Node& node, int left) {
    if (!game_.facts()) return false;
    if (!limit_check_) limit_check_ = std::make_unique<LimitCheck>(game_, mode_, stop_);
    const bool refuted = limit_check_->refuted(node.words, node.restriction, left);
    show_all();
    heed(stop_);
    return refuted;
}

// scores[lane] = k + 1 for words of the node and k for other guesses, where k is the number of patterns; the least
// total that begins with a guess of score s is at least 3n - s. Scores below `need` may be anything below it.
// Returns the largest.
//
// Proof: the guess costs n. A cell of x words other than the winning one costs at least 2x - 1 more: one word can
// be found by the next guess, all others take two or more. There are k - w such cells over n - w words, w = 1 if the guess is
// one of the words and else 0; so the total is at least n + 2(n - w) - (k - w) = 3n - k - w. Valid for every mode and limit.
int AverageSearch::score(Level& here, const Node& node, int need) {
    View& view = *here.view;
    const int blocks = view.blocks();
    here.scores.resize(std::max(here.scores.size(), std::size_t(blocks) * kLanes));
    here.at_score.resize(std::max(here.at_score.size(), std::size_t(blocks)));
    Response* scores = here.scores.data();
    int best = view.count(node.words, need - 1, false, scores);
    work_ += std::uint64_t(blocks);
    for (const HiddenId h : node.words) {
        Response& s = scores[view.lane_of[h]];
        best = std::max<int>(best, ++s);
    }
    return best;
}

// Two guesses left: every word must be told from every other by the first. n + 1 is the score of a word that
// does so, n that of another guess that does, or of a word that doesn't.
int AverageSearch::separated(Level& here, const Node& node, int best) const {
    const int n = int(node.words.size());
    if (best == n + 1) return 2 * n - 1;
    if (best < n) return kUnreachable;
    const int blocks = here.view->blocks();
    for (const HiddenId h : node.words) here.scores[std::size_t(here.view->lane_of[h])] = 0;
    return kernels().between(here.scores.data(), blocks, n, n, here.at_score.data()) ? 2 * n : kUnreachable;
}

// What counting tells about a set, whatever hard mode fixes beyond the view's guesses.
Known AverageSearch::quick(View& view, std::span<const HiddenId> words, const Key& key) {
    const int n = int(words.size());
    Known known;
    if (table_->find(key, n, known)) return known;
    known = {2 * n - 1, kUnreachable, 0};
    if (n > kVertical) return known;
    heed(stop_);  // a guess of a large list has hundreds of cells, and each is counted with all guesses
    const int blocks = view.blocks();
    if (quick_scores_.size() < std::size_t(blocks) * kLanes) quick_scores_.resize(std::size_t(blocks) * kLanes);
    work_ += std::uint64_t(blocks);
    const int best = view.count(words, 0, true, quick_scores_.data());
    int splitter = 0;
    for (const HiddenId h : words) splitter = std::max<int>(splitter, quick_scores_[std::size_t(view.lane_of[h])]);
    known.lower = 3 * n - std::max(best, splitter + 1);
    // A guess that tells all words apart reaches its bound, and so does a word that leaves one pair. In hard mode only the
    // words are known to be allowed wherever this set comes up.
    if (splitter == n) {
        known.upper = 2 * n - 1;
        known.depth = 2;
    } else if (splitter == n - 1 || (best == n && !mode_.binds)) {
        known.upper = 2 * n;
        known.depth = best == n && !mode_.binds ? 2 : 3;
    }
    table_->store(key, n, known);
    return known;
}

AverageSearch::Node AverageSearch::cell_node(Level& here, const Node& node, GuessId guess, int cell) const {
    const std::span<const HiddenId> words = here.cells.words(cell);
    return {here.view, words, here.cells.key(cell), node.restriction | (game_.shown(guess, words[0]) & binding_), node.free & ~game_.letters(guess),
            &node, guess, game_.pattern_of(guess, here.cells.pattern(cell))};
}

// The guesses that led to the node, from the beginning of the game on.
History AverageSearch::path_to(const Node& node) const {
    if (!node.from) return played_;
    History path = path_to(*node.from);
    path.emplace_back(node.guess, node.pattern);
    return path;
}

// What counting tells about a cell. In hard mode it isn't worth much where many guesses and words make it dear: the guesses
// left after the response are far fewer than those of the node, and exact values of small cells say more. But where beta is
// close, every bit counts.
Known AverageSearch::peek(const Level& here, int cell) {
    const int n = here.cells.size(cell);
    if (mode_.binds && here.far && std::int64_t{n} * n * here.view->blocks() > tuning.dear) return {2 * n - 1, kUnreachable, 0};
    return quick(*here.view, here.cells.words(cell), combined(here.cells.key(cell), here.view->key));
}

// Divides the node by the guess and adds up what is known of its cells; stops once the sum reaches `upper`. open gets the
// cells that are not settled.
AverageSearch::Preview AverageSearch::preview(Level& here, const Node& node, GuessId guess, int left, int upper,
                                              Open* open) {
    const int n = int(node.words.size());
    Cells& cells = here.cells;
    cells.divide(game_, guess, node.words);
    const int wins = cells.wins();
    Preview result{n + 2 * (n - wins) - cells.count(), true, 0, 0};
    if (cells.count() == 1 && !wins) return {kUnreachable, false, 0, 0};  // it divides nothing
    const int then = left_after(left);
    int unseen = 0;
    for (int c = 0; c < cells.count(); c++) {
        const int size = cells.size(c);
        if (size <= 2) {
            if (size > then) return {kUnreachable, false, 0, 0};
            result.depth = std::max(result.depth, size);
        } else if (then <= 1) {
            return {kUnreachable, false, 0, 0};
        } else if (size == 3) {
            const int excess = triple_excess(game_, cells.words(c));
            result.sum += excess;
            if (excess && then == 2) open[result.open++] = {c, 3, 6};
            result.depth = std::max(result.depth, 2 + excess);
        } else {
            open[cells.count() - 1 - unseen++] = {c, size, 0};
        }
    }
    // The large table is far away: small cells first, for their bounds are cheap to find.
    Open* waiting = open + (cells.count() - unseen);
    sort_by(std::span(waiting, std::size_t(unseen)), [](const Open& cell) { return cell.size * kResponses + cell.cell; });
    // A guess shows no more on a cell than on the node's words. For codes, with few responses, that refutes most guesses.
    const auto uncounted = [&](int size) { return std::max(2 * size - 1, 3 * size - here.most); };
    for (int i = 0; i < unseen; i++) result.sum += uncounted(waiting[i].size) - (2 * waiting[i].size - 1);
    int seen = 0;
    while (seen < unseen && result.sum < upper) {
        const Open next = waiting[seen++];
        const Known known = peek(here, next.cell);
        const int before = uncounted(next.size), lower = std::max(known.lower, before);
        result.sum += lower - before;
        if (known.exact() && known.depth <= then) {
            result.depth = std::max(result.depth, known.depth);
        } else {
            open[result.open++] = {next.cell, next.size, lower};
        }
    }
    result.exact = result.open == 0 && seen == unseen;
    return result;
}

int AverageSearch::evaluate(Level& here, const Node& node, GuessId guess, int left, int upper, int level, int& depth) {
    Open open[kResponses];
    const Preview seen = preview(here, node, guess, left, upper, open);
    int sum = seen.sum;
    if (sum >= upper) return sum;
    depth = seen.depth;
    const int then = left_after(left);
    sum = raise_cells(here, node, guess, {open, std::size_t(seen.open)}, sum, upper, level);
    if (sum >= upper) return sum;
    // In hard mode the guesses of each cell are fewer than those of the node, so first count again with them alone.
    for (int pass = mode_.binds ? 0 : 1; pass < 2; pass++) {
        for (int i = 0; i < seen.open; i++) {
            Open& cell = open[i];
            const Node child = cell_node(here, node, guess, cell.cell);
            int worst = 0;
            const int beta = upper >= kUnreachable ? kUnreachable : upper - sum + cell.lower;
            if (pass == 0 && cell.size < 4) continue;
            const int found = pass == 0 ? search(child, kNoLimit, beta, level + 1, worst, Plies::one)
                                        : value(child, then, beta, level + 1, worst);
            if (found >= kUnreachable) return kUnreachable;
            if (found > cell.lower) {
                sum += found - cell.lower;
                cell.lower = found;
            }
            if (sum >= upper) return sum;
            if (pass == 1) depth = std::max(depth, worst);
        }
    }
    depth++;
    return sum;
}

// Puts the best guesses by the bounds of their cells into `promising`, of the first few by score.
void AverageSearch::rank_promising(Level& here, const Node& node, int left, int best) {
    Open open[kResponses];
    here.promising.clear();
    GuessView& view = *here.view;
    for (int s = best; s > std::max(best - tuning.tried, 1) && int(here.promising.size()) < tuning.tried; s--) {
        kernels().between(here.scores.data(), view.blocks(), s, s, here.at_score.data());
        for_each_lane(here.at_score.data(), view.blocks(), [&](int lane) {
            if (int(here.promising.size()) >= tuning.tried || !is_wanted(here, node, lane)) return;
            const Preview seen = preview(here, node, view.guess(lane), left, kUnreachable, open);
            if (seen.sum < kUnreachable) here.promising.push_back({seen.sum, view.guess(lane)});
        });
    }
    sort_by(here.promising, [](const Candidate& c) { return c.bound; });
}

int AverageSearch::search(const Node& node, int left, int beta, int level, int& depth, Plies plies, GuessId* choice) {
    const int n = int(node.words.size());
    depth = 0;
    int lower = 2 * n - 1;
    if (lower >= beta) return lower;
    const Key turn = left == kNoLimit ? Key{} : scatter(std::uint64_t(left), 0x1EF7);
    const Key without_limit = table_key(node), key = combined(without_limit, turn);
    const auto known_enough = [&](const Known& known) {
        lower = std::max(lower, known.lower);
        if (known.exact()) depth = known.depth;
        return known.exact() || lower >= beta;
    };
    Known known;
    if (table_->find(key, n, known) && (known_enough(known) || plies == Plies::one) && (!choice || recall(key, depth, choice))) return lower;
    if (left != kNoLimit && table_->find(without_limit, n, known)) lower = std::max(lower, known.lower);  // with one it is no less
    if (lower >= beta) return lower;
    heed(stop_);
    if (!(++work_ & 1023)) show_all();

    Level& here = level_at(level);
    // Other states of which the same is true have the same second key.
    Key canonical = combined(combined(node.key, turn), Key{1, 1});
    const bool like_others = mode_.facts || (symmetric_ && n >= tuning.like_from);
    if (!mode_.facts && like_others) canonical = combined(combined(classes_.key_of(path_to(node), node.words), turn), Key{2, 2});
    const int lanes = mark(here, node, &canonical);
    const auto store = [&](const Known& result) {
        table_->store(key, n, result);
        if (like_others) table_->store(canonical, n, result);
    };
    if (like_others && !choice && table_->find(canonical, n, known) && known_enough(known)) {
        table_->store(key, n, known);
        return lower;
    }
    take_view(here, node, lanes);
    const int need = left == 2 ? n : beta < kUnreachable ? std::max(2, 3 * n - beta + 1) : 2;
    const int best = score(here, node, need);
    if (left == 2) {
        lower = separated(here, node, best);
        depth = 2;
        if (choice) *choice = separator(here, node, lower);
        store({lower, lower, 2});
        return lower;
    }
    here.most = std::max(best, need - 1);
    lower = std::max(lower, 3 * n - here.most);
    Known result{lower, kUnreachable, 0};
    if (lower < beta && plies != Plies::one) {
        const Found found = try_guesses(here, node, left, lower, beta, best, level, plies, choice);
        if (found.upper < beta && plies == Plies::all) {
            result = {found.upper, found.upper, found.depth};
            depth = found.depth;
            if (n >= tuning.remember_from) remember(key, found);
            if (choice) *choice = found.guess;
        } else {
            result.lower = std::max(lower, found.upper);
        }
    }
    store(result);
    return result.lower;
}

// The best of the guesses that may have a total below beta, and above what `lower` says of all; `best` is the largest score. With two
// plies nothing below a guess's cells is looked at: then `upper` isn't a total, but the least bound of a guess, or beta.
AverageSearch::Found AverageSearch::try_guesses(Level& here, const Node& node, int left, int lower, int beta, int best, int level,
                                                Plies plies, bool choosing) {
    classify(here, node);
    here.far = beta - lower > tuning.far;
    Found found{beta, 0, 0};
    const auto attempt = [&](const Candidate& c) {
        int worst = 0;
        const int sum = evaluate(here, node, c.guess, left, found.upper, level, worst);
        if (sum < found.upper) found = {sum, worst, c.guess};
    };
    // Whatever is found below `upper` lowers it; first two of the most promising guesses, for a good upper bound spares much.
    if (plies == Plies::all && (choosing || beta - lower > tuning.slack) && int(node.words.size()) >= tuning.try_from) {
        rank_promising(here, node, left, best);
        for (std::size_t i = 0; i < here.promising.size() && (int(i) < tuning.solved || found.upper >= kUnreachable); i++) {
            if (here.promising[i].bound >= found.upper || found.upper <= lower) break;
            attempt(here.promising[i]);
        }
    }
    look_at_guesses(here, node, left, lower, best, plies, found);
    sort_by(here.candidates, [](const Candidate& c) { return c.bound; });
    for (std::size_t i = 0; i < here.candidates.size() && found.upper > lower && here.candidates[i].bound < found.upper; i++) {
        attempt(here.candidates[i]);
    }
    return found;
}

// Fills here.candidates with the guesses whose cells leave open whether they cost less than `found`, which becomes the best of the others.
void AverageSearch::look_at_guesses(Level& here, const Node& node, int left, int lower, int best, Plies plies, Found& found) {
    const int n = int(node.words.size()), blocks = here.view->blocks();
    here.candidates.clear();
    const auto to_look_at = [&] {
        const int least = std::max(3 * n - found.upper + 1, 2);
        return least > best ? 0 : kernels().between(here.scores.data(), blocks, least, best, here.at_score.data());
    };
    std::optional<const FactCounts> fact_counts;
    std::optional<FactCaps> caps;
    const std::int64_t many = std::int64_t{mode_.binds ? tuning.many_looks_hard : tuning.many_looks} * blocks * kLanes;
    if (n >= tuning.facts_from && game_.facts() && found.upper > lower && std::int64_t{n} * to_look_at() >= many) {
        fact_counts.emplace(game_, *here.view, node.words, 1, stop_);
        caps.emplace(*fact_counts);
    }
    Open open[kResponses];
    // With many words, as with openers, counting stops where it is enough.
    const auto look = [&](GuessId guess) -> Preview {
        heed(stop_);
        if (!fact_counts) return preview(here, node, guess, left, found.upper, open);
        const int capped = this->capped(node, guess, *caps);
        return {capped >= found.upper ? capped : counted(here, node, guess, &*fact_counts, found.upper), false, 0, 0};
    };
    for (int s = best; s > 1 && 3 * n - s < found.upper && found.upper > lower; s--) {
        kernels().between(here.scores.data(), blocks, s, s, here.at_score.data());
        for_each_lane(here.at_score.data(), blocks, [&](int lane) {
            if (3 * n - s >= found.upper || !is_wanted(here, node, lane)) return;
            const GuessId guess = here.view->guess(lane);
            const Preview seen = look(guess);
            if (seen.sum >= found.upper) return;
            if (plies == Plies::two) {
                found.upper = seen.sum;
            } else if (seen.exact) {
                found = {seen.sum, seen.depth + 1, guess};
            } else {
                here.candidates.push_back({seen.sum, guess});
            }
        });
    }
}

// The guess that tells all words of a node apart with two guesses left, a word of the node if its total is that of one.
GuessId AverageSearch::separator(const Level& here, const Node& node, int total) const {
    const int n = int(node.words.size());
    if (total == 2 * n) {
        for (int b = 0; b < here.view->blocks(); b++) {
            const std::uint64_t separating = here.at_score[std::size_t(b)];
            if (separating) return here.view->guess(b * kLanes + std::countr_zero(separating));
        }
    }
    GuessId last = 0;
    for (const HiddenId h : node.words) {
        const GuessId guess = game_.as_guess(h);
        if (kernels().count_row(game_.row(guess), node.words.data(), n) == n) last = guess;
    }
    return last;
}

}  // namespace wordle

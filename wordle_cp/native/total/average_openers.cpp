// Openers, and guesses at nodes of many words: bounds of their cells from counting, cheapest gain first; then, of openers, the cells
// themselves. See average_search.hpp.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/assert.hpp"
#include "base/sort.hpp"
#include "base/tuning.hpp"
#include "kernels/lanes.hpp"
#include "total/average_search.hpp"

namespace wordle {

namespace {

constexpr int kAhead = 2;  // rows fetched from memory before they are counted

// About how much one more ply adds to a bound of n words that counting has shown: the more, the more of them fall into one cell of
// the guess that shows most. It shares out the work, and no bound rests on it.
double likely_gain(int n, int lower) {
    const double in_a_cell = n / std::max(1., 3. * n - lower);
    return n <= tuning.raise_from ? 0 : n * std::clamp(0.13 * std::log2(in_a_cell / 1.2), 0.02, 0.9);
}

}  // namespace

// A cell of an opener while its bound rises. `most[w]` bounds the number of patterns of guess w on the cell (0 if w isn't
// allowed). All guesses with more than `level` have been counted, and the best of them shows `best` patterns; until the
// cell is done, level > best. So no score exceeds level + 1, where the one is for words of the cell (AverageSearch::score),
// and the cell's least total is at least 3n - (level + 1). Once level <= best, the words of the cell that may still matter
// are counted too, and `best` becomes the largest score: then the cell is done.
struct RisingCell {
    int cell = 0, n = 0, level = 0, best = 0;
    std::span<const HiddenId> words;
    const HiddenId* places = nullptr;  // where the words stand in the rows that are counted
    Response* most = nullptr;
    double price = 0;      // of the next step, for one unit of bound
    bool at_once = false;  // the next step counts all guesses that are left
    bool done = false;
    int lower() const { return 3 * n - (done ? best : level + 1); }
};

struct AverageSearch::Opener {
    explicit Opener(const Game& of) : game(of) {}

    const Game& game;
    GuessId guess = 0;
    const Node* node = nullptr;
    Level* here = nullptr;     // its cells are the guess's
    const FactCounts* fact_counts = nullptr;  // if any, counted over the node's words or more
    std::vector<int> lower;    // of each cell
    std::vector<bool> settled;
    int total = 0;             // number of words + sum of lower
    std::vector<RisingCell> rising;
    std::vector<Response> most, counts, packed;
    Lanes lanes;
    PackedRows* rows = nullptr;    // of the node's words, if many guesses are tried there
    std::vector<HiddenId> places;  // there, of the words of the cells that are counted

    const GuessView& guesses() const { return *here->view; }
    int blocks() const { return guesses().blocks(); }
    Column row(GuessId w) const { return rows ? rows->row(w) : game.row(w); }

    void raise(int cell, int bound) {
        int& now = lower[std::size_t(cell)];
        if (bound > now) {
            total += bound - now;
            now = bound;
        }
    }

    // What to count next. Prices are estimates in units of about a nanosecond; they decide the order of work, and no bound
    // rests on them.
    double row_price(int n) const { return 1.2 * n + 20; }
    // Packing n columns and comparing every two of them, for `counted` guesses.
    double columns_price(int n, int counted) const {
        return n * 350. * blocks() / 203 + (counted + kLanes - 1) / kLanes * double(n) * n * 0.3;
    }

    void price(RisingCell& c) {
        int at_level = 0, above_best = 0;
        for (;;) {
            at_level = kernels().between(c.most, blocks(), c.level, c.level, lanes.data());
            if (at_level || c.level <= c.best) break;
            c.level--;
        }
        above_best = c.level > c.best ? kernels().between(c.most, blocks(), c.best + 1, c.level, lanes.data()) : 0;
        const double step = at_level * row_price(c.n);
        double all = above_best * row_price(c.n);
        if (c.n <= kVertical) all = std::min(all, columns_price(c.n, above_best));
        const double gain = std::max(0.5, c.level + 1 - std::min<double>(c.level, std::max<double>(c.best, likely_patterns(c.n))));
        c.at_once = all / gain < step;
        c.price = c.at_once ? all / gain : step;
    }

    void count_rows(RisingCell& c, int low, int high) {
        kernels().between(c.most, blocks(), low, high, lanes.data());
        const auto count = [&](int w) { c.best = std::max(c.best, kernels().count_row(row(guesses().guess(w)), c.places, c.n)); };
        if (rows) return for_each_lane(lanes, count);
        // Rows are far apart in memory: each is fetched while another is counted.
        int waiting[kAhead], next = 0, met = 0;
        for_each_lane(lanes, [&](int w) {
            fetch(game.row(guesses().guess(w)), c);
            if (met++ >= kAhead) count(waiting[next]);
            waiting[next] = w;
            next = (next + 1) % kAhead;
        });
        for (int i = 0; i < std::min(met, kAhead); i++) count(waiting[i]);
    }

    void fetch(Column row, const RisingCell& c) const {
        if (std::size_t(c.n) * kLanes < 2 * game.row_stride()) {
            for (const HiddenId h : c.words) __builtin_prefetch(row + h);
        } else {
            for (std::size_t i = 0; i < game.row_stride(); i += kLanes) __builtin_prefetch(row + i);
        }
    }

    void finish(RisingCell& c) {
        WORDLE_ASSERT(c.level <= c.best || c.at_once);
        for (const HiddenId h : c.words) {
            if (c.most[here->view->lane_of[h]] + 1 > c.best) {
                c.best = std::max(c.best, kernels().count_row(row(game.as_guess(h)), c.places, c.n) + 1);
            }
        }
        c.done = true;
    }

    void step(RisingCell& c) {
        WORDLE_ASSERT(!c.done);
        if (!c.at_once) {
            count_rows(c, c.level, c.level);
            c.level--;
            if (c.level > c.best) price(c);
            if (c.level <= c.best) finish(c);
            return;
        }
        const int above = kernels().between(c.most, blocks(), c.best + 1, c.level, lanes.data());
        if (c.n > kVertical || above * row_price(c.n) < columns_price(c.n, above)) {
            for (; c.level > c.best; c.level--) count_rows(c, c.level, c.level);
        } else {
            const int packed_blocks = (above + kLanes - 1) / kLanes;
            const std::size_t stride = std::size_t(packed_blocks) * kLanes;
            // 8 bytes to spare for compress(), and a block for columns that are fetched ahead.
            if (packed.size() < stride * std::size_t(c.n) + 2 * kLanes) packed.resize(stride * std::size_t(c.n) + 2 * kLanes);
            if (counts.size() < stride) counts.resize(stride);
            Column few[kVertical];
            for (int i = 0; i < c.n; i++) {
                Response* out = packed.data() + std::size_t(i) * stride;
                kernels().compress(lanes.data(), blocks(), here->view->columns[c.words[std::size_t(i)]], out);
                std::fill(out + above, out + stride, 0);
                few[i] = out;
            }
            c.best = std::max(c.best, kernels().count_all(few, c.n, packed_blocks, c.best + 1, true, counts.data()));
        }
        finish(c);
    }
};

AverageSearch::AverageSearch(const Game& game, Mode mode, std::shared_ptr<const FactCounts> fact_counts,
                             std::shared_ptr<SharedTotals> totals, const std::atomic<bool>& stop)
    : TotalSearch(game, only_facts(mode), stop),
      root_view_(game),
      fact_counts_(std::move(fact_counts)),
      dominance_(game),
      classes_(game),
      table_(std::move(totals)),
      opener_(std::make_unique<Opener>(game)),
      tried_(std::make_unique<Opener>(game)),
      rows_(game) {}

AverageSearch::~AverageSearch() = default;

// Divides the node and adds up what is known of the cells without counting.
void AverageSearch::begin(Opener& opener, Level& here, const Node& node, GuessId guess, const FactCounts* fact_counts) {
    opener.guess = guess;
    opener.node = &node;
    opener.here = &here;
    opener.fact_counts = fact_counts;
    opener.total = int(node.words.size());
    here.cells.divide(game_, guess, node.words);
    const Cells& cells = here.cells;
    opener.lower.assign(std::size_t(cells.count()), 0);
    opener.settled.assign(std::size_t(cells.count()), false);
    for (int c = 0; c < cells.count(); c++) {
        const int size = cells.size(c);
        opener.total += opener.lower[std::size_t(c)] = 2 * size - 1;
        Known known;
        if (size == 3) opener.raise(c, 5 + triple_excess(game_, cells.words(c)));
        if (size > 3 && table_->find(table_key(cell_node(here, node, guess, c)), size, known)) {
            opener.raise(c, known.lower);
            opener.settled[std::size_t(c)] = true;  // counting has nothing to add
        }
    }
}

// Raises the bounds of a guess's cells, which come in ascending order of their sizes, by one more ply, so that their `sum` may reach
// beta; returns it. Without this the cells would be solved one after the other, with all that is missing for room: where games are
// long, the first cells would be solved exactly at great cost, while one more ply raises the bound of the largest cell by more than
// all of them are worth. Here each cell is to bring its part, and what one doesn't is left to the next ones.
int AverageSearch::raise_cells(Level& here, const Node& node, GuessId guess, std::span<Open> cells, int sum, int beta, int level) {
    const int missing = beta - sum;
    if (beta >= kUnreachable || missing * (mode_.binds ? tuning.one_short_hard : tuning.one_short) <= int(node.words.size())) return sum;
    double gains = 0;
    for (const Open& cell : cells) gains += likely_gain(cell.size, cell.lower);
    const double part = std::min(1.5, 1.05 * missing / std::max(gains, 1.));
    double owed = 0;
    for (Open& cell : cells) {
        if (cell.size <= tuning.raise_from) continue;
        owed += part * likely_gain(cell.size, cell.lower);
        const int room = beta - sum, wanted = &cell == &cells.back() ? room : std::min(room, int(owed));
        if (wanted <= 0) continue;
        int depth = 0;
        const int found = search(cell_node(here, node, guess, cell.cell), kNoLimit, cell.lower + wanted, level + 1, depth, Plies::two);
        const int gained = std::max(found - cell.lower, 0);
        owed -= gained;
        cell.lower += gained;
        sum += gained;
        if (sum >= beta) break;
    }
    return sum;
}

// Makes a cell ready to be counted.
void AverageSearch::rise(Opener& opener, int cell, const FactsTold& facts_told) {
    const Cells& cells = opener.here->cells;
    View& view = *opener.here->view;
    const int blocks = view.blocks();
    RisingCell rising;
    rising.cell = cell;
    rising.n = cells.size(cell);
    rising.words = cells.words(cell);
    rising.places = rising.words.data();
    if (opener.rows) {
        rising.places = opener.places.data() + opener.places.size();
        for (const HiddenId h : rising.words) opener.places.push_back(opener.rows->place(h));
    }
    rising.most = opener.most.data() + opener.rising.size() * std::size_t(blocks) * kLanes;
    Column facts[kMostFacts];
    const int pattern = game_.pattern_of(opener.guess, cells.pattern(cell));
    const int told = opener.fact_counts ? opener.fact_counts->told(facts_told, pattern, facts) : 0;
    rising.level = kernels().least(facts, told, blocks, std::min(rising.n, game_.win() + 1), rising.most);
    if (!told) kernels().keep(view.everything(), blocks, rising.most);
    if (mode_.facts) {
        const Bits restriction = cell_node(*opener.here, *opener.node, opener.guess, cell).restriction;
        opener.lanes.assign(view.everything(), view.everything() + blocks);
        view.restrict_to(minus(restriction, view.restriction), opener.lanes.data());
        rising.level = kernels().keep(opener.lanes.data(), blocks, rising.most);
    }
    opener.raise(cell, rising.lower());
    opener.rising.push_back(rising);
}

// Raises the bounds of the opener's cells until their sum reaches beta (then true) or counting has nothing to add.
bool AverageSearch::bound_by_counts(Opener& opener, int beta) {
    const Cells& cells = opener.here->cells;
    View& view = *opener.here->view;
    const std::size_t blocks = std::size_t(view.blocks());
    opener.most.resize(std::max(opener.most.size(), std::size_t(cells.count()) * blocks * kLanes));
    opener.lanes.resize(blocks);
    opener.rising.clear();
    opener.places.clear();
    opener.places.reserve(opener.node->words.size());  // none of them is moved
    const FactsTold facts_told(game_.guess_word(opener.guess));
    for (int c = 0; c < cells.count(); c++) {
        if (cells.size(c) > 3 && !opener.settled[std::size_t(c)]) rise(opener, c, facts_told);
    }
    if (opener.total >= beta) return true;
    for (RisingCell& c : opener.rising) opener.price(c);
    while (opener.total < beta) {
        heed(stop_);
        RisingCell* next = nullptr;
        for (RisingCell& c : opener.rising) {
            if (!c.done && (!next || c.price < next->price)) next = &c;
        }
        if (!next) return false;
        if (next->at_once && next->n < 35 && !mode_.binds) {  // the same, kept in the table
            const Known known = quick(view, next->words, cells.key(next->cell));
            next->done = true;
            opener.raise(next->cell, known.lower);
            continue;
        }
        work_++;
        opener.step(*next);
        opener.raise(next->cell, next->lower());
        if (next->done) {
            const Key key = table_key(cell_node(*opener.here, *opener.node, opener.guess, next->cell));
            table_->store(key, next->n, {opener.lower[std::size_t(next->cell)], kUnreachable, 0});
        }
    }
    return true;
}

Bounded AverageSearch::bounded(int value, int beta, TotalStage stage) {
    show_all();
    return {widened(value), value < beta || value >= kUnreachable, stage};
}

// Makes the position's words and allowed guesses the root.
void AverageSearch::enter(const Position& position) {
    root_.free = position.free;
    symmetric_ = position.symmetric;
    played_ = position.played;
    const bool same = root_.view && root_.restriction == position.restriction && root_words_ == position.words;
    if (same) return;
    root_words_ = position.words;
    root_view_.restriction = position.restriction;
    root_view_.key = mode_.binds ? scatter(game_.key_of(root_words_).low, game_.key_of(root_words_).high) : Key{};
    root_view_.take(position.allowed, root_words_);
    root_ = {&root_view_, root_words_, game_.key_of(root_words_), position.restriction, position.free};
}

Bounded AverageSearch::solve_position(const Position& position, int guesses, Cost beta) {
    enter(position);
    int depth = 0;
    const int limit = narrowed(beta);
    return bounded(value(root_, guesses, limit, 0, depth), limit, TotalStage::search);
}

int AverageSearch::least_total(std::span<const HiddenId> words, int guesses, int beta) {
    int depth = 0;
    const int total = value({&root_view_, words, game_.key_of(words), {}}, guesses, beta, 0, depth);
    show_all();
    return total;
}

Bounded AverageSearch::solve_opener(const Position& position, GuessId guess, int guesses, Cost beta) {
    return opener_total(position, guess, guesses, narrowed(beta), Plies::all);
}

Bounded AverageSearch::bound_opener(const Position& position, GuessId guess, int guesses, Cost beta) {
    return opener_total(position, guess, guesses, narrowed(beta), Plies::two);
}

// The opener's total if it is below beta, else a lower bound; with two plies a lower bound, which may be below beta.
Bounded AverageSearch::opener_total(const Position& position, GuessId guess, int guesses, int beta, Plies plies) {
    enter(position);
    const int then = left_after(guesses);
    Level& here = level_at(0);
    here.view = &root_view_;
    Opener& opener = *opener_;
    begin(opener, here, root_, guess, fact_counts_.get());
    const Cells& cells = here.cells;
    if (guesses < 1 || (then < 1 && cells.count())) return {kInfinite, true, TotalStage::counts};
    if (opener.total >= beta) return bounded(opener.total, beta, TotalStage::counts);
    if (beta < kUnreachable && bound_by_counts(opener, beta)) {
        return bounded(opener.total, beta, TotalStage::counts);
    }

    std::vector<Open> open;
    for (int c = 0; c < cells.count(); c++) open.push_back({c, cells.size(c), opener.lower[std::size_t(c)]});
    sort_by(open, [](const Open& cell) { return cell.size; });
    int total = raise_cells(here, root_, guess, open, opener.total, beta, 0);
    if (plies == Plies::two) return {total, false, TotalStage::search};
    // Iterative deepening: before any cell is solved, the bound of each is to rise by one for `each` of its words, a number that falls. One
    // that takes long may have no need to be. In hard mode it doesn't pay, as what is found for a cell serves fewer others.
    for (int each = beta >= kUnreachable || mode_.binds ? 0 : tuning.little;; each = each * 3 / 4) {
        std::vector<Open> unsolved;
        for (const Open& cell : open) {
            if (total >= beta) break;
            const int room = beta - total, wanted = each ? std::min(room, 1 + cell.size / each) : room;
            const int limit = beta >= kUnreachable ? kUnreachable : cell.lower + wanted;
            int depth = 0;
            const int found = value(cell_node(here, root_, guess, cell.cell), then, limit, 1, depth);
            if (found >= kUnreachable) return {kInfinite, true, TotalStage::search};
            total += std::max(found - cell.lower, 0);
            if (found >= limit) unsolved.push_back({cell.cell, cell.size, std::max(found, cell.lower)});
        }
        if (!each) break;
        open = std::move(unsolved);
    }
    return bounded(total, beta, TotalStage::search);
}

// A lower bound of the guess's total by the sizes of its cells and what two facts about each say: most guesses end here, undivided.
int AverageSearch::capped(const Node& node, GuessId guess, FactCaps& caps) {
    const Column row = game_.row(guess);
    sizes_.resize(kResponses);
    touched_.clear();
    for (const HiddenId h : node.words) {
        if (!sizes_[row[h]]++) touched_.push_back(row[h]);
    }
    const FactsTold facts_told(game_.guess_word(guess));
    int total = int(node.words.size());
    for (const Response response : touched_) {
        const int size = std::exchange(sizes_[response], 0);
        if (response == game_.win()) continue;
        const int most = size > 3 ? std::min(size, caps.most(facts_told, game_.pattern_of(guess, response))) : size;
        total += std::max(2 * size - 1, 3 * size - (most + 1));
    }
    return total;
}

// A lower bound of the guess's total, at least `upper` if counting shows that.
int AverageSearch::counted(Level& here, const Node& node, GuessId guess, const FactCounts* fact_counts, int upper) {
    begin(*tried_, here, node, guess, fact_counts);
    const bool packed = node.words.size() * std::size_t(tuning.packed) <= std::size_t(game_.hidden());
    if (packed) rows_.take(node.words);
    tried_->rows = packed ? &rows_ : nullptr;
    if (here.cells.count() == 1 && !here.cells.wins()) return kUnreachable;  // it divides nothing
    if (tried_->total < upper) bound_by_counts(*tried_, upper);
    return tried_->total;
}

int AverageSearch::counted_total(std::span<const HiddenId> words, GuessId guess, const FactCounts& fact_counts, int upper) {
    Level& here = level_at(0);
    here.view = &root_view_;
    const Node node{&root_view_, words, game_.key_of(words), {}};
    return counted(here, node, guess, &fact_counts, upper);
}

const std::vector<int>& AverageSearch::counted_cells() const { return tried_->lower; }

GuessId AverageSearch::best_guess(const Position& position, int guesses) {
    enter(position);
    const std::span<const HiddenId> words = root_.words;
    if (words.size() == 2) return game_.as_guess(words[0]);
    if (words.size() == 3 && guesses >= 3) {
        for (std::size_t i = 0; i < 3; i++) {
            const Column row = game_.row(game_.as_guess(words[i]));
            if (row[words[(i + 1) % 3]] != row[words[(i + 2) % 3]]) return game_.as_guess(words[i]);
        }
        return game_.as_guess(words[0]);
    }
    int depth = 0;
    GuessId choice = 0;
    const int least = value(root_, guesses, kUnreachable, 0, depth);
    value(root_, guesses, least + 1, 0, depth, &choice);
    return choice;
}

}  // namespace wordle

#include "game/position.hpp"

#include <map>
#include <stdexcept>
#include <string>

#include "kernels/lanes.hpp"

namespace wordle {

namespace {

// The restriction bits that a pattern reveals: greens by position, coloured tiles counted by letter.
Bits revealed(const Game& game, const Text& guess, int pattern) {
    Bits bits;
    const auto set = [&](int bit) {
        if (bit >= 0) bits.set(bit);  // else no hidden word has it, so none agrees
    };
    Text coloured;
    for (std::size_t i = 0; i < guess.size(); i++, pattern /= 3) {
        const int letter = letter_of(guess[i]);
        if (pattern % 3 == 2) set(game.green_bit(int(i), letter));
        if (pattern % 3 == 0) continue;
        coloured.push_back(guess[i]);
        const int times = occurrence(coloured, coloured.size() - 1);
        if (times <= kMaxCount) set(game.count_bit(letter, times));
    }
    return bits;
}

}  // namespace

Bits binding_bits(const Game& game, const Mode& mode) {
    Bits bits;
    const std::vector<int> slots = game.slots();
    for (std::size_t bit = 0; bit < slots.size(); bit++) {
        if (slots[bit] < game.first_count_slot() ? mode.greens : mode.counts) bits.set(int(bit));
    }
    return bits;
}

Position position_after(const Game& game, Mode mode, const History& history, bool symmetry) {
    facts_or_responses(mode);
    if (mode.binds) {
        demand_facts(game, "hard and ultrahard mode");
        game.demand_bits();
    }
    Position position;
    const Bits binding = binding_bits(game, mode);
    position.allowed.assign(game.all_guesses(), game.all_guesses() + game.guess_blocks());
    if (symmetry && game.symmetric()) {
        position.symmetric = true;
        position.played = history;
        position.free = kAllLetters;
    }
    for (const auto& [guess, pattern] : history) {
        if (guess >= game.guesses()) throw std::invalid_argument("no guess has the id " + std::to_string(guess));
        if (pattern < 0 || pattern > game.last_pattern()) {
            throw std::invalid_argument("pattern codes are 0.." + std::to_string(game.last_pattern()) + ", found " +
                                        std::to_string(pattern));
        }
        position.free &= ~game.letters(guess);
        if (!mode.facts) continue;
        position.restriction = position.restriction | (revealed(game, game.guess_word(guess), pattern) & binding);
        if (!mode.responses) continue;
        std::vector<Response> numbers(game.column_stride());
        game.answers(guess, numbers.data());
        const int wanted = game.number_of(guess, pattern);
        for (int w = 0; w < game.guesses(); w++) {
            if (numbers[std::size_t(w)] != wanted) drop_lane(position.allowed, w);
        }
    }
    game.restrict_to(position.restriction, position.allowed);
    for (int h = 0; h < game.hidden(); h++) {
        bool fits = true;
        for (const auto& [guess, pattern] : history) fits = fits && game.row(guess)[h] == game.number_of(guess, pattern);
        if (fits) position.words.push_back(HiddenId(h));
    }
    return position;
}

GuessId best_splitter(const Game& game, const Position& position) {
    GuessId best = game.as_guess(position.words[0]);
    int most = 0;
    const auto consider = [&](GuessId guess) {
        if (most == int(position.words.size())) return;  // no guess makes more
        const int cells = kernels().count_row(game.row(guess), position.words.data(), int(position.words.size()));
        if (cells > most) best = guess;
        most = std::max(most, cells);
    };
    for (const HiddenId h : position.words) consider(game.as_guess(h));
    for_each_lane(position.allowed, [&](int w) { consider(GuessId(w)); });
    return best;
}

std::vector<GuessId> with_most_cells(const Game& game, const Lanes& allowed, std::span<const HiddenId> words, std::size_t number) {
    std::vector<Response> counts(game.column_stride());
    std::vector<Column> columns;
    for (const HiddenId h : words) columns.push_back(game.column(h));
    const int n = int(words.size()), by_columns = 64;  // of more words the rows are counted sooner
    if (n <= by_columns) {
        kernels().count_all(columns.data(), n, game.guess_blocks(), number == 1 ? 2 : 0, number == 1, counts.data());
    } else {
        for_each_lane(allowed, [&](int w) { counts[std::size_t(w)] = Response(kernels().count_row(game.row(GuessId(w)), words.data(), n)); });
    }
    Lanes own(allowed.size());
    for (const HiddenId h : words) add_lane(own, game.as_guess(h));
    std::vector<std::pair<int, GuessId>> best;  // twice the cells, and one for a word of the set
    for_each_lane(allowed, [&](int w) {
        const int cells = counts[std::size_t(w)];
        if (cells >= 2) best.emplace_back(-2 * cells - has_lane(own, w), GuessId(w));
    });
    number = std::min(number, best.size());
    std::partial_sort(best.begin(), best.begin() + std::ptrdiff_t(number), best.end());
    std::vector<GuessId> out;
    for (std::size_t i = 0; i < number; i++) out.push_back(best[i].second);
    return out;
}

std::vector<Position> cells_of(const Game& game, Mode mode, const Position& position, GuessId guess) {
    std::map<int, Position> by_pattern;  // long words have thousands of patterns, and most states have few words
    const Column row = game.row(guess);
    for (const HiddenId h : position.words) {
        if (row[h] != game.win()) by_pattern[row[h]].words.push_back(h);
    }
    std::vector<Response> codes;  // the patterns of all guesses, were they hidden
    if (mode.responses) {
        codes.resize(game.column_stride());
        game.answers(guess, codes.data());
    }
    std::vector<Position> cells;
    const Bits binding = binding_bits(game, mode);
    for (auto& [pattern, cell] : by_pattern) {
        cell.allowed = position.allowed;
        cell.free = position.free & ~game.letters(guess);
        cell.symmetric = position.symmetric;
        if (cell.symmetric) {
            cell.played = position.played;
            cell.played.emplace_back(guess, game.pattern_of(guess, pattern));
        }
        if (mode.facts) {
            cell.restriction = position.restriction | (game.shown(guess, cell.words[0]) & binding);
            game.restrict_to(minus(cell.restriction, position.restriction), cell.allowed);
        }
        if (mode.responses) {  // also of guesses that can't be hidden
            for (int w = 0; w < game.guesses(); w++) {
                if (codes[std::size_t(w)] != pattern) drop_lane(cell.allowed, w);
            }
        }
        cells.push_back(std::move(cell));
    }
    return cells;
}

}  // namespace wordle

// The Python face of the native part: kernels and games. It validates and converts; what things mean stands in engine/.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <nanobind/stl/wstring.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/tuning.hpp"
#include "bindings/bindings.hpp"
#include "game/game.hpp"
#include "kernels/kernels.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using wordle::Pattern;
using Matrix = nb::ndarray<nb::numpy, Pattern, nb::ndim<2>>;
using Words = std::vector<wordle::Text>;
using Table = nb::ndarray<const Pattern, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

#if defined(WORDLE_WIDE)
#define WORDLE_MODULE _native_wide
#else
#define WORDLE_MODULE _native
#endif

// A matrix that fill(its first entry) fills.
template <class Fill>
Matrix matrix(std::size_t rows, std::size_t columns, Fill&& fill) {
    auto* out = new Pattern[std::max<std::size_t>(rows * columns, 1)];
    const nb::capsule owner(out, [](void* p) noexcept { delete[] static_cast<Pattern*>(p); });
    {
        const nb::gil_scoped_release release;
        fill(out);
    }
    return Matrix(out, {rows, columns}, owner);
}

Matrix score_matrix(const Words& guesses, const Words& hidden) {
    return matrix(guesses.size(), hidden.size(), [&](Pattern* out) { wordle::score_matrix(guesses, hidden, out); });
}

// The patterns themselves, by guess and hidden word, where the matrices hold numbers.
Matrix patterns(const wordle::Game& game) {
    return matrix(std::size_t(game.guesses()), std::size_t(game.hidden()), [&](Pattern* out) {
        for (int w = 0; w < game.guesses(); w++) {
            const wordle::Column row = game.row(wordle::GuessId(w));
            for (int h = 0; h < game.hidden(); h++) *out++ = Pattern(game.pattern_of(wordle::GuessId(w), row[h]));
        }
    });
}

}  // namespace

NB_MODULE(WORDLE_MODULE, m) {
    nb::set_leak_warnings(false);  // a second Ctrl-C leaves the search's thread, and what it uses, to the exit
    m.doc() = "Native kernels and searches of wordle-cp; use wordle_cp.engine.";
    m.attr("LETTERS") = wordle::kLetters;
    m.attr("MOST_LETTERS") = wordle::kMostLetters;
    m.attr("FIRST_LETTER") = int(wordle::kFirstLetter);
    m.attr("MAX_LENGTH") = wordle::kMaxLength;
    m.attr("MAX_RESPONSES") = wordle::kWide ? wordle::kResponses - 1 : wordle::kResponses;
    m.def("score_matrix", &score_matrix, "guesses"_a, "hidden"_a);
    m.def("kernel_names", &wordle::kernel_names);
    m.def("kernel_name", [] { return std::string(wordle::kernels().name); });
    m.def("select_kernels", &wordle::select_kernels, "name"_a);
    m.def("tune", [](const std::string& option, int value) { return std::exchange(wordle::tuning.of(option), value); }, "option"_a, "value"_a);

    nb::exception<wordle::TooMany>(m, "TooMany", PyExc_ValueError);
    nb::class_<wordle::Game>(m, "Game")
        .def(
            "__init__",
            [](wordle::Game* self, const Words& guesses, const Words& hidden, bool pegs, bool symmetric, const std::optional<Table>& table, int last,
               const nb::object& heed) {
                wordle::Scoring scoring{.by = pegs ? wordle::Scoring::By::pegs : wordle::Scoring::By::tiles, .symmetric = symmetric};
                if (table) {
                    if (table->shape(0) != guesses.size() || table->shape(1) != hidden.size()) {
                        throw std::invalid_argument("expected a table with a row for each guess and a column for each hidden word");
                    }
                    scoring = {wordle::Scoring::By::table, symmetric, table->data(), last};
                }
                // Lets Ctrl-C and other signals through, too: their handlers are run where Python is.
                const auto listen = [&heed] {
                    const nb::gil_scoped_acquire acquire;
                    if (PyErr_CheckSignals() != 0) throw nb::python_error();
                    if (!heed.is_none()) heed();
                };
                const nb::gil_scoped_release release;
                new (self) wordle::Game(guesses, hidden, scoring, listen);
            },
            "guesses"_a, "hidden"_a, "pegs"_a = false, "symmetric"_a = false, "table"_a = nb::none(), "last"_a = 0, "heed"_a = nb::none())
        .def("guesses", &wordle::Game::guesses)
        .def("hidden", &wordle::Game::hidden)
        .def("slots", &wordle::Game::slots)
        .def("patterns", &patterns, nb::rv_policy::move)
        .def(
            "demand",
            [](const wordle::Game& game, const std::string& mode) {
                if (wordle::bindings::mode_of(mode).facts) game.demand_bits();
            },
            "mode"_a)
        .def(
            "by_guess",
            [](const wordle::Game& game) {
                return nb::ndarray<nb::numpy, const wordle::Response, nb::ndim<2>>(
                    game.row(0), {std::size_t(game.guesses()), std::size_t(game.hidden())}, nb::handle(),
                    {std::int64_t(game.row_stride()), 1});
            },
            nb::rv_policy::reference_internal)
        .def(
            "by_hidden",
            [](const wordle::Game& game) {
                return nb::ndarray<nb::numpy, const wordle::Response, nb::ndim<2>>(
                    game.column(0), {std::size_t(game.hidden()), std::size_t(game.guesses())}, nb::handle(),
                    {std::int64_t(game.column_stride()), 1});
            },
            nb::rv_policy::reference_internal);

    bind_depth(m);
    bind_pairs(m);
    bind_total(m);
    bind_bounds(m);
}

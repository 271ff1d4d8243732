// The Python face of the native part: kernels and games. It validates and converts; what things mean stands in engine/.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "game.hpp"
#include "kernels.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using Matrix = nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<2>>;

Matrix score_matrix(const std::vector<std::string>& guesses, const std::vector<std::string>& hidden) {
    auto* out = new std::uint8_t[std::max<std::size_t>(guesses.size() * hidden.size(), 1)];
    const nb::capsule owner(out, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
    {
        const nb::gil_scoped_release release;
        wordle::score_matrix(guesses, hidden, out);
    }
    return Matrix(out, {guesses.size(), hidden.size()}, owner);
}

}  // namespace

NB_MODULE(_native, m) {
    nb::set_leak_warnings(false);  // a second Ctrl-C leaves the search's thread, and what it uses, to the exit
    m.doc() = "Native kernels and searches of wordle-cp; use wordle_cp.engine.";
    m.def("score_matrix", &score_matrix, "guesses"_a, "hidden"_a);
    m.def("kernel_names", &wordle::kernel_names);
    m.def("kernel_name", [] { return std::string(wordle::kernels().name); });
    m.def("select_kernels", &wordle::select_kernels, "name"_a);

    nb::class_<wordle::Game>(m, "Game")
        .def(
            "__init__",
            [](wordle::Game* self, const std::vector<std::string>& guesses, const std::vector<std::string>& hidden,
               bool codes) {
                const nb::gil_scoped_release release;
                new (self) wordle::Game(guesses, hidden, codes ? wordle::Scoring::codes : wordle::Scoring::words);
            },
            "guesses"_a, "hidden"_a, "codes"_a = false)
        .def("guesses", &wordle::Game::guesses)
        .def("hidden", &wordle::Game::hidden)
        .def(
            "by_guess",
            [](const wordle::Game& game) {
                return nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<2>>(
                    game.row(0), {std::size_t(game.guesses()), std::size_t(game.hidden())}, nb::handle(),
                    {std::int64_t(game.row_stride()), 1});
            },
            nb::rv_policy::reference_internal)
        .def(
            "by_hidden",
            [](const wordle::Game& game) {
                return nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<2>>(
                    game.column(0), {std::size_t(game.hidden()), std::size_t(game.guesses())}, nb::handle(),
                    {std::int64_t(game.column_stride()), 1});
            },
            nb::rv_policy::reference_internal);

    bind_depth(m);
    bind_fixed(m);
    bind_total(m);
    bind_noise(m);
    bind_bounds(m);
    bind_ultrahard(m);
}

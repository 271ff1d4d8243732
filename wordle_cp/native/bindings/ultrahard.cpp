// The Python face of the table of ultrahard mode: is a state, any guesses allowed and any words, refuted?
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/bindings.hpp"
#include "depth/ultrahard.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

class UltrahardTable {
  public:
    explicit UltrahardTable(std::shared_ptr<wordle::Game> game) : game_(std::move(game)), search_(*game_, stop_) {}

    std::string decide(const std::vector<int>& allowed, const std::vector<int>& words, int guesses) {
        if (guesses < 0 || guesses > wordle::kMaxGuessesLeft) throw std::invalid_argument("guesses left out of range");
        const wordle::bindings::Use use(in_use_);
        const std::vector<wordle::GuessId> may = wordle::bindings::ids_of(*game_, allowed);
        std::vector<wordle::HiddenId> left;  // the hidden list is the guess list
        for (const wordle::GuessId word : wordle::bindings::ids_of(*game_, words)) left.push_back(wordle::HiddenId(word));
        const nb::gil_scoped_release release;
        switch (search_.decide(may, left, guesses).answer) {
            case wordle::Answer::solved: return "possible";
            case wordle::Answer::refuted: return "impossible";
            default: return "undecided";
        }
    }

    void stop() { stop_.store(true); }

  private:
    std::shared_ptr<wordle::Game> game_;
    std::atomic<bool> stop_{false}, in_use_{false};
    wordle::UltrahardSearch search_;
};

}  // namespace

void bind_ultrahard(nb::module_& m) {
    nb::class_<UltrahardTable>(m, "UltrahardTable")
        .def(nb::init<std::shared_ptr<wordle::Game>>(), "game"_a)
        .def("decide", &UltrahardTable::decide, "allowed"_a, "words"_a, "guesses"_a)
        .def("stop", &UltrahardTable::stop, nb::call_guard<nb::gil_scoped_release>());
}

// Which sets and lemmas openers are to rest on, of all that there are: few for all openers together.
#pragma once
#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/cost.hpp"

namespace wordle {

// An opener lacks something as long as nothing is chosen. A part, that is a set or a lemma, raises what some of its cells are known to
// cost, and cells of other openers. What is chosen greedily is what gives the openers most, whether it is a set or a lemma: their lines are about as long.
class PartChoice {
  public:
    struct Raise {
        int part;
        Cost gain;  // over what the cell costs without any part
    };

    PartChoice(std::size_t parts, const std::atomic<bool>& stop);

    // An opener that lacks `lacks`, and for each of its cells the parts of which one may raise it.
    void add(Cost lacks, const std::vector<std::vector<Raise>>& cells);

    // By part, whether it is chosen; with all of them each opener has what it lacked, if the parts that were named can give it. Throws Stopped.
    std::vector<char> choose();

  private:
    struct Use {
        int cell;
        Cost gain;
    };
    struct Cell {
        int opener;
        Cost gained = 0;
    };

    double worth(int part) const;
    void take(int part);

    const std::atomic<bool>& stop_;
    std::vector<Cost> lacks_;  // by opener, still
    std::vector<Cell> cells_;
    std::vector<std::vector<Use>> uses_;  // by part
};

}  // namespace wordle

// Games of codes: which guesses are as good as each other at the words that a history leaves (docs/certificates.md, Lemma 7).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "game.hpp"

namespace wordle {

// Let f move the pegs of all codes in the same way and then exchange letters, in every place in the same way, and leave each
// guess of a history as it is. It keeps responses, so it maps the words that the history leaves to each other, and a strategy
// for them that begins with t becomes one that begins with f(t). Blank the letters that none of these words has: guesses
// that agree then get the same responses. So one guess of each class is enough, where t and u are in the same one if f(t)
// and u agree once they are blanked, for some f.
class CodeClasses {
  public:
    explicit CodeClasses(const Game& game) : game_(game) {}

    // The first of the guesses, which ascend, of each class; `present` are the letters of the words that the history leaves.
    std::vector<GuessId> first_of_each(std::span<const GuessId> history, LetterSet present, std::span<const GuessId> guesses) const;

  private:
    const Game& game_;
};

}  // namespace wordle

// Games of codes: which guesses are as good as each other at the words that a history leaves, and which histories leave words
// that are as hard (docs/certificates/, Theorem 8; docs/average-search.md, "Equivalent codes").
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/table.hpp"
#include "game/game.hpp"
#include "game/guess_view.hpp"
#include "game/position.hpp"

namespace wordle {

// Let f move the pegs of all codes in the same way and then exchange letters, in every place in the same way, and leave each
// guess of a history as it is. It keeps responses, so it maps the words that the history leaves to each other, and a strategy
// for them that begins with t becomes one that begins with f(t). Blank the letters that none of these words has: guesses
// that agree then get the same responses. So one guess of each class is enough, where t and u are in the same one if f(t)
// and u agree once they are blanked, for some f.
class CodeClasses {
  public:
    explicit CodeClasses(const Game& game);

    // Of these lanes of the view the first one of each class; `words` are those that the history leaves.
    Lanes first_of_each(const History& history, std::span<const HiddenId> words, const GuessView& view, const Lanes& lanes) const;

    // The same for two histories only if some map f, and another order of the guesses, make one of the other, once letters that none of the
    // words has, which are those that the history leaves, are blanked: then the words that they leave have the same least costs.
    //
    // Proof: let g(1), g(2), ... be the guesses of a history and H all codes that agree with it. No code of H has a letter that is blanked,
    // so H are the codes of present letters that get the responses from the blanked guesses. The key tells, up to f, the blanked guesses with
    // their responses and how many letters are present: f, extended by any map of the letters that no blanked guess has, present
    // ones to present ones, maps one set to the other, keeps responses, and maps all codes to all codes.
    // (Two keys of 128 bits may agree by chance: see base/table.hpp.)
    Key key_of(const History& history, std::span<const HiddenId> words) const;

  private:
    LetterSet present(std::span<const HiddenId> words) const {
        LetterSet letters = 0;
        for (const HiddenId h : words) letters |= game_.letters(game_.as_guess(h));
        return letters;
    }
    // Letters of a guess as numbers, and how places may be exchanged.
    std::span<const std::uint8_t> pegs(GuessId w) const { return {pegs_.data() + std::size_t(w) * std::size_t(length_), std::size_t(length_)}; }

    const Game& game_;
    int length_;
    std::vector<std::uint8_t> pegs_;   // by guess
    std::vector<std::uint8_t> moves_;  // all permutations of the places
};

}  // namespace wordle

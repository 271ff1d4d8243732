// Measured thresholds: where one exact way becomes quicker than another one. No answer depends on them, the work does.
#pragma once
#include <stdexcept>
#include <string>

namespace wordle {

// Name, value, and what it is about.
#define WORDLE_TUNING(option)                                                                                                      \
    option(few_in_block, 16)       /* lanes in a block: fewer are taken one by one, and blocks aren't packed */                    \
    option(by_columns, 255)        /* words of a set, kVertical at most: of more the rows are counted one by one */                \
    option(holding, 5)             /* words for which a fact must hold to be counted by itself, */                                 \
    option(of_ten, 9)              /* and of how many tenths of all it mustn't hold */                                             \
    option(pack_from, 50)          /* words of a node, normal mode: for fewer guesses aren't packed, */                            \
    option(pack_blocks, 30)        /* nor are fewer blocks of them */                                                              \
    option(like_from, 10)          /* codes: words of sets for which others like them are looked up, */                            \
    option(classes_from, 40)       /* and of those for which equivalent guesses are found */                                       \
    option(dear, 60'000)           /* hard mode: squared words times blocks of what isn't counted at once, */                      \
    option(far, 10)                /* unless this or less is missing */                                                            \
    option(tried, 12)              /* guesses that are looked at for a good upper bound, */                                        \
    option(solved, 2)              /* and those solved first, */                                                                   \
    option(try_from, 16)           /* where there are this many words or more, */                                                  \
    option(slack, 3)               /* if more than that is missing */                                                              \
    option(facts_from, 24)         /* words of a node for which tables of single facts pay off, */                                 \
    option(many_looks, 20)         /* if its words times the guesses to look at are this many times all guesses, */                \
    option(many_looks_hard, 30)    /* in hard mode this many times */                                                              \
    option(check_first, 100)       /* words of sets that are asked whether the limit can be kept before anything else */           \
    option(remember_from, 16)      /* words of sets whose best guess is remembered, */                                             \
    option(most_remembered, 65536) /* and how many sets these are */                                                               \
    option(packed, 4)              /* rows are packed if that makes them this many times shorter */                                \
    option(raise_from, 8)          /* words of cells that are settled at once */                                                   \
    option(one_short, 64)          /* one more ply is worth it if a guess's bound is short by one for this number of words, */     \
    option(one_short_hard, 16)     /* in hard mode for this number */                                                              \
    option(little, 14)             /* before any cell is solved each bound is to rise by one for this number of words */           \
    option(many_openers, 64)       /* openers for which tables of single facts pay off */                                          \
    option(columns_to_compare, 200) /* other goals: words beyond which counting rows beats comparing columns */                    \
    option(words_first, 12)        /* words on which guesses are counted first, besides those that may be lost */                  \
    option(first_step, 24)         /* missed words that a cell is first asked about, with four guesses left or more */             \
    option(at_once, 8)             /* words of cells that are solved at once: counting nearly does it */                           \
    option(words_to_keep, 6)       /* with two guesses left, smaller sets are counted again sooner than looked up */               \
    option(family_depth, 4)        /* guesses left from which on families are worth a look at every guess */                       \
    option(pair_probe, 32)         /* words of a large cell that are tried first for a pair no-good */                             \
    option(words_bounded, 60)      /* proofs: words of a lemma for which tables of single facts pay off, */                        \
    option(guesses_bounded, 600)   /* and guesses to look at */

struct Tuning {
#define WORDLE_OPTION(name, value) int name = value;
    WORDLE_TUNING(WORDLE_OPTION)
#undef WORDLE_OPTION

    int& of(const std::string& option) {
#define WORDLE_OPTION(name, value) \
    if (option == #name) return name;
        WORDLE_TUNING(WORDLE_OPTION)
#undef WORDLE_OPTION
        throw std::invalid_argument("no threshold has the name " + option);
    }
};

inline Tuning tuning;  // tests alone change it, and not while a search runs

}  // namespace wordle

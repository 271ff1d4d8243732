"""Several boards at once, as in Dordle and Quordle: each guess is answered on every board that isn't solved.

The hidden words of the boards are drawn independently of each other, each from the whole hidden list with
equal chances; so there are n**b deals of n words to b boards, and a word may be hidden on two boards. (What
Quordle's pages draw again until all words differ; of two boards and 2315 words one deal in 2315 is a pair.)
Every board must be solved, without a limit on the guesses, and a deal counts once, with the guess that
solves its last board. In normal mode all guesses are allowed. In hard and ultrahard mode a guess must be one
that the mode allows on some board that isn't solved, after the responses of that board. (That it be allowed
on every such board would make nearly all deals unwinnable: once each of two boards shows a letter that the
word of the other lacks, neither word may ever be guessed.) On one board these are the usual modes.

- `exact`: least totals and the least worst case of small games.
- `bounds`: proven bounds of both for large ones, by `in_turn` (a strategy, exactly), `counting`, and `chains`
  (a strategy for all modes and positions, bounded).
- `history`: what was played before.
- `report`: asks the first, and the second where the first is too much.
"""

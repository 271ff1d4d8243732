"""Several boards at once, as in Dordle and Quordle: each guess is answered on every board that isn't solved.

The hidden words of the boards are drawn independently of each other, each from the whole hidden list with
equal chances; so there are n**b deals of n words to b boards, and a word may be hidden on two boards. (What
Quordle's pages draw again until all words differ; of two boards and 2315 words one deal in 2315 is a pair.)
All guesses are allowed at any time: normal mode. Every board must be solved, without a limit on the guesses,
and a deal counts once, with the guess that solves its last board.

- `exact`: least totals and the least worst case of small games.
- `bounds`: proven bounds of both for large ones, by `in_turn` (a strategy, exactly) and `counting`.
- `report`: asks the first, and the second where the first is too much.
"""

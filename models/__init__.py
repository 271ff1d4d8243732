"""The declarative heart: one CP-SAT or LP formulation a file, each with its mathematics in the docstring.

Families of hidden words: word lists -> `modelling.family` (the endgames and what every guess does to them) ->
`modelling.family_bounds` (what counting and greed settle) -> `families` (what needs a solver).
Any set of hidden words: `weights` (integers that prove g guesses too few);
`modelling.partitions` (what is left of a guess list for a set) -> `tree` (a whole strategy),
`witness` (the fewest words that already can't be solved).
A position: `states` (which strategy is best).
What decides questions for `--by cp-sat` is a search: `search.whole_list` asks which guesses the families of
any number of words leave; then `search.and_or` decides a depth, and `search.least_cost` a total.
Fixed guesses: `modelling.partitions` (which words they must split) -> `separating` (guesses that tell all
words apart, and the weights that prove fewer too few); `answers.models` has a search for thousands of words.
An opener with few second guesses: `few_words` (which ones are best).
`modelling.formulation` is what all of them are to whoever asks them, and `answers.models.formulations` lists
them. `modelling` has what they need: solvers, statements, rows of constraints, files for other solvers.
"""

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="3. Guaranteed depth")


@app.cell
def _():
    import marimo as mo
    import matplotlib.pyplot as plt
    import numpy as np
    from ortools.sat.python import cp_model

    import wordle_cp
    from wordle_cp import (
        ModelQuestion,
        Position,
        Variant,
        export_model,
        score,
        show_model,
        solve,
        solve_model,
    )

    return (
        ModelQuestion,
        Position,
        Variant,
        cp_model,
        export_model,
        mo,
        np,
        plt,
        score,
        show_model,
        solve,
        solve_model,
        wordle_cp,
    )


@app.cell
def _(mo):
    mo.md(r"""
    # 3. Minimax, families, and a proof in one line

    Until now we wanted few guesses *on average*. Now we want a guarantee: a number of guesses that is enough, whatever is hidden.

    ## Warm-up: the worst case by hand

    Hidden is one of CAT, CAR, CAN, BAT, BAR, BAN. You guess CAT. With luck you have won; but count on bad luck.

    - GGG: you have won. No more guesses.
    - GGB leaves CAR and CAN: **2** more guesses, if you try the wrong one first.
    - BGG leaves BAT: 1 more guess.
    - BGB leaves BAR and BAN: **2** more guesses.

    The worst response costs 2 more. So with CAT you are safe within 1 + 2 = **3** guesses. Could another first guess make you safe within 2?
    Then the second guess must be right *each* time, so each word must be alone after the first guess: six words, six different
    responses. But a guess among the six gets only four different ones. So if you may guess only these six, 3 is the best.

    You have just taken a *maximum* over the responses, and then the *minimum* over the guesses.
    """)
    return


@app.cell
def _(Position, Variant):
    _start = Position.of(Variant.from_words(("cat", "car", "can", "bat", "bar", "ban")))
    assert {len(_start.groups(guess)) for guess in _start.hidden} == {4}
    assert _start.groups("cat")["GGB"] == ("car", "can")
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## The equation

    Let $d(H)$ be the least number of guesses that is always enough for the words $H$. The equation has the same form as that for totals,
    with a maximum in place of the sum:

    $$d(H) \;=\; 1 + \min_{w} \max_{C} d(C), \qquad d(\{h\}) = 1.$$

    For the six words: $d = 1 + \max(2, 1, 2) = 3$.

    Think of an opponent who hasn't chosen a word yet, and gives the response that is worst for you. Some word must still agree with all
    his responses; he has no other duty. Which sets of words are the worst that he can keep?
    """)
    return


@app.cell
def _(ModelQuestion, Variant, mo, solve):
    original = Variant.load("original")

    def families_of(words, least):
        """Return the families of `least` words or more, by pattern."""
        found = {}
        for word in words:
            for place in range(5):
                found.setdefault(f"{word[:place]}?{word[place + 1 :]}", []).append(word)
        return {pattern: words for pattern, words in found.items() if len(words) >= least}

    def responses_of(words):
        """Return a table of responses, as numbers: a row for each word, a column for each guess."""
        return ModelQuestion.of(original, words=words).patterns()

    families = families_of(original.hidden, 6)
    ight = families["?ight"]
    assert len(ight) == max(map(len, families.values())) == 9
    light = solve(original, history="light.bgggg", mode="hard", max_guesses="none")
    assert light.strategy.max_guesses == len(ight) - 1 == 8
    mo.md(
        f"""
        ## Families

        A *family* is a set of hidden words that agree in all places but one. The largest of the original hidden list is
        **?IGHT** with {len(ight)} words: {", ".join(word.upper() for word in ight)}.

        Have you guessed LIGHT, and got four greens? In hard mode you must keep them, so you try one word after the other: with bad luck
        {len(ight) - 1} more guesses. In normal mode there is a better way: guess a word that you know is wrong, but that tells
        many of them apart.
        """
    )
    return families, families_of, ight, original, responses_of


@app.cell
def _(ight, mo):
    probe = mo.ui.text(value="ferms", label="a guess")
    mo.md(f"Try one on the {len(ight)} words: {probe}")
    return (probe,)


@app.cell
def _(ight, mo, original, probe, responses_of, score):
    responses = dict(zip(original.guesses, responses_of(ight).T.tolist(), strict=True))

    def rest_cell(guess):
        """Return the words of the family that `guess` doesn't tell from each other."""
        cells = {}
        for word, response in zip(ight, responses[guess], strict=True):
            cells.setdefault(response, []).append(word)
        several = [words for words in cells.values() if len(words) > 1]
        assert len(several) <= 1  # the star theorem, below
        return several[0] if several else []

    assert rest_cell("ferms") == ["light", "night", "tight", "wight"]
    if probe.value.lower() in original.guesses:
        _guess = probe.value.lower()
        _rows = "\n".join(
            f"| {''.join({'B': '⬛', 'Y': '🟨', 'G': '🟩'}[tile] for tile in score(_guess, _word))} | {_word.upper()} |"
            for _word in ight
        )
        _shown = mo.md(
            f"| response | hidden |\n|---|---|\n{_rows}\n\n"
            f"Not told apart: {', '.join(_word.upper() for _word in rest_cell(_guess)) or 'none'}."
        )
    else:
        _shown = mo.md("That is no guess of the list.")
    _shown
    return (rest_cell,)


@app.cell
def _(mo, original, rest_cell):
    _widest = max(len(rest_cell(guess)) for guess in original.guesses)
    mo.md(
        r"""
        **The star theorem.** A guess divides a family into single words, its *distinct set* $D(w)$, and *one* rest cell. (Why? The words
        differ in one letter only. A guess notices a word if it has the word's own letter in the open place, or has it once more than
        the four common letters do. All words that it doesn't notice give the same response.) The cell above asserts it for each of the
        12,972 guesses.

        So against an opponent who always answers with the rest cell, a guess takes away its distinct set, and nothing else; and it doesn't
        matter in which order the guesses are made. The tree has become a **cover problem**: $g$ guesses are enough exactly if $g - 1$
        distinct sets cover all words but one.
        """
    )
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## Warm-up: cover six words by hand

    Take six of the words: FIGHT, LIGHT, MIGHT, NIGHT, RIGHT, SIGHT. Each guess crosses some of them off a list, namely those that it tells from all
    the others:

    - FERMS crosses off FIGHT, MIGHT, RIGHT and SIGHT, as it has their first letters.
    - LIGHT crosses off LIGHT, and no other.

    Play both. One word is still on the list, NIGHT, and that is fine: if no response was special, it must be NIGHT. So three guesses are
    enough: FERMS, LIGHT, and then the word that you know. Are two enough? Then *one* guess would have to cross off five of the six words, and
    so have five of the letters F, L, M, N, R, S. No guess has.

    To plan such a game, you choose guesses so that their sets *cover* all words but one. Nothing else matters.
    """)
    return


@app.cell
def _(original, responses_of):
    six_rhymes = ("fight", "light", "might", "night", "right", "sight")
    _shown = dict(zip(original.guesses, responses_of(six_rhymes).T.tolist(), strict=True))

    def crossed_off(guess):
        """Return those of the six words that `guess` tells from all the others."""
        own = _shown[guess]
        return [word for word, one in zip(six_rhymes, own, strict=True) if own.count(one) == 1]

    assert crossed_off("ferms") == ["fight", "might", "right", "sight"]
    assert crossed_off("light") == ["light"]
    assert max(len(crossed_off(guess)) for guess in original.guesses) == 4
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## The cover model

    For nine words and 12,972 guesses nobody wants to choose by hand. A *constraint solver* gets yes/no questions and conditions between
    them, and finds answers that keep all conditions, or says that there are none. Ours is CP-SAT, of Google's OR-Tools, and it decides
    cover problems of this size at once. The model, from `models/families.py`:

    - a question $x_D$ for each distinct set $D$: is a guess with this set played?
    - a question $u_e$ for each word $e$: is $e$ the one word that is never crossed off?
    - for each word $e$ a condition: $u_e$ is yes, or some $x_D$ with $e \in D$ is;
    - at most one $u_e$ is yes, and at most $g - 1$ of the $x_D$.

    Above, the answers were yes for the sets of FERMS and LIGHT, and for $u_\text{NIGHT}$; all others were no. Only *maximal* sets matter: a
    guess that tells more words apart is no worse.
    """)
    return


@app.cell
def _(ight, mo, original, show_model):
    _size = show_model("family-cover", original, words=ight, depth=3).size
    most = mo.ui.slider(1, 6, value=3, label="guesses", show_value=True)
    mo.vstack(
        [
            mo.md(
                f"`show_model` says how large the model is. For ?IGHT: {_size.variables['use']} maximal sets, "
                f"{sum(_size.variables.values())} variables, {sum(_size.constraints.values())} constraints. "
                f"`solve_model` solves it. Are this many guesses enough?"
            ),
            most,
        ]
    )
    return (most,)


@app.cell
def _(ight, mo, most, original, solve_model):
    def answer(words, guesses):
        """Return in words whether this number of guesses is enough, and which guesses do."""
        report = solve_model("family-cover", original, words=words, depth=guesses)
        if report.status == "infeasible":
            return f"{guesses}: **impossible**"
        played = " and ".join(report.found.values["guesses"]).upper()
        return f"{guesses}: **possible**, with {played or 'no guess'}, and then the word that is left"

    mo.md(answer(ight, most.value))
    return (answer,)


@app.cell
def _(ight, original, solve_model):
    assert solve_model("family-cover", original, words=ight, depth=2).status == "infeasible"
    assert solve_model("family-cover", original, words=ight, depth=3).status == "feasible"
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## ?ILLS: five guesses are impossible

    Now let *every* guess be hidden, all 12,972. Can five guesses always be enough? There are far more strategies than anybody could ever
    try: 12,972 openers, and after each response 12,972 guesses again. But one family settles it:
    """)
    return


@app.cell
def _(answer, families_of, mo, original, show_model, solve_model):
    ills = families_of(original.guesses, 19)["?ills"]
    assert len(ills) == 19
    assert solve_model("family-cover", original, words=ills, depth=5).status == "infeasible"
    assert solve_model("family-cover", original, words=ills, depth=6).status == "feasible"
    _size = show_model("family-cover", original, words=ills, depth=5).size
    mo.md(
        f"""
        {", ".join(word.upper() for word in ills)}: {len(ills)} words, {_size.variables["use"]} maximal distinct sets.
        CP-SAT says:

        - {answer(ills, 5)}
        - {answer(ills, 6)}
        """
    )
    return (ills,)


@app.cell
def _(mo):
    mo.md(r"""
    *Impossible*, says the solver. Should one believe it? It has tried everything, cleverly, with a hundred thousand lines of C++. One
    would rather *see* it. Here is something to see.

    ## The weight certificate

    Give each word a **weight**. B, F, G, J, K, L, V and Z weigh 2, the other eleven 1. In all: $8 \cdot 2 + 11 \cdot 1 = 27$.

    The words that one guess crosses off weigh 6 at most, together. (*This* has to be checked for each of the 12,972 guesses; a computer
    does it in a blink, and by adding up.) So if the opponent always gives the rest response, four guesses take away
    $4 \cdot 6 = 24$ at most. What is left weighs at least

    $$27 - 4 \cdot 6 \;=\; 3 \;>\; 2,$$

    and as no word weighs more than 2, at least *two* words are left, for the fifth guess. One guess can't be two words. **Five guesses
    are impossible.** That is the whole proof. (Other weights prove it, too: those in docs/howto/prove.md add up to 49.)
    """)
    return


@app.cell
def _(ills, mo, original, responses_of, solve_model):
    patterns = responses_of(ills)
    weights = [2 if word[0] in "bfgjklvz" else 1 for word in ills]

    def taken_away(weights):
        """Return what the words weigh together that each guess takes away: all but its heaviest cell."""
        losses = []
        for column in patterns.T.tolist():
            cells = {}
            for weight, response in zip(weights, column, strict=True):
                cells[response] = cells.get(response, 0) + weight
            losses.append(sum(weights) - max(cells.values()))
        return losses

    def prove(weights, guesses):
        """Tell whether the weights prove that this number of guesses is too small for ?ILLS."""
        return sum(weights) - (guesses - 1) * max(taken_away(weights)) > max(weights)

    losses = taken_away(weights)
    assert sum(weights) == 27
    assert max(losses) == 6
    assert sum(weights) - 4 * max(losses) == 3 > max(weights) == 2
    assert prove(weights, 5)
    assert not prove(weights, 6)
    assert not prove([1] * 19, 5)
    found = solve_model("weights", original, words=ills, depth=5)
    assert found.found.values["weights"] == dict(zip(ills, weights, strict=True))
    assert found.accepted.claim.depth == 5
    heaviest = [original.guesses[guess].upper() for guess, loss in enumerate(losses) if loss == 6]
    mo.md(
        f"""
        All of this is asserted above. {len(heaviest)} guesses take away a weight of 6, {", ".join(heaviest[:8])} among them.

        Where do the weights come from? They are the *dual* of the cover problem: the solver of a linear program finds them
        (`solve_model("weights", ...)`), and rounding makes them whole. But nobody needs to know. A proof is to be checked, wherever it
        comes from: `accepted` says that the checker has added all of it up.
        """
    )
    return losses, patterns, prove, weights


@app.cell
def _(ills, mo, weights):
    sliders = mo.ui.array(
        [
            mo.ui.slider(0, 4, value=weight, label=word[0].upper(), show_value=True)
            for word, weight in zip(ills, weights, strict=True)
        ]
    )
    mo.vstack(
        [
            mo.md("Find other weights that prove it, or spoil the proof:"),
            mo.hstack(list(sliders), wrap=True, justify="start"),
        ]
    )
    return (sliders,)


@app.cell
def _(mo, prove, sliders):
    _tried = list(sliders.value)
    _proven = prove(_tried, 5)
    mo.md(
        f"Sum {sum(_tried)}: these weights prove {'that five guesses are impossible' if _proven else 'nothing'}."
    )
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## The linear program, and its prices

    Let the answers be *fractions*: half of one guess, a third of another. That is the linear relaxation of the cover model. It is solved
    fast, and fewer fractions than it needs won't do; so no whole guesses either. For ?ILLS:

    $$\min \sum_D x_D \quad\text{where}\quad u_e + \sum_{D \ni e} x_D \ge 1 \text{ for each word } e, \qquad \sum_e u_e \le 1, \qquad 0 \le x, u.$$

    Each constraint has a *price*: what a little more of its right side would cost. Prices $w_e$ of the words and $z$ of the last line are a
    proof by themselves. Multiply each line by its price, and add up: if no $D$ has words of more than 1 together, and no word a price of
    more than $z$, then $\sum x_D \ge \sum w_e - z$, whatever $x$ is.
    """)
    return


@app.cell
def _(ills, mo, np, original, patterns, prove):
    from ortools.linear_solver import pywraplp

    def distinct_sets(patterns):
        """Return for each guess the words, by number, that it tells from all the others."""
        shares = (patterns[:, None, :] == patterns[None, :, :]).sum(axis=1)
        return [frozenset(np.flatnonzero(column == 1).tolist()) for column in shares.T]

    def maximal(sets):
        """Return those sets that are part of no other, each once."""
        return sorted((one for one in set(sets) if not any(one < other for other in set(sets))), key=sorted)

    def relaxation(sets, count):
        """Return the value of the linear program, the prices of the words, and that of the last line."""
        program = pywraplp.Solver.CreateSolver("GLOP")
        use = [program.NumVar(0, 1, "") for _ in sets]
        last = [program.NumVar(0, 1, "") for _ in range(count)]
        separate = [
            program.Add(last[word] + sum(x for x, one in zip(use, sets, strict=True) if word in one) >= 1)
            for word in range(count)
        ]
        one_last = program.Add(sum(last) <= 1)
        program.Minimize(sum(use))
        program.Solve()
        return (
            program.Objective().Value(),
            [line.dual_value() for line in separate],
            -one_last.dual_value(),
        )

    ills_sets = maximal(distinct_sets(patterns))
    value, prices, last_price = relaxation(ills_sets, len(ills))
    assert abs(value - 40 / 9) < 1e-6
    assert abs(sum(prices) - last_price - value) < 1e-6  # strong duality
    whole = [round(9 * price) for price in prices]
    heaviest_set = max(sum(whole[word] for word in one) for one in ills_sets)
    assert (sum(whole), heaviest_set, max(whole)) == (43, 9, 3)
    assert prove(whole, 5)
    assert len(original.guesses) == 12972
    mo.md(
        f"""
        The relaxation is worth {value:.4f}. Four guesses before the last one are fewer, so **five guesses are impossible**: no search, one
        linear program. Times 9 the prices are whole: B, F and others weigh 3, and so on, {sum(whole)} in all; a guess takes away
        {heaviest_set} at most, and {sum(whole)} − 4 · {heaviest_set} = {sum(whole) - 4 * heaviest_set} > {max(whole)}.

        So a proof fits a line: constraint 1 times 3, constraint 2 times 2, ..., added up, is a contradiction. Checkers of cutting planes read
        such lines: `wordle-cp model export family-cover ... --format opb --proof F` writes one for VeriPB.
        """
    )
    return distinct_sets, ills_sets, maximal


@app.cell
def _(mo):
    mo.md(r"""
    ## Your model here

    Now write the constraints yourself. `use` and `last` are the variables, `sets` has what each guess tells apart. Change the function, or
    begin it anew: below it is compared with brute force on random games. What do you see without `separate`? Without `one_last`?
    """)
    return


@app.cell
def _(cp_model):
    def your_model(model, use, last, sets, guesses):
        """Add the constraints: this number of guesses is enough for words that these sets tell apart."""
        for word, own in enumerate(last):  # separate
            model.add_bool_or([own, *(x for x, one in zip(use, sets, strict=True) if word in one)])
        model.add_at_most_one(last)  # one_last
        model.add(sum(use) <= guesses - 1)  # guesses

    def solved(sets, count, guesses, level=2, work=5.0):
        """Return whether your model has a solution, None if there wasn't time enough; and the branches made."""
        model = cp_model.CpModel()
        use = [model.new_bool_var(f"use[{number}]") for number in range(len(sets))]
        last = [model.new_bool_var(f"last[{word}]") for word in range(count)]
        your_model(model, use, last, sets, guesses)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.linearization_level = level
        solver.parameters.max_deterministic_time = work
        status = solver.solve(model)
        answers = {cp_model.OPTIMAL: True, cp_model.FEASIBLE: True, cp_model.INFEASIBLE: False}
        return answers.get(status), solver.num_branches

    return (solved,)


@app.cell
def _(mo, solved):
    import random
    from itertools import combinations

    def enough(sets, count, guesses):
        """Tell by brute force whether some sets, one less than guesses, cover all words but one."""
        return any(
            len(set().union(*chosen)) >= count - 1
            for chosen in combinations([*sets, *[frozenset()] * guesses], guesses - 1)
        )

    _rng = random.Random(3)  # noqa: S311  no secret
    _games = [
        ([frozenset(_rng.sample(range(7), _rng.randint(1, 3))) for _ in range(6)], _rng.randint(1, 4))
        for _ in range(30)
    ]
    _wrong = [game for game in _games if solved(game[0], 7, game[1])[0] != enough(game[0], 7, game[1])]
    assert not _wrong
    assert {enough(sets, 7, guesses) for sets, guesses in _games} == {True, False}
    mo.md(f"Of {len(_games)} random games your model gets {len(_games) - len(_wrong)} right.")
    return


@app.cell
def _(ills, ills_sets, mo, solved):
    _with = solved(ills_sets, len(ills), 5)
    _without = solved(ills_sets, len(ills), 5, level=0, work=1.0)
    assert _with[0] is False
    assert _without[0] is None
    assert _without[1] > 10 * _with[1]
    mo.md(
        f"""
        ## A linear program at each node

        CP-SAT solves relaxations while it searches, if it is told to (`linearization_level`). Is ?ILLS possible within five guesses?

        | | answer | branches |
        |---|---|---|
        | with them (level 2) | impossible, at once | {_with[1]:,} |
        | without (level 0) | none when it was stopped, 20 times later or more | {_without[1]:,} |

        Learning from conflicts alone has to try sets one by one, many of which are as good as each other. The relaxation sees all of them at
        once, as the prices above do.
        """
    )
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## Benders: cuts from families

    Can three guesses always find the original hidden words? A *master* chooses an opener. The *subproblems* are the families: can what the
    opener leaves of a family be found with two more guesses? A no is a *cut*: these words are too many, so each opener that leaves them
    together is refuted, thousands at once. That is Benders decomposition, where cuts come from logic in place of prices.
    """)
    return


@app.cell
def _(distinct_sets, families, mo, original, responses_of):
    def benders(openers):
        """Return the cuts, with how many openers each refutes, and the openers that are left."""
        tables = []
        for family in families.values():
            sets = distinct_sets(responses_of(family))
            everything = frozenset(range(len(family)))
            tables.append((family, sets, [everything - one for one in sets]))

        def lost(words, sets):
            return all(len(words - one) > 1 for one in sets)  # no guess tells all of them but one

        left, cuts = set(range(len(openers))), []
        for opener in range(len(openers)):
            for family, sets, rests in tables:
                if opener in left and lost(rests[opener], sets):
                    words = rests[opener]
                    for word in sorted(words):  # as few words as possible: then more openers leave them
                        if lost(words - {word}, sets):
                            words = words - {word}
                    forbidden = {other for other in left if words <= rests[other]}
                    cuts.append(([family[word] for word in sorted(words)], len(forbidden)))
                    left -= forbidden
        return cuts, left

    cuts, survivors = benders(original.guesses)
    assert sum(count for _, count in cuts) + len(survivors) == len(original.guesses)
    assert len(cuts) < 300
    mo.md(
        f"""
        {len(cuts)} cuts refute {sum(count for _, count in cuts):,} of {len(original.guesses):,} openers; {len(survivors):,} survive. The first
        cut is {" ".join(cuts[0][0]).upper()}: it refutes {cuts[0][1]:,} openers. (For whole lists `prove --by cp-sat` does this, with a
        certificate made of the cuts.)
        """
    )
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## Why dynamic programming beats CP on trees, and when it doesn't

    After a response, what is best doesn't depend on what is done after the others: siblings share nothing. So the equation above can be
    computed from small sets to large ones, and a solver that looks at all of them together has nothing to propagate; the linear program of
    the states has whole solutions by itself.

    Couple the siblings, and that ends. Nobody can remember a hundred second guesses; so allow only a few different ones. Which are best
    after one response now depends on which the others need: a *p-median* problem. After SALET BYBBB (102 words) and CORNI:
    """)
    return


@app.cell
def _(mo, original, solve):
    asked = {"history": "salet.bybbb", "opener": "corni"}
    any_words = solve(original, **asked).cost
    few = {most: solve(original, **asked, second_guesses=most) for most in (1, 3)}
    assert all(answer.exact for answer in few.values())
    assert any_words < few[3].cost == 284 < few[1].cost
    assert few[3].few.candidates > 0
    _rows = "\n".join(
        f"| {most} | {answer.cost} | {' '.join(answer.few.words).upper()} | {answer.few.candidates or ''} |"
        for most, answer in few.items()
    )
    mo.md(
        f"| second guesses | total | which | CP-SAT chose among |\n|---|---|---|---|\n{_rows}\n| any | {any_words} | | |\n\n"
        "What each response costs with each word is still dynamic programming. To choose the words is CP-SAT's work, and prices of the "
        "responses, a linear program's dual once more, leave it few to choose among: see `models/few_words.py`."
    )
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## A constraint less

    To understand a constraint, leave it out. In **hard mode** each guess must use what the responses have shown. Take CO?ED, 14 words in
    which only the middle letter differs. In normal mode four guesses are enough, in hard mode five are needed. The model `family-chain` is
    the cover model with two more constraints:

    - `type_of`: a guess that is played *has* the type of what it has in common with the 14 words, such as "an O in place 2";
    - `incomparable`: of two guesses that are played, one must have all that the other one has. For whichever comes first, its response
      shows what they have in common, and the next guess must use it.

    `export_model` writes the model as CP-SAT reads it, so that you can change it. Choose what to leave out, and ask once more whether four
    guesses are enough:
    """)
    return


@app.cell
def _(export_model, families_of, mo, original, solve_model):
    coed = families_of(original.guesses, 14)["co?ed"]
    assert len(coed) == 14

    def status(name, mode, guesses):
        """Return whether this number of guesses is enough for CO?ED, as a model says."""
        return solve_model(name, original, words=coed, depth=guesses, mode=mode).status

    assert [status("family-cover", "normal", guesses) for guesses in (3, 4)] == ["infeasible", "feasible"]
    assert [status("family-chain", "hard", guesses) for guesses in (4, 5)] == ["infeasible", "feasible"]
    chain_text = export_model("family-chain", original, "proto", words=coed, depth=4, mode="hard")
    left_out = mo.ui.dropdown(
        ["nothing", "incomparable", "type_of", "one_last", "guesses", "separate"],
        value="incomparable",
        label="leave out",
    )
    left_out
    return chain_text, left_out


@app.cell
def _(chain_text, cp_model, left_out, mo):
    def without(name):
        """Solve the model without the constraints of that name; return how many there were, and whether it has a solution."""
        model = cp_model.CpModel()
        assert model.proto.parse_text_format(chain_text)
        gone = [one for one in model.proto.constraints if one.name.partition("[")[0] == name]
        for one in gone:
            one.parse_text_format("")  # a constraint that says nothing
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 2  # a cover needs its linear relaxation
        return len(gone), solver.solve(model) == cp_model.OPTIMAL

    meanings = {
        "nothing": "Four guesses are too few in hard mode.",
        "incomparable": "Guesses needn't use what earlier ones have shown: this is normal mode.",
        "type_of": "The types of guesses are anything, so `incomparable` forbids nothing: normal mode again.",
        "one_last": "Any words may stay undistinguished. The solver distinguishes none: this plan finds nothing.",
        "guesses": "The plan may be as long as you like: hard mode itself forbids no word of the family.",
        "separate": "No word has to be told from the others: the solver plays nothing at all.",
    }
    gone, possible = without(left_out.value)
    mo.md(
        f"{gone} constraints left out; a solution {'**exists**' if possible else 'doesn’t exist'}. {meanings[left_out.value]}"
    )
    return (without,)


@app.cell
def _(without):
    assert without("nothing") == (0, False)
    assert all(without(name)[1] for name in ("incomparable", "type_of", "one_last", "guesses", "separate"))
    assert without("incomparable")[0] > 500
    return


@app.cell
def _(mo):
    mo.md(r"""
    So hard mode costs one guess here, and `incomparable` is why. The other answers warn: *possible* in a model with a constraint too few
    says nothing of the game. But *impossible* in such a model is impossible in the game, too: fewer constraints, more solutions. That is
    what makes the cover model useful: whatever it calls impossible is impossible in each mode.
    """)
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## How large, how long

    Families are special. For *any* set of words there are two models: `adaptive-tree` writes a whole strategy as one model, with a place
    for each cell that a guess may have; `strategy-graph` has a place only for those sets of words that a good strategy comes to. Here are
    both for 12, 16, 20 and 24 of the words that RAISE BBBBG leaves, and three guesses. Each point is a model: to the right is larger, up is
    slower.
    """)
    return


@app.cell
def _(Position, mo, original, plt, show_model, solve_model):
    left = Position.of(original, "raise.bbbbg").hidden
    assert len(left) == 61
    counts = (12, 16, 20, 24)

    def measured(name):
        """Return how many coefficients and seconds the model of a name has, for each number of words."""
        rows = []
        for count in counts:
            asked = {"words": left[:count], "depth": 3}
            report = solve_model(name, original, **asked)
            assert report.status == "feasible"
            rows.append((show_model(name, original, **asked).size.nonzeros, report.seconds))
        return rows

    sizes = {name: measured(name) for name in ("adaptive-tree", "strategy-graph")}
    figure, axes = plt.subplots(figsize=(8, 4), layout="constrained")
    for (_name, _rows), _mark, _height in zip(sizes.items(), "os", (0.03, 0.1), strict=True):
        (_line,) = axes.plot(*zip(*_rows, strict=True), marker=_mark, label=_name)
        for _coefficients in dict.fromkeys(size for size, _ in _rows):
            _here = [
                str(count) for count, (size, _) in zip(counts, _rows, strict=True) if size == _coefficients
            ]
            axes.annotate(
                ", ".join(_here),
                (_coefficients, _height),
                xycoords=("data", "axes fraction"),
                color=_line.get_color(),
                ha="center",
            )
    axes.set(
        xscale="log", yscale="log", xlabel="coefficients that aren't 0", ylabel="seconds, built and solved"
    )
    axes.set_ymargin(0.2)
    axes.legend(loc="upper left")
    plt.close(figure)
    mo.vstack([figure, mo.md("The numbers below the points, in their colours, are those of the words.")])
    return (sizes,)


@app.cell
def _(sizes):
    _tree, _graph = ([size for size, _ in rows] for rows in sizes.values())
    assert _tree[-1] > 500 * _tree[0]  # twice as many words
    assert _graph[-1] < 10 * _graph[0]
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## Exercises
    """)
    return


@app.cell
def _(mo):
    mo.accordion(
        {
            "Exercise 1: Why don't equal weights work for ?ILLS?": mo.md(
                """
                With all weights 1 the sum is 19, and some guess takes away 5 words; 19 − 4 · 5 is −1, which proves nothing. Guesses that take
                away five words use common letters. So words with rare letters must weigh more.
                """
            ),
            "Exercise 2: Prove that two guesses are too few for ?IGHT after LIGHT (eight words).": mo.md(
                """
                Weight 1 each: the sum is 8, and no guess takes away more than 5 words (counted below). 8 − 1 · 5 = 3 > 1.
                """
            ),
            "Exercise 3: How many families of six and more words are there, of the original hidden list, and what do they need?": mo.md(
                """
                12 families, and each of them needs 3. In hard mode, too, as long as nothing has been fixed yet: the first guess may be FERMS
                there as well. After LIGHT with four greens it may not, and 8 guesses are needed.
                """
            ),
            "Exercise 4: A certificate says six guesses are enough for ?ILLS. What would you want to see?": mo.md(
                """
                A strategy: five guesses whose distinct sets cover all words but one, as CP-SAT gave above. A *possible* is proven by an example,
                an *impossible* by a bound. The next notebook is about files that hold such proofs.
                """
            ),
        }
    )
    return


@app.cell
def _(ight, original, patterns, responses_of, wordle_cp):
    from collections import Counter

    def words_taken(columns):
        """Return the most words that a guess takes away."""
        return max(
            len(columns) - max(Counter(columns[:, guess].tolist()).values())
            for guess in range(columns.shape[1])
        )

    assert words_taken(patterns) == 5
    assert words_taken(responses_of([word for word in ight if word != "light"])) == 5
    for _mode in ("normal", "hard"):
        _found = wordle_cp.families(original, mode=_mode, min_size=6).table
        assert Counter(one.least_depth for one in _found) == {3: 12}
    return


@app.cell
def _(mo):
    mo.md(r"""
    *Sources.* A. Selby, "The best strategies for Wordle, part 2" (2022), section "Endgame analysis", counts distinct sets of families; Alex
    Peattie's proof that five guesses are impossible, which Selby cites, uses ?ILLS. docs/depth-search.md has the theory.
    """)
    return


if __name__ == "__main__":
    app.run()

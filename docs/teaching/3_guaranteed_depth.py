import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="3. Guaranteed depth")


@app.cell
def _():
    import marimo as mo
    import matplotlib.pyplot as plt
    import numpy as np
    from ortools.sat.python import cp_model

    from wordle_cp import Mode, Variant, export_model, show_model, solve, solve_model
    from wordle_cp.answers.family_table import family_table
    from wordle_cp.engine import score_matrix
    from wordle_cp.modelling.family import find_families
    from wordle_cp.models.weights import verify_weights
    from wordle_cp.rules.words import pattern_of
    from wordle_cp.views.strategies.plotted import response_image

    return (
        Mode,
        Variant,
        cp_model,
        export_model,
        family_table,
        find_families,
        mo,
        np,
        pattern_of,
        plt,
        response_image,
        score_matrix,
        show_model,
        solve,
        solve_model,
        verify_weights,
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
def _(pattern_of):
    six = ("cat", "car", "can", "bat", "bar", "ban")
    assert {len({pattern_of(guess, word) for word in six}) for guess in six} == {4}
    _left = [word for word in six if pattern_of("cat", word) == pattern_of("cat", "car")]
    assert _left == ["car", "can"]
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
def _(Variant, find_families, mo, solve):
    original = Variant.load("original")
    families = find_families(original.hidden, 6)
    ight = next(family for family in families if family.pattern == "?ight")
    assert len(ight.words) == max(len(family.words) for family in families) == 9
    light = solve(original, history="light.bgggg", mode="hard", max_guesses="none")
    assert light.strategy.max_guesses == len(ight.words) - 1 == 8
    mo.md(
        f"""
        ## Families

        A *family* is a set of hidden words that agree in all places but one. The largest of the original hidden list is
        **?IGHT** with {len(ight.words)} words: {", ".join(word.upper() for word in ight.words)}.

        Have you guessed LIGHT, and got four greens? In hard mode you must keep them, so you try one word after the other: with bad luck
        {len(ight.words) - 1} more guesses. In normal mode there is a better way: guess a word that you know is wrong, but that tells
        many of them apart.
        """
    )
    return families, ight, original


@app.cell
def _(ight, mo):
    probe = mo.ui.text(value="ferms", label="a guess")
    mo.md(f"Try one on the {len(ight.words)} words: {probe}")
    return (probe,)


@app.cell
def _(ight, mo, original, pattern_of, probe, response_image):
    def rest_cell(guess):
        """Return the words of the family that `guess` doesn't tell from each other."""
        cells = {}
        for word in ight.words:
            cells.setdefault(pattern_of(guess, word), []).append(word)
        several = [words for words in cells.values() if len(words) > 1]
        assert len(several) <= 1  # the star theorem, below
        return several[0] if several else []

    assert rest_cell("ferms") == ["light", "night", "tight", "wight"]
    if probe.value.lower() in original.guesses:
        _guess = probe.value.lower()
        _rows = "\n".join(
            f"| {response_image(_guess, pattern_of(_guess, _word))} | {_word.upper()} |"
            for _word in ight.words
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
def _(original, pattern_of):
    six_rhymes = ("fight", "light", "might", "night", "right", "sight")

    def crossed_off(guess):
        """Return those of the six words that `guess` tells from all the others."""
        responses = [pattern_of(guess, word) for word in six_rhymes]
        return [word for word, own in zip(six_rhymes, responses, strict=True) if responses.count(own) == 1]

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
    _size = show_model("family-cover", original, words=ight.words, depth=3).size
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
        """Return in words whether so many guesses are enough, and with which."""
        report = solve_model("family-cover", original, words=words, depth=guesses)
        if report.status == "infeasible":
            return f"{guesses}: **impossible**"
        played = " and ".join(report.found.values["guesses"]).upper()
        return f"{guesses}: **possible**, with {played or 'no guess'}, and then the word that is left"

    mo.md(answer(ight.words, most.value))
    return (answer,)


@app.cell
def _(ight, original, solve_model):
    assert solve_model("family-cover", original, words=ight.words, depth=2).status == "infeasible"
    assert solve_model("family-cover", original, words=ight.words, depth=3).status == "feasible"
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
def _(answer, find_families, mo, original, show_model, solve_model):
    ills = next(family for family in find_families(original.guesses, 19) if family.pattern == "?ills")
    assert len(ills.words) == 19
    assert solve_model("family-cover", original, words=ills.words, depth=5).status == "infeasible"
    assert solve_model("family-cover", original, words=ills.words, depth=6).status == "feasible"
    _size = show_model("family-cover", original, words=ills.words, depth=5).size
    mo.md(
        f"""
        {", ".join(word.upper() for word in ills.words)}: {len(ills.words)} words, {_size.variables["use"]} maximal distinct sets.
        CP-SAT says:

        - {answer(ills.words, 5)}
        - {answer(ills.words, 6)}
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
def _(ills, mo, np, original, score_matrix, solve_model, verify_weights):
    patterns = np.ascontiguousarray(
        score_matrix(original.guesses, ills.words).T
    )  # a row a word, a column a guess
    weights = [2 if word[0] in "bfgjklvz" else 1 for word in ills.words]

    def taken_away(guess):
        """Return what the words weigh together that a guess, given by its column, takes away: all but its heaviest cell."""
        cells = {}
        for weight, pattern in zip(weights, patterns[:, guess].tolist(), strict=True):
            cells[pattern] = cells.get(pattern, 0) + weight
        return sum(weights) - max(cells.values())

    losses = [taken_away(guess) for guess in range(len(original.guesses))]
    assert sum(weights) == 27
    assert max(losses) == 6
    assert sum(weights) - 4 * max(losses) == 3 > max(weights) == 2
    assert verify_weights(patterns, weights, 5)
    assert not verify_weights(patterns, weights, 6)
    assert not verify_weights(patterns, [1] * 19, 5)
    found = solve_model("weights", original, words=ills.words, depth=5)
    assert found.found.values["weights"] == dict(zip(ills.words, weights, strict=True))
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
    return losses, patterns, taken_away, weights


@app.cell
def _(ills, mo, weights):
    sliders = mo.ui.array(
        [
            mo.ui.slider(0, 4, value=weight, label=word[0].upper(), show_value=True)
            for word, weight in zip(ills.words, weights, strict=True)
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
def _(mo, patterns, sliders, verify_weights):
    _tried = list(sliders.value)
    _proven = sum(_tried) > 0 and verify_weights(patterns, _tried, 5)
    mo.md(
        f"Sum {sum(_tried)}: these weights prove {'that five guesses are impossible' if _proven else 'nothing'}."
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
def _(export_model, find_families, mo, original, solve_model):
    coed = next(family for family in find_families(original.guesses, 14) if family.pattern == "co?ed")
    assert len(coed.words) == 14

    def status(name, mode, guesses):
        """Return whether so many guesses are enough for CO?ED, as a model says."""
        return solve_model(name, original, words=coed.words, depth=guesses, mode=mode).status

    assert [status("family-cover", "normal", guesses) for guesses in (3, 4)] == ["infeasible", "feasible"]
    assert [status("family-chain", "hard", guesses) for guesses in (4, 5)] == ["infeasible", "feasible"]
    chain_text = export_model("family-chain", original, "proto", words=coed.words, depth=4, mode="hard")
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
def _(mo, original, pattern_of, plt, show_model, solve_model):
    left = [word for word in original.hidden if pattern_of("raise", word) == pattern_of("raise", "bulge")]
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
def _(Mode, family_table, ight, np, original, patterns, score_matrix):
    from collections import Counter

    def words_taken(columns):
        """Return the most words that a guess takes away."""
        return max(
            len(columns) - max(Counter(columns[:, guess].tolist()).values())
            for guess in range(columns.shape[1])
        )

    assert words_taken(patterns) == 5
    after_light = [word for word in ight.words if word != "light"]
    assert words_taken(np.ascontiguousarray(score_matrix(original.guesses, after_light).T)) == 5
    lemmas = {
        mode: family_table(original.guesses, original.hidden, mode) for mode in (Mode.NORMAL, Mode.HARD)
    }
    assert all(Counter(lemma.least_depth for lemma in found) == {3: 12} for found in lemmas.values())
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

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="2. The Bellman equation, and bounds")


@app.cell
def _():
    import tempfile
    from html import escape
    from pathlib import Path

    import marimo as mo
    import matplotlib.pyplot as plt

    from wordle_cp import Position, Variant, WordleCpError, score, solve

    return Path, Position, Variant, WordleCpError, escape, mo, plt, score, solve, tempfile


@app.cell
def _(mo):
    mo.md(r"""
    # 2. The Bellman equation, brute force, and one bound at a time

    The first notebook counted the guesses of two strategies by hand. How does one find the best of *all* strategies? There are
    more strategies than atoms in the universe.

    ## Warm-up: six words by hand

    Hidden is one of CAT, CAR, CAN, BAT, BAR, BAN, each as likely as the others. What should you guess first?

    **Try CAT.** All six words pay one guess for it: 6. Now look at what is left, response by response.

    - GGG: you have won, and nothing more is to pay.
    - GGB leaves CAR and CAN. Guess one of them; if it is the other, guess again. That is 1 + 2 = 3 more.
    - BGG leaves BAT alone: 1 more.
    - BGB leaves BAR and BAN: 3 more, like CAR and CAN.

    The total with CAT is 6 + 3 + 1 + 3 = **13**.

    **Try ACT**, which isn't one of the six. It makes the same four groups, but it can't be right itself, so CAT pays 1 more, too. The
    total is 6 + 1 + 3 + 1 + 3 = **14**.

    You could go on so, guess by guess, and take the *smallest* total. Did you notice what happened on the way? After each response
    there was a smaller game, and we needed its best total. That is the whole idea of this notebook.
    """)
    return


@app.cell
def _(Position, Variant):
    six = ("cat", "car", "can", "bat", "bar", "ban")
    start = Position.of(Variant.from_words((*six, "act"), six))

    def sizes(guess):
        """Return the sizes of the groups that `guess` leaves, the winning one left out, in order."""
        return sorted(len(group) for group in start.groups(guess).values() if group != (guess,))

    def by_hand(guess):
        """Return the total with `guess`, where one word costs 1 more and two words cost 3 more."""
        return len(six) + sum({1: 1, 2: 3}[size] for size in sizes(guess))

    assert sizes("cat") == [1, 2, 2]
    assert sizes("act") == [1, 1, 2, 2]
    assert (by_hand("cat"), by_hand("act")) == (13, 14)
    assert {by_hand(word) for word in six} == {13}
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## The equation

    A best strategy is a first guess, followed by a best strategy for each of its cells; and a cell is a smaller question of the same
    kind. Let $m(H)$ be the least total for the words $H$:

    $$m(H) \;=\; |H| + \min_{w} \sum_{C} m(C), \qquad m(\{h\}) = 1,$$

    where $C$ runs over the cells of $H$ under the guess $w$, without the winning one (all green). In words: each word pays one for this
    guess, which is $|H|$; then add up what the cells cost; and do so for the guess $w$ with the *least* sum. For the six words above:
    $m = 6 + (3 + 1 + 3) = 13$. This is the *Bellman equation* of the game (Bertsimas and Paskov, "An Exact
    Solution to Wordle"; Selby has the same recursion).

    It is a program at once. Here it is, with nothing but the rule of scoring:
    """)
    return


@app.cell
def _(mo, score):
    from functools import cache

    response = cache(score)

    def cells(guess, words):
        """Return the cells of `words` under `guess`, without the winning one."""
        found = {}
        for word in words:
            found.setdefault(response(guess, word), []).append(word)
        found.pop("GGGGG", None)
        return list(found.values())

    def least_total(words, guesses, visited):
        """Return m(words) by trying every guess; `visited` gets the sets of two words or more that were looked at."""
        if len(words) == 1:
            return 1
        visited.append(words)
        totals = []
        for guess in guesses:
            parts = cells(guess, words)
            if words not in parts:
                totals.append(len(words) + sum(least_total(part, guesses, visited) for part in parts))
        return min(totals)

    mo.show_code()
    return cells, least_total


@app.cell
def _(mo):
    mo.md(r"""
    The condition `words not in parts` leaves out guesses that divide nothing. They tell you nothing, so a best strategy needs none of
    them; and with them the recursion would never end.

    ## How much work is that?

    Seven of the words that are left after STAGE with GBGBG, and a dozen other guesses of the real list:
    """)
    return


@app.cell
def _(Position, Variant, mo):
    original, after_stage = Variant.load("original"), "stage.gbgbg"
    sixteen = Position.of(original, after_stage).hidden
    assert len(sixteen) == 16
    seven = sixteen[:7]
    others = tuple(guess for guess in original.guesses if guess not in seven)[::700][:12]
    cut = Variant.from_words((*seven, *others), seven)
    mo.md(f"Hidden: {', '.join(seven)}. Other guesses: {', '.join(others)}.")
    return after_stage, cut, original, seven, sixteen


@app.cell
def _(cut, least_total, mo, seven):
    visited = []
    total = least_total(list(seven), cut.guesses, visited)
    assert total == 17
    assert len(visited) == 5677
    different = len({tuple(words) for words in visited})
    mo.md(
        f"""
        The least total is **{total}**. To find it, the program looked at {len(visited):,} sets of words. But seven words have only
        {2**7 - 1 - 7} sets of two or more, and only {different} of these came up: most of the work was done again and again.
        """
    )
    return different, total, visited


@app.cell
def _(mo):
    mo.md(r"""
    ## One technique at a time

    `solve` with `trace` searches once more, by the same recursion, with `techniques` that can be switched on one by one, and it writes
    down every step. Two kinds of ideas make it fast:

    - **Don't do work twice**: remember the value of a set (*memo*); leave out guesses that do what another one did (*equal*, *dominated*).
    - **Don't do work that can't matter**: skip a guess that can't cost less than the best one known so far, whose cost is called
      *beta*. To see that it can't, one needs lower bounds that are cheap to compute.

    What each of them does, and why it may:
    """)
    return


@app.cell
def _(Path, cut, mo, solve, tempfile):
    def traced(game, techniques, **question):
        """Return the trace of a search for the least total with these techniques, and the page that steps through it."""
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "trace.html")
            answer = solve(game, **question, trace=page, techniques=techniques)
            assert answer.trace.trace.total == answer.cost
            return answer.trace.trace, page.read_text(encoding="utf-8")

    techniques = traced(cut, "all")[0].claim.techniques
    mo.accordion({f"**{technique}**": mo.md(technique.why) for technique in techniques}, multiple=True)
    return techniques, traced


@app.cell
def _(mo):
    mo.md(r"""
    The bound L1 deserves a second look, for nearly all of the real search rests on it. Take $n$ words $H$, and a guess $w$ with
    $k$ different responses. Each of the $n$ words pays for $w$: that is $n$. A cell of $x$ words costs at least $2x - 1$ more, as only
    one word can be found at once, and each other one takes two guesses. If $w$ itself may be hidden, it needs no cell. Added up:

    $$\text{total with } w \;\ge\; 3n - k - [w \in H].$$

    All it takes is to count responses. Below, each row has one technique more than the one above.
    """)
    return


@app.cell
def _(cut, mo, total, traced, visited):
    steps = ("none", "T", "L1", "order", "sums", "second-ply", "equal", "dominated", "separated")

    def ladder(game, first=0, **question):
        """Yield the last technique and the trace, from the step `first` on, one technique more each time."""
        for last in range(first, len(steps)):
            used = ",".join(steps[1 : last + 1]) or "none"
            yield steps[last], traced(game, used, **question)[0]

    small = list(ladder(cut))
    small_nodes = [trace.nodes for _, trace in small]
    assert all(trace.total == total for _, trace in small)
    assert small_nodes[0] == len(visited)
    assert small_nodes == [5677, 5328, 203, 23, 11, 7, 7, 7, 6]
    only_memo, _ = traced(cut, "memo")
    assert (only_memo.total, only_memo.nodes) == (total, 399)

    def label(step, rows):
        """Return what a row is called: the first one has all techniques so far."""
        if step == "none":
            return "brute force"
        return ", ".join(rows[0][1].claim.techniques) if step == rows[0][0] else f"+ {step}"

    def table(rows):
        """Return rows of (technique, trace) as a table."""
        lines = "\n".join(
            f"| {label(step, rows)} | {trace.nodes:,} | {trace.guesses:,} | {trace.total} |"
            for step, trace in rows
        )
        return mo.md(f"| technique | sets looked at | guesses tried | total |\n|---|---:|---:|---:|\n{lines}")

    table(small)
    return label, ladder, only_memo, small, small_nodes, steps, table


@app.cell
def _(label, mo, only_memo, plt, small):
    def bars(rows, title):
        """Return a chart of the number of sets looked at, on a logarithmic scale."""
        figure, axes = plt.subplots(figsize=(8, 0.4 * len(rows) + 1.2), layout="constrained")
        names = [label(step, rows) for step, _ in rows]
        drawn = axes.barh(names, [trace.nodes for _, trace in rows], color="#0072B2")
        axes.bar_label(drawn, fmt="{:,.0f}", padding=3)
        axes.set(xscale="log", xlabel="sets of words looked at", title=title)
        axes.set_xlim(0.8, 3 * max(trace.nodes for _, trace in rows))
        axes.invert_yaxis()
        plt.close(figure)
        return figure

    mo.vstack(
        [
            bars(small, "Seven words, 19 guesses: the same answer each time"),
            mo.md(
                f"""
                Counting responses (L1) spares 96 % of the work, and trying promising guesses first spares most of the rest. T by
                itself does little: it stops a search only where its bound has been reached. A search that only remembers sets, with
                *memo* alone, looks at {only_memo.nodes} sets. Leaving out *equal* and *dominated* guesses saves no set here, as L1
                has dropped them before; it saves more in hard mode, where searches are deeper.
                """
            ),
        ]
    )
    return (bars,)


@app.cell
def _(mo):
    mo.md(r"""
    ## Watch it

    Every step of such a search, to go through with the arrow keys (click into the frame first). Look out for the moment when the first
    good guess is known: from there on nearly everything is cut. Choose what the search may use:
    """)
    return


@app.cell
def _(mo, techniques):
    chosen = mo.ui.multiselect(
        options=[str(technique) for technique in techniques], value=["sums", "T", "L1"], label="techniques"
    )
    chosen
    return (chosen,)


@app.cell
def _(WordleCpError, chosen, cut, escape, mo, traced):
    try:
        _trace, _page = traced(cut, ",".join(chosen.value) or "none")
    except WordleCpError as _refused:  # with few techniques there may be too many events
        _shown = [mo.md(str(_refused))]
    else:
        _shown = [mo.md(f"{_trace.nodes:,} sets looked at, {_trace.guesses:,} guesses tried.")]
        if len(_trace.events) < 20_000:
            _frame = 'title="Search trace" width="100%" height="900" sandbox="allow-scripts"'
            _shown.append(mo.Html(f'<iframe {_frame} srcdoc="{escape(_page)}"></iframe>'))
    mo.vstack(_shown)
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## On the real list

    All 16 words after STAGE with GBGBG, and every one of the 12,972 guesses; guesses that divide the 16 words in the same way count as
    one. Brute force is out of the question, and so is L1 by itself. We begin with *T*, *L1* and *order*:
    """)
    return


@app.cell
def _(after_stage, bars, ladder, mo, original, solve, table):
    real = list(ladder(original, first=3, history=after_stage))
    report = solve(original, history=after_stage)
    assert report.cost == 40
    assert all(trace.total == report.cost for _, trace in real)
    real_nodes = [trace.nodes for _, trace in real]
    assert real_nodes == [252, 39, 4, 4, 4, 4]
    kinds = len(real[0][1].claim.guesses)
    mo.vstack(
        [
            table(real),
            bars(real, f"16 words, {kinds} kinds of guesses"),
            mo.md(
                f"""
                The least total is {report.cost}, {report.cost / 16} on average. The native search of this project uses the same ideas
                on 64 guesses at once, and finds the least total of the whole game, 7920 over 2315 words, in a minute or so.
                """
            ),
        ]
    )
    return kinds, real, real_nodes, report


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
            "Exercise 1: What does L1 say about seven words if the best guess has 5 responses and can't win? And if it can?": mo.md(
                "3 · 7 − 5 = 16; and 15 if it can win."
            ),
            "Exercise 2: Does one technique more always mean less work?": mo.md(
                """
                No! With *memo* and *sums* together it may mean more: a search that was only asked whether some words cost less than 6 leaves
                a bound behind, and not their cost. If the same words come up later, with more room, it has to search again. The cell below
                has such a game. Without *memo* one technique more never adds work, as long as the order of the guesses stays: after each guess the best
                one so far is the same, or was known earlier.
                """
            ),
            "Exercise 3: Why may a word that can be hidden never be dropped as dominated?": mo.md(
                """
                Another guess may tell at least as much about the words left, but it can't be right. Being right saves a guess for one word. Of
                two words, either is a better guess than any third word: 3 in all instead of 4.
                """
            ),
            "Exercise 4: What changes in hard mode, where clues must be used?": mo.md(
                """
                The value of a set then depends on what has been fixed, too: $m(R, H)$. Bounds that allow all guesses stay right (fewer guesses
                can't help), but *dominated* doesn't: a guess that tells more may forbid more. The cell below solves the 16 words in both
                modes.
                """
            ),
        }
    )
    return


@app.cell
def _(Variant, after_stage, cells, original, traced):
    words = ["shake", "shave", "shame", "shale", "shade", "shape", "share"]
    guesses = [
        *words[:2],
        "urase",
        "kists",
        "shame",
        "hurts",
        "ohone",
        *words[3:5],
        "mount",
        *words[5:],
        "vogie",
    ]
    sha_e = Variant.from_words(guesses, words)  # where sums add work to memo
    assert traced(sha_e, "memo,sums")[0].nodes > traced(sha_e, "memo")[0].nodes
    assert cells("shake", ["shake", "shame"]) == [["shame"]]
    assert traced(original, "all", history=after_stage, mode="hard")[0].total == 49
    return


@app.cell
def _(mo):
    mo.md(r"""
    *Sources.* D. Bertsimas and A. Paskov, "An Exact Solution to Wordle", the equation; A. Selby, "The best strategies for Wordle" (2022), the
    recursion with beta. docs/average-search.md has the bounds with their proofs, docs/trace.md what a trace is.
    """)
    return


if __name__ == "__main__":
    app.run()

import marimo

__generated_with = "0.25.2"

app = marimo.App(app_title="1. The game as a decision tree")


@app.cell
def _():
    import base64
    import tempfile
    from pathlib import Path

    import marimo as mo

    from wordle_cp import Position, Variant, draw_strategy, score, solve

    return Path, Position, Variant, base64, draw_strategy, mo, score, solve, tempfile


@app.cell
def _(mo):
    mo.md(r"""
    # 1. The game as a decision tree

    Somebody hides a word. You guess, and each guess gets a *response*: five tiles, grey, yellow or green. You want
    to find the word with few guesses. This notebook turns that into mathematics, with eight words that fit on a page:

    > Let's say again that I have guessed TRACE and the hidden word is CREEP, though of course I don't know that.
    > *(McManus, "Solving Wordle", 2022)*

    Every number below is computed in the cell beside it and checked there; change something and see what follows.
    """)
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## The response

    A tile is **green** if the letter stands at its place, **yellow** if it stands elsewhere, **grey** if the word
    doesn't have it. There is one trap. Each letter of the hidden word colours *one* tile at most: first the greens are given, then
    the yellows, from left to right. CREEP has two E's; so if it is hidden, GEESE shows two coloured E's and not three.

    We write a response as five letters: B for grey, Y for yellow, G for green.
    """)
    return


@app.cell
def _(mo, score):
    def tiles(response):
        """Return a response as coloured tiles."""
        return "".join({"B": "⬛", "Y": "🟨", "G": "🟩"}[letter] for letter in response)

    def number(response):
        """Return a response as a number in base 3, whose ones digit is the first tile."""
        return sum("BYG".index(letter) * 3**place for place, letter in enumerate(response))

    assert score("trace", "creep") == "BGBYY"
    assert score("geese", "creep") == "BYGBB"
    assert number("BGBYY") == 0 + 2 * 3 + 0 + 1 * 27 + 1 * 81
    mo.md(
        f"""
        CREEP hidden: TRACE {tiles(score("trace", "creep"))} &nbsp; GEESE {tiles(score("geese", "creep"))}

        The program keeps a response as a number in base 3: grey is the digit 0, yellow 1, green 2, and the first tile is the
        ones digit. So there are 3⁵ = {3**5} responses, from 0 to {3**5 - 1}, and TRACE got {number("BGBYY")}.
        """
    )
    return number, tiles


@app.cell
def _(mo):
    typed_guess = mo.ui.text(value="geese", label="guess")
    typed_hidden = mo.ui.text(value="creep", label="hidden")
    mo.hstack([typed_guess, typed_hidden], justify="start")
    return typed_guess, typed_hidden


@app.cell
def _(mo, number, score, tiles, typed_guess, typed_hidden):
    _guess, _hidden = typed_guess.value.lower(), typed_hidden.value.lower()
    if all(len(_word) == 5 and _word.isascii() and _word.isalpha() for _word in (_guess, _hidden)):
        _response = score(_guess, _hidden)
        _shown = mo.md(f"{tiles(_response)} &nbsp; {_response}, number {number(_response)}")
    else:
        _shown = mo.md("Two words of five letters, please.")
    _shown
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## What is left

    After TRACE with BGBYY the hidden word has an R in second place, a C and an E somewhere else, no T and no A. Eight
    words of the original list agree with that. They are the variant `toy` of this project.
    """)
    return


@app.cell
def _(Position, Variant, mo):
    original, toy = Variant.load("original"), Variant.load("toy")
    left = Position.of(original).groups("trace")["BGBYY"]
    assert left == Position.of(original, "trace.bgbyy").hidden == toy.hidden
    assert len(original.hidden) == 2315
    mo.md(", ".join(word.upper() for word in left))
    return left, original, toy


@app.cell
def _(mo):
    mo.md(r"""
    ## Cells

    A guess divides the words left: those that would give the same response belong together, in a *cell*. When the response comes,
    you know the cell, and no more than the cell. So a guess is as good as its cells. Choose one:
    """)
    return


@app.cell
def _(Position, mo, toy):
    choice = mo.ui.dropdown(options=list(toy.guesses), value="credo", label="guess")
    cells_of = Position.of(toy).groups
    choice
    return cells_of, choice


@app.cell
def _(cells_of, choice, mo, tiles):
    _rows = "\n".join(
        f"| {tiles(_response)} | {' '.join(_word.upper() for _word in _words)} |"
        for _response, _words in sorted(cells_of(choice.value).items(), key=lambda cell: -len(cell[1]))
    )
    mo.md(f"| response | cell |\n|---|---|\n{_rows}")
    return


@app.cell
def _(cells_of, left, mo):
    credo, plied = cells_of("credo"), cells_of("plied")
    assert sorted(map(len, credo.values())) == [1, 1, 1, 2, 3]
    assert len(plied) == len(left) == 8
    mo.md(
        f"""
        CREDO has {len(credo)} cells, the largest of {max(map(len, credo.values()))} words. PLIED isn't even one of the eight words,
        but it has {len(plied)} cells: whatever the response, you know the word. (McManus gives just these two tables.)
        """
    )
    return credo, plied


@app.cell
def _(mo):
    mo.md(r"""
    ## A strategy is a tree

    A *strategy* says what to guess after every course of the game. Draw it: the root is the first guess, an edge is a response, and
    below each edge stands the next guess. Each hidden word ends somewhere in the tree, and the depth of that place is the number of
    guesses that it takes.

    We count the guesses over *all* hidden words: the **total**. Divided by the number of words it is the average. Totals are whole numbers, so
    there is no doubt about ties.

    By hand, for CREDO: all eight words pay one guess for CREDO, 8. Then, cell by cell:

    - CREDO itself has been found: 0 more. CREED and CRIED are alone: 1 more each.
    - CRIER and CRUEL: guess one of them. If it is the other you need a second guess: 1 + 2 = 3 more.
    - CREEK, CREEP and CRESS: guess CREEK; the other two then give different responses: 1 + 2 + 2 = 5 more.
    """)
    return


@app.cell
def _(mo, original, score, solve, toy):
    _after_creek = {score("creek", word) for word in ("creep", "cress")}
    assert len(_after_creek) == 2
    by_hand = {"credo": 8 + 0 + 1 + 1 + 3 + 5, "plied": 8 + 8 * 1}
    exact = {opener: solve(toy, opener=opener).cost for opener in by_hand}
    assert by_hand == exact == {"credo": 18, "plied": 16}
    best = solve(original, history="trace.bgbyy")
    assert best.cost == 16
    assert set(best.best) == {"eiked", "euked", "kidel", "liked", "piked", "piled", "plied", "pseud", "speld"}
    mo.md(
        f"""
        By hand: CREDO {by_hand["credo"]}, PLIED {by_hand["plied"]}. The program says the same: {exact}.

        It also says that no other guess of all {len(original.guesses):,} does better than {best.cost}, and that nine reach it:
        {", ".join(word.upper() for word in best.best)}. They are the nine of the article.
        """
    )
    return best, exact


@app.cell
def _(Path, base64, draw_strategy, mo, solve, tempfile, toy):
    def drawn(opener):
        """Return a picture of a best strategy that begins with `opener`."""
        with tempfile.TemporaryDirectory() as folder:
            tree, picture = Path(folder, "tree.cert"), Path(folder, "tree.svg")
            solve(toy, opener=opener, tree=tree)
            draw_strategy(tree, levels=3, out=picture)
            data = base64.b64encode(picture.read_bytes()).decode()
        return f'<img alt="{opener}" src="data:image/svg+xml;base64,{data}">'

    mo.md(
        f"The two trees, each a certificate that the checker has accepted:\n\n{drawn('credo')}\n\n{drawn('plied')}"
    )
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## Exercises

    Think first, then open the answer; each is checked by the cell below it.
    """)
    return


@app.cell
def _(mo):
    mo.accordion(
        {
            "Exercise 1: Why can't any strategy for the eight words have a total of 14?": mo.md(
                """
                Only one word can be found by the first guess; every other takes two at least. So the total is at least
                1 + 7 · 2 = 15. For n words: **2n − 1**.
                """
            ),
            "Exercise 2: What would a guess have to do for a total of 15, and why does none?": mo.md(
                """
                It would have to be one of the eight words *and* tell all other seven apart: 8 cells, its own included. The cell
                below counts: no word of the eight has more than 6 cells, so 15 is out of reach and 16 is the least.
                """
            ),
            "Exercise 3: You guess only words that can still be the hidden one. What is the best total?": mo.md(
                """
                17, as with CREED: one word with one guess, five with two, two with three. So this habit costs 1/8 of a guess
                on average. In return, the first guess is right in one game of eight.
                """
            ),
            "Exercise 4: In hard mode, may you guess PLIED after TRACE with BGBYY?": mo.md(
                """
                No: the green R must stay in second place, and C and E must be used. The best total for the eight words in hard mode
                is computed below: 17.
                """
            ),
        }
    )
    return


@app.cell
def _(Position, Variant, cells_of, left, original, solve, toy):
    assert 2 * len(left) - 1 == 15
    assert max(len(cells_of(word)) for word in left) == 6
    own = {word: solve(toy, opener=word) for word in left}
    assert min(report.cost for report in own.values()) == own["creed"].cost == 17
    assert own["creed"].strategy.distribution == (1, 5, 2)
    hard = Position.of(Variant.load("original", mode="hard"), "trace.bgbyy")
    assert hard.refusal("plied").endswith("PLIED: the green R of TRACE must stay in position 2")
    assert solve(original, history="trace.bgbyy", mode="hard").cost == 17
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## Where to go on

    Two things make the real game hard: 2315 hidden words instead of 8, and 12,972 guesses at every node of the tree. The second
    notebook searches through all strategies, and learns not to.

    *Sources.* McManus, "Solving Wordle" (2022), has TRACE, CREDO and PLIED. Selby, "The best strategies for Wordle" (2022), has the
    least total of the whole game, 7920 with SALET.
    """)
    return


if __name__ == "__main__":
    app.run()

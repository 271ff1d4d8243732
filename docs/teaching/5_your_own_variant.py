import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="5. Your own variant")


@app.cell
def _():
    import base64
    import tempfile
    from pathlib import Path

    import marimo as mo

    from wordle_cp import Position, Variant, WordleCpError, check_certificate, draw_strategy, prove, solve

    return (
        Path,
        Position,
        Variant,
        WordleCpError,
        base64,
        check_certificate,
        draw_strategy,
        mo,
        prove,
        solve,
        tempfile,
    )


@app.cell
def _(mo):
    mo.md(r"""
    # 5. Your own variant

    A game is a list of guesses, a list of hidden words among them, a mode and a limit. All of it stands in one small file in
    the format YAML. Here we make a game of number words, find its best strategy, prove what can be guaranteed, and draw it. Then make
    one of your own.

    ## Write it
    """)
    return


@app.cell
def _(mo):
    first_text = """\
    name: numbers
    title: Number words of five letters
    hidden: [three, seven, eight, forty, fifty, sixty, third, fifth, sixth, ninth, tenth]
    guesses:
      - three
      - seven
      - eight
      - forty
      - fifty
      - sixty
      - third
      - fifth
      - sixth
      - ninth
      - tenth
      - dozen
      - gross
      - score
      - pairs
      - units
      - count
      - fours
    mode: normal
    max_guesses: 6
    """.replace("\n    ", "\n")
    editor = mo.ui.code_editor(value=first_text, language="yaml", label="the variant")
    editor
    return editor, first_text


@app.cell
def _(Path, Variant, WordleCpError, tempfile):
    def load(text):
        """Return the variant that a YAML text describes, or the problems with it, a line each."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "variant.yaml"
            file.write_text(text, encoding="utf-8")
            try:
                return Variant.load(file), ()
            except WordleCpError as error:
                return None, tuple(
                    f"line {problem.line}, column {problem.column}: {problem.expected}"
                    for problem in error.problems
                )

    return (load,)


@app.cell
def _(editor, load, mo):
    game, problems = load(editor.value)
    mo.stop(game is None, mo.md("\n".join(f"- {problem}" for problem in problems)))
    mo.md(
        f"**{game.title}**: {len(game.hidden)} hidden words, {len(game.guesses)} guesses of {game.length} letters, {game.mode} mode, "
        f"{game.max_guesses} guesses."
    )
    return (game,)


@app.cell
def _(first_text, load, mo):
    _, _wrong = load(first_text.replace("mode: normal", "mod: normal").replace("- dozen", "- doze"))
    assert len(_wrong) == 2
    mo.md(
        "All mistakes in a file are reported at once, each with its place. With two mistakes in it:\n\n"
        + "\n".join(f"- {line}" for line in _wrong)
    )
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## Solve it

    The least total of guesses, and *all* first guesses that reach it:
    """)
    return


@app.cell
def _(game, mo, solve):
    mo.stop(
        len(game.hidden) > 100,
        mo.md("More than 100 hidden words: use the program, `wordle-cp solve --variant FILE.yaml`."),
    )
    report = solve(game)
    mo.stop(report.cost is None, mo.md("No strategy finds every word within the limit."))
    mo.md(
        f"""
        {report.cost} guesses over {len(game.hidden)} words, {float(report.mean):.4f} on average, with
        {", ".join(word.upper() for word in report.best)}. With {report.strategy.opener.upper()}, this many words take 1, 2, 3, ... guesses:
        {", ".join(map(str, report.strategy.distribution))}.
        """
    )
    return (report,)


@app.cell
def _(first_text, load, solve):
    _numbers, _ = load(first_text)
    _solved = solve(_numbers)
    assert (_solved.cost, _solved.strategy.max_guesses) == (22, 3)
    assert set(_solved.best) == {"sixth", "fifth", "fifty", "sixty"}
    assert sum(_solved.strategy.distribution) == len(_numbers.hidden) == 11
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## Prove it

    How many guesses can be *guaranteed*? We ask about one number after the other, until the answer is yes. Each answer comes with a
    certificate, which the independent checker has accepted.
    """)
    return


@app.cell
def _(Path, check_certificate, game, mo, prove, report, tempfile):
    def guaranteed(game, most):
        """Return (guesses, verdict, bytes of the certificate) for each number of guesses asked about."""
        asked = []
        with tempfile.TemporaryDirectory() as folder:
            for guesses in range(1, most + 1):
                file = Path(folder) / f"depth-{guesses}.cert"
                verdict = prove(game, guesses, out=file).verdict.value
                check_certificate(file)  # once more, to be seen
                asked.append((guesses, verdict, file.read_text(encoding="utf-8")))
                if verdict == "possible":
                    break
        return asked

    answers = guaranteed(game, report.strategy.max_guesses)
    _rows = "\n".join(f"| {guesses} | {verdict} | {len(text)} bytes |" for guesses, verdict, text in answers)
    mo.md(f"| guesses | | certificate |\n|---|---|---|\n{_rows}")
    return answers, guaranteed


@app.cell
def _(first_text, guaranteed, load):
    _numbers, _ = load(first_text)
    _asked = guaranteed(_numbers, 6)
    assert [(_guesses, _verdict) for _guesses, _verdict, _ in _asked] == [
        (1, "impossible"),
        (2, "impossible"),
        (3, "possible"),
    ]
    return


@app.cell
def _(answers, mo):
    _texts = {
        f"{guesses} guesses: {verdict}": mo.md(f"```text\n{text}```") for guesses, verdict, text in answers
    }
    mo.vstack([mo.md("The certificates themselves:"), mo.accordion(_texts)])
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## Draw it
    """)
    return


@app.cell
def _(Path, base64, draw_strategy, game, mo, report, solve, tempfile):
    with tempfile.TemporaryDirectory() as _folder:
        _tree, _picture = Path(_folder, "tree.cert"), Path(_folder, "tree.svg")
        solve(game, opener=report.best[0], tree=_tree)
        draw_strategy(_tree, levels=3, out=_picture)
        _data = base64.b64encode(_picture.read_bytes()).decode()
    mo.md(f'<img alt="the tree" src="data:image/svg+xml;base64,{_data}">')
    return


@app.cell
def _(mo):
    mo.md(r"""
    With the program, from a terminal:

    ```sh
    wordle-cp solve --variant numbers.yaml --tree numbers.cert
    wordle-cp tree draw numbers.cert --levels 3 --out numbers.svg
    wordle-cp prove --depth 2 --variant numbers.yaml
    ```

    ## Exercises
    """)
    return


@app.cell
def _(mo):
    mo.accordion(
        {
            "Exercise 1: Why are two guesses impossible for eleven hidden words here? Find the reason without a computer.": mo.md(
                """
                With two guesses the first one has to tell all words apart: eleven words, eleven different responses. No guess has so many; the most
                is counted below, 10.
                """
            ),
            "Exercise 2: Does hard mode cost anything in this game?": mo.md(
                "No: the least total is 22 as well. It is computed below. Change `mode:` above to see the strategy."
            ),
            "Exercise 3: Hide every guess (`hidden: big`). What happens to the best total?": mo.md(
                "There are 18 words to find then. UNITS does it with 37 guesses, as computed below."
            ),
            "Exercise 4: Make a game in which the best first guess can't be the hidden word.": mo.md(
                "The eight words of the first notebook are such a game: PLIED. Here is the idea: words that are alike, and a guess made of the letters in which they differ."
            ),
        }
    )
    return


@app.cell
def _(Position, first_text, load, solve):
    _numbers, _ = load(first_text)
    _start = Position.of(_numbers)
    assert max(len(_start.groups(guess)) for guess in _numbers.guesses) == 10
    assert solve(_numbers, mode="hard").cost == 22
    _lines = first_text.splitlines()
    _big, _ = load("\n".join("hidden: big" if line.startswith("hidden") else line for line in _lines))
    _all = solve(_big)
    assert (len(_big.hidden), _all.cost, _all.best) == (18, 37, ("units",))
    return


@app.cell
def _(mo):
    mo.md(r"""
    *Sources.* docs/variants.md describes the file; McManus, "Solving Wordle" (2022), notes that anybody can change the lists, and that people do, in many languages.
    """)
    return


if __name__ == "__main__":
    app.run()

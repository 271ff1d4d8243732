import marimo

__generated_with = "0.25.2"

app = marimo.App(app_title="6. Bits are not guesses")


@app.cell
def _():
    import marimo as mo
    import matplotlib.pyplot as plt

    from wordle_cp import Position, compare, guesses, score, solve

    return Position, compare, guesses, mo, plt, score, solve


@app.cell
def _(mo):
    mo.md(r"""
    # 6. Bits are not guesses

    Every video and every solver rates a guess by one number: how much its response tells. The number takes a moment, and a search
    takes minutes. But how good is the guess that the number calls best? Here both stand side by side.

    A guess divides the words left into *groups*, one a response. Let a group have $c$ of the $n$ words. Then

    - the response tells $\sum \frac{c}{n} \log_2 \frac{n}{c}$ **bits** (Shannon);
    - $\sum c^2 / n$ words are left on average, the **expected** size (Irving);
    - the **largest** group is left at worst (Knuth);
    - the number of **groups** is the most words that can be found with the next guess (Kooi).
    """)
    return


@app.cell
def _(Position, mo, score):
    start = Position.of("original")
    raise_ = start.numbers("raise")
    assert score("raise", "crane") == "YYBBG"
    assert (round(raise_.bits, 3), round(raise_.expected, 1)) == (5.878, 61.0)
    assert (raise_.largest, raise_.groups) == (168, 132)
    mo.md(
        f"""
        RAISE, the guess of many lessons, tells {raise_.bits:.3f} of the {11.177:.3f} bits that 2,315 words have. It leaves
        {raise_.expected:.1f} words on average and {raise_.largest} at worst, and has {raise_.groups} groups.
        """
    )
    return (start,)


@app.cell
def _(mo):
    number = mo.ui.dropdown(options=["bits", "expected", "largest", "groups"], value="bits", label="best by")
    number
    return (number,)


@app.cell
def _(mo, number, start):
    table = start.table()
    _down = number.value in {"bits", "groups"}
    mo.Html(table.sort_values(number.value, ascending=not _down, kind="stable").head(10).to_html(index=False))
    return (table,)


@app.cell
def _(mo, table):
    by_bits = table.sort_values("bits", ascending=False, kind="stable").guess.tolist()
    by_size = table.sort_values("expected", kind="stable").guess.tolist()
    by_groups = table.sort_values("groups", ascending=False, kind="stable").guess.tolist()
    assert (by_bits[0], by_size[0], by_groups[0]) == ("soare", "roate", "trace")
    assert by_bits.index("salet") + 1 == 8
    mo.md(
        """
        Each number has a favourite of its own: SOARE, ROATE, TRACE. The best opener, SALET, is only the eighth by bits.

        ## What the favourites really take

        Play on with the *best* strategy after each of them. Then the only fault is the opener.
        """
    )
    return


@app.cell
def _(mo, solve):
    least = {
        opener: solve("original", opener=opener).cost
        for opener in ("salet", "trace", "soare", "raise", "roate")
    }
    assert least == {"salet": 7920, "trace": 7926, "soare": 7997, "roate": 8000, "raise": 8014}
    mo.md(
        "| opener | guesses over 2,315 words | average |\n|---|---|---|\n"
        + "\n".join(
            f"| {_opener.upper()} | {_total} | {_total / 2315:.4f} |" for _opener, _total in least.items()
        )
    )
    return (least,)


@app.cell
def _(guesses, mo, plt):
    _told = guesses("original")
    known = {
        _one.guess: (_one.bits, _told.totals[_one.guess])
        for _one in _told.numbers
        if _one.guess in _told.totals
    }
    assert min(known, key=lambda guess: known[guess][1]) == "salet"
    assert len(known) > 100
    _figure, _axes = plt.subplots(figsize=(8, 4), layout="constrained")
    _axes.scatter(*zip(*known.values(), strict=True), s=12, color="#0072B2")
    for _name, _right in {"salet": 6, "soare": 6, "raise": 6, "trace": -44}.items():
        _axes.annotate(_name.upper(), known[_name], xytext=(_right, -3), textcoords="offset points")
    _axes.set(xlabel="bits", ylabel="guesses in all, at best", title="Openers whose total is proven")
    _axes.margins(0.1)
    plt.close(_figure)
    mo.as_html(_figure)
    return


@app.cell
def _(mo):
    mo.md(r"""
    RAISE has 0.04 bits more than SALET, and takes 94 guesses more. Why? A bit counts the *halvings* that are left. But a guess halves nothing
    in two: it makes up to 243 groups, and at the end what matters is how many words stand **alone**, or can be told apart by
    one more guess. Letters that the next guess needs are spent already, too.

    ## A fault at each step

    A policy that is greedy makes the fault again at each guess. Let it play every hidden word, from its own opener:
    """)
    return


@app.cell
def _(compare, least, mo):
    played = {one.policy: one for one in compare("original", ["knuth", "irving", "neuwirth", "kooi"]).played}
    assert {name: one.total_guesses for name, one in played.items()} == {
        "knuth": 8248,
        "irving": 8059,
        "neuwirth": 8021,
        "kooi": 7950,
    }
    by_opener = {name: least[played[name].opener] - 7920 for name in played}
    later = {name: played[name].total_guesses - least[played[name].opener] for name in played}
    assert by_opener == {"knuth": 94, "irving": 80, "neuwirth": 77, "kooi": 6}
    assert later == {"knuth": 234, "irving": 59, "neuwirth": 24, "kooi": 24}
    mo.md(
        "| greedy by | opener | guesses | lost by the opener | lost later |\n|---|---|---|---|---|\n"
        + "\n".join(
            f"| {_name} | {_one.opener.upper()} | {_one.total_guesses} | {by_opener[_name]} | {later[_name]} |"
            for _name, _one in played.items()
        )
    )
    return


@app.cell
def _(mo):
    mo.md(r"""
    Bits (neuwirth) lose most with the opener, and only 24 guesses later. So as a rule for the *middle* of a game bits are good, and the best
    count of groups is as good. Let's look at one position in which they are wrong.
    """)
    return


@app.cell
def _(Position, mo, solve):
    position = Position.of("original", "salet.bbbbb")
    cornu, courd = position.numbers("cornu"), position.numbers("courd")
    assert position.table().bits.max() == cornu.bits > courd.bits
    taken = {
        guess: solve("original", history="salet.bbbbb", opener=guess).cost for guess in ("cornu", "courd")
    }
    assert taken == {"cornu": 619, "courd": 609}
    mo.md(
        f"""
        After SALET with five greys {len(position.hidden)} words are left. CORNU tells {cornu.bits:.3f} bits, the most of all guesses, and takes
        {taken["cornu"]} guesses over these words. COURD tells {courd.bits:.3f}, and takes {taken["courd"]}: no guess takes fewer.
        """
    )
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## Exercises

    1. Which opener has the most words alone in their group? How many guesses does it take in all?
    2. Find a position after CRATE in which the guess of most bits is a best guess.
    3. Make the best sum of two numbers: which weights of bits and groups bring SALET to the first place?
    """)
    return


@app.cell
def _(mo, start, table):
    _most = table.sort_values("alone", ascending=False, kind="stable").iloc[0]
    assert start.numbers(_most.guess).alone == _most.alone == table.alone.max()
    _salet, _reast, _trace = (start.numbers(_guess) for _guess in ("salet", "reast", "trace"))
    _least = (_reast.bits - _salet.bits) / (_salet.groups - _reast.groups)
    _most_weight = (_salet.bits - _trace.bits) / (_trace.groups - _salet.groups)
    assert 0 < _most_weight < _least
    mo.accordion(
        {
            "Answer to 1": mo.md(
                f"{_most.guess.upper()}: {_most.alone} words. `solve('original', opener='{_most.guess}').cost` says the rest."
            ),
            "Answer to 2": mo.md(
                "Go through `Position.of('original', 'crate.bbbbb')` and the like with `table()` and `solve`."
            ),
            "Answer to 3": mo.md(
                f"None do. SALET beats REAST only if a group weighs more than {_least:.4f} bits, and TRACE only if it "
                f"weighs less than {_most_weight:.4f}."
            ),
        }
    )
    return


if __name__ == "__main__":
    app.run()

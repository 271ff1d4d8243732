import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="4. Proofs you can check")


@app.cell
def _():
    import hashlib
    import tempfile
    from collections import Counter
    from pathlib import Path

    import marimo as mo

    from wordle_cp import (
        CertificateParseError,
        CertificateRejected,
        Variant,
        check_certificate,
        load_certificate,
        score,
    )

    return (
        CertificateParseError,
        CertificateRejected,
        Counter,
        Path,
        Variant,
        check_certificate,
        hashlib,
        load_certificate,
        mo,
        score,
        tempfile,
    )


@app.cell
def _(mo):
    mo.md(r"""
    # 4. Proofs you can check

    A program says *impossible*. It has searched for an hour, and it may have a bug. How would you know?

    You shouldn't have to trust it. Let it write down a **proof**, and let another program check the proof. That program can be so simple
    that you can trust it: it never searches, and it knows only the rules of the game. This project writes such files, *certificates*.

    - *Possible* is proven by a strategy: play it against every hidden word.
    - *Impossible* is proven by a **refutation**: claims about small sets of words, each of which follows from the rules or from claims
      before it.

    ## Warm-up: a proof in one sentence

    Hidden is one of CAT, CAR, CAN, BAT, BAR, BAN, and only these six may be guessed. A friend says: "Two guesses are always enough." You
    needn't try all his strategies to prove him wrong. One sentence does it:

    > Whichever word he guesses first, it gets one of only four responses; six words and four responses mean that two words share a
    > response, and then his second guess can be the wrong one of the two.

    Everybody who knows the rules can check this: write down the responses to each of the six guesses, and count. Now we write such a proof as
    a file, for a game in which one sentence isn't enough.
    """)
    return


@app.cell
def _(Counter, Variant, mo, score):
    hidden = ("bat", "cat", "hat", "mat", "rat")
    guesses = ("bah", "bat", "cat", "hat", "mac", "mat", "orb", "rat")
    rhymes = Variant.from_words(guesses, hidden)
    responses = {guess: {word: score(guess, word, rhymes) for word in hidden} for guess in guesses}

    def fixed_by(guess, word):
        """Return what hard mode fixes when `guess` was made and `word` is hidden: green letters, letters to use."""
        tiles = list(zip(guess, responses[guess][word], strict=True))
        greens = "".join(letter if tile == "G" else "." for letter, tile in tiles)
        return greens, "".join(sorted(letter for letter, tile in tiles if tile != "B"))

    def has(guess, fixed):
        """Tell whether `guess` keeps what is fixed."""
        greens, letters = fixed
        in_place = all(green in {".", letter} for green, letter in zip(greens, guess, strict=True))
        return in_place and not Counter(letters) - Counter(guess)

    assert responses["rat"]["bat"] == "BGG"
    assert fixed_by("rat", "bat") == (".at", "at")
    assert [guess for guess in guesses if has(guess, (".at", "at"))] == ["bat", "cat", "hat", "mat", "rat"]
    mo.md(
        f"""
        ## Five rhymes in hard mode

        Hidden is one of {", ".join(word.upper() for word in hidden)}. Besides these, {", ".join(word.upper() for word in guesses if word not in hidden)}
        may be guessed. In hard mode green letters stay, and yellow ones must be used again.

        **Claim.** If you begin with RAT, you can't be sure to find the word within three guesses.

        *By hand.* Suppose that RAT gets grey, green, green. Then A and T are fixed, so only the five rhymes may be guessed from now on. BAT, CAT, HAT and MAT
        are left, with two guesses. Each of these guesses tells *one* word from the others (itself); two of the others get the same response.
        And two words with one guess left are too many.
        """
    )
    return fixed_by, guesses, has, hidden, responses


@app.cell
def _(mo):
    mo.md(r"""
    ## A no-good

    Did we need all four words? No: BAT, CAT and MAT are enough. Did we need to know that the A is in the middle? No: it is enough that A and T
    must be used. So this is true more generally:

    > **No-good.** If A and T must be used, then BAT, CAT and MAT can't all be found within 2 guesses.

    A no-good with few words, in which little is fixed, refutes many positions: *every* one in which those words are left, at least as much is
    fixed, and no more guesses remain. It is found once and used often: that is what makes the search fast and proofs short.

    A no-good with two guesses left is checked by the rule **pair**: every guess that is allowed gives two of the words the same response.
    In Python:
    """)
    return


@app.cell
def _(guesses, has, mo, responses):
    def pair_rule(fixed, words):
        """Tell whether each guess that keeps what is fixed gives two of `words` the same response."""
        return all(
            len({responses[guess][word] for word in words}) < len(words)
            for guess in guesses
            if has(guess, fixed)
        )

    assert pair_rule(("...", "at"), ["bat", "cat", "mat"])
    mo.show_code()
    return (pair_rule,)


@app.cell
def _(hidden, mo):
    green_choice = mo.ui.text(value="...", label="green letters (. for none)")
    letter_choice = mo.ui.text(value="at", label="letters that must be used")
    word_choice = mo.ui.multiselect(
        options=list(hidden),
        value=["bat", "cat", "mat"],
        label="words",
    )
    mo.hstack([green_choice, letter_choice, word_choice], justify="start", wrap=True)
    return green_choice, letter_choice, word_choice


@app.cell
def _(green_choice, guesses, has, letter_choice, mo, pair_rule, responses, word_choice):
    _fixed = f"{green_choice.value.lower():.<3}"[:3], letter_choice.value.lower()
    _rows = "\n".join(
        f"| {guess.upper()} | "
        + (
            "forbidden"
            if not has(guess, _fixed)
            else " ".join(responses[guess][word] for word in word_choice.value)
        )
        + " |"
        for guess in guesses
    )
    _verdict = (
        "a no-good" if len(word_choice.value) > 1 and pair_rule(_fixed, word_choice.value) else "no no-good"
    )
    mo.md(
        f"| guess | responses of {', '.join(word.upper() for word in word_choice.value)} |\n|---|---|\n{_rows}\n\nThis is **{_verdict}**."
    )
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## From no-goods to the claim

    Now we refute all openers but BAH, MAC and ORB. Three no-goods are enough, each with two guesses left:

    0. HAT, MAT, RAT, if A must be used;
    1. BAT, HAT, RAT, if T must be used and A is in second place;
    2. BAT, CAT, MAT, if A and T must be used.

    An opener is **refuted** by a no-good if *all* words of the no-good give it the same response, and that response fixes all that the no-good
    asks for. After that response all words of the no-good are left, perhaps with others, and two guesses are too few for them.
    """)
    return


@app.cell
def _(Counter, fixed_by, guesses, mo, pair_rule, responses):
    no_goods = (
        (("...", "a"), ("hat", "mat", "rat")),
        ((".a.", "t"), ("bat", "hat", "rat")),
        (("...", "at"), ("bat", "cat", "mat")),
    )

    def includes(fixed, asked):
        """Tell whether what is `fixed` includes all that is `asked`."""
        in_place = all(one in {".", other} for one, other in zip(asked[0], fixed[0], strict=True))
        return in_place and not Counter(asked[1]) - Counter(fixed[1])

    def refuted(opener):
        """Return the numbers of the no-goods by which `opener` is refuted."""
        return [
            number
            for number, (asked, words) in enumerate(no_goods)
            if len({responses[opener][word] for word in words}) == 1
            and includes(fixed_by(opener, words[0]), asked)
        ]

    assert all(pair_rule(asked, words) for asked, words in no_goods)
    by_no_good = {opener: refuted(opener) for opener in guesses}
    assert [opener for opener in guesses if not by_no_good[opener]] == ["bah", "mac", "orb"]
    _rows = "\n".join(
        f"| {opener.upper()} | {', '.join(map(str, numbers)) or 'none: a strategy may begin so'} |"
        for opener, numbers in by_no_good.items()
    )
    mo.md(f"| opener | refuted by no-good |\n|---|---|\n{_rows}")
    return by_no_good, no_goods


@app.cell
def _(mo):
    mo.md(r"""
    ## The same as a certificate

    That is all a refutation is. In a file, each no-good is a line: its rule, the guesses left, what is fixed, its words. The lists of words come
    first, with their SHA-256, so that there is no doubt which words are meant.
    """)
    return


@app.cell
def _(guesses, hashlib, hidden, mo):
    def digest(words):
        """Return the SHA-256 of a list of words, a word a line."""
        return hashlib.sha256("\n".join(words).encode()).hexdigest()

    certificate = "\n".join(
        [
            "wordle-cp certificate 1",
            "claim depth impossible 3",
            "variant rhymes",
            "title Five words to find",
            "mode hard",
            "length 3",
            f"guesses {len(guesses)} {digest(guesses)} embedded rhymes-guesses",
            *guesses,
            f"hidden {len(hidden)} {digest(hidden)} embedded rhymes-hidden",
            *hidden,
            "openers except 3",
            "bah",
            "mac",
            "orb",
            f"covered {len(hidden)}",
            "nodes 3",
            "pair 2 .../a hat mat rat",
            "pair 2 .a./t bat hat rat",
            "pair 2 .../at bat cat mat",
            "root 0 1 2",
            "end of certificate",
            "",
        ]
    )
    mo.md(f"```text\n{certificate}```")
    return (certificate,)


@app.cell
def _(
    CertificateParseError,
    CertificateRejected,
    Path,
    certificate,
    check_certificate,
    mo,
    tempfile,
):
    def verdict(text):
        """Return what the checker says about a certificate."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "refutation.cert"
            file.write_text(text, encoding="utf-8")
            try:
                check_certificate(file)
            except CertificateRejected as error:
                return f"rejected: {error}"
            except CertificateParseError as error:
                return f"malformed: line {error.line}: {error.message}"
        return "accepted"

    assert verdict(certificate) == "accepted"
    mo.md(f"The checker says: **{verdict(certificate)}**.")
    return (verdict,)


@app.cell
def _(mo):
    mo.md(r"""
    ## A corrupted certificate

    A checker that accepts everything is no checker. Choose a forgery, and read what it says. Each of them changes a few letters:
    """)
    return


@app.cell
def _(certificate, mo, verdict):
    forgeries = {
        "node 2 asks for nothing": (".../at bat cat mat", "- bat cat mat"),
        "node 2 is said to refute three guesses": ("pair 2 .../at", "pair 3 .../at"),
        "BAH is claimed to be refuted, too": ("openers except 3\nbah\n", "openers except 2\n"),
        "node 1 is left out of the conclusion": ("root 0 1 2", "root 0 2"),
        "a word of the list is another one": ("\nrat\nopeners", "\nmac\nopeners"),
        "the claim is about two more guesses": ("claim depth impossible 3", "claim depth impossible 5"),
    }

    def forged(name):
        """Return the certificate with one of the forgeries."""
        before, after = forgeries[name]
        assert certificate.count(before) == 1
        return certificate.replace(before, after)

    verdicts = {name: verdict(forged(name)) for name in forgeries}
    assert all(found.startswith("rejected: ") for found in verdicts.values())
    forgery = mo.ui.dropdown(options=list(forgeries), value=next(iter(forgeries)), label="forgery")
    forgery
    return forgery, verdicts


@app.cell
def _(forgery, mo, verdicts):
    mo.md(f"```text\n{verdicts[forgery.value]}\n```")
    return


@app.cell
def _(mo):
    mo.md(r"""
    ## The other rules, and a real proof

    There are four rules. **pair** you know. **weights** is the certificate of the third notebook, for any set of words. **chain** is its version for
    hard mode. And a **rule** node is a no-good made of no-goods: each guess that is allowed and divides its words is refuted by one of its
    children, which come earlier in the file. So a proof is a graph; that four guesses are too few for the original game takes some
    30,000 nodes, and the checker recomputes each of them.

    The proof that five guesses are too few when every guess may be hidden ships with the project. It has a single node:
    """)
    return


@app.cell
def _(load_certificate, mo):
    accepted = load_certificate("original-normal-hidden-big-depth-5")
    assert (accepted.claim.depth, accepted.claim.nodes, len(accepted.hidden_set)) == (5, 1, 12972)
    (node,) = accepted.proof.nodes
    assert (node.kind, node.guesses) == ("weights", 5)
    assert all(word.endswith("ills") for word in node.words)
    mo.md(
        f"{', '.join(f'{word.upper()}*{weight}' for word, weight in zip(node.words, node.weights, strict=True))}: weights of "
        f"{len(node.words)} words, {sum(node.weights)} in all; accepted by the checker a moment ago."
    )
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
            "Exercise 1: Why must all words of the no-good give the opener the same response?": mo.md(
                "Because the opponent has one response to give. If the no-good were divided, only a part of it would be left, and of that the no-good says nothing."
            ),
            "Exercise 2: Is BAT, CAT, MAT a no-good with two guesses if nothing is fixed?": mo.md(
                """
                No: MAC tells them apart. BAT gives it BGB, CAT BGY, MAT GGB. The cell below asks `pair_rule`. In the table above you can try
                other words and letters.
                """
            ),
            "Exercise 3: And all five rhymes with two guesses?": mo.md(
                "Yes: no guess has five different responses. So two guesses are too few, in every mode."
            ),
            "Exercise 4: The word lists are named by their SHA-256. What would go wrong without?": mo.md(
                """
                A checker with another list would check another claim. A guess more may be just the one that tells a no-good's words apart; so a proof is
                about one list, and says which.
                """
            ),
        }
    )
    return


@app.cell
def _(hidden, pair_rule, responses):
    nothing = "...", ""
    assert not pair_rule(nothing, ["bat", "cat", "mat"])
    assert [responses["mac"][word] for word in ("bat", "cat", "mat")] == ["BGB", "BGY", "GGB"]
    assert pair_rule(nothing, hidden)
    assert max(len(set(shown.values())) for shown in responses.values()) < len(hidden)
    return


@app.cell
def _(mo):
    mo.md(r"""
    *Sources.* docs/certificates/ proves each rule in a few lines; A. Selby, part 2 (2022), "Endgame analysis", has the idea of counting what guesses tell
    apart. Certificates that are checked by another program are the custom in SAT solving (the format LRAT, for one).
    """)
    return


if __name__ == "__main__":
    app.run()

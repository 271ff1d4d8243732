"""The views Ask and Analyse in a browser: the numbers of the library, clicks and keys, links, two users."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.effort import only_more
from wordle_cp.answers.position.guess_values import best_answer
from wordle_cp.games.notation import parse_game, parse_history
from wordle_cp.games.question import TotalQuestion
from wordle_cp.games.variant import Variant
from wordle_cp.play.analysis import analyse
from wordle_cp.threads import processors

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import OpenPage

POSITION = "salet.bybbb.crony.bgbbb"
SLOW = "fuzzy.bbbbb"
"""1,352 words are left: all their numbers take hours."""
ENDLESS = f"/ask?hidden=big&after={SLOW}"
"""Even the best guess takes far too long."""


def exact(page: Page) -> Locator:
    """Return where the exact numbers of a position stand."""
    return page.locator(".exact-value")


def value(page: Page) -> Locator:
    """Return where the value of a position is told."""
    return page.locator(".answer-value")


@only_more
def test_a_position_from_a_link(open_page: OpenPage) -> None:
    variant = Variant.load("original")
    answer = best_answer(TotalQuestion.of(variant, history=parse_history(POSITION, 5)))
    assert answer.mean is not None
    page = open_page(f"/ask?variant=original&after={POSITION}")
    expect(value(page)).to_have_text(
        f"{float(answer.mean):.2f} more guesses on average; it may be the word itself. This strategy takes 2 "
        "more at most."
    )
    expect(
        page.get_by_text(f"{float(answer.mean):.4f} guesses on average, {answer.cost} in all")
    ).to_be_visible()
    expect(page.get_by_label("make the guess BRAID")).to_be_visible()
    left = page.get_by_label("Answer").locator(".chip[data-do^=word]").all_inner_texts()
    assert set(left) >= {word.upper() for word in answer.hidden}
    expect(page.get_by_role("status")).to_have_text("all numbers are exact")
    rows = page.locator(".guess-grid tbody tr[data-do^=guess]")
    assert rows.nth(0).locator("td").all_inner_texts() == [
        *("BRAID", "1.8333", "11", "6", "1", "2.585", "2", "yes")
    ]
    page.get_by_label("Find a guess in the table").fill("zonks")
    expect(rows.filter(has_text="ZONKS")).to_have_count(1)
    page.get_by_label("Find a guess in the table").fill("")
    heading = page.get_by_role("columnheader", name="can be held to")
    heading.focus()
    for order in ("ascending", "descending"):
        page.keyboard.press("Enter")
        expect(heading).to_have_attribute("aria-sort", order)
        expect(heading).to_be_focused()
    expect(rows.nth(0).locator("td").nth(6)).to_have_text("3")
    for place, key in enumerate(("ArrowDown", "ArrowDown")):
        page.keyboard.press(key)
        expect(rows.nth(place)).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows.nth(1)).to_be_focused()


def test_guesses_are_typed_and_tiles_are_clicked(open_page: OpenPage) -> None:
    page = open_page("/ask")
    entry = page.get_by_label("Next guess and its colours")
    entry.fill("salet bybbb")
    entry.press("Enter")
    expect(page).to_have_url(re.compile(r"after=salet\.bybbb$"))
    expect(value(page)).to_have_text(re.compile(r"^2\.55 more guesses on average"))
    page.get_by_label("move 1, tile 2: A yellow, click for the next colour").click()
    expect(page).to_have_url(re.compile(r"after=salet\.bgbbb$"))
    expect(value(page)).not_to_have_text(re.compile(r"^2\.55"))
    page.go_back()
    expect(exact(page)).to_have_text(re.compile(r", 260 in all"))
    expect(page.get_by_label("move 1, tile 2: A yellow, click for the next colour")).to_be_visible()
    page.get_by_label("Take back SALET and what follows").click()
    expect(exact(page)).to_have_text(re.compile(r", 7920 in all"))
    expect(page.get_by_text("original-normal-optimal-within-6.cert.xz")).to_be_visible()


@only_more
def test_exact_numbers_come_before_bounds_and_what_ships_is_there_at_once(open_page: OpenPage) -> None:
    """The best 105 openers of the original game ship with their totals; nothing asks to be cancelled."""
    page = open_page("/ask")
    expect(exact(page)).to_have_text(re.compile(r"^3\.4212 guesses on average, 7920 in all"))
    expect(page.get_by_text("Words found with each guess")).to_be_visible()
    rows = page.locator(".guess-grid tbody tr[data-do^=guess]")
    expect(rows.nth(1)).to_contain_text("REAST")
    numbers = [row.split()[:3] for row in rows.all_inner_texts()[:20]]
    assert numbers[0] == ["SALET", "3.4212", "7920"]
    assert [row[2] for row in numbers] == sorted(row[2] for row in numbers)
    expect(page.get_by_role("status")).to_have_text(re.compile("^Exact for .* so far$"))
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    page.get_by_label("Find a guess in the table").fill("ai")
    begin = page.locator(".guess-grid .bounds-begin")
    expect(begin).to_have_count(1)
    expect(begin).to_have_text(re.compile("^Not searched yet"))
    shown = page.locator(".guess-grid tbody tr").all_inner_texts()
    place = next(number for number, row in enumerate(shown) if row.startswith("Not searched"))
    assert place > 0
    assert not any("\N{GREATER-THAN OR EQUAL TO} 3." in row.split("\n")[0][:24] for row in shown[:place])


@only_more
def test_a_click_is_answered_at_once_and_then_refined(open_page: OpenPage) -> None:
    """Along a best strategy that ships the value is there before any search; elsewhere what counting says."""
    page = open_page("/ask?after=salet.bbbbb")
    expect(value(page)).to_be_visible()
    page.evaluate(
        """() => {
            globalThis.shown = [];
            const told = document.querySelector("section[aria-label=Answer]");
            const note = () => shown.push(told.innerText);
            new MutationObserver(note).observe(told, { childList: true, characterData: true, subtree: true });
        }"""
    )
    page.get_by_label("move 1, tile 5: T grey, click for the next colour").click()
    expect(page).to_have_url(re.compile(r"after=salet\.bbbby$"))
    expect(value(page)).to_have_text(re.compile("guesses on average"))
    page.wait_for_function("shown.some((text) => text.includes('There may be more'))")
    entry = page.get_by_label("Next guess and its colours")
    entry.fill("fuzzy bbbbb")
    entry.press("Enter")
    page.wait_for_function("shown.some((text) => text.includes('Being searched'))")


@only_more
def test_enter_asks_before_it_takes_a_word_for_all_grey(open_page: OpenPage) -> None:
    page = open_page("/ask?variant=toy")
    entry = page.get_by_label("Next guess and its colours")
    entry.fill("salet")
    entry.press("Enter")
    expect(page.get_by_text("SALET, all grey? Click the tiles to colour them")).to_be_visible()
    expect(entry).to_have_value("SALET BBBBB")
    expect(page).to_have_url(re.compile(r"/ask\?variant=toy$"))
    page.get_by_label("next move, tile 4: E grey, click for the next colour").click()
    expect(entry).to_have_value("SALET BBBYB")
    entry.press("Enter")
    expect(page).to_have_url(re.compile(r"after=salet\.bbbyb$"))


@only_more
def test_words_that_no_list_has_do_not_block(open_page: OpenPage) -> None:
    page = open_page("/ask")
    entry = page.get_by_label("Next guess and its colours")
    entry.fill("zzzzz bbbbb")
    entry.press("Enter")
    expect(page.get_by_text("ZZZZZ is not among the guesses of this game")).to_be_visible()
    expect(page.locator(".hero")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    entry.fill("salet bybbb")
    entry.press("Enter")
    expect(page).to_have_url(re.compile(r"after=zzzzz\.bbbbb\.salet\.bybbb$"))
    expect(value(page)).to_have_text(re.compile("guesses on average"))
    page.goto("/ask?after=aahed.ggggb")
    expect(page.get_by_role("alert")).to_be_visible()
    link = page.get_by_role("link", name="Let every guess be the hidden word")
    expect(link).to_have_attribute("href", re.compile("hidden=big"))


@only_more
def test_modes_objectives_and_mistakes(open_page: OpenPage) -> None:
    page = open_page("/ask?variant=toy&mode=hard")
    expect(value(page)).to_be_visible()
    page.get_by_role("button", name="Eight words for teaching, hard mode").click()
    page.get_by_label("goal").click()
    page.get_by_role("option", name="fewest words missed").click()
    page.get_by_label("within guesses from here").fill("1")
    expect(page).to_have_url(re.compile(r"goal=missed&within=1$"))
    expect(value(page)).to_have_text("Best play misses 7 of 8 words.")
    page.goto("/ask?mode=hard&after=salet.bybbb.crony.bgbbb")
    expect(page.get_by_role("alert")).to_have_text(re.compile("the yellow A of SALET must be used again"))
    entry = page.get_by_label("Next guess and its colours")
    entry.fill("sal")
    entry.press("Enter")
    expect(page.get_by_role("alert").first).to_have_text(re.compile("^take back or change a move first: "))
    entry.fill("sa")
    expect(page.get_by_role("alert")).to_have_count(1)
    page.goto("/ask?mode=easy&after=salet")
    expect(page.get_by_role("alert").first).to_have_text(
        re.compile("^mode: expected normal, hard, ultrahard")
    )


def test_while_words_missed_are_searched_the_table_speaks_of_them(open_page: OpenPage) -> None:
    page = open_page(ENDLESS.replace("?", "?goal=missed&within=3&"))
    expect(page.get_by_role("columnheader", name="words missed")).to_be_visible()
    expect(page.get_by_role("columnheader", name="in all")).to_have_count(0)


@only_more
def test_what_finds_no_process_waits_and_says_so(open_page: OpenPage) -> None:
    endless = [open_page(ENDLESS) for _ in range(processors() + 1)]
    for page in endless:
        expect(page.get_by_role("button", name="Cancel")).to_be_enabled()
    other = open_page(f"/ask?after={POSITION}")
    expect(other.get_by_role("status")).to_have_text("waiting for an earlier question to be answered")
    endless[0].get_by_role("button", name="Cancel").click()
    expect(endless[0].get_by_role("status")).to_have_text(re.compile("^cancelled"))
    expect(value(other)).to_have_text(re.compile(r"^1\.83"))
    endless[1].goto(f"/ask?after={POSITION}")  # leaving a page cancels what it asked for
    expect(value(endless[1])).to_have_text(re.compile(r"^1\.83"))


@only_more
def test_what_nobody_waits_for_holds_nobody_up(open_page: OpenPage) -> None:
    """The other guesses of two tabs keep processes busy for hours, and nobody waits."""
    first, second = open_page("/ask"), open_page("/ask")
    for page in (first, second):
        expect(page.get_by_role("status")).to_have_text(re.compile("^Exact for .* so far$"))
    tab = first.context.new_page()
    tab.goto(f"/ask?after={POSITION}")
    expect(value(tab)).to_have_text(re.compile(r"^1\.83"))
    for page in (first, second):
        expect(page.get_by_role("status")).to_have_text(re.compile("^Exact for .* so far$"))
        expect(page.get_by_role("button", name="Cancel")).to_be_hidden()


@only_more
def test_the_older_question_leaves_the_newer_alone(open_page: OpenPage) -> None:
    page = open_page(f"/ask?after={SLOW}")
    expect(page.get_by_role("status")).to_have_text(re.compile("^searching"))
    page.evaluate(
        """() => {
            globalThis.told = [];
            const status = document.querySelector("[role=status]");
            const note = () => told.push(status.innerText);
            const all = { childList: true, characterData: true, subtree: true };
            new MutationObserver(note).observe(status, all);
        }"""
    )
    page.get_by_label("move 1, tile 1: F grey, click for the next colour").click()
    expect(page.get_by_role("list", name="Moves").locator(".tile.yellow")).to_have_count(1)
    expect(value(page)).to_be_visible()
    assert page.evaluate("told.length") > 0
    assert "" not in page.evaluate("told")
    page.goto("/analyse")
    page.get_by_label("The game").fill(f"{SLOW}.salet.bbbbb")
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.get_by_role("status")).to_have_text(re.compile("^weighing guess 1"))
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("status")).to_have_text("cancelled")


@only_more
def test_analyse_begins_with_an_example_that_ones_own_game_replaces(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    expect(page.get_by_text("An example. Your own game takes its place:")).to_be_visible()
    expect(page.locator(".verdict")).to_have_text("Near perfect, and lucky")
    expect(page.get_by_text(re.compile(r"perfect 0, good under 0\.1, a slip under 0\.5"))).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_be_hidden()
    yellow, black, green = ("\N{LARGE YELLOW SQUARE}", "\N{BLACK LARGE SQUARE}", "\N{LARGE GREEN SQUARE}")
    shared = f"Wordle 1,234 2/6\n\n{yellow}{4 * black} crate\n{5 * green} focus"
    page.get_by_label("The game").fill(shared)
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator(".move")).to_have_count(2)
    expect(page.get_by_text("An example")).to_have_count(0)
    page.get_by_label("The game").fill(f"{yellow}{4 * black}\n{5 * green}")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(value(page)).to_contain_text("one of 2315 of 2315 words")  # rows without words


@only_more
def test_a_game_is_analysed(open_page: OpenPage) -> None:
    game = "crate.ybbbb.lions.bbybg.focus.ggggg"
    analysis = analyse(Variant.load("nyt-2022-02-15"), parse_game(game, 5))
    page = open_page("/analyse?variant=nyt-2022-02-15")
    page.get_by_label("The game").fill("crate ybbbb\nlions bbybg\nfocus ggggg")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator(".verdict")).to_have_text("Near perfect, and lucky")
    expect(page.get_by_text(re.compile(re.escape(analysis.totals_told())))).to_be_visible()
    expect(page).to_have_url(re.compile(r"game=" + re.escape(game)))
    moves = page.locator(".move")
    for place, move in enumerate(analysis.moves):
        assert move.inaccuracy is not None
        assert move.luck is not None
        skill, luck = moves.nth(place).locator(".grade").all()
        lost = f"{float(move.inaccuracy):.2f}" if move.inaccuracy >= 0.01 else "under 0.01"
        expect(skill).to_have_text(f"good {lost}" if move.inaccuracy else "perfect 0.00")
        expect(luck).to_have_text(f"usual luck {float(move.luck):.2f}")
        assert f"Exactly {move.luck}." in (luck.get_attribute("data-tip") or "")
    page.get_by_label("Ask about the position before LIONS").click()
    expect(page).to_have_url(re.compile(r"/ask\?variant=nyt-2022-02-15&after=crate\.ybbbb$"))
    page.goto("/analyse?game=crate.ybbbb.zzzzz.bbbbb")
    expect(
        page.get_by_text("ZZZZZ is not among the guesses of this game, and judged as if it were.")
    ).to_be_visible()
    expect(page.locator(".move")).to_have_count(2)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_label("The game").fill("crate ybbbb lions bbybg")
    page.get_by_label("hidden word, if not found").fill("focus")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator(".move")).to_have_count(2)
    expect(page.get_by_text("as if it were")).to_have_count(0)
    page.get_by_label("hidden word, if not found").fill("foucs")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(
        re.compile(r"no list of words has it; did you mean focus\?$")
    )
    page.get_by_label("hidden word, if not found").fill("hocus")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.get_by_text("HOCUS is not among the hidden words of this game")).to_be_visible()


@only_more
def test_an_empty_form_says_what_it_needs_and_the_example_stays(open_page: OpenPage) -> None:
    page = open_page("/analyse")
    expect(page.locator(".move")).to_have_count(3)
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("^write your game first"))
    expect(page.get_by_label("The game")).to_be_focused()
    expect(page.locator(".move")).to_have_count(3)
    form, told = (
        page.locator(place).bounding_box() for place in (".game-text", "section[aria-label=Analysis]")
    )
    assert form is not None
    assert told is not None
    assert form["x"] + form["width"] < told["x"]  # side by side


@only_more
@pytest.mark.parametrize(
    ("after", "ending"),
    [
        ("crate.ybbbb.lions.bbybg.focus.ggggg", "You have found FOCUS with 3 guesses"),
        (".".join(["crate.bbbbb"] * 6), "The game is over: it has 6 guesses"),
    ],
)
def test_a_game_that_is_over_leads_to_its_analysis(open_page: OpenPage, after: str, ending: str) -> None:
    page = open_page(f"/ask?after={after}")
    expect(page.locator(".verdict")).to_have_text(ending)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("link", name="Let every guess be the hidden word")).to_have_count(0)
    page.get_by_role("button", name="Judge this game").click()
    expect(page.locator(".move")).to_have_count(after.count(".") // 2 + 1)


@only_more
def test_no_larger_list_is_offered_where_a_found_word_contradicts_its_responses(open_page: OpenPage) -> None:
    page = open_page("/ask?after=crate.bbbbb.slate.ggggg")
    expect(page.get_by_role("alert")).to_contain_text("no hidden word of original agrees with this")
    expect(page.get_by_role("link", name="Let every guess be the hidden word")).to_have_count(0)


@only_more
def test_a_found_word_that_is_none_is_refused(open_page: OpenPage) -> None:
    page = open_page("/ask?after=zzzzz.ggggg")
    expect(page.get_by_role("alert")).to_have_text("ZZZZZ is not among the guesses of this game.")
    expect(page.get_by_text("You have found")).to_have_count(0)
    page.goto("/ask?after=snafu.ggggg")  # another list has it
    expect(page.locator(".verdict")).to_have_text("You have found SNAFU with 1 guess")


@only_more
def test_a_word_that_the_table_lacks_is_asked_about(open_page: OpenPage) -> None:
    page = open_page("/ask?after=salet.bybbb")
    expect(value(page)).to_be_visible()
    page.get_by_label("Find a guess in the table").fill("foucs")
    expect(
        page.get_by_text("No guess has 'FOUCS' in it; did you mean focus, fucus or fucks?")
    ).to_be_visible()
    page.get_by_label("Find a guess in the table").fill("focus")
    expect(page.get_by_text("No guess has")).to_have_count(0)


def test_what_wordle_shares_is_pasted(open_page: OpenPage) -> None:
    """Rows without words are explained, the star means hard mode, several games are judged in turn."""
    shared = "Wordle 1,234 3/6*\n\n⬛🟨⬛⬛⬛\n⬛🟩🟩⬛⬛\n🟩🟩🟩🟩🟩\n"
    page = open_page("/analyse")
    page.get_by_label("The game").fill(f"{shared}Wordle 1,235 1/6\n🟩🟩🟩🟩🟩\n")
    page.get_by_label("hidden word, if not found").fill("shine")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.get_by_text("Game 2 of 2")).to_be_visible()
    expect(value(page)).to_have_text(["Hidden word: SHINE"] * 2)
    rows = page.locator(".move")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("722 guesses fit: ANGRY")
    expect(rows.nth(1)).to_contain_text("luck: as a first guess it leaves 8 to 30 of 2315 words")
    expect(page.get_by_text("original, hard mode").first).to_be_visible()
    assert "mode=hard" in page.url
    page.get_by_label("The game").fill("crate lions focus")
    page.get_by_label("hidden word, if not found").fill("")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.get_by_text("original, normal mode")).to_be_visible()  # the star was that of its own game
    expect(page.get_by_role("alert")).to_have_count(0)
    assert "mode=" not in page.url

"""The annotation page in a real browser: a quotation by selection, keys, autosave, a locked store, several people."""

from __future__ import annotations

import pytest

from oracle.agreement import agreement
from r3env.store import RunStore
from tests.report.study import MODEL, contest_names, episode, event, spec
from tests.report.test_annotate import serving

ODD = "first line\r\n\x1b[1mשלום <b>bold</b>\x07 & end"

SELECT = """([event, role, from, to]) => {
  const text = [...document.querySelectorAll(`#event-${event} pre.${role}`)][0].firstChild;
  const range = document.createRange();
  range.setStart(text, from); range.setEnd(text, to);
  getSelection().removeAllRanges(); getSelection().addRange(range);
}"""


@pytest.fixture
def store(tmp_path):
    """Two trajectories, one with odd characters in its output."""
    path = tmp_path / "run.sqlite"
    name, problems = next(iter(contest_names(1).items()))
    with RunStore(path) as made:
        for repeat in range(2):
            own = spec(name, problems, budget=3, repeat=repeat)
            events = [event(k, f"python3 step{k}.py", ODD if k == 1 else "fine") for k in range(4)]
            made.add(episode(own, "+-....", [*events, event(4, f"echo {MODEL}", f"by {MODEL} alone")]))
    return path


@pytest.fixture
def served(store):
    with serving(store) as server:
        yield server


@pytest.fixture
def join(open_tab, served):
    """Opens the page and gives a name."""

    def make(name="ada", **options):
        tab = open_tab(**options)
        tab.page.goto(served.address)
        tab.page.wait_for_selector("#name-dialog[open]")
        tab.page.keyboard.type(name)
        tab.page.keyboard.press("Enter")
        tab.page.wait_for_selector(".event")
        return tab

    return make


def saved(page):
    page.wait_for_selector("#saved:text-is('all saved')")


def labels(served):
    return [
        (x.annotator, x.item, str(x.value), x.problem, x.quotation, x.event) for x in served.desk.labels()
    ]


def test_a_quotation_is_exactly_what_was_selected(join, served):
    tab = join()
    page = tab.page
    page.keyboard.press("ArrowDown")  # the first question asks for three events; the second for one
    page.evaluate(SELECT, [1, "output", 4, len(ODD)])
    page.keyboard.press("q")
    page.wait_for_selector(".card.here .state.good")
    item = served.desk.labels()[0].item
    assert labels(served) == [("ada", item, "true", None, ODD[4:], 1)]
    assert page.locator(".card.here input").input_value() == "1"
    assert page.locator("b", has_text="bold").count() == 0 and tab.complaints == []


def test_true_waits_for_its_quotation_and_survives_a_reload(join, served):
    page = join().page
    page.keyboard.press("ArrowDown")
    page.keyboard.press("t")
    assert "needs a quotation" in page.locator(".card.here .state").text_content()
    assert served.desk.labels() == []
    page.reload()
    page.wait_for_selector(".event")
    assert "needs a quotation" in page.locator(".card >> nth=1").text_content()
    assert page.locator("#name-dialog[open]").count() == 0  # asked once


def test_an_update_takes_three_events_by_keys_alone(join, served):
    page = join().page
    for key in ("1", "j", "2", "j", "q"):
        page.keyboard.press(key)
    saved(page)
    page.wait_for_selector(".card.here .state.good")
    found = served.desk.labels()[0]
    assert (found.item, found.prior, found.trigger, found.event) == ("substantive_update", 0, 1, 2)
    assert found.quotation == "python3 step2.py"


def test_a_wrong_quotation_is_refused_at_its_question(join, served):
    page = join().page
    card = page.locator(".card >> nth=1")
    card.locator("button[data-value=true]").click()
    card.locator("input").fill("0")
    card.locator("textarea").fill("words that nobody said")
    card.locator("input").focus()
    page.wait_for_selector(".card .state.bad:has-text('does not hold the words')")
    assert served.desk.labels() == []


def test_labels_are_saved_as_given_and_found_again(join, served):
    page = join().page
    for key in ("f", "ArrowDown", "u", "n"):
        page.keyboard.press(key)
    page.wait_for_selector("#place:has-text('Trajectory 2')")
    saved(page)
    assert sorted(x[2] for x in labels(served)) == ["false", "unknown"]
    page.keyboard.press("p")
    page.wait_for_selector("#place:has-text('Trajectory 1 of 2 · 2 of 33')")
    assert page.locator(".card >> nth=0").locator("[aria-checked=true]").text_content() == "false"


def test_nobody_sees_who_played(join):
    page = join().page
    assert MODEL not in page.content() and "name hidden" in page.locator("#event-4").text_content()
    assert "robot" not in page.content()


def test_a_locked_store_keeps_the_label_and_saves_it_later(join, served, store):
    tab = join()
    page = tab.page
    with RunStore(store, create=False) as writer:
        writer.acquire()
        page.keyboard.press("f")
        page.wait_for_selector("#alarm:not([hidden])")
        text = page.locator("#alarm").text_content()
        assert "the store is being written" in text and "1 label is kept here" in text
        page.keyboard.press("ArrowDown")
        page.keyboard.press("u")
        page.on("dialog", lambda dialog: dialog.accept())
        page.reload()  # what waits outlives the page
        page.wait_for_selector("#alarm:not([hidden])")
        assert "2 labels are kept" in page.locator("#alarm").text_content()
        assert served.desk.labels() == []
    saved(page)
    page.wait_for_selector("#alarm", state="hidden")
    assert sorted(x[2] for x in labels(served)) == ["false", "unknown"]


def test_two_people_and_their_agreement(join, served):
    pytest.importorskip("statsmodels")
    served.agreement = agreement
    for name, keys in (("ada", "fu"), ("bob", "ff")):
        page = join(name).page
        for key in keys:
            page.keyboard.press(key)
            page.keyboard.press("ArrowDown")
        saved(page)
        page.wait_for_selector(".state.good >> nth=1")
    page.click("#show-agreement")
    page.wait_for_selector("#agreement td")
    text = page.locator("#agreement").text_content()
    assert "4 labels by 2 annotators" in text and "substantive update" in text and "50 %" in text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_it_without_scrolling_sideways(join, scheme):
    tab = join(width=390, height=844, color_scheme=scheme)
    assert tab.fits() and tab.complaints == []


def test_an_empty_store_says_so(open_tab, tmp_path):
    RunStore(tmp_path / "empty.sqlite").close()
    with serving(tmp_path / "empty.sqlite") as server:
        page = open_tab().page
        page.goto(server.address)
        page.keyboard.type("ada")
        page.keyboard.press("Enter")
        page.wait_for_selector("#place:has-text('nothing to annotate yet')")

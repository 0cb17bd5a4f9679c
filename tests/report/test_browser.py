"""The page in a real browser: no complaint, filters, deep links, keys, dark mode, a phone, hostile texts."""

from __future__ import annotations

import json

import pytest

import oracle
from oracle import report as reporting
from tests.report.study import contest_names, episode, event, spec, study

HOSTILE = (
    "<script>document.title='run'</script><img src=x onerror=\"document.title='run'\"></script><!-- &amp; "
    "\x00\x1b[31mred\x7f \u202egnisrever שלום"
)


def wild():
    """An episode whose every text is hostile."""
    name, problems = next(iter(contest_names(1).items()))
    own = spec(name, problems, rho=0.8, budget=7, repeat=9, policy={"name": "</script><b>wild"})
    events = [event(0, HOSTILE, HOSTILE), event(1, "cat big", "line of output\n" * 400_000)]
    return episode(own, "+-.!..", events)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    episodes = [*study(), wild()]
    path = tmp_path_factory.mktemp("page") / "report.html"
    reporting.write_html(path, reporting.build(oracle.load(episodes)), episodes, title="A small study")
    return path.as_uri()


@pytest.fixture
def tab(open_tab, page):
    found = open_tab()
    found.page.goto(page)
    yield found
    assert found.complaints == [] and {url.split("#")[0] for url in found.requests} == {page}


def index(page):
    return json.loads(page.locator("#index").text_content())


def listed(page):
    return [node.get_attribute("id")[2:] for node in page.locator("#list .item").all()]


def test_filters_narrow_the_list_and_the_events(tab):
    page = tab.page
    rows = index(page)
    assert listed(page) == [r["id"] for r in rows]
    page.select_option("[name=policy]", "nothing")
    assert listed(page) == [r["id"] for r in rows if r["policy"] == "nothing"]
    page.click("#filters button[type=reset]")
    page.select_option("[name=problem]", "B")
    page.select_option("[name=outcome]", "correct")
    wanted = [r["id"] for r in rows if r["problems"][1]["outcome"] == "correct"]
    assert listed(page) == wanted and 0 < len(wanted) < len(rows)
    assert page.locator("#found").text_content() == f"{len(wanted)} of {len(rows)} episodes"
    page.click("#filters button[type=reset]")
    page.select_option("[name=class]", "guard")
    assert listed(page) == [r["id"] for r in rows if "guard" in r["classes"]]
    page.click("#list .item")
    page.wait_for_selector(".event")
    assert {n.get_attribute("class") for n in page.locator(".event").all()} == {"event guard"}
    page.fill("[name=contest]", "toy/999")
    assert listed(page) == [] and "No episode matches" in page.locator("#found").text_content()


def test_a_deep_link_opens_its_event(tab):
    page = tab.page
    row = next(r for r in index(page) if r["rho"] == 0.8 and r["scheduler"] == "coverage")
    page.goto(page.url + f"#ep={row['id']}&event=3")
    node = page.locator(".event.here")
    assert node.get_attribute("id") == "event-3" and node.bounding_box()["y"] < 300
    assert page.locator(f"#o-{row['id']}").get_attribute("aria-selected") == "true"
    text = node.text_content()
    for part in (
        "#3",
        "counted",
        "compute",
        "charge 1",
        "focus C",
        "5 → 4 left",
        "python3 try_C.py",
        "I tried C",
    ):
        assert part in text


def test_a_link_to_an_episode_that_is_not_here_says_so(tab):
    tab.page.goto(tab.page.url + "#ep=feed&event=1")
    assert "does not hold the episode feed" in tab.page.locator("#episode").text_content()


def test_everything_works_from_the_keyboard(tab):
    page = tab.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.focus("#list")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector(".event")
    first, second = listed(page)[:2]
    assert page.url.endswith(f"#ep={first}")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector(f"#o-{second}[aria-selected=true]")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "episode"
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.id") == "event-1"
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.id") == "event-0" and page.url.endswith(
        f"#ep={second}&event=0"
    )
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "policy"


def test_hostile_texts_are_shown_and_never_run(tab):
    page = tab.page
    row = next(r for r in index(page) if r["repeat"] == 9)
    page.goto(page.url + f"#ep={row['id']}")
    page.wait_for_selector("#event-1")
    command = page.locator("#event-0 pre.command").text_content()
    assert (
        "<script>document.title='run'</script>" in command and "␀␛[31mred␡ ⟨U+202E⟩gnisrever שלום" in command
    )
    assert page.title() == "A small study" and page.locator("#episode img, #episode script").count() == 0
    assert "characters left out of this page" in page.locator("#event-1 pre.output").text_content()
    assert tab.fits()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_it_without_scrolling_sideways(open_tab, page, scheme):
    tab = open_tab(width=390, height=844, color_scheme=scheme)
    tab.page.goto(page)
    assert tab.fits()
    tab.page.click("#list .item >> nth=1")
    tab.page.wait_for_selector("#episode h3")
    assert tab.fits() and tab.complaints == []


def luminance(colour: str) -> float:
    numbers = [float(n) for n in colour.strip("rgba()").split(",")[:3]]
    parts = [(c / 255) / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in numbers]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_stand_out_from_their_paper(open_tab, page, scheme):
    tab = open_tab(color_scheme=scheme)
    tab.page.goto(page)
    style = "(s) => { const c = getComputedStyle(document.querySelector(s)); return c.color; }"
    paper = tab.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (luminance(paper) < 0.1) == (scheme == "dark")
    for selector in ("body", ".note", ".lead", "nav a", "td", "thead th"):
        light, dark = sorted((luminance(tab.page.evaluate(style, selector)), luminance(paper)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, selector
    label = tab.page.evaluate("getComputedStyle(document.querySelector('figure svg text')).fill")
    light, dark = sorted((luminance(label), luminance(paper)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_the_theme_button_overrides_the_system(tab):
    page = tab.page
    paper = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(paper)
    page.click("#theme")
    page.click("#theme")
    assert page.locator("#theme").text_content() == "Dark" and page.evaluate(paper) != before


def test_no_label_of_a_figure_overlaps_another(tab):
    overlaps = tab.page.evaluate("""() => {
      const found = [];
      for (const svg of document.querySelectorAll('figure svg')) {
        const boxes = [...svg.querySelectorAll('text')].filter((t) => t.textContent.trim())
          .map((t) => ({ text: t.textContent, box: t.getBoundingClientRect() }));
        for (let a = 0; a < boxes.length; a++) for (let b = a + 1; b < boxes.length; b++) {
          const [p, q] = [boxes[a].box, boxes[b].box];
          const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
          const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
          if (wide > 1 && high > 3) found.push(boxes[a].text + ' / ' + boxes[b].text);
        }
      }
      return found;
    }""")
    assert overlaps == []

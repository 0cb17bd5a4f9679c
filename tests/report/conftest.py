"""A browser and a store with a small study, shared by the tests of the pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from r3env.store import RunStore
from tests.report.study import study

ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def study_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that no test may write to."""
    path = tmp_path_factory.mktemp("study") / "run.sqlite"
    with RunStore(path) as store:
        for episode in study():
            store.add(episode)
    return path


@pytest.fixture
def own_store(study_store: Path, tmp_path: Path) -> Path:
    """A copy of it to write to."""
    return Path(shutil.copy(study_store, tmp_path / "run.sqlite"))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Headless Chromium with an empty profile."""
    driving = pytest.importorskip("playwright.sync_api", reason="needs Playwright: pip install playwright")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("needs the program chromium: apt-get install chromium")
    with driving.sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        yield running
        running.close()


class Tab:
    """A page with everything it complained about."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on(
            "console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def fits(self) -> bool:
        """True when nothing makes the page scroll sideways."""
        return bool(
            self.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        )


@pytest.fixture
def open_tab(browser: Any) -> Iterator[Any]:
    """Opens tabs: ``open_tab(width=390, color_scheme="dark")``."""
    contexts = []

    def make(width: int = 1280, height: int = 900, color_scheme: str = "light") -> Tab:
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=color_scheme)
        context.set_default_timeout(15_000)
        contexts.append(context)
        return Tab(context.new_page())

    yield make
    for context in contexts:
        context.close()

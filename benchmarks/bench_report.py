"""The report of a store with 18,000 agentic contest episodes of 20 events (and 27,000 curve runs).

Run with ``python benchmarks/bench_report.py [runs] [store]``: medians of the time to make the page, its size, and
the time until it is interactive in Chromium (filters filled, first list drawn), where Playwright and
``chromium`` are installed. Making the store is not timed; with a path it is kept and used again.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from bench_diagnostics import stream

from r3env.cli.report import write_page
from r3env.episode import Episode
from r3env.store import RunStore


def make_store(path: Path) -> None:
    """Write all episodes of the synthetic run."""
    with RunStore(path) as store:
        for data in stream():
            store.add(Episode.from_dict(data))


def interactive(page: Path) -> float | None:
    """Seconds from navigation until the trajectory list stands; None without a browser."""
    chromium = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if chromium is None:
        return None
    arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"]
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=arguments)
        tab = browser.new_page()
        start = time.perf_counter()
        tab.goto(page.as_uri(), wait_until="commit")
        tab.wait_for_selector("#list .item")
        tab.select_option("#filters [name=outcome]", "wrong")
        spent = time.perf_counter() - start
        browser.close()
    return spent


def main(runs: int, kept: str | None) -> None:
    """Print medians over the runs."""
    with tempfile.TemporaryDirectory() as folder:
        store, page = Path(kept or f"{folder}/run.sqlite"), Path(folder) / "report.html"
        if not store.exists():
            make_store(store)
        making, opening = [], []
        for _ in range(runs):
            start = time.perf_counter()
            write_page(page, [store])
            making.append(time.perf_counter() - start)
            seconds = interactive(page)
            if seconds is not None:
                opening.append(seconds)
        print(f"page made      {statistics.median(making):6.1f} s")
        print(f"size           {page.stat().st_size / 1e6:6.2f} MB")
        print(
            f"interactive    {statistics.median(opening):6.2f} s" if opening else "interactive: no Chromium"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3, sys.argv[2] if len(sys.argv) > 2 else None)

"""Which sandbox is taken, and what is said when none is."""

from __future__ import annotations

import pytest

from r3env.catalog import sandboxes
from r3env.errors import ConfigError, SandboxError, UnknownNameError
from r3env.sandbox import check_all, choose, open_sandbox
from r3env.sandbox.protocol import CheckReport


def test_check_all_reports_every_backend() -> None:
    reports = check_all()
    assert {report.backend for report in reports} == set(sandboxes.entries())
    for report in reports:
        assert report.tested
        assert report.available or report.advice


def test_auto_takes_the_first_that_works(monkeypatch: pytest.MonkeyPatch) -> None:
    works = [report for report in check_all() if report.available]
    if not works:
        pytest.skip("no sandbox works here")
    box = open_sandbox()
    assert box.name == works[0].backend  # type: ignore[attr-defined]
    assert box.caps == works[0].caps


def test_none_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = {
        name: CheckReport(name, False, tested={"present": f"no {name}"}, advice=f"install {name}")
        for name in sandboxes.entries()
    }
    monkeypatch.setattr(choose, "_reports", nothing)
    with pytest.raises(SandboxError, match="nothing is run without one") as caught:
        open_sandbox()
    for name in nothing:
        assert f"install {name}" in str(caught.value)
    with pytest.raises(SandboxError, match="install bwrap"):
        open_sandbox("bwrap")


def test_a_missing_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose, "_reports", {})
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SandboxError, match="bubblewrap"):
        open_sandbox("bwrap")


def test_a_typo_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(UnknownNameError, match="bwrap"):
        open_sandbox("bwarp")


def test_a_broken_backend_is_reported_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(_name: str) -> None:
        raise ConfigError("broken on purpose")

    monkeypatch.setattr(choose, "_reports", {})
    monkeypatch.setattr(sandboxes, "load", load)
    report = choose.check("bwrap")
    assert not report.available
    assert "broken on purpose" in report.advice

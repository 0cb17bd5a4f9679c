"""Bad input: always an answer, never an exception, and never free by accident."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from r3env.decision import Decision, Kind, SubClass
from r3env.shell import ShellState, classify, explain, grammar

MEGABYTE = 1_000_000


@pytest.mark.parametrize("command", ["ls\0", "\0", "echo 'a\0b'", "ls \ud800", "\udfff"])
def test_what_no_shell_can_take_is_a_protocol_error(command: str) -> None:
    decision = classify(command)
    assert (decision.kind, decision.subclass) == (Kind.ERROR, SubClass.PROTOCOL)


@pytest.mark.parametrize("command", [None, 5, b"ls", ["ls"]])
def test_what_is_not_text_is_a_protocol_error(command: object) -> None:
    decision = classify(command)  # type: ignore[arg-type]
    assert (decision.kind, decision.subclass) == (Kind.ERROR, SubClass.PROTOCOL)


@pytest.mark.parametrize(
    "command",
    ["(" * 100_000, "(" * 100_000 + ")" * 100_000, "echo " + "$(" * 5_000 + "ls" + ")" * 5_000, "{ " * 50_000,
     "`" * 100_001, "if " * 50_000, "cat <<A\n" * 20_000, "! " * 50_000 + "ls x y z (", "echo " + '"$(' * 3_000,
     "eval " * 20_000 + "ls", "${" * 50_000, "A" * MEGABYTE, "'" * (MEGABYTE - 1)],
)  # fmt: skip
def test_large_and_deep_input_is_counted_or_refused(command: str) -> None:
    assert classify(command).kind in (Kind.COUNTED, Kind.ERROR)


def test_a_large_file_may_be_written_for_free() -> None:
    body = "int x = 1; // $(nc) `submit`\n" * (MEGABYTE // 30)
    decision = classify(f"cat > /app/solution_A.cpp <<'EOF'\n{body}EOF")
    assert (decision.kind, decision.subclass) == (Kind.FREE, SubClass.ARTIFACT)
    assert all(len(segment.text) <= 200 for segment in decision.segments)


def test_a_line_of_too_many_words_is_counted() -> None:
    assert classify("echo " + "a " * 1_000).kind is Kind.FREE
    assert classify("echo " + "a " * 50_000).kind is Kind.COUNTED


@given(st.text(st.sampled_from("ls cat$(){}<>'\"`\\|&;\n\t#!=*?[]~-0é\r"), max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_text_gets_an_answer_that_can_be_stored_and_shown(command: str) -> None:
    decision = classify(command)
    assert Decision.from_dict(decision.to_dict()) == decision
    assert decision.reason
    assert explain(decision)
    assert isinstance(ShellState.fresh().after(command, decision), ShellState)
    assert classify(command) == decision


@pytest.mark.parametrize("command", ["ls\u00a0-l", "ls\u3000a", "\u200bls", "l\u017f", "ls\r\ncat a\r"])
def test_blanks_of_unicode_and_carriage_returns_are_not_blanks_of_bash(command: str) -> None:
    assert classify(command).kind is Kind.COUNTED


def test_without_bash_an_unreadable_line_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "_bash", lambda: None)
    assert classify("ls 'unclosed").kind is Kind.COUNTED


def test_nothing_is_executed_while_a_line_is_checked(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    classify(f"touch {marker}; echo $(touch {marker}) ) (")
    classify(f"touch {marker}\nls 'unclosed")
    assert not marker.exists()


def test_runs_on_which_the_grammar_is_slow_are_not_shown_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The grammar takes time by the square of a run of ``<``; in quotes and here-documents it is only text."""
    from r3env.shell import reading

    parsed: list[bytes] = []
    parse = reading.parse
    monkeypatch.setattr(reading, "parse", lambda source: parsed.append(source) or parse(source))
    assert classify("<" * 50_000).kind is Kind.ERROR
    assert classify("echo $(" + "<" * 50_000 + ")").kind is Kind.ERROR
    assert parsed == []
    assert classify("echo '" + "<" * 600 + "' > f").kind is Kind.FREE
    assert classify("cat > f <<'EOF'\n" + "<" * 600 + "\nEOF").kind is Kind.FREE

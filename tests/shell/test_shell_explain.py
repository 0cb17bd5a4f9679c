"""The drawing of a decision."""

from __future__ import annotations

from r3env.shell import Context, classify, explain


def test_the_guilty_segment_is_marked_and_nested() -> None:
    command = "cat > /logs/artifacts/answer.txt <<EOF\n\\boxed{$(python3 solve.py)}\nEOF"
    lines = explain(classify(command)).splitlines()
    assert lines[0].split(maxsplit=1) == ["counted", "here-document expands a command substitution"]
    assert lines[1].split() == ["cat", "passive"]
    assert lines[2].split() == [
        "└",
        "python3",
        "compute:",
        "interpreter",
        "←",
        "this",
        "is",
        "what",
        "is",
        "charged",
    ]
    assert len(lines) == 3


def test_free_and_blocked_lines_say_why() -> None:
    assert explain(classify("ls; cat a")).splitlines()[0].split()[0] == "free"
    blocked = explain(classify("ls; curl x"))
    assert "curl is a network program" in blocked
    assert "refused" in blocked.splitlines()[2]
    assert "←" not in explain(classify("ls"))


def test_an_error_is_one_line_and_problems_are_named() -> None:
    assert len(explain(classify("ls 'a")).splitlines()) == 1
    drawn = explain(classify("python3 /logs/problem_B/x", Context(focus="A")))
    assert "touches" in drawn
    assert "problem B" in drawn.splitlines()[-1]


def test_a_segment_stays_on_its_line() -> None:
    drawn = explain(classify("python3 - <<'EOF'\nprint(1)\nEOF\necho $((1\n+1))"))
    assert len(drawn.splitlines()) == 4

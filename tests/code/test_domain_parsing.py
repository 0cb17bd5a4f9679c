"""Reading programs out of replies and artifacts (spec section 4, case M8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contests.code import blocks
from contests.code.domain import CodeDomain
from r3env.verdict import ParseStatus

LABELS = tuple("ABCDEF")
DOMAIN = CodeDomain()
M, U = "missing", "unparsed"
FENCE = "```"


def program(n: object) -> str:
    return f"int main() {{ return {n}; }}\n"


def block(n: object, tag: str = "cpp", mark: str = FENCE) -> str:
    return f"{mark}{tag}\n{program(n)}{mark}"


def each(pattern: str, join: str = "\n", labels: tuple[str, ...] = LABELS) -> str:
    return join.join(pattern.format(label=x, n=i + 1, block=block(i)) for i, x in enumerate(labels))


def read(text: str, labels: tuple[str, ...] = LABELS) -> list[str]:
    parsed = DOMAIN.parse(text, labels)
    assert tuple(parsed) == labels
    return [p.answer if p.status is ParseStatus.ANSWER else str(p.status) for p in parsed.values()]


def single(text: str) -> str:
    return read(text, ("A",))[0]


ALL = [program(i) for i in range(6)]


@pytest.mark.parametrize(
    "text",
    [
        each("Problem {label}\n{block}"),
        each("Problem {label}:\n{block}\n"),
        each("## Problem {label}: a title\nFirst think.\n\n{block}\nDone.\n"),
        each("**Problem {label}**\n\n{block}"),
        each("### {label}. a title\n{block}"),
        each("{label}:\n{block}"),
        "Plan: A first, then B.\n\n" + each("Problem {label}\n{block}"),
        "<think>Problem A\n" + block(9) + "</think>\n" + each("Problem {label}\n{block}"),
        f"{FENCE}markdown\n" + each("Problem {label}\n{block}") + f"\n{FENCE}\n",
        each("Problem {label}\n{block}\n```text\n1 2\n```"),
        each("{block}"),
        each("Here is one:\n{block}\n"),
        each("Problem {n}\n{block}"),
        "\n".join(f"Problem {x}\n{block(i, 'c++', '~~~~')}" for i, x in enumerate(LABELS)),
        "\r\n".join(f"Problem {x}\r\n{block(i)}" for i, x in enumerate(LABELS)),
    ],
)
def test_six_labelled_programs_are_read_whatever_stands_round_them(text: str) -> None:
    assert read(text) == ALL


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [M] * 6),
        ("I have no program for any of them.", [M] * 6),
        (f"Problem B\n{block(1)}", [M, program(1), M, M, M, M]),
        (f"Problem A\nMISSING\nProblem B\n{block(1)}", [M, program(1), M, M, M, M]),
        (f"Problem A\n```\nmissing.\n```\nProblem B\n{block(1)}", [M, program(1), M, M, M, M]),
        (f"Problem A\nno time left\nProblem B\n{block(1)}", [M, program(1), M, M, M, M]),
        (f"Problem A\n{block(0)}\n{block(9)}\nProblem B\n{block(1)}", [U, program(1), M, M, M, M]),
        (f"Problem A\n{block(0)}\n{block(9, 'python')}\n", [U, M, M, M, M, M]),
        (f"Problem A\n{block(0)}\nProblem B\n{FENCE}cpp\n{program(1)}", [program(0), U, M, M, M, M]),
        (f"Problem A\n{FENCE}\n{program(0)}Problem B\n{block(1)}", [U, M, M, M, M, M]),
        (f"Problem G\n{block(1)}\nProblem A\n{block(0)}", [program(0), M, M, M, M, M]),
        (f"Problem A\n{block(0)}\nProblem B\n{block(1)}\nProblem A\n{block(2)}", [U] * 6),
        (f"Problem A\n{block(0)}\nProblem A\n", [U] * 6),
        ("\n".join([block(0)] * 5), [U] * 6),
        ("\n".join([block(0)] * 7), [U] * 6),
        ("\n".join([block(0)] * 5) + f"\n{FENCE}cpp\nint x;", [U] * 6),
        ("\n".join([block(i) for i in range(5)] + ["```\nMISSING\n```"]), [*ALL[:5], M]),
    ],
)
def test_contests_are_read_strictly(text: str, expected: list[str]) -> None:
    assert read(text) == expected


def test_headers_inside_code_are_code() -> None:
    code = "int main() {\n/*\nProblem B\n\nB:\n*/\ngoto B;\nB:\nreturn 0; }\n"
    text = f"Problem A\n{FENCE}cpp\n{code}{FENCE}\nProblem B\n{block(1)}"
    assert read(text)[:2] == [code, program(1)]
    assert read("\n".join([f"{FENCE}\n{code}{FENCE}"] * 6)) == [code] * 6


def test_reasons_say_what_is_wrong() -> None:
    parsed = DOMAIN.parse(f"Problem A\n{block(0)}\nProblem A\n{block(1)}", LABELS)
    assert parsed["F"].reason == "label A occurs 2 times: the whole answer is void"
    parsed = DOMAIN.parse(f"Problem A\n{block(0)}\n{block(1)}", LABELS)
    assert parsed["A"].reason == "2 code blocks in one section"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (block(1), program(1)),
        (f"First:\n{block(1)}\nNo, a mistake. Corrected:\n{block(2)}\nDone.", program(2)),
        (f"int main(){{}}\n{FENCE}\n", "int main(){}"),
        (f"{FENCE}cpp\n{program(1)}", program(1)),
        (f"{block(1)}\nIt prints:\n{FENCE}text\n5\n{FENCE}", program(1)),
        (f"{block(1)}\nIt prints:\n{FENCE}\n5\n{FENCE}", program(1)),
        (f"{block(1)}\nBuild: {FENCE[:1]}g++ x.cpp{FENCE[:1]}", program(1)),
        (f"{FENCE}#include <cstdio>\n{program(1)}{FENCE}", f"#include <cstdio>\n{program(1)}"),
        (f"{FENCE}cpp #include <cstdio>\n{program(1)}{FENCE}", f"#include <cstdio>\n{program(1)}"),
        (f"{FENCE}\n#include <cstdio>\n{program(1)}{FENCE}", f"#include <cstdio>\n{program(1)}"),
        (f"{FENCE}cpp title=a.cpp\n{program(1)}{FENCE}", program(1)),
        (
            f'````cpp\nconst char *s = R"(\n{FENCE}\n)";\n{program(1)}````',
            f'const char *s = R"(\n{FENCE}\n)";\n{program(1)}',
        ),
        (f'{FENCE}cpp\nint main() {{ puts("{FENCE}"); }}\n{FENCE}', f'int main() {{ puts("{FENCE}"); }}\n'),
        (f"   {FENCE}cpp\n{program(1)}   {FENCE}", program(1)),
        (
            "Sure!\n#include <cstdio>\nint main() { return 1; }\n",
            "#include <cstdio>\nint main() { return 1; }",
        ),
        ("using two loops it works\nint main()\n{\n return 1;\n}\nDone.", "int main()\n{\n return 1;\n}"),
        ('{"code": "int main() { return 1; }"}', "int main() { return 1; }"),
        (f'{FENCE}json\n{{"code": "int main() {{ }}"}}\n{FENCE}', "int main() { }"),
        (f"<code>\n{block(1)}\n</code>", program(1)),
        ("<code>\nint main() { return 1; }\n</code>", "int main() { return 1; }\n"),
        (f"Only the <code>main</code> function matters:\n{block(1)}", program(1)),
        (f"Here is the <solution>: see below.</solution>\n{block(1)}", program(1)),
        (
            f'{FENCE}cpp\nint main() {{ puts("<code>x</code>"); }}\n{FENCE}',
            'int main() { puts("<code>x</code>"); }\n',
        ),
        ("The <code>main</code> function:\n\nint main() { return 1; }", "int main() { return 1; }"),
        ("<code>MISSING</code>", M),
        (f"<think>\n{block(1)}\n</think>\n{block(2)}", program(2)),
        (f"{FENCE}python\nprint(1)\n{FENCE}", "print(1)\n"),
        ("MISSING", M),
        (" missing.\n", M),
        (f"{FENCE}\nMISSING\n{FENCE}", M),
        ("", M),
        ("I could not solve it.", M),
        ("The function int main is needed.", M),
        (f"{FENCE}text\n5\n{FENCE}", M),
    ],
)
def test_one_program_is_found_in_a_single_reply(text: str, expected: str) -> None:
    assert single(text) == expected


def test_an_artifact_is_the_whole_file() -> None:
    text = "  // not a fence\n```\nint main() {}\n"
    assert DOMAIN.parse(text, ("A",), "artifact")["A"].answer == text
    assert DOMAIN.parse(" \n", ("A",), "artifact")["A"].status is ParseStatus.MISSING
    assert DOMAIN.parse("// missing\n", ("A",), "artifact")["A"].status is ParseStatus.MISSING


@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    "```",
                    "```cpp",
                    "~~~~",
                    "````",
                    "Problem A",
                    "Problem B:",
                    "A:",
                    "int main() {",
                    "}",
                    "MISSING",
                ),
                *(
                    "\n",
                    " ",
                    "#include <x>",
                    "<code>",
                    "</code>",
                    "<think>",
                    "</think>",
                    '{"code": "x"}',
                    "text",
                ),
            ]
        ),
        max_size=25,
    ),
    st.sampled_from([LABELS, LABELS[:2], LABELS[:1]]),
)
def test_no_text_makes_it_raise_and_no_answer_is_made_up(parts: list[str], labels: tuple[str, ...]) -> None:
    text = "\n".join(parts)
    for parsed in (DOMAIN.parse(text, labels), DOMAIN.parse("".join(parts), labels)):
        assert tuple(parsed) == labels
        for answer in parsed.values():
            assert bool(answer.answer) == (answer.status is ParseStatus.ANSWER)
    for answer in DOMAIN.parse(text, labels).values():
        lines = [line for line in answer.answer.split("\n") if line]
        assert all(line in text or line == "x" for line in lines)


@pytest.mark.parametrize(
    "part",
    [
        "```\n",
        "```cpp\n",
        "<code>",
        "</code>",
        "<think>",
        "int main(",
        "Problem A\n",
        "using x ",
        "#include\n",
        "{",
        " " * 7,
        "~~~",
    ],
)
@pytest.mark.timeout(60)
def test_long_texts_are_read_in_linear_time(part: str) -> None:
    """A quadratic reading of texts this long would take hours."""
    for labels in (LABELS, ("A",)):
        assert tuple(DOMAIN.parse(part * 100_000, labels)) == labels


def test_blocks_know_where_they_stand() -> None:
    text = f"x\n{block(1)}\ny"
    (found,) = blocks.fenced(text)
    assert text[found.start : found.end] == block(1)
    assert blocks.mask(text, [found]).replace(" ", "").split() == ["x", "y"]
    assert len(blocks.mask(text, [found])) == len(text)

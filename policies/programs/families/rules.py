"""Rule systems run step by step: rewriting, block exchange, a tape machine, a turned cube, the towers."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from functools import cache
from itertools import pairwise

Working = Generator[str, None, str]

MOST_STEPS = 3_000_000
"""Steps after which a program is held to run for ever."""


def ab(text: str) -> Working:
    """Rewrite the first pair that faces each other: equal letters vanish, unequal ones change places."""
    tokens = re.findall(r"#?[AB]#?", re.findall(r"^(?:#?[AB]#? ?)+$", text, re.MULTILINE)[-1])
    while True:
        pairs = pairwise(tokens)
        spot = next((i for i, (a, b) in enumerate(pairs) if a.endswith("#") and b.startswith("#")), None)
        if spot is None:
            return " ".join(tokens)
        first, second = tokens[spot : spot + 2]
        tokens[spot : spot + 2] = [] if first[0] == second[1] else [second, first]
        yield " ".join(tokens)


def string_insertion(text: str) -> Working:
    """Scan from the left; after a listed substring insert its character and go on behind it."""
    rules = dict(re.findall(r"substring (\w+) in the string, insert the character (\w)", text))
    string = str(re.findall(r"according to the pattern: (\w+)", text)[-1])
    written, place = "", 0
    while place < len(string):
        part = string[place : place + 4]
        if part in rules:
            yield f"at {place + 1}: {part} found, insert {rules[part]}"
            written += part + rules[part]
            place += 4
        else:
            written += string[place]
            place += 1
    return written


def _spans(rule: str, string: str) -> tuple[int, int] | None:
    """Where the condition of a string rule holds: start and end of what it names, or None."""
    quoted = re.findall(r"'(\w+)'", rule)
    part = quoted[0] if quoted else ""
    if "length is greater" in rule:
        middle = len(string) // 2
        return (middle, middle + 1) if len(string) > int(re.findall(r"\d+", rule)[-1]) else None
    if "even number" in rule:
        count = string.count(part)
        return (0, 0) if count and count % 2 == 0 else None
    if re.search(r"prefix is|starts with", rule):
        return (0, len(part)) if string.startswith(part) else None
    if re.search(r"suffix is|ends with", rule):
        return (len(string) - len(part), len(string)) if string.endswith(part) else None
    start = string.find(part, 1 if "not at the start" in rule else 0)
    return (start, start + len(part)) if start >= 0 else None


def _rewrite(rule: str, string: str, start: int, end: int) -> str:
    """Carry out the actions of a string rule on the part it named."""
    for action in re.split(r" and (?=append|prepend|delete)", rule.partition(", ")[2] or rule):
        new = re.findall(r"'(\w+)'", action)
        if action.startswith("replace"):
            string = string[:start] + new[-1] + string[end:]
        elif action.startswith("append"):
            string += new[-1]
        elif action.startswith("prepend"):
            string = new[-1] + string
        elif "second character" in action:
            string = string[:1] + string[2:]
        elif "last two" in action:
            string = string[:-2]
        elif "first two" in action:
            string = string[2:]
        elif "last character" in action:
            string = string[:-1]
        elif "first character" in action and "after" not in action:
            string = string[1:]
        else:
            string = string[:start] + string[end:]
    return string


def string_manipulation(text: str) -> Working:
    """Apply the first rule whose condition holds, until none does or a state comes back."""
    rules = re.findall(r"^\d+\. (If .*)\.$", text, re.MULTILINE)
    string = text.rstrip().splitlines()[-1].strip()
    seen = {string}
    while True:
        found = ((n, rule, _spans(rule, string)) for n, rule in enumerate(rules, 1))
        number, rule, span = next((hit for hit in found if hit[2] is not None), (0, "", None))
        if span is None:
            return string
        after = _rewrite(rule, string, *span)
        yield f"rule {number}: {after}"
        if after in seen:
            return string
        seen.add(after)
        string = after


_ITEM = r"(one|two) (?:units? of (?:machine|part) )?(\[\w\]|\{\w\}|\(\w\)|\w\b)"


def _exchange(text: str, start: dict[str, int]) -> Generator[str, None, dict[str, int]]:
    """Use the first rule that the stock allows, again and again, at most 1000 times."""
    count = {"one": 1, "two": 2}
    rules = []
    for line in re.findall(r"^\d+\. (.* can be .*)$", text, re.MULTILINE):
        sides = re.split(r"can be \w+ (?:to form|into)", line)
        rules.append(
            [[(count[n], item) for n, item in re.findall(_ITEM, s, re.I)] for s in map(_lower, sides)]
        )
    stock = dict(start)
    for _ in range(1000):
        usable = (n for n, (given, _) in enumerate(rules) if all(stock[i] >= k for k, i in given))
        number = next(usable, None)
        if number is None:
            break
        given, made = rules[number]
        for amount, item in given:
            stock[item] -= amount
        for amount, item in made:
            stock[item] += amount
        yield f"rule {number + 1}: {' '.join(map(str, stock.values()))}"
    return stock


def _lower(side: str) -> str:
    """Number words in lower case; the names of blocks and parts keep theirs."""
    return re.sub(r"\b(One|Two)\b", lambda m: m.group().lower(), side)


def string_synthesis(text: str) -> Working:
    """Exchange blocks by the listed rules, first applicable rule first."""
    a, b, c = re.findall(r"you have (\d+) \[A\], (\d+) \[B\], and (\d+) \[C\]", text)[-1]
    blocks = [f"{left}{x}{right}" for left, right in ("[]", "{}", "()") for x in "ABC"]
    stock = dict.fromkeys(blocks, 0) | {"[A]": int(a), "[B]": int(b), "[C]": int(c)}
    stock = yield from _exchange(text, stock)
    return " ".join(map(str, stock.values()))


def string_splitting(text: str) -> Working:
    """Exchange machines and parts by the listed rules, first applicable rule first."""
    numbers = re.findall(r"you have (\d+) machine A, (\d+) machine B, and (\d+) machine C", text)[-1]
    stock = dict(zip("ABCXYZ", (*map(int, numbers), 0, 0, 0), strict=True))
    stock = yield from _exchange(text, stock)
    return " ".join(map(str, stock.values()))


def _brackets(program: list[str]) -> tuple[dict[int, int], set[int]]:
    """Partner of every bracket, and the brackets that open an outermost loop."""
    partner: dict[int, int] = {}
    outer: set[int] = set()
    opened: list[int] = []
    for place, sign in enumerate(program):
        if sign == "[":
            outer |= set() if opened else {place}
            opened.append(place)
        elif sign == "]":
            partner[place] = opened.pop()
            partner[partner[place]] = place
    return partner, outer


def bf(text: str) -> Working:
    """Run the tape machine (cells modulo 256); a line for every character put out and every outer loop.

    Runs of the same sign, and the loop that clears a cell, are one step each.
    """
    signs = max(re.findall(r"[-+<>.,\[\]]+", text), key=len)
    program = re.findall(r"\[-\]|\++|-+|<+|>+|[.\[\]]", signs)
    partner, outer = _brackets(program)
    tape: dict[int, int] = {}
    cell, place, steps, output = 0, 0, 0, ""
    while place < len(program):
        sign, value = program[place], tape.get(cell, 0)
        steps += 1
        if steps > MOST_STEPS:
            raise RuntimeError("the program runs on")
        if sign[0] in "<>":
            cell += len(sign) if sign[0] == ">" else -len(sign)
        elif sign[0] in "+-":
            tape[cell] = (value + (len(sign) if sign[0] == "+" else -len(sign))) % 256
        elif sign == "[-]":
            tape[cell] = 0
        elif sign == ".":
            output += chr(value)
            yield f"step {steps}: cell {cell} holds {value}, output {output}"
        elif (sign == "[" and not value) or (sign == "]" and value):
            place = partner[place]
        elif sign == "]" and partner[place] in outer:
            yield f"step {steps}: loop {partner[place]}-{place} done, cell {cell}, tape {list(tape.values())}"
        place += 1
    return output


# What moves where when a side is turned to the top: the ring of four sides, in the direction of the turn.
_RINGS = {
    "front": ("front", "top", "back", "bottom"),
    "back": ("back", "top", "front", "bottom"),
    "left": ("left", "top", "right", "bottom"),
    "right": ("right", "top", "left", "bottom"),
}


def color_cube_rotation(text: str) -> Working:
    """Turn a ring of four sides for every move; bottom to top is two turns over the front."""
    side: dict[str, str] = {
        name: color for color, name in re.findall(r"an? (\w+) (\w+) side$", text, re.MULTILINE)
    }
    order = r"was before at the (\w+) is|its (\w+) side|the (\w+) side (?:to|is)|the (\w+) face"
    moves = re.findall(rf"^(?:The|After|Now|Then|Next).*?(?:{order}).*top", text, re.MULTILINE)
    for move in moves:
        name = next(filter(None, move))
        for ring in [_RINGS["front"]] * 2 if name == "bottom" else [_RINGS[name]] if name != "top" else []:
            before = dict(side)
            for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
                side[there] = before[here]
        yield f"{name} to top: " + ", ".join(f"{k} {v}" for k, v in side.items())
    return side[re.findall(r"color of the (\w+) side", text)[-1]]


@cache
def _fewest(disks: int, pegs: int) -> tuple[int, int]:
    """Fewest moves of the Frame-Stewart scheme, and how many disks it parks first."""
    if disks <= 1 or pegs == 3:
        return 2**disks - 1, disks - 1
    return min((2 * _fewest(k, pegs)[0] + _fewest(disks - k, pegs - 1)[0], k) for k in range(1, disks))


def tower_of_hanoi(text: str) -> Working:
    """Frame-Stewart: park the upper disks on a spare peg, move the rest without it, fetch them."""
    disks, pegs = (int(n) for n in re.findall(r"with (\d+) disks and (\d+) pegs", text)[-1])
    start, goal = (int(n) for n in re.findall(r"from Peg (\d+) to Peg (\d+)", text)[0])
    moves: list[str] = []

    def move(low: int, high: int, source: int, target: int, spare: list[int]) -> Generator[str, None, None]:
        if high - low == 1:
            moves.append(f"Move disk {high} from Peg {source} to Peg {target}")
            yield f"{len(moves)}: disk {high}, {source} to {target}"
        elif high > low:
            parked = low + _fewest(high - low, len(spare) + 2)[1]
            yield from move(low, parked, source, spare[0], [*spare[1:], target])
            yield from move(parked, high, source, target, spare[1:] if parked < high - 1 else spare)
            yield from move(low, parked, spare[0], target, [*spare[1:], source])

    yield from move(0, disks, start, goal, [p for p in range(1, pegs + 1) if p not in (start, goal)])
    return "\n".join(moves)


def binary_alternation(text: str) -> Working:
    """Count what differs from 0101… and 1010…; a swap mends two, so an odd count is impossible."""
    string = re.findall(r"alternating: ([01]+)", text)[-1]
    swaps: list[int] = []
    for first in (0, 1):
        wrong = [i for i, bit in enumerate(string, 1) if int(bit) != (first + i - 1) % 2]
        yield f"starting with {first}: {len(wrong)} wrong at {' '.join(map(str, wrong))}"
        ones = (len(string) + first) // 2
        if string.count("1") == ones:
            swaps.append(len(wrong) // 2)
        else:
            yield f"but it needs {ones} ones and there are {string.count('1')}"
    return str(min(swaps, default=-1))


FAMILIES: dict[str, tuple[str, Callable[[str], Working]]] = {
    "ab": (r"neighbor tokens", ab),
    "string_insertion": (r"inserting the characters according to the pattern", string_insertion),
    "string_manipulation": (r"Transform the following string according to", string_manipulation),
    "string_synthesis": (r"nine different blocks", string_synthesis),
    "string_splitting": (r"dismantling engineer", string_splitting),
    "bf": (r"\bBF \(\S+\) ", bf),
    "color_cube_rotation": (r"now the color of the \w+ side of the cube", color_cube_rotation),
    "tower_of_hanoi": (r"Tower of Hanoi problem with \d+ disks", tower_of_hanoi),
    "binary_alternation": (r"binary string alternating: [01]+", binary_alternation),
}

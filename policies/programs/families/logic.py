"""Truth tables: islands of liars, lists that count themselves, and circuits drawn in characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from itertools import product

Working = Generator[str, None, str]
Truth = Callable[[dict[str, bool]], bool]

_WORD = r"\(|it is not the case that|\)|if and only if|\bif\b|\bthen\b|\band\b|\bor\b|\w+ is (?:not )?an? \w+"


def _sentence(tokens: list[str], honest: str, level: int = 0) -> Truth:
    """Recursive descent: *if and only if* binds least, then *if … then*, *or*, *and*, then statements."""
    words = ("if and only if", "or", "and")
    if level == len(words):
        token = tokens.pop(0)
        if token == "(":
            inner = _sentence(tokens, honest)
            if tokens.pop(0) != ")":
                raise ValueError("a parenthesis is not closed")
            return inner
        if token == "it is not the case that":
            denied = _sentence(tokens, honest, level)
            return lambda who: not denied(who)
        if token == "if":
            given = _sentence(tokens, honest, 1)
            if tokens.pop(0) != "then":
                raise ValueError("an if without its then")
            follows = _sentence(tokens, honest, 1)
            return lambda who: not given(who) or follows(who)
        name, _, kind = token.partition(" is ")
        wanted = (kind.split()[-1].lower() == honest) != kind.startswith("not ")
        return lambda who: who[name] == wanted
    left = _sentence(tokens, honest, level + 1)
    if not tokens or tokens[0] != words[level]:
        return left
    tokens.pop(0)
    right = _sentence(tokens, honest, level)
    if level == 0:
        return lambda who: left(who) == right(who)
    return (lambda who: left(who) or right(who)) if level == 1 else (lambda who: left(who) and right(who))


def knights_knaves(text: str) -> Working:
    """Try every assignment: a speaker is honest exactly when what it says is true."""
    liar_line = re.findall(r"inhabited only by (\w+) and (\w+)\.", text)[0]
    kinds = re.findall(r"who is (an? (\w+)) and who is (an? (\w+))\?", text)[0]
    names = re.findall(r"[A-Z]\w+", re.findall(r"inhabitants: (.*?)\.", text)[0])
    speech = re.findall(r"inhabitants: .*?\. (.*) So who is", text, re.DOTALL)[0]
    yield f"{liar_line[0]} tell the truth, {liar_line[1]} lie"
    claims: list[tuple[str, Truth]] = []
    for speaker, said in _claims(speech, names):
        claims.append((speaker, _sentence(re.findall(_WORD, said), kinds[1].lower())))
    for values in product((True, False), repeat=len(names)):
        who = dict(zip(names, values, strict=True))
        broken = next((n for n, claim in claims if who[n] != claim(who)), None)
        shown = ", ".join(f"{n} {kinds[1] if v else kinds[3]}" for n, v in who.items())
        yield f"{shown}: {'holds' if broken is None else f'not what {broken} says'}"
        if broken is None:
            parts = [f"{n} is {kinds[0] if v else kinds[2]}" for n, v in who.items()]
            return ", ".join(parts[:-1]) + f", and {parts[-1]}."
    raise ValueError("no assignment holds")


def _claims(speech: str, names: list[str]) -> list[tuple[str, str]]:
    """Pairs of speaker and what it says, from quoted and reported speech."""
    pairs: list[tuple[str, str]] = []
    for sentence in re.findall(r'(?:"[^"]*"|[^".])+\.?', re.sub(r'\."', '".', speech)):
        quoted = re.findall(r'"([^"]*)"', sentence)
        frame, said = re.sub(r'"[^"]*"', "", sentence), quoted[0] if quoted else ""
        if not quoted:
            frame, _, said = sentence.partition(" that ")
        speaker = next((n for n in names if re.search(rf"\b{n}\b", frame)), None)
        if speaker is not None and said:
            pairs.append((speaker, said))
    return pairs


_PRIMES = {2, 3, 5, 7, 11, 13}


def _holds(claim: str, truths: tuple[bool, ...]) -> bool:
    """Whether one self-referring statement is true when the statements have these truth values."""
    pair = re.findall(r"Either Statement (\d) or Statement (\d)", claim)
    if pair:
        return truths[int(pair[0][0]) - 1] != truths[int(pair[0][1]) - 1]
    count = sum(truths) if "true" in claim else len(truths) - sum(truths)
    if "prime" in claim:
        return count in _PRIMES
    if "composite" in claim:
        return count > 3 and count not in _PRIMES
    bound = int(re.findall(r"(?:least|most|Exactly) (\d+)", claim)[0])
    return count >= bound if "least" in claim else count <= bound if "most" in claim else count == bound


def self_reference(text: str) -> Working:
    """Try all assignments of truth to the statements, and count those that each statement agrees with."""
    claims = re.findall(r"Statement \d+: '(.*)'", text)
    solutions = 0
    for truths in product((True, False), repeat=len(claims)):
        wrong = next((i for i, c in enumerate(claims) if _holds(c, truths) != truths[i]), None)
        signs = "".join("T" if t else "F" for t in truths)
        solutions += wrong is None
        yield f"{signs}: {f'solution {solutions}' if wrong is None else f'statement {wrong + 1} disagrees'}"
    return str(solutions)


_GATES: dict[str, Callable[[list[bool]], bool]] = {
    "AND": all,
    "OR": any,
    "NAND": lambda bits: not all(bits),
    "NOR": lambda bits: not any(bits),
    "XOR": lambda bits: sum(bits) % 2 == 1,
    "XNOR": lambda bits: sum(bits) % 2 == 0,
}


def circuit_logic(text: str) -> Working:
    """Follow every wire from its gate back to the column of its input; evaluate terms, then the last gate."""
    drawing = text.partition("Legend for gates:")[0].splitlines()
    names = dict(re.findall(r"^(\S+): ([A-Z]+)$", text.partition("Legend for gates:")[2], re.MULTILINE))
    value = {name: bit == "1" for name, bit in re.findall(r"^ *([A-Z]+) = ([01])", text, re.MULTILINE)}
    column = {line.index("┐"): line.partition(":")[0] for line in drawing if re.match(r"[A-Z]+: ─*┐", line)}
    signs = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    gate = re.compile(rf"[├└]─*(>o)?─*│({signs})(?!─+ OUT)")
    last = names[re.findall(rf"({signs})─+ OUT", text)[0]]
    outputs: list[bool] = []
    bits: list[bool] = []
    kind = ""
    for line in [*drawing, ""]:
        wire = next((w for w in gate.finditer(line) if w.start() in column), None)
        if wire:
            name = column[wire.start()]
            bits.append(value[name] != bool(wire.group(1)))
            kind = names[wire.group(2)]
            yield f"{kind} takes {'not ' if wire.group(1) else ''}{name} = {int(bits[-1])}"
        elif bits:
            outputs.append(_GATES[kind](bits))
            yield f"term {len(outputs)}: {int(outputs[-1])}"
            bits = []
    yield f"{last} of {' '.join(str(int(bit)) for bit in outputs)}"
    return str(int(_GATES[last](outputs)))


FAMILIES: dict[str, tuple[str, Callable[[str], Working]]] = {
    "knights_knaves": (r"island is inhabited only by", knights_knaves),
    "self_reference": (r"of these \d statements are", self_reference),
    "circuit_logic": (r"generated logic circuit", circuit_logic),
}

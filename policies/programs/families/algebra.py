"""Polynomials and probabilities: products, integrals, linear equations, dice, angles, legs."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from fractions import Fraction

Working = Generator[str, None, str]
Powers = tuple[tuple[str, int], ...]
Poly = dict[Powers, Fraction]


def _plus(a: Poly, b: Poly, sign: int = 1) -> Poly:
    total = dict(a)
    for powers, value in b.items():
        total[powers] = total.get(powers, Fraction()) + sign * value
    return {powers: value for powers, value in total.items() if value}


def _times(a: Poly, b: Poly) -> Poly:
    product: Poly = {}
    for p, x in a.items():
        for q, y in b.items():
            exponents = dict(p)
            for name, exponent in q:
                exponents[name] = exponents.get(name, 0) + exponent
            product = _plus(product, {tuple(sorted(exponents.items())): x * y})
    return product


def _written(poly: Poly) -> str:
    """Highest total degree first, with * and ** written out."""
    parts: list[str] = []
    for powers, value in sorted(poly.items(), key=lambda t: (-sum(e for _, e in t[0]), t[0])):
        names = "*".join(name if e == 1 else f"{name}**{e}" for name, e in powers)
        top, bottom = abs(value.numerator), value.denominator
        front = f"{top}*{names}" if names and top != 1 else names or str(top)
        parts += [" - " if value < 0 else " + ", front + (f"/{bottom}" if bottom != 1 else "")]
    if not parts:
        return "0"
    return ("-" if parts[0] == " - " else "") + "".join(parts[1:])


def _parse(tokens: list[str], level: int = 0) -> Generator[str, None, Poly]:
    """Recursive descent over sums, products and powers; yields every product of two sums."""
    if level == 0:
        sign = -1 if tokens[0] == "-" else 1
        if tokens[0] in "+-":
            tokens.pop(0)
        total = _plus({}, (yield from _parse(tokens, 1)), sign)
        while tokens and tokens[0] in ("+", "-"):
            sign = -1 if tokens.pop(0) == "-" else 1
            total = _plus(total, (yield from _parse(tokens, 1)), sign)
        return total
    if level == 1:
        product = yield from _parse(tokens, 2)
        while tokens and tokens[0] in ("*", "/"):
            operator = tokens.pop(0)
            factor = yield from _parse(tokens, 2)
            if operator == "/":
                factor = {(): 1 / factor[()]}
            elif len(product) > 1 or len(factor) > 1:
                yield from _distributed(product, factor)
            product = _times(product, factor)
        return product
    token = tokens.pop(0)
    if token == "(":
        base = yield from _parse(tokens)
        if tokens.pop(0) != ")":
            raise ValueError("a parenthesis is not closed")
    else:
        base = {(): Fraction(token)} if token.isdigit() else {((token, 1),): Fraction(1)}
    power = base
    if tokens and tokens[0] == "**":
        tokens.pop(0)
        for _ in range(int(tokens.pop(0)) - 1):
            power = _times(power, base)
    return power


def _distributed(a: Poly, b: Poly) -> Generator[str, None, None]:
    """A line for every term of the first factor times the second, and the collected sum."""
    for powers, value in a.items():
        yield f"{_written({powers: value})} * ({_written(b)}) = {_written(_times({powers: value}, b))}"
    yield f"collected: {_written(_times(a, b))}"


_TOKEN = re.compile(r"\*\*|\d+|[A-Za-z]|[-+*/()]")


def polynomial_multiplication(text: str) -> Working:
    """Multiply factor by factor, term by term, and collect equal powers."""
    expression = re.findall(r"^[A-Z][a-z ]*: (.+)$", text, re.MULTILINE)[0]
    return _written((yield from _parse(_TOKEN.findall(expression))))


def simple_integration(text: str) -> Working:
    """Raise every power by one and divide by it."""
    expression = re.findall(r"∫ ?(.+) d\w$", text, re.MULTILINE)[0]
    name = str(next(iter(re.findall(r"[A-Za-z]", expression)), "x"))
    integral: Poly = {}
    for powers, value in (yield from _parse(_TOKEN.findall(expression))).items():
        degree = dict(powers).get(name, 0)
        term: Poly = {((name, degree + 1),): value / (degree + 1)}
        yield f"{_written({powers: value})} becomes {_written(term)}"
        integral = _plus(integral, term)
    return f"{_written(integral)} + C"


def simple_equations(text: str) -> Working:
    """Bring a linear equation to a*x = b and divide."""
    left, right = re.findall(r": (.+) = (.+)$", text, re.MULTILINE)[0]
    poly = _plus((yield from _parse(_TOKEN.findall(left))), (yield from _parse(_TOKEN.findall(right))), -1)
    powers = next(p for p in poly if p)
    slope, constant = poly[powers], poly.get((), Fraction())
    yield f"{slope}*{powers[0][0]} = {-constant}"
    return str(-constant / slope)


def dice(text: str) -> Working:
    """Count the ways to every sum, die after die; then the share of sums that are high enough."""
    sides = [int(n) for n in re.findall(r"1d(\d+)", re.findall(r"these dice: ([\dd, ]+)", text)[0])]
    target = int(re.findall(r"rolling (\d+) or higher", text)[0])
    ways = {0: 1}
    for side in sides:
        after: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, side + 1):
                after[total + face] = after.get(total + face, 0) + count
        ways = after
        yield f"with 1d{side}: " + " ".join(f"{total}:{count}" for total, count in ways.items())
    good = sum(count for total, count in ways.items() if total >= target)
    odds = Fraction(good, sum(ways.values()))
    yield f"{good} of {sum(ways.values())} ways reach {target}"
    return f"{odds.numerator}/{odds.denominator}"


def simple_geometry(text: str) -> Working:
    """The angles of an n-gon sum to (n - 2) * 180 degrees; take the given ones away."""
    angles = [Fraction(a) for a in re.findall(r"(-?[\d.]+)°", text)]
    rest = (len(angles) - 1) * Fraction(180)
    yield f"{len(angles) + 1} sides: {rest} degrees"
    for angle in angles:
        rest -= angle
        yield f"minus {angle}: {rest}"
    return str(rest)


# Legs by kind of animal, from general knowledge (walking legs; a scallop or snail walks on none).
_LEGS = {
    0: "slug snail snake leech worm flatworm earthworm jellyfish whale dolphin fish eel clam oyster scallop",
    2: "human chicken bird duck goose turkey penguin ostrich flamingo owl sparrow crane kangaroo ape",
    4: "cat dog cow horse sheep goat pig lion tiger elephant giraffe bear deer lizard frog turtle mouse rabbit",
    5: "starfish",
    6: "insect ant bee wasp beetle ladybug butterfly moth fly mosquito cricket grasshopper cockroach firefly",
    8: "spider scorpion tick mite octopus",
    10: "crab lobster shrimp prawn crayfish squid",
    14: "woodlouse isopod",
}
_MORE_SIX = ("praying mantis", "water bug", "firefly", "termite", "aphid")


def _legs(animal: str) -> int:
    """Legs of one animal, whose name may carry a plural s."""
    for name in (animal, animal.removesuffix("s"), animal.removesuffix("es")):
        if name in _MORE_SIX:
            return 6
        if name == "sea slug":
            return 0
        if name == "horseshoe crab":
            return 10
        for count, names in _LEGS.items():
            if name in names.split():
                return count
    raise ValueError(f"how many legs has a {animal}?")


def leg_counting(text: str) -> Working:
    """Number of animals times legs, added up."""
    total = 0
    for count, animal in re.findall(r"(\d+) ([a-z ]+)", re.findall(r"if you have (.*)\?", text)[-1]):
        total += int(count) * _legs(animal)
        yield f"{count} {animal} have {_legs(animal)} legs each: {total}"
    return str(total)


FAMILIES: dict[str, tuple[str, Callable[[str], Working]]] = {
    "polynomial_multiplication": (
        r"^(?:Calculate|Simplify|Multiply)[a-z ]*: [-+*()\w ]+$",
        polynomial_multiplication,
    ),
    "simple_integration": (r": ∫ ?[-+*/\dA-Za-z ]+ d\w$", simple_integration),
    "simple_equations": (r"\A\s*\w[\w ]+ \w\b[a-z ]*: [-+*/\dA-Za-z ]+ = -?\d+\s*\Z", simple_equations),
    "dice": (r"odds of rolling \d+ or higher", dice),
    "simple_geometry": (r"interior angles are:", simple_geometry),
    "leg_counting": (r"how many legs are there in total", leg_counting),
}

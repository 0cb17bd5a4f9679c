"""Integer and decimal arithmetic, written out digit by digit: sums, products, expressions, powers."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Generator
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Any

Working = Generator[str, None, str]


def _columns(top: int, bottom: int, sign: int) -> Generator[str, None, int]:
    """Add (sign 1) or subtract (sign -1, top >= bottom) two naturals column by column, from the right."""
    width = max(len(str(top)), len(str(bottom)))
    carry, digits = 0, []
    for a, b in zip(reversed(str(top).zfill(width)), reversed(str(bottom).zfill(width)), strict=True):
        value = int(a) + sign * (int(b) + carry)
        carry = int(not 0 <= value <= 9)
        digits.append(str(value % 10))
        yield f"  {a} {'+' if sign == 1 else '-'} {b}: write {value % 10}, carry {carry}"
    if carry:
        digits.append(str(carry))
    return int("".join(reversed(digits)))


def _add(total: int, term: int) -> Generator[str, None, int]:
    """Signed addition by columns: like signs add, unlike signs subtract the smaller magnitude."""
    if (total < 0) == (term < 0):
        size = yield from _columns(abs(total), abs(term), 1)
        return -size if total < 0 else size
    large, small = sorted((total, term), key=abs, reverse=True)
    size = yield from _columns(abs(large), abs(small), -1)
    return -size if large < 0 else size


def _pointed(scaled: int, places: int) -> str:
    """An integer of 10^-places, with its decimal point: (-1250, 2) gives -12.50."""
    digits = str(abs(scaled)).zfill(places + 1)
    point = len(digits) - places
    return "-" * (scaled < 0) + digits[:point] + ("." + digits[point:] if places else "")


def chain_sum(text: str) -> Working:
    """Running total over signed terms; decimals are scaled to integers by the longest fraction."""
    expression = re.findall(r":\s*([-+.\d\s]+?)\s*=", text)[-1]
    terms = [(s or "+") + n for s, n in re.findall(r"([-+]?)\s*(\d+(?:\.\d+)?)", expression)]
    places = max(len(t.partition(".")[2]) for t in terms)
    total = 0
    for term in terms:
        yield f"{_pointed(total, places)} {term[0]} {term[1:]}"
        total = yield from _add(total, int(Fraction(term) * 10**places))
    answer = _pointed(total, places)
    yield f"total {answer}"
    return answer


def products(text: str) -> Working:
    """Long multiplication: one partial product per digit of the second factor, then their sum by columns."""
    first, second = (int(n) for n in re.findall(r"(-?\d+) \* (-?\d+)", text)[-1])
    total = 0
    for place, digit in enumerate(reversed(str(abs(second)))):
        part = abs(first) * int(digit) * 10**place
        yield f"{abs(first)} * {digit} * 10^{place} = {part}"
        total = yield from _columns(total, part, 1)
        yield f"sum so far {total}"
    return str(-total if (first < 0) != (second < 0) else total)


_TOKEN = re.compile(r"\s*(0x[0-9a-f]+|\d+(?:\.\d+)?|\*\*|<<|>>|[-+*/()])")
_LEVELS = (("<<", ">>"), ("+", "-"), ("*", "/"))


_READ: dict[str, Callable[[str], Any]] = {"hex": lambda t: int(t, 16), "integer": int, "decimal": Decimal}
_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "<<": operator.lshift,
    ">>": operator.rshift,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


def _evaluate(tokens: list[str], kind: str, level: int = 0) -> Generator[str, None, Any]:
    """Recursive descent over shifts, sums, products, signs and parentheses; yields every operation.

    ``kind`` is the arithmetic: ``integer`` and ``hex`` (unbounded, quotients rounded down) or ``decimal``
    (rounded after every operation to the precision of the current context).
    """
    if level == len(_LEVELS):
        token = tokens.pop(0)
        if token in ("+", "-"):
            value = yield from _evaluate(tokens, kind, level)
            return -value if token == "-" else value
        if token == "(":
            value = yield from _evaluate(tokens, kind)
            if tokens.pop(0) != ")":
                raise ValueError("a parenthesis is not closed")
            return value
        return _READ[kind](token)
    value = yield from _evaluate(tokens, kind, level + 1)
    while tokens and tokens[0] in _LEVELS[level]:
        sign = tokens.pop(0)
        other = yield from _evaluate(tokens, kind, level + 1)
        result = value // other if sign == "/" and kind != "decimal" else _OPERATIONS[sign](value, other)
        yield f"{_show(value, kind)} {sign} {_show(other, kind)} = {_show(result, kind)}"
        value = result
    return value


def _evaluated(expression: str, kind: str) -> Generator[str, None, Any]:
    """The value of a whole expression."""
    tokens = _TOKEN.findall(expression)
    value = yield from _evaluate(tokens, kind)
    if tokens:
        raise ValueError(f"cannot read on from {tokens[0]}")
    return value


def _show(value: Any, kind: str) -> str:
    return hex(value) if kind == "hex" else f"{value:f}" if kind == "decimal" else str(value)


def basic_arithmetic(text: str) -> Working:
    """Evaluate an integer expression; a quotient that is no integer is rounded down."""
    expression = max(re.findall(r"[-+*/()\d\s]{3,}", text), key=len)
    value = yield from _evaluated(expression, "integer")
    return str(value)


def bitwise_arithmetic(text: str) -> Working:
    """Evaluate sums, products and shifts of hexadecimal numbers with unbounded signed integers."""
    value = yield from _evaluated(text.strip().splitlines()[-1], "hex")
    return hex(value)


def decimal_arithmetic(text: str) -> Working:
    """Evaluate decimals, every operation rounded half up to the significant digits asked for."""
    digits = int(re.findall(r"(\d+) significant", text)[0])
    expression = re.findall(r"^(.*)= \?", text, re.MULTILINE)[-1]
    context = Context(prec=digits, rounding="ROUND_HALF_UP")
    steps = _evaluated(expression, "decimal")
    while True:
        # The context holds for one step at a time: a generator must not leave it set for its caller.
        with localcontext(context):
            try:
                line = next(steps)
            except StopIteration as end:
                return f"{+end.value:f}"
        yield line


def power_function(text: str) -> Working:
    """Repeated multiplication of an exact decimal, then scientific notation."""
    base, exponent = re.findall(r"Compute (-?[\d.]+)\^(-?\d+)", text)[-1]
    power = Fraction(1)
    for step in range(1, abs(int(exponent)) + 1):
        power *= Fraction(base)
        yield f"{base}^{step} = {float(power)!r}"
    if int(exponent) < 0:
        power = 1 / power
        yield f"1 / that = {float(power)!r}"
    digits = int(re.findall(r"(\d+) significant", text)[0])
    return f"{float(power):.{digits - 1}e}"


def _complex(written: str) -> tuple[Fraction, Fraction]:
    """Real and imaginary part of ``a``, ``bi`` or ``a + bi``."""
    parts = re.findall(r"([-+]?) ?(\d+(?:\.\d+)?)(i?)", written)
    real = sum((Fraction(s + n) for s, n, i in parts if not i), Fraction())
    return real, sum((Fraction(s + n) for s, n, i in parts if i), Fraction())


def complex_arithmetic(text: str) -> Working:
    """The four operations on a + bi; a quotient multiplies by the conjugate over the squared modulus."""
    first, sign, second = re.findall(r"\(([^()]*)\) (\S) \(([^()]*)\)", text)[-1]
    (x, y), (u, v) = _complex(first), _complex(second)
    if sign in "+-":
        step = 1 if sign == "+" else -1
        yield f"real {float(x)} {sign} {float(u)}, imaginary {float(y)} {sign} {float(v)}"
        real, imaginary = x + step * u, y + step * v
    else:
        if sign == "÷":
            size = u * u + v * v
            yield f"squared modulus of the divisor: {float(size)}"
            u, v = u / size, -v / size
        yield f"ac = {float(x * u)}, bd = {float(y * v)}, ad = {float(x * v)}, bc = {float(y * u)}"
        real, imaginary = x * u - y * v, x * v + y * u
    return f"{float(real)} {'-' if imaginary < 0 else '+'} {float(abs(imaginary))}i"


FAMILIES = {
    "chain_sum": (r"following arithmetic problem: [-+.\d\s]+=", chain_sum),
    "products": (r"multiplication: -?\d+ \* -?\d+", products),
    "basic_arithmetic": (r"\A\s*Calculate [-+*/()\d\s]+\.?\s*\Z", basic_arithmetic),
    "bitwise_arithmetic": (r"arbitrary bit depth", bitwise_arithmetic),
    "decimal_arithmetic": (r"significant digits, round[\s\S]*= \?", decimal_arithmetic),
    "power_function": (r"exponentiation[\s\S]*Compute -?[\d.]+\^-?\d+", power_function),
    "complex_arithmetic": (r"complex numbers: \(", complex_arithmetic),
}

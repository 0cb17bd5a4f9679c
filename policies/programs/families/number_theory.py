"""Elementary number theory and lists of numbers: divisors, primes, bases, counting, sorting, filtering."""

from __future__ import annotations

import re
from collections.abc import Generator
from fractions import Fraction

Working = Generator[str, None, str]


def _euclid(a: int, b: int) -> Generator[str, None, int]:
    """Euclid's algorithm, one division a line."""
    while b:
        yield f"{a} = {a // b} * {b} + {a % b}"
        a, b = b, a % b
    return a


def _after_colon(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", re.findall(r"numbers: ([\d, ]+)", text)[-1])]


def gcd(text: str) -> Working:
    """Greatest common divisor by Euclid, number after number."""
    common, *rest = _after_colon(text)
    for number in rest:
        common = yield from _euclid(common, number)
        yield f"divisor so far {common}"
    return str(common)


def lcm(text: str) -> Working:
    """Least common multiple: a * b / gcd(a, b), number after number."""
    multiple, *rest = _after_colon(text)
    for number in rest:
        divisor = yield from _euclid(multiple, number)
        yield f"{multiple} * {number} / {divisor} = {multiple * number // divisor}"
        multiple = multiple * number // divisor
    return str(multiple)


def fraction_simplification(text: str) -> Working:
    """Divide numerator and denominator by their greatest common divisor, and keep the notation given."""
    found = re.findall(r"(\D*?)(\d+)(\}\{|/)(\d+)(\}?\$?)", text)[-1]
    top, bottom = int(found[1]), int(found[3])
    divisor = yield from _euclid(top, bottom)
    top, bottom = top // divisor, bottom // divisor
    yield f"divide both by {divisor}: {top} over {bottom}"
    dollars = "$" if found[4].endswith("$") else ""
    if found[2] == "/":
        return f"{dollars}{top}/{bottom}{dollars}"
    command = re.findall(r"\\d?frac", text)[-1]
    return f"{dollars}{command}{{{top}}}{{{bottom}}}{dollars}"


def prime_factorization(text: str) -> Working:
    """Trial division by 2, 3, 4 … up to the square root of what is left."""
    rest = int(re.findall(r"factorization of (\d+)", text)[-1])
    factors, divisor = [], 2
    while divisor * divisor <= rest:
        if rest % divisor:
            yield f"{divisor}: no"
            divisor += 1
            continue
        yield f"{rest} / {divisor} = {rest // divisor}"
        factors.append(divisor)
        rest //= divisor
    if rest > 1 or not factors:
        factors.append(rest)
    return " × ".join(map(str, factors))


def count_primes(text: str) -> Working:
    """Sieve of Eratosthenes up to the upper bound; then a count for every hundred numbers."""
    low, high = (int(n) for n in re.findall(r"between (\d+) and (\d+)", text)[-1])
    prime = bytearray([0, 0]) + bytearray([1]) * max(high - 1, 0)
    for n in range(2, int(high**0.5) + 1):
        if prime[n]:
            multiples = range(n * n, high + 1, n)
            prime[n * n :: n] = bytes(len(multiples))
            yield f"sieve {n}: strike {len(multiples)} multiples from {n * n}"
    total = 0
    for start in range(low, high + 1, 100):
        stop = min(start + 100, high + 1)
        found = sum(prime[start:stop])
        total += found
        yield f"{start} to {stop - 1}: {found} primes, {total} so far"
    return str(total)


def count_bits(text: str) -> Working:
    """Halve and note the remainder: the ones are the remainders 1."""
    number = int(re.findall(r"of the number (\d+)", text)[-1])
    ones = 0
    while number:
        ones += number & 1
        yield f"{number} / 2 = {number >> 1} rest {number & 1}, ones {ones}"
        number >>= 1
    return str(ones)


def base_conversion(text: str) -> Working:
    """Value by Horner's rule in the source base, then digits by repeated division in the target base."""
    source, digits, target = re.findall(r"(?:base-)?(\w+) number (\w+) to (?:base-)?(\w+)", text)[-1]
    names = {"binary": 2, "octal": 8, "decimal": 10, "hexadecimal": 16}
    base_from, base_to = (names[b] if b in names else int(b) for b in (source, target))
    value = 0
    for digit in digits:
        yield f"{value} * {base_from} + {int(digit, 36)} = {value * base_from + int(digit, 36)}"
        value = value * base_from + int(digit, 36)
    written = ""
    while value or not written:
        value, rest = divmod(value, base_to)
        written = "0123456789abcdefghijklmnopqrstuvwxyz"[rest] + written
        yield f"quotient {value}, digit {written[0]}"
    return written


def _listed(text: str) -> list[str]:
    return re.findall(r"'(-?[\d.]+)'", re.findall(r"in this list: (\[.*?\])", text)[-1])


def number_filtering(text: str) -> Working:
    """Compare every number with the threshold and keep or drop it."""
    verb, relation, bound = re.findall(r"(Keep|Remove) all numbers (\w+) than (-?[\d.]+)", text)[-1]
    kept = []
    for number in _listed(text):
        holds = (
            Fraction(number) > Fraction(bound) if relation == "larger" else Fraction(number) < Fraction(bound)
        )
        keep = holds == (verb == "Keep")
        yield f"{number}: {'keep' if keep else 'drop'}"
        if keep:
            kept.append(number)
    return str(kept)


def number_sorting(text: str) -> Working:
    """Insertion sort; equal numbers keep their order."""
    order, listed = re.findall(r"in (ascending|descending) order: ([-\d., ]+)", text)[-1]
    ordered: list[str] = []
    for number in re.findall(r"-?\d+(?:\.\d+)?", listed):
        place = 0
        while place < len(ordered) and Fraction(ordered[place]) <= Fraction(number):
            place += 1
        ordered.insert(place, number)
        yield f"insert {number} at {place + 1}"
    return str(ordered if order == "ascending" else ordered[::-1])


def number_format(text: str) -> Working:
    """Read every notation as an exact value and keep the best so far."""
    wanted, listed = re.findall(
        r"pick the (largest|smallest) number of the following candidates: (.*)", text
    )[-1]
    best = ""
    for candidate in listed.split():
        value = Fraction(candidate.replace(",", ""))
        if not best or (value > Fraction(best) if wanted == "largest" else value < Fraction(best)):
            best = candidate.replace(",", "")
        yield f"{candidate}: best {best}"
    return best


FAMILIES = {
    "gcd": (r"\(GCD\) of these numbers: \d", gcd),
    "lcm": (r"\(LCM\) of these numbers: \d", lcm),
    "fraction_simplification": (r"Simplify the fraction", fraction_simplification),
    "prime_factorization": (r"prime factorization of \d", prime_factorization),
    "count_primes": (r"prime numbers there are between \d+ and \d+", count_primes),
    "count_bits": (r"binary representation of the number \d", count_bits),
    "base_conversion": (r"two different bases", base_conversion),
    "number_filtering": (r"all numbers \w+ than -?[\d.]+ in this list", number_filtering),
    "number_sorting": (r"Sort these numbers in", number_sorting),
    "number_format": (r"number of the following candidates", number_format),
}

"""Safe reading of arithmetic, algebraic and logical answers: parsed, never evaluated as code.

Some scorers hand the answer to `sympy.parse_expr`, which evaluates it as Python. Only text that passes here
reaches them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from fractions import Fraction

LONGEST = 4000
"""Characters of an expression; the longest reference of the published suite has about 530."""

HIGHEST_POWER = 400
"""Bound on the product of nested exponents, so that nothing like ``9**9**9**9`` is ever computed."""

_HUGE = re.compile(r"[eE][-+]?[\d_]{3,}|\d_|\d{1001}")
"""Exponents of floats such as ``1e999999999``, which a computer algebra system writes out."""

_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div)


def _tree(text: str) -> ast.expr | None:
    if len(text) > LONGEST or "#" in text or "\\" in text or _HUGE.search(text):
        return None
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def value(text: str) -> tuple[Fraction, list[int]] | None:
    """Exact value and the whole numbers used, of an expression in ``+ - * / ( )``; None for anything else.

    >>> value("4*(7 + 5 - 6)")
    (Fraction(24, 1), [4, 7, 5, 6])
    """
    tree = _tree(text)
    numbers: list[int] = []

    def walk(node: ast.expr) -> Fraction:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            numbers.append(node.value)
            return Fraction(node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -walk(node.operand)
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, _ARITHMETIC):
            raise ValueError("not arithmetic")
        left, right = walk(node.left), walk(node.right)
        if isinstance(node.op, ast.Add):
            return left + right
        if isinstance(node.op, ast.Sub):
            return left - right
        return left * right if isinstance(node.op, ast.Mult) else left / right

    if tree is None:
        return None
    try:
        return walk(tree), numbers
    except (ValueError, ZeroDivisionError, RecursionError):
        return None


def algebraic(text: str, names: Collection[str], functions: Collection[str] = ()) -> bool:
    """Whether ``text`` is an expression in these names and functions, with small literal exponents.

    Nothing that restates a question passes (``Integral``, ``expand`` …) unless it is in ``functions``.
    """
    tree = _tree(text)
    try:
        return tree is not None and _algebraic(tree, names, functions, 1.0)
    except RecursionError:
        return False


def _algebraic(node: ast.expr, names: Collection[str], functions: Collection[str], power: float) -> bool:
    if isinstance(node, ast.Constant):
        return type(node.value) in (int, float) and len(repr(node.value)) <= 200
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub | ast.UAdd) and _algebraic(node.operand, names, functions, power)
    if isinstance(node, ast.Call):
        named = isinstance(node.func, ast.Name) and node.func.id in functions
        return named and not node.keywords and all(_algebraic(a, names, functions, power) for a in node.args)
    if not isinstance(node, ast.BinOp):
        return False
    if isinstance(node.op, ast.Pow):
        exponent = value(ast.unparse(node.right))
        if exponent is None:
            return False
        size = power * max(1.0, abs(float(exponent[0])))
        return size <= HIGHEST_POWER and _algebraic(node.left, names, functions, size)
    return isinstance(node.op, _ARITHMETIC) and all(
        _algebraic(side, names, functions, power) for side in (node.left, node.right)
    )


def logical(text: str, names: Collection[str]) -> bool:
    """Whether ``text`` is a formula of propositional logic in ``∧ ∨ ¬ → ↔ ( )`` and these variables.

    >>> logical("(P ∧ ¬Q)", {"P", "Q"}), logical("P ∨ anything", {"P"})
    (True, False)
    """
    if any(char in text for char in "+-*/"):
        return False
    tree = _tree(text.translate(str.maketrans("∧∨→↔¬", "++++-")))
    if tree is None:
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            if node.id not in names:
                return False
        elif not isinstance(node, ast.BinOp | ast.UnaryOp | ast.Add | ast.USub | ast.Load):
            return False
    return True

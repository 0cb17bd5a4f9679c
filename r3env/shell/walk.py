"""The tree reading: every command and construct of a line that is not plain, for the charge and its reasons.

Nothing here makes a line free (`r3env.shell.scan` does); an error of the grammar can only blur a reason.
"""

from __future__ import annotations

import itertools
import re

from tree_sitter import Node

from r3env.shell.line import DYNAMIC, VARIABLE, Construct, Redirect, Scope, Simple, Word
from r3env.shell.words import read_word

MAX_DEPTH = 60
MAX_NODES = 50_000

_CONSTRUCTS = {
    "if_statement": "a condition",
    "test_command": "a condition",
    "case_statement": "a condition",
    "for_statement": "a loop",
    "c_style_for_statement": "a loop",
    "while_statement": "a loop",
    "function_definition": "a function definition",
    "command_substitution": "a command substitution",
    "process_substitution": "a process substitution",
    "arithmetic_expansion": "shell arithmetic",
    "arithmetic_command": "shell arithmetic",
    "brace_expression": "a brace sequence",
    "expansion": "a parameter operator",
    "array": "an array assignment",
    "subscript": "an array subscript",
    "ERROR": "something that the grammar cannot read",
}
_ARITHMETIC = frozenset(
    ("test_command", "arithmetic_expansion", "arithmetic_command", "expansion", "array", "subscript", "ERROR")
)
_SETS = re.compile(r"([A-Za-z_][A-Za-z0-9_]*+)\s*(?:\[|:?[-+*/%&|^]?=|<<=|>>=|\+\+|--)")
_PREFIXED = re.compile(r"(?:\+\+|--)\s*([A-Za-z_][A-Za-z0-9_]*+)")
_INDIRECT = re.compile(r"\$\{(![A-Za-z_][A-Za-z0-9_]*+)(?:\[[^\]]*\])?:?=")
_QUOTES = re.compile(r"""["'\\]""")
_ELEMENT_READ = re.compile(
    r"\$\{#?[A-Za-z_][A-Za-z0-9_]*+\[(?:[@*]|-?[0-9]+|\$?[A-Za-z_]\w*|\$\{\w+\})\](?!:?=)"
)
_READ = re.compile(r"\$\{?\w+\}?(?=\s)")  # beside an operator of a test
# In arithmetic what an expansion gives may be the name that is assigned: `(( $x = 5 ))`.
_THROUGH = re.compile(
    r"((?:\$\{?[\w@*!#?]+\}?|[)`}])\w*)\s*(?:\[|[-+*/%&|^]?=(?!=)|<<=|>>=|\+\+|--)|(?:\+\+|--)\s*(\$[^\s(]*)"
)
_COMPUTING = frozenset(("arithmetic_expansion", "arithmetic_command", "c_style_for_statement", "subscript"))
_BRANCHES = frozenset(k for k in _CONSTRUCTS if k.endswith(("_statement", "_definition")))
_PROCESSES = frozenset(("subshell", "command_substitution", "process_substitution"))
_REDIRECTS = frozenset(("file_redirect", "heredoc_redirect", "herestring_redirect"))


class Walker:
    """Goes through a tree once; `items` are its commands and constructs in order of appearance."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.items: list[Simple | Construct] = []
        self.nodes = 0
        self.cut = False  # a part was left out

    def visit(
        self, node: Node, scope: Scope, level: int = 0, isolated: bool = False, branch: bool = False
    ) -> None:
        """Note what stands at and below ``node``."""
        self.nodes += 1
        if level > MAX_DEPTH or self.nodes > MAX_NODES:
            if not self.cut:
                self.cut = True
                self.construct(node, "the line is too long or nested too deeply to be followed", scope)
            return
        kind = node.type
        if kind in ("command", "declaration_command", "unset_command"):
            self.command(node, scope, level, isolated, branch)
        elif kind in ("variable_assignment", "variable_assignments"):
            self.assignments(node, scope, level, isolated, branch)
        elif kind == "redirected_statement":
            self.redirected(node, scope, level, isolated, branch)
        else:
            self.other(node, kind, scope, level, isolated, branch)

    def other(self, node: Node, kind: str, scope: Scope, level: int, isolated: bool, branch: bool) -> None:
        """Groups, constructs, and whatever the grammar names beside them."""
        children = node.children
        arithmetic = kind == "compound_statement" and bool(children) and children[0].type == "(("
        if arithmetic:
            kind = "arithmetic_command"
        made = None
        if kind in _CONSTRUCTS and not (kind == "expansion" and read_word(self.of(node)).flags < DYNAMIC):
            made = self.construct(node, self.reason(node, kind), scope)
            made.variables = self.variables(node, kind)
            if kind == "for_statement":
                made.values = tuple(self.word(child)[0] for child in node.children_by_field_name("value"))
            if kind == "function_definition":
                made.function = self.of(children[0] if children[0].type == "word" else children[1])
        if kind in _PROCESSES:
            scope = Scope(scope)
        before = len(self.items)
        background = _backgrounds(children)
        for index, child in enumerate(children):
            if child.is_named and child.type != "comment":
                alone = isolated or kind == "pipeline" or index in background
                self.visit(child, scope, level + 1, alone, branch or kind in _BRANCHES)
            elif kind == "list" and child.type == "||":
                branch = True
        if made is not None:
            made.bare = len(self.items) == before

    def construct(self, node: Node, reason: str, scope: Scope) -> Construct:
        """Note a construct."""
        made = Construct(reason, scope.depth, node.start_byte, node.end_byte)
        self.items.append(made)
        return made

    def reason(self, node: Node, kind: str) -> str:
        """A construct in plain words; inside a here-document that is said."""
        above = node.parent
        while above is not None and above.type in ("heredoc_body", "concatenation", "string"):
            above = above.parent
        inside = above is not None and above.type == "heredoc_redirect" and self.in_body(node, above)
        return f"{'here-document expands' if inside else 'the line holds'} {_CONSTRUCTS[kind]}"

    def variables(self, node: Node, kind: str) -> tuple[str, ...]:
        """Names that a construct may set by itself; commands inside it are items of their own."""
        if kind == "for_statement":
            name = node.child_by_field_name("variable")
            return (self.of(name),) if name is not None else ()
        if kind == "c_style_for_statement":
            body = node.child_by_field_name("body")
            end = node.end_byte if body is None else body.start_byte
            return variables_set(self.text[node.start_byte : end], kind)
        text = self.of(node)
        if kind == "subscript" and node.parent is not None and node.parent.type == "expansion":
            text = text.partition("[")[2]  # the element is read; only its index computes
        return variables_set(text, kind) if kind in _ARITHMETIC else ()

    def in_body(self, node: Node, redirect: Node) -> bool:
        """True below the first line of a here-document; the grammar may take its body for arguments."""
        return 0 <= self.text.find("\n", redirect.start_byte) <= node.start_byte

    def of(self, node: Node) -> str:
        """Text of a node."""
        return self.text[node.start_byte : node.end_byte]

    def word(self, node: Node) -> tuple[Word, bool]:
        """The word at a node, and whether something inside it has to be visited."""
        word = read_word(self.of(node) or "''")
        return word, bool(word.flags & DYNAMIC)

    def simple(self, node: Node, scope: Scope, isolated: bool, branch: bool) -> Simple:
        """Note a new simple command."""
        made = Simple(scope, node.start_byte, node.end_byte, isolated=isolated, conditional=branch)
        self.items.append(made)
        return made

    def command(self, node: Node, scope: Scope, level: int, isolated: bool, branch: bool) -> None:
        """A command with its words; expansions in them come after it."""
        simple = self.simple(node, scope, isolated, branch)
        inside: list[Node] = []
        for child in node.children[:MAX_NODES]:
            if child.type in _REDIRECTS:
                self.redirects(child, simple, inside)
                continue
            word, deeper = self.word(child)
            if deeper:
                inside.append(child)
            if child.type == "variable_assignment" and simple.name is None:
                simple.assigns.append(word)
            elif simple.name is None:
                simple.name = word
            else:
                simple.args.append(word)
        before = len(self.items)
        self.inside(inside, scope, level, isolated, branch)
        if len(self.items) > before:  # what computes in its words stands on its own now
            simple.args = [_seen(word) for word in simple.args]

    def assignments(self, node: Node, scope: Scope, level: int, isolated: bool, branch: bool) -> None:
        """Assignments that stand alone."""
        simple = self.simple(node, scope, isolated, branch)
        nodes = node.children if node.type == "variable_assignments" else [node]
        simple.assigns = [self.word(child)[0] for child in nodes]
        inside = [c for child in nodes for c in child.children if c.is_named]
        self.inside(inside, scope, level, isolated, branch)

    def redirected(self, node: Node, scope: Scope, level: int, isolated: bool, branch: bool) -> None:
        """A statement with redirections: they belong to its last command."""
        body = node.child_by_field_name("body")
        if body is not None:
            self.visit(body, scope, level + 1, isolated, branch)
        last = next((i for i in reversed(self.items) if isinstance(i, Simple) and i.scope is scope), None)
        if body is None or last is None or last.start < body.start_byte:
            last = self.simple(node, scope, isolated, branch)
        inside: list[Node] = []
        for child in node.children:
            if child.type in _REDIRECTS:
                self.redirects(child, last, inside)
        self.inside(inside, scope, level, isolated, branch)

    def redirects(self, node: Node, simple: Simple, inside: list[Node]) -> None:
        """One redirection; what has to be visited in it goes to ``inside``."""
        operator = ""
        for index, child in enumerate(node.children):
            field = node.field_name_for_child(index)
            if child.type in ("file_descriptor", "heredoc_body") or not child.is_named:
                operator += self.of(child) if field != "operator" and child.type != "heredoc_body" else ""
            elif field == "destination" or node.type == "herestring_redirect":
                word, deeper = self.word(child)
                if operator:
                    simple.redirects.append(Redirect(operator, word))
                    operator = ""
                else:
                    simple.args.append(word)
                if deeper:
                    inside.append(child)
                continue
            elif field == "argument" and not self.in_body(child, node):
                simple.args.append(self.word(child)[0])
            elif child.type in _REDIRECTS:
                self.redirects(child, simple, inside)
                continue
            if child.type not in ("heredoc_start", "heredoc_end", "file_descriptor") and child.is_named:
                inside.append(child)

    def inside(self, nodes: list[Node], scope: Scope, level: int, isolated: bool, branch: bool) -> None:
        """Visit what stands inside words and redirections."""
        for node in nodes:
            self.visit(node, scope, level + 1, isolated, branch)


def variables_set(text: str, kind: str = "") -> tuple[str, ...]:
    """Names that arithmetic, or a parameter operator, in ``text`` may set; ``!x`` for what x names.

    Args:
        text: as typed; quotes in it hide no name.
        kind: what the tree calls it. In a test ``$x =`` compares; in arithmetic it assigns to what x names.

    >>> variables_set("(( i += 1 ))"), variables_set("${BASH_REMATCH[1]}")
    (('i',), ())
    """
    text = _ELEMENT_READ.sub("${element", _QUOTES.sub("", text))
    if kind == "test_command":
        text = _READ.sub(" ", text)
    through = _THROUGH.findall(text) if kind in _COMPUTING else ()
    return (
        *_INDIRECT.findall(text),
        *_SETS.findall(text),
        *_PREFIXED.findall(text),
        *(f"!{name or prefixed}" for name, prefixed in through),
    )


def _seen(word: Word) -> Word:
    """A word whose expansions are items of their own."""
    return word._replace(flags=word.flags ^ DYNAMIC | VARIABLE) if word.flags & DYNAMIC else word


def _backgrounds(children: list[Node]) -> set[int]:
    """Indices of children that are followed by ``&``."""
    return {i for i, (_, b) in enumerate(itertools.pairwise(children)) if b.type == "&"}


def walk(root: Node, text: str) -> tuple[list[Simple | Construct], bool]:
    """Commands and constructs of a line in order of appearance, and whether these are all of them."""
    walker = Walker(text)
    walker.visit(root, Scope())
    return walker.items, not walker.cut

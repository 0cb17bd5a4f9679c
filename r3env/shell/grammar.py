"""The bash grammar: the tree of a line, the words the tree sees, and what ``bash -n`` says of it."""

from __future__ import annotations

import functools
import shutil
import subprocess
import tempfile

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

from r3env.shell.scan import ARG, ASSIGN, NAME, TARGET, Span
from r3env.shell.tables import names

CHECK_SECONDS = 2.0
MAX_BRACKETS = 2000  # deeper nesting is not shown to bash, whose parser recurses

_PARSER = Parser(Language(tree_sitter_bash.language()))

_GROUPS = names(
    "program list pipeline redirected_statement subshell compound_statement negated_command "
    "variable_assignments"
)
_SILENT = names("comment heredoc_start heredoc_body heredoc_end file_descriptor")


def parse(source: bytes) -> Node:
    """Root of the syntax tree of a line."""
    return _PARSER.parse(source).root_node


def witness(root: Node) -> list[Span] | None:
    """Every word of a line of simple commands as the tree sees it; None when the tree holds anything else.

    To be compared with the spans of `r3env.shell.scan.scan`.
    """
    spans: list[Span] = []
    pending = [root]
    while pending:
        node = pending.pop()
        kind = node.type
        if kind == "command":
            _command(node, spans, pending)
        elif kind in _GROUPS:
            children = node.children
            if kind == "compound_statement" and children and children[0].type != "{":
                return None
            pending += children
        elif kind == "file_redirect":
            _file_redirect(node, spans)
        elif kind == "heredoc_redirect" or kind == "herestring_redirect":
            _document(node, spans, pending)
        elif kind == "variable_assignment":
            spans.append((node.start_byte, node.end_byte, ASSIGN))
        elif kind == "declaration_command" or kind == "unset_command":
            role = NAME
            for child in node.children:
                spans.append((child.start_byte, child.end_byte, role))
                role = ARG
        elif node.is_named and kind not in _SILENT:
            return None
    spans.sort()
    return spans


def _command(node: Node, spans: list[Span], pending: list[Node]) -> None:
    for child in node.children:
        kind = child.type
        if kind == "command_name":
            spans.append((child.start_byte, child.end_byte, NAME))
        elif kind == "variable_assignment":
            spans.append((child.start_byte, child.end_byte, ASSIGN))
        elif kind.endswith("_redirect"):
            pending.append(child)
        else:
            spans.append((child.start_byte, child.end_byte, ARG))


def _file_redirect(node: Node, spans: list[Span]) -> None:
    role = TARGET
    for index, child in enumerate(node.children):
        if node.field_name_for_child(index) == "destination":
            spans.append((child.start_byte, child.end_byte, role))
            role = ARG  # the grammar hangs later arguments on the redirection


def _document(node: Node, spans: list[Span], pending: list[Node]) -> None:
    """Here-documents and here-strings; the grammar hangs the rest of the line on a here-document."""
    string = node.type == "herestring_redirect"
    for index, child in enumerate(node.children):
        if string and child.is_named and child.type not in _SILENT:
            spans.append((child.start_byte, child.end_byte, TARGET))
        elif node.field_name_for_child(index) == "argument":
            spans.append((child.start_byte, child.end_byte, ARG))
        else:
            pending.append(child)


@functools.cache
def _bash() -> str | None:
    return shutil.which("bash", path="/bin:/usr/bin:/usr/local/bin")


def bash_refuses(source: bytes) -> str | None:
    """What ``bash -n`` says against a line, None when it accepts it or cannot be asked.

    Nothing is executed. A here-document that ends with the line instead of its delimiter, which bash only
    warns of, is refused too.
    """
    bash = _bash()
    if bash is None or max(map(source.count, (b"(", b"{", b"`"))) > MAX_BRACKETS:
        return None
    with tempfile.TemporaryFile() as script:
        script.write(source)
        script.seek(0)
        try:
            done = subprocess.run(
                [bash, "--noprofile", "--norc", "-n"],
                stdin=script,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env={"LC_ALL": "C.UTF-8"},
                cwd="/",
                timeout=CHECK_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
    said = done.stderr.decode(errors="replace")
    if "delimited by end-of-file" in said:
        return "the here-document is not closed"
    if done.returncode <= 0:
        return None
    lines = said.splitlines() or ["syntax error"]
    return lines[0].split(": ", 2)[-1][:200]

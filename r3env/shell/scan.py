"""The strict reading: a line of simple commands, text words and plain redirections, or nothing.

It knows a small part of bash exactly. A line is free only if this reading and the grammar's tree agree on
every word (`r3env.shell.grammar.witness`): either alone can be wrong about quoting, here-documents or blanks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from r3env.shell.line import Redirect, Scope, Simple, Word
from r3env.shell.tables import names
from r3env.shell.words import PLAIN_WORD, TEXT_WORD, is_assignment, is_plain_body, read_word

MAX_WORDS = 20_000  # a longer line is not judged word by word, and so counted

NAME, ARG, ASSIGN, TARGET = range(4)
Span = tuple[int, int, int]  # start, end, role

_END = r"(?=[ \t\n;&|<>)]|\\\n[ \t]|\Z)"  # what may follow a word; `(` may not
_TOKEN = re.compile(
    rf"""(?:(?:\\\n)?[ \t]++(?:\\\n[ \t]*+)*+)?+   # blanks, and line breaks escaped beside a blank
    (?: ([0-9]?(?:>>|>\||>&|<&|<<<|<<-|<<|<>|>|<)|&>>|&>)(?!\()
      | ({PLAIN_WORD}){_END}
      | (&&|\|\||\|&|;;|[;&|\n()])
      | (\#[^\n]*+)
      | ({TEXT_WORD}){_END}
      | (\Z) )""",
    re.VERBOSE,
)
_REDIRECT, _PLAIN, _OPERATOR, _COMMENT, _TEXT, _STOP = range(1, 7)  # groups
_DELIMITER = re.compile(r"""([A-Za-z0-9_.\-]+)|'([^'\n]+)'|"([^"\\$`\n]+)"|\\([A-Za-z0-9_]+)""")
_RESERVED = names("if case for select while until function coproc [ [[ ]]")
_ELEMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*+\[.*\]\+?=", re.DOTALL)  # of an array, assigned
# `time` as the keyword before a whole construct, which the grammar takes for a program with arguments.
TIMED = re.compile(
    r"(?<![^\s;&|({])time(?=(?:[ \t]++-p)?[ \t]++(?:[{(!]|(?:for|while|until|if|case|select|\[\[)[ \t(]))"
)
_MISPLACED = names("then elif else fi esac do done")  # cannot begin a command


class Scan(NamedTuple):
    """What the strict reading made of a line.

    Attributes:
        plain: it is all simple commands on text words; otherwise there are no words.
        impossible: it breaks the shell's grammar before anything unknown comes: bash will refuse it.
        simples: the simple commands in order.
        spans: where every word stands.
        documents: where here-documents stand: operator with delimiter, and body with its last line.
        strings: where the operators of here-strings stand.
    """

    plain: bool
    impossible: bool = False
    simples: Sequence[Simple] = ()
    spans: Sequence[Span] = ()
    documents: Sequence[tuple[int, int]] = ()
    strings: Sequence[int] = ()


class _NotPlainError(Exception):
    """The line holds something that the strict reading does not know."""


class _ImpossibleError(_NotPlainError):
    """The line breaks the shell's grammar, or ends too early."""


class _Heredoc(NamedTuple):
    delimiter: str
    quoted: bool
    strip: bool


class _Group(NamedTuple):
    """What is put aside while the inside of ``( … )`` or ``{ … }`` is read."""

    bracket: str
    scope: Scope
    item: int
    list_start: int
    piped: bool
    conditional: bool


class _Scanner:
    """State of one reading; `run` goes through the tokens once."""

    __slots__ = (
        "closing", "conditional", "current", "documents", "expect", "heredocs", "holder", "item", "list_start",
        "need", "op", "op_start", "piped", "pos", "scope", "simples", "spans", "stack", "strings", "text",
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        self.text = text
        self.pos = 0
        self.closing = text.rfind("))") if "((" in text else -1  # where arithmetic may end at last
        self.simples: list[Simple] = []
        self.spans: list[Span] = []
        self.documents: list[tuple[int, int]] = []
        self.strings: list[int] = []
        self.scope = Scope()
        self.current: Simple | None = None
        self.holder: Simple | None = None  # command of the redirection that waits for its target
        self.op = ""  # that redirection
        self.op_start = 0
        self.expect = True  # a command may start here
        self.need = False  # a command must start here
        self.piped = False  # the current part belongs to a pipeline
        self.conditional = False
        self.heredocs: list[_Heredoc] = []
        self.item = 0  # index of the first simple command of the pipeline part
        self.list_start = 0  # index of the first simple command of the and-or list
        self.stack: list[_Group] = []

    def run(self) -> Scan:
        """Read all tokens; raises `_NotPlainError` at the first unknown thing."""
        text, match_at = self.text, _TOKEN.match
        while True:
            match = match_at(text, self.pos)
            if match is None:
                raise _NotPlainError
            kind = match.lastindex
            self.pos = match.end()
            if kind == _PLAIN:
                raw = match[_PLAIN]
                current = self.current
                if current is not None and current.name is not None and not self.op:  # most words are this
                    current.args.append(Word(raw, raw, 0))
                    current.end = self.pos
                    self.spans.append((match.start(_PLAIN), self.pos, ARG))
                else:
                    self.word(Word(raw, raw, 0), match.start(_PLAIN))
            elif kind == _TEXT:
                self.word(read_word(match[_TEXT]), match.start(_TEXT))
            elif kind == _REDIRECT:
                self.redirect(match[kind], match.start(kind))
            elif kind == _OPERATOR:
                self.operator(match[kind])
            elif kind == _STOP:
                break
            if len(self.spans) > MAX_WORDS:
                raise _NotPlainError
        if self.op or self.need or self.stack or self.heredocs:
            raise _ImpossibleError
        self.end_part()
        return Scan(True, False, self.simples, self.spans, self.documents, self.strings)

    def begin(self, start: int) -> Simple:
        """The simple command that a word or redirection at ``start`` belongs to."""
        if self.current is None:
            if not self.expect:
                raise _NotPlainError
            self.current = Simple(self.scope, start, conditional=self.conditional)
            self.simples.append(self.current)
            self.expect = self.need = False
        return self.current

    def word(self, word: Word, start: int) -> None:
        """Take one word: redirection target, bracket, assignment, command name or argument."""
        raw = word.raw
        if self.op:
            self.target(word, start)
            return
        if self.current is None and self.bracket(raw):
            return
        simple = self.begin(start)
        simple.end = self.pos
        if simple.name is not None:
            role = ARG
            simple.args.append(word)
        elif is_assignment(raw):
            role = ASSIGN
            simple.assigns.append(word)
        elif raw in _RESERVED or _ELEMENT.match(raw) or (raw == "time" and TIMED.match(self.text, start)):
            raise _NotPlainError
        elif raw in _MISPLACED:
            raise _ImpossibleError
        else:
            role = NAME
            simple.name = word
        self.spans.append((start, self.pos, role))

    def bracket(self, raw: str) -> bool:
        """Take ``{``, ``}`` and ``!`` where a command may start."""
        if raw == "{":
            self.open("{")
        elif raw == "}":
            self.close("{")
        elif raw == "!" and self.expect:
            self.need = True
        else:
            return False
        return True

    def redirect(self, op: str, start: int) -> None:
        """Take a redirection operator; its target is the next word."""
        glued = bool(self.spans) and self.spans[-1][1] == start  # 12>f is a descriptor, a2>f is a word
        if self.op or (glued and self.text[self.spans[-1][0] : start].isdigit()):
            raise _NotPlainError
        after_group = self.current is None and not self.expect and bool(self.simples)
        self.holder = self.simples[-1] if after_group else self.begin(start)
        self.op, self.op_start = op, start

    def target(self, word: Word, start: int) -> None:
        """Take the target of the waiting redirection."""
        op, self.op = self.op, ""
        if self.holder is None:
            raise _NotPlainError
        self.holder.end = self.pos
        self.holder.redirects.append(Redirect(op, word))
        if op.endswith(("<<", "<<-")) and not op.endswith("<<<"):
            match = _DELIMITER.fullmatch(word.raw)
            if match is None:
                raise _NotPlainError
            self.documents.append((self.op_start, self.pos))
            self.heredocs.append(_Heredoc(match[match.lastindex or 0], match[1] is None, op[-1] == "-"))
        else:
            if op.endswith("<<<"):
                self.strings.append(self.op_start + len(op) - 3)
            self.spans.append((start, self.pos, TARGET))

    def operator(self, op: str) -> None:
        """Take a control operator."""
        if self.op or op == ";;":
            raise _ImpossibleError
        if op == "(":
            arithmetic = self.pos < self.closing and self.text[self.pos] == "("
            if self.current is not None or arithmetic:
                raise _NotPlainError
            self.open("(")
        elif op == ")":
            self.close("(")
        elif op == "\n":
            self.newline()
        else:
            self.separator(op)

    def separator(self, op: str) -> None:
        """End a pipeline part, and for all but ``|`` the pipeline; ``;`` and ``&`` end the list too."""
        if self.expect:  # nothing stands before it
            raise _ImpossibleError
        if op[0] == "|" and op != "||":
            self.piped = True
            self.end_part()
            self.piped = self.need = True
        else:
            self.end_part()
            self.need = op in ("&&", "||")
            self.conditional = self.conditional or op == "||"
            if op == "&":
                self.isolate(self.list_start)
            if op in (";", "&"):
                self.end_list()

    def end_part(self) -> None:
        """The pipeline part ends; in a pipeline it ran in a process of its own."""
        if self.piped:
            self.isolate(self.item)
        self.piped = False
        self.current = None
        self.expect = True
        self.item = len(self.simples)

    def isolate(self, first: int) -> None:
        """Mark the simple commands from index ``first`` on."""
        for simple in self.simples[first:]:
            simple.isolated = True

    def end_list(self) -> None:
        """The and-or list ends."""
        self.list_start = len(self.simples)
        self.conditional = bool(self.stack) and self.stack[-1].conditional

    def open(self, bracket: str) -> None:
        """Enter a group."""
        if not self.expect:
            raise _NotPlainError
        self.stack.append(
            _Group(bracket, self.scope, self.item, self.list_start, self.piped, self.conditional)
        )
        self.item = self.list_start = len(self.simples)
        self.need = True
        self.piped = False
        if bracket == "(":
            self.scope = Scope(self.scope)

    def close(self, bracket: str) -> None:
        """Leave a group; what follows may only be a redirection or an operator."""
        if not self.stack or self.stack[-1].bracket != bracket or self.need or self.op:
            raise _ImpossibleError
        if bracket == "{" and not self.expect:
            raise _NotPlainError
        self.end_part()
        _, self.scope, self.item, self.list_start, self.piped, self.conditional = self.stack.pop()
        self.expect = False

    def newline(self) -> None:
        """End the line; the bodies of its here-documents follow."""
        if not self.expect:
            self.end_part()
            self.end_list()
        for heredoc in self.heredocs:
            self.skip_body(heredoc)
        self.heredocs.clear()

    def skip_body(self, heredoc: _Heredoc) -> None:
        """Go behind a here-document; an unquoted one must expand to text only."""
        text, delimiter = self.text, heredoc.delimiter
        first = self.pos
        while self.pos < len(text):
            stop = text.find("\n", self.pos)
            stop = len(text) if stop < 0 else stop
            line = text[self.pos : stop]
            if line == delimiter or (heredoc.strip and line.lstrip("\t") == delimiter):
                if not heredoc.quoted and not is_plain_body(text, first, self.pos):
                    raise _NotPlainError
                self.pos = min(stop + 1, len(text))
                self.documents.append((first, self.pos))
                return
            self.pos = stop + 1
        raise _ImpossibleError


def scan(text: str) -> Scan:
    """The strict reading of a line.

    Args:
        text: the line; bytes of a non-ASCII one decoded as Latin-1, so that offsets are those of the bytes.
    """
    scanner = _Scanner(text)
    try:
        return scanner.run()
    except _NotPlainError as why:
        # The here-documents before the unknown part are certain, unless one of them waits for its body.
        documents = () if scanner.heredocs else scanner.documents
        return Scan(False, isinstance(why, _ImpossibleError), documents=documents)

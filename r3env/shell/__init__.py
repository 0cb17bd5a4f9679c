"""Shell accounting: what a command line costs, judged on its structure before it runs (docs/accounting.md)."""

from r3env.shell.bookkeeping import Bookkeeping
from r3env.shell.classify import classify
from r3env.shell.context import Context
from r3env.shell.explain import explain
from r3env.shell.state import ShellState

__all__ = ["Bookkeeping", "Context", "ShellState", "classify", "explain"]

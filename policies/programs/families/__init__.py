"""Families of problems, one algorithm each. Every module stands alone: plain functions, standard library only.

A module holds solvers and a table ``FAMILIES``: name to (anchor, solver). The anchor is a regular expression
that only statements of this family match. A solver takes the statement and is a generator: it yields lines of
working and returns the answer, so that a reader can stop it anywhere. Because a module imports nothing of
this project, its source text also runs as a script inside a sandbox (`policies.shell_programs`).
"""

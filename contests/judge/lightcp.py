"""Reads problem folders as LightCPVerifier keeps them: ``config.yaml``, ``testdata/`` and a checker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from contests.code.package import Checker
from contests.judge.languages import language_of
from contests.judge.task import Case, Task
from r3env.errors import DataError

DEFAULT_TIME, DEFAULT_MEMORY = "1s", "256m"
DEFAULT_CHECKERS = ("chk.cc", "chk.cpp", "checker.cpp", "checker.cc", "checker.py")
DEFAULT_INTERACTORS = ("interactor.cc", "interactor.cpp", "interactor.py")
_TIME = re.compile(r"([0-9]*\.?[0-9]+)\s*(ns|us|ms|s)?", re.IGNORECASE)
_SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
_SIZE = re.compile(r"([0-9]*\.?[0-9]+)\s*([kmg])?i?b?", re.IGNORECASE)
_MIB = {"": 2.0**-20, "k": 2.0**-10, "m": 1.0, "g": 1024.0}


def is_lightcp(folder: Path) -> bool:
    """Whether a folder has this layout."""
    return (folder / "config.yaml").is_file()


def load_lightcp(folder: Path | str) -> Task:
    """The problem in ``folder`` as a task; test files stay on disk until they are used.

    Test cases are listed in ``subtasks``, one by one (``cases``) or by their number (``n_cases``). Without a
    checker outputs are compared by tokens; a problem of type ``interactive`` needs an interactor.

    Raises:
        DataError: something is missing or malformed; the message names the file and the field.
    """
    folder = Path(folder)
    config = _config(folder)
    kind = config.get("type") or "default"
    if kind not in ("default", "interactive"):
        raise DataError(
            f"{folder.name}/config.yaml: type must be default or interactive, got {kind!r}: it cannot be judged here"
        )
    cases = tuple(_cases(folder, config))
    if not cases:
        raise DataError(f"{folder.name}/config.yaml: expected at least one test case, got none")
    checker, note = _interactor(folder, config) if kind == "interactive" else _checker(folder, config)
    return Task(folder.name, checker, cases, (note,) if note else ())


def seconds(value: Any) -> float:
    """A time limit: ``1s``, ``500ms``, ``"2"`` (seconds), or a number (seconds; from a million on nanoseconds).

    >>> seconds("500ms"), seconds(2), seconds(1_000_000_000)
    (0.5, 2.0, 1.0)
    """
    if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
        return value * 1e-9 if value >= 1e6 else float(value)
    match = _TIME.fullmatch(str(value).strip())
    if match is None or not float(match[1]) > 0:
        raise DataError(f"expected a time such as 1s or 500ms, got {value!r}")
    return float(match[1]) * _SECONDS[(match[2] or "s").lower()]


def mebibytes(value: Any) -> float:
    """A memory limit: ``256m``, ``1g``, ``65536k``, or a number of bytes.

    >>> mebibytes("256m"), mebibytes(1 << 20)
    (256.0, 1.0)
    """
    match = _SIZE.fullmatch(str(value).strip())
    if match is None or not float(match[1]) > 0:
        raise DataError(f"expected a size such as 256m or a number of bytes, got {value!r}")
    return float(match[1]) * _MIB[(match[2] or "").lower()]


def _config(folder: Path) -> Mapping[str, Any]:
    import yaml  # type: ignore[import-untyped]  # not needed unless such a folder is read

    try:
        data = yaml.safe_load((folder / "config.yaml").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{folder}: cannot read config.yaml: {error}") from error
    except yaml.YAMLError as error:
        raise DataError(f"{folder.name}/config.yaml is not YAML: {error}") from error
    if not isinstance(data, Mapping):
        raise DataError(f"{folder.name}/config.yaml: expected fields, got {type(data).__name__}")
    return data


def _first(maps: tuple[Mapping[str, Any], ...], names: tuple[str, ...], default: Any) -> Any:
    """The first of these fields that is set, the innermost map first."""
    values = (fields[name] for fields in maps for name in names if fields.get(name) is not None)
    return next(values, default)


def _cases(folder: Path, config: Mapping[str, Any]) -> Iterator[Case]:
    subtasks = config.get("subtasks")
    if not isinstance(subtasks, list):
        raise DataError(
            f"{folder.name}/config.yaml: expected a list in subtasks, got {type(subtasks).__name__}"
        )
    number = 1
    for position, subtask in enumerate(subtasks, 1):
        where = f"{folder.name}/config.yaml, subtask {position}"
        if not isinstance(subtask, Mapping):
            raise DataError(f"{where}: expected fields, got {type(subtask).__name__}")
        rows = _rows(config, subtask, number, where)
        if subtask.get("n_cases") is not None:
            number += len(rows)
        for row in rows:
            yield _case(folder, (row, subtask, config), where)


def _rows(
    config: Mapping[str, Any], subtask: Mapping[str, Any], number: int, where: str
) -> list[Mapping[str, Any]]:
    count, cases = subtask.get("n_cases"), subtask.get("cases")
    if isinstance(count, int) and not isinstance(count, bool) and count >= 0:
        parts = [str(config.get(f"{side}_prefix") or "") for side in ("input", "output")]
        ends = [str(config.get("input_suffix") or ".in"), str(config.get("output_suffix") or ".ans")]
        return [
            {"input": f"{parts[0]}{i}{ends[0]}", "output": f"{parts[1]}{i}{ends[1]}"}
            for i in range(number, number + count)
        ]
    if not isinstance(cases, list) or not all(isinstance(case, Mapping) for case in cases):
        raise DataError(f"{where}: expected n_cases (a whole number) or cases (a list of input and output)")
    return cases


def _case(folder: Path, maps: tuple[Mapping[str, Any], ...], where: str) -> Case:
    names = [maps[0].get(side) for side in ("input", "output")]
    if not all(isinstance(name, str) for name in names):
        raise DataError(f"{where}: expected input and output file names, got {names}")
    source, target = (_file(folder, str(name), where) for name in names)
    try:
        time = seconds(_first(maps, ("time_limit", "time"), DEFAULT_TIME))
        memory = mebibytes(_first(maps, ("memory_limit", "memory"), DEFAULT_MEMORY))
    except DataError as error:
        raise DataError(f"{where}: {error}") from None
    return Case(Path(str(names[0])).stem, source, target, time, memory)


def _file(folder: Path, name: str, where: str) -> Path:
    """A file of ``testdata``; answers may end in ``.ans`` or ``.out`` whatever the list says."""
    data = folder / "testdata"
    path = data / name
    if not path.resolve().is_relative_to(data.resolve()):
        raise DataError(f"{where}: {name!r} leads out of testdata")
    for candidate in (path, path.with_suffix(".ans"), path.with_suffix(".out")):
        if candidate.is_file() and (candidate == path or path.suffix in (".ans", ".out")):
            return candidate
    raise DataError(f"{where}: testdata/{name} is missing")


def _checker(folder: Path, config: Mapping[str, Any]) -> tuple[Checker, str]:
    path = _jury_program(folder, config, "checker", DEFAULT_CHECKERS)
    if path is not None:
        return Checker("program", program=path), ""
    return Checker("token"), "no checker: outputs are compared by tokens"


def _interactor(folder: Path, config: Mapping[str, Any]) -> tuple[Checker, str]:
    path = _jury_program(folder, config, "interactor", DEFAULT_INTERACTORS)
    if path is None:
        raise DataError(
            f"{folder.name}: expected an interactor ({', '.join(DEFAULT_INTERACTORS)}), found none"
        )
    return Checker("interactor", program=path), ""


def _jury_program(folder: Path, config: Mapping[str, Any], role: str, usual: tuple[str, ...]) -> Path | None:
    """The program that the field ``role`` names, or the first of the usual names that is there."""
    named = config.get(role)
    for name in (str(named),) if named else usual:
        path = folder / name
        if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
            language_of(path)
            return path
    if named:
        raise DataError(f"{folder.name}/config.yaml: {role} {named} is missing")
    return None

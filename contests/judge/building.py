"""Builds programs in a sandbox, once for each content (failures are remembered too), and runs what was built."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from dataclasses import replace

from contests.code.package_check import CompileError
from contests.judge import cache
from contests.judge.languages import Language, Program
from contests.judge.task import JudgeError
from contests.judge.worker import Box
from r3env.sandbox.protocol import Ending, FileKind, Limits, ProcessResult, Streams

BUILD_LIMITS = Limits(memory=1024, cpu=30, wall=600, processes=64, file_size=64, output=64 << 10)
"""Limits of one build; its wall time is the published build limit."""
SOURCE_BYTES = 1 << 20
"""Bytes of the longest source that is built."""
MESSAGE = 4000
"""Characters of a compiler's message that are kept."""

_CAP = 256 << 20
_KILLED = "Killed signal terminated program"
"""What g++ and gcc print when somebody else than us kills the compiler proper."""
_PROGRAM, _ERROR = "program", "error"
_STOPPED = {
    Ending.CPU_LIMIT: "took more than {cpu:g} s of CPU time",
    Ending.WALL_LIMIT: "took more than {wall:g} s",
    Ending.MEMORY_LIMIT: "took more than {memory:g} MiB",
    Ending.OUTPUT_LIMIT: "printed more than {output} bytes",
}


def build(
    box: Box,
    language: Language,
    source: str,
    *,
    beside: Mapping[str, bytes] | None = None,
    limits: Limits = BUILD_LIMITS,
    disk: bool = False,
) -> Program:
    """Build a source, or take it from the cache.

    Args:
        box: where the compiler runs; not started when the cache knows the source.
        language: its language.
        source: the program text.
        beside: further files next to it (``testlib.h``).
        limits: limits of the build.
        disk: keep the result on disk too; for the jury's programs only.

    Raises:
        CompileError: the source does not build; the message is the compiler's.
        JudgeError: the language's tools are not there.
    """
    text = source.strip().encode("utf-8", "replace") + b"\n"
    if len(text) > SOURCE_BYTES:
        raise CompileError(f"a source of {len(text)} bytes is too long: at most {SOURCE_BYTES} are built")
    beside = beside or {}
    parts: list[bytes | str] = [platform.machine(), repr(language.build), repr(limits), text]
    key = cache.key_of([*parts, *(part for name in sorted(beside) for part in (name, beside[name]))])
    entry = cache.shared.get(key, disk=disk)
    if entry is None:
        entry = _compile(box, language, {**beside, language.source: text}, limits)
        cache.shared.put(key, entry, disk=disk)
    if _ERROR in entry:
        raise CompileError(entry[_ERROR].decode("utf-8", "replace"))
    return Program(language, entry[_PROGRAM], key)


def run(box: Box, program: Program, test_input: bytes, limits: Limits) -> ProcessResult:
    """Run a built program on one input; its language may need more memory and processes."""
    return ready(box, program, limits)(test_input)


def ready(box: Box, program: Program, limits: Limits) -> Callable[[bytes | Streams], ProcessResult]:
    """Lay a built program out; the function that comes back runs it on an input, or on streams."""
    row = program.language
    box.install(program)
    command = row.command(limits)
    memory = None if limits.memory is None else limits.memory + row.overhead
    processes = None if limits.processes is None else max(limits.processes, row.processes)
    limits = replace(limits, memory=memory, processes=processes)
    return lambda stdin: box.spawn(command, limits, stdin=stdin)


def _compile(box: Box, language: Language, files: Mapping[str, bytes], limits: Limits) -> cache.Entry:
    box.require(language.tools)
    result = box.spawn(language.build, limits, {box.place(name): data for name, data in files.items()})
    if result.ending in _STOPPED:
        values = {name: getattr(limits, name) for name in ("cpu", "wall", "memory", "output")}
        stopped = "the build " + _STOPPED[result.ending].format(**values)
        if result.ending is Ending.WALL_LIMIT:
            raise CompileError(stopped)  # not remembered: the machine may have been the cause
        return {_ERROR: stopped.encode()}
    if result.ending is not Ending.EXITED or result.exit_code != 0:
        message = (result.stderr or result.stdout).decode("utf-8", "replace").strip()
        if _KILLED in message:
            raise JudgeError(f"the machine ran out of memory during a build: {message[:200]}")
        ended = f"the compiler ended with {result.exit_code if result.signal is None else f'signal {result.signal}'}"
        return {_ERROR: (message[:MESSAGE] or ended).encode()}
    built = box.sandbox.read(box.place(language.program), _CAP)
    if built.kind is not FileKind.FILE:
        raise JudgeError(f"the build left {built.kind} at {language.program}, not a program")
    return {_PROGRAM: built.data}

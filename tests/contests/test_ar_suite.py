"""The bundled suite: the same bytes in every process, whatever the hash seed; cache and worker."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import contests
from contests import Suite
from contests.ar import cache, client, codec, published
from contests.ar.manifest import recipes
from contests.conformance import check_domain
from r3env.domain import Domain
from r3env.errors import ConfigError, DataError
from r3env.fingerprint import canonical

SUITE_DIGEST = "387b1e2650d385ab55a009695fc66f1fcecc0ffdbfecf057d8d8f3ebb70ccb58"
"""SHA-256 of the canonical JSON of all 50 contests in default order: any drift changes it."""

SENSITIVE = ("ar/001", "ar/005", "ar/020", "ar/034", "ar/036", "ar/041", "ar/050")
"""Contests whose problems depend on the hash seed, on earlier decimal arithmetic, or on today's date."""

SCRIPT = """
import hashlib, sys
import contests
from r3env.fingerprint import canonical
loaded = contests.load_many(sys.argv[1])
print(hashlib.sha256(canonical([contest.to_dict() for contest in loaded]).encode()).hexdigest())
"""


OTHER_DAY = """
import datetime

class Date(datetime.date):
    @classmethod
    def today(cls):
        return cls(2031, 2, 7)

class DateTime(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls(2031, 2, 7, 3, tzinfo=tz)

    today = utcnow = now

datetime.date, datetime.datetime = Date, DateTime
"""
"""A ``sitecustomize`` for child processes, in which it is another day."""


def digest_of(loaded: list[contests.Contest] | list[object]) -> str:
    text = canonical([contest.to_dict() for contest in loaded])  # type: ignore[attr-defined]
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_suite_is_the_bundled_one_to_the_byte(suite: Suite) -> None:
    assert digest_of(list(suite)) == SUITE_DIGEST


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_another_process_makes_the_same_problems(tmp_path: Path, suite: Suite, hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", SCRIPT, ",".join(SENSITIVE)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == digest_of([suite[name] for name in SENSITIVE])
    assert done.stderr == ""


def test_another_day_makes_the_same_problems(tmp_path: Path, suite: Suite) -> None:
    """Upstream asks for the date, and parses times of day into dates; both got into entries once."""
    (tmp_path / "sitecustomize.py").write_text(OTHER_DAY)
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "TZ": "Asia/Tokyo",
    }
    command = [
        sys.executable,
        "-c",
        "import datetime; print(datetime.datetime.now().year)\n" + SCRIPT,
        ",".join(SENSITIVE),
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2031", digest_of([suite[name] for name in SENSITIVE])]


def test_an_entry_depends_on_no_earlier_entry(suite: Suite) -> None:
    """Upstream keeps state in classes and in the decimal context; order of making must not matter."""
    rows = [
        r
        for r in recipes()
        if r.generator in ("decimal_arithmetic", "decimal_chain_sum", "codeio", "pool_matrix")
    ]
    for order in (rows, rows[::-1]):
        for recipe in order:
            entry = client.make(recipe.generator, recipe.parameters, recipe.index, recipe.precision)
            assert codec.digest(entry) == recipe.digest, recipe.published_id


def test_the_manifest_holds_facts_only() -> None:
    assert len(recipes()) == 300
    assert len({recipe.digest for recipe in recipes()}) == 300
    assert sum(recipe.regenerated for recipe in recipes()) == 17
    assert {r.generator for r in recipes() if r.regenerated} == {
        "polynomial_multiplication", "figlet_font", "ransom_note", "isomorphic_strings"
    }  # fmt: skip


def test_provenance_marks_what_was_regenerated_and_ids_tell_nothing(suite: Suite) -> None:
    assert sum(bool(p.provenance["regenerated"]) for p in suite.problems) == 17
    for problem in suite.problems:
        assert problem.id.startswith(problem.provenance["generator"])
        assert not {"easy", "medium", "hard"} & set(problem.id.replace("-", "_").split("_"))


def test_every_reference_is_text(suite: Suite) -> None:
    assert all(isinstance(p.reference, str) and p.reference for p in suite.problems)
    for generator, field in published.ANSWER_FIELDS.items():
        assert [
            p
            for p in suite.problems
            if p.provenance["generator"] == generator and field in p.metadata["entry"]
        ]


def test_the_domain_keeps_every_promise_on_every_contest(suite: Suite, domain: Domain) -> None:
    assert all(check_domain(domain, contest) > 200 for contest in suite)


def test_a_damaged_cache_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = contests.load("ar/002")
    files = sorted(tmp_path.rglob("*.json"))
    assert len(files) == 6
    whole = [file.read_bytes() for file in files]
    damaged = (b"", b"{", b"[]", b"null", whole[0].replace(b"e", b"E", 1), b"[" * 100_000)
    for file, content in zip(files, damaged, strict=True):
        file.write_bytes(content)
    assert contests.load("ar/002") == first
    assert [file.read_bytes() for file in files] == whole
    assert not list(tmp_path.rglob(".new-*"))


def test_a_cached_contest_needs_no_worker(monkeypatch: pytest.MonkeyPatch, suite: Suite) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the worker was asked")

    monkeypatch.setattr(client.WORKER, "call", refuse)
    assert contests.load("ar/044") == suite["ar/044"]


def test_a_cache_that_cannot_be_written_only_costs_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert len(contests.load("ar/003")) == 6
    assert blocked.read_text() == "not a folder"


def test_drift_is_an_error_that_names_the_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    entry = {"question": "another", "answer": "one", "metadata": {}}
    monkeypatch.setattr(client, "make", lambda *_: entry)
    with pytest.raises(DataError, match=r"expected digest .* reasoning-gym 0\.1\.25, pyfiglet"):
        contests.load("ar/004")
    assert not list(tmp_path.rglob("*.json"))


def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "EXPECTED_VERSION", "9.9.9")
    worker = client.Worker()
    with pytest.raises(ConfigError, match=r"expected reasoning-gym 9\.9\.9, found 0\.1\.25"):
        worker.call("generators", 10)
    worker.close()


def test_a_worker_that_ends_is_started_again() -> None:
    worker = client.Worker()
    source = {"generator": "chain_sum", "parameters": {"seed": 1, "size": 2}, "index": 0}
    first = worker.call("make", 60, **source)
    with pytest.raises(client.WorkerDiedError):
        worker.call("make", 1e-6, **source)
    assert worker.call("make", 60, **source) == first
    assert "error" in worker.call("make", 60, **{**source, "generator": "no_such"})
    worker.close()
    worker.close()


def test_time_limits_hold_where_the_parent_ignores_their_signal() -> None:
    def endless() -> None:
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})

    command = [sys.executable, "-P", "-m", "contests.ar.worker"]
    request = {"op": "make", "limit": 0.001, "generator": "knight_swap", "parameters": {"seed": 1, "size": 9}}
    child = subprocess.run(
        command,
        input=json.dumps({**request, "index": 0}) + "\n",
        preexec_fn=endless,
        capture_output=True,
        text=True,
        env=client._environment(),
        check=False,
    )
    assert child.returncode == -signal.SIGALRM


def test_threads_share_one_worker() -> None:
    source = {"generator": "chain_sum", "parameters": {"seed": 1, "size": 20}}
    expected = [client.make(**source, index=i) for i in range(20)]
    found: dict[int, object] = {}
    threads = [
        threading.Thread(target=lambda i=i: found.update({i: client.make(**source, index=i)}))
        for i in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[i] for i in range(20)] == expected


def test_a_forked_process_gets_its_own_worker() -> None:
    script = (
        "import os\n"
        "from contests.ar import client\n"
        "source = ('chain_sum', {'seed': 1, 'size': 2}, 0)\n"
        "first = client.make(*source)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os._exit(0 if client.make(*source) == first else 3)\n"
        "status = os.waitpid(child, 0)[1]\n"
        "print(os.waitstatus_to_exitcode(status), client.make(*source) == first)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "True"]


def test_nothing_is_printed_and_reasoning_gym_stays_outside() -> None:
    script = (
        "import sys, contests\n"
        "from r3env.domain import GradeContext\n"
        "contest = contests.load('ar/001')\n"
        "domain = contests.domain('ar')\n"
        "parsed = domain.parse('Problem A\\n<answer>1</answer>', contest.labels)\n"
        "for label, problem in contest.items():\n"
        "    domain.grade(problem, parsed['A'], GradeContext(), label)\n"
        "assert 'reasoning_gym' not in sys.modules and 'sympy' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


VALUES = [
    (1, "a", None, 2.5, True),
    {1: "a", (2, 3): [4]},
    {"__tuple__": [1]},
    {"plain": {"x": (1, {2})}},
    [],
    {},
    ((),),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_the_codec_is_faithful_through_canonical_json(value: object) -> None:
    encoded = codec.encode(value)
    again = codec.decode(json.loads(canonical(encoded)))
    assert again == value
    assert repr(again) == repr(value)


def test_the_cache_key_is_the_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    entry = {"question": "é", "answer": None, "metadata": codec.encode({"x": (1, 2)})}
    cache.put(entry)
    assert cache.get(codec.digest(entry)) == entry
    assert cache.get("0" * 64) is None
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/folders/are/ignored")
    assert cache.folder().is_absolute()

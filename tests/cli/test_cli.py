"""The command line: a whole small study, resume, JSON everywhere, and one clear line for bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from r3env import RunStore
from r3env.cli import COMMANDS, main
from r3env.cli.common import parse_options
from r3env.errors import UnknownNameError


@pytest.fixture
def run(capsys):
    def call(*arguments, code=0):
        with pytest.raises(SystemExit) if code else _no_exit() as stopped:
            main(list(arguments))
        out, err = capsys.readouterr()
        if code:
            assert stopped.value.code == code, (out, err)
        return out, err

    return call


class _no_exit:  # noqa: N801
    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        return kind is SystemExit and error.code in (0, None)


SUITE = ("--suite", "toy/001-003")


@pytest.fixture
def toy_suite(monkeypatch):
    """Three toy contests behind the ordinary loader."""
    import contests
    from r3env import catalog
    from tests.toy import contest

    found = [contest(n) for n in (1, 2, 3)]

    def load_many(spec, **_):
        if spec != "toy/001-003":
            raise UnknownNameError(f"unknown contest {spec}")
        return found

    monkeypatch.setattr(contests, "load_many", load_many, raising=False)
    entry = catalog.policies.entry("nothing").__class__
    monkeypatch.setitem(catalog.policies._entries, "sheller", entry("sheller", "tests.players:Sheller"))
    monkeypatch.setitem(
        catalog.policies._entries,
        "half",
        catalog.policies.entry("nothing").__class__("half", "tests.players:Half"),
    )


def test_a_study_from_calibration_to_the_table(run, toy_suite, tmp_path):
    store = str(tmp_path / "run.sqlite")
    out, _ = run("calibrate", "--store", store, *SUITE, "--policy", "half", "--json")
    found = json.loads(out)
    assert found["completed"] == 3
    assert found["budgets"]["0.2"] == round(0.2 * found["mean_use"])
    out, _ = run("curves", "--store", store, *SUITE, "--repeats", "2", "--jobs", "2")
    assert "180 episodes played" in out
    run("run", "--store", store, *SUITE, "--rho", "0.2", "0.8", "--repeats", "2")
    out, _ = run("run", "--store", store, *SUITE, "--repeats", "2", "--json")
    assert json.loads(out)["campaign"]["played"] == 0
    out, _ = run("analyze", store, "--json")
    cells = {(c["cell"]["policy"], c["cell"]["rho"]): c for c in json.loads(out)}
    assert set(cells) == {(p, r) for p in ("half", "nothing", "random") for r in (0.2, 0.8)}
    own = cells["half", 0.8]
    assert own["complete"]
    assert own["delta"] == pytest.approx(own["oracle"] - own["contest"])
    assert own["ratio"] == pytest.approx(own["delta"] / own["oracle"])
    assert own["lower"] <= own["upper"] == own["oracle"]
    assert cells["nothing", 0.8]["contest"] == 0
    assert cells["nothing", 0.8]["oracle"] is None
    out, _ = run("analyze", store)
    assert "gap ratio" in out
    out, _ = run("analyze", store, "--compare", "published", "--json")
    assert {row["published"] for row in json.loads(out)} == {False}, "nobody published the toy domain"
    out, _ = run("diagnose", store, "--json")
    assert len(json.loads(out)["cells"]) == 6
    out, _ = run("diagnose", store)
    assert "main cause" in out
    out, _ = run("diff", store, store, "--json")
    assert all(row["paired"]["difference"] == 0 for row in json.loads(out))
    out, _ = run("power", store, "--json")
    assert json.loads(out)["cells"][0]["designs"]
    out, _ = run("regrade", store, "--force", "--json")
    assert json.loads(out)["impossible"]  # toy contests are not bundled: said, nothing lost


def test_the_scheduler_study_is_one_command(run, toy_suite, tmp_path):
    store = str(tmp_path / "run.sqlite")
    arguments = (
        "study",
        "schedulers",
        "--store",
        store,
        *SUITE,
        "--setting",
        "agentic",
        "--policy",
        "sheller",
    )
    arguments = (*arguments, "--repeats", "1", "--rho", "0.8", "--jobs", "4")
    out, _ = run(*arguments, "--json")
    rows = {r["cell"]["scheduler"]: r for r in json.loads(out)}
    assert set(rows) == {"reference", "coverage", "coverage+verification"}
    assert rows["reference"]["budget"] == 10, "12 counted actions unbudgeted"
    assert rows["reference"]["contest"] == 5
    assert rows["reference"]["oracle"] == 6
    assert rows["coverage"]["contest"] == 6, "no check of an answer before every problem has its step"
    assert rows["coverage"]["paired"]["difference"] == 1
    before = len(RunStore(store))
    out, _ = run(*arguments, "--scheduler", "reference", "coverage", "coverage+verification")
    assert "− reference" in out
    assert len(RunStore(store)) == before


def test_where_nothing_isolates_the_demo_says_so(monkeypatch):
    from r3env import sandbox
    from r3env.cli import demo
    from r3env.sandbox.protocol import CheckReport

    monkeypatch.setattr(
        sandbox, "check_all", lambda: [CheckReport("bwrap", False, advice="install bubblewrap")]
    )
    said = {part.setting: demo._missing(part) for part in demo.PARTS}
    assert said["tool-free"] == ""
    assert "install bubblewrap" in said["agentic"]


def test_other_settings_on_one_store_are_refused(run, toy_suite, tmp_path):
    store = str(tmp_path / "run.sqlite")
    run("calibrate", "--store", store, *SUITE, "--policy", "half")
    before = len(RunStore(store))
    _, err = run("calibrate", "--store", store, *SUITE, "--policy", "half", "--env", "stages=2", code=2)
    assert "other settings" in err
    assert "stages" in err
    _, err = run("calibrate", "--store", store, *SUITE, "--policy", "random", code=2)
    assert "half" in err
    _, err = run("run", "--store", store, *SUITE, "--seed", "5", code=2)
    assert "seed" in err
    assert len(RunStore(store)) == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "--store", "{tmp}/x.sqlite", "--policy", "programms"], "did you mean 'programs'"),
        (
            ["run", "--store", "{tmp}/x.sqlite", "--suite", "arr/001", "--policy", "programs"],
            "did you mean 'ar'",
        ),
        (["run", "--store", "{tmp}/x.sqlite", "--suite", "ar/999", "--policy", "programs"], "ar/050"),
        (
            ["run", "--store", "{tmp}/x.sqlite", "--policy", "programs", "--suite", "ar/001"],
            "r3env calibrate",
        ),
        (
            [
                "run",
                "--store",
                "{tmp}/x.sqlite",
                "--policy",
                "programs",
                "--suite",
                "ar/001",
                "--budget",
                "-3",
            ],
            "-3",
        ),
        (
            [
                "calibrate",
                "--store",
                "{tmp}/x.sqlite",
                "--suite",
                "ar/001",
                "--policy",
                "programs",
                "--env",
                "encoding=cl100k_bose",
            ],
            "did you mean",
        ),
        (
            [
                "calibrate",
                "--store",
                "{tmp}/x.sqlite",
                "--suite",
                "ar/001",
                "--policy",
                "programs",
                "--option",
                "eror_rate=1",
            ],
            "error_rate",
        ),
        (["calibrate", "--store", "{tmp}/x.sqlite", "--setting", "agentik"], "agentic"),
        (
            [
                "run",
                "--store",
                "{tmp}/x.sqlite",
                "--suite",
                "ar/001",
                "--policy",
                "programs",
                "--scheduler",
                "coverage",
            ],
            "agentic",
        ),
        (["analyze", "{tmp}/none.sqlite"], "no run store"),
        (["analyse"], "did you mean 'analyze'"),
        (["analyze", "{tmp}/file", "--seed", "-1"], "--seed"),
        (["report", "{tmp}/file", "--seed", "-1"], "--seed"),
        (["stress", "--store", "{tmp}/x.sqlite", "--seed", "-1"], "--seed"),
        (["run"], "--store"),
        (["demo", "--out", "{tmp}/file"], "folder"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run, tmp_path, arguments, said):
    (tmp_path / "file").write_text("mine")
    _, err = run(*(a.format(tmp=tmp_path) for a in arguments), code=2)
    assert said in err
    assert len(err.splitlines()) == 1
    assert (tmp_path / "file").read_text() == "mine"
    if (
        "calibrate" not in err
        and "encoding" not in str(arguments)
        and not {"--budget", "--scheduler"} & set(arguments)
    ):
        assert not (tmp_path / "x.sqlite").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--env", "stagse=2"], "did you mean 'stages'"),
        (["--env", "stages=3"], "stages must be 1 or 2"),
        (["--env", "encoding=3"], "encoding must be the name"),
        (["--env", "budget=5"], "give it as --budget or --rho"),
        (["--env", "sandbox=bwrap"], "give it as --sandbox"),
        (["--sandbox", "bwarp"], "did you mean 'bwrap'"),
        (["--policy", "{tmp}/bad.py:X"], "cannot be imported: SyntaxError"),
    ],
)
def test_a_store_never_remembers_options_that_cannot_be(run, tmp_path, toy_suite, arguments, said):
    (tmp_path / "bad.py").write_text("class (")
    given = [a.format(tmp=tmp_path) for a in arguments]
    store = str(tmp_path / "x.sqlite")
    setting = ("--setting", "agentic") if "--sandbox" in given else ()
    play = ("run", "--store", store, *SUITE, "--budget", "50", "--repeats", "1", "--policy", "half")
    _, err = run(*play, *setting, *given, code=2)
    assert said in err and len(err.splitlines()) == 1
    assert not (tmp_path / "x.sqlite").exists()
    run(*play)


def test_contests_that_no_figure_could_hold_are_refused(run, tmp_path):
    empty = {"format": "r3env-suite", "version": 1, "name": "none", "contests": 0}
    (tmp_path / "none.jsonl").write_text(json.dumps(empty))
    store = tmp_path / "x.sqlite"
    play = ("run", "--store", str(store), "--budget", "50", "--policy", "nothing", "--suite")
    for suite, said in (("ar/001,ar/002:C", "of 1 and 6 problems"), (f"{tmp_path}/none.jsonl", "no contest")):
        _, err = run(*play, suite, code=2)
        assert said in err and len(err.splitlines()) == 1
    assert not store.exists()


def test_python_spellings_of_truth_are_no_texts():
    found = parse_options(["with_difficulty=False", "notices=True", "max_tokens=None", "model=false-friend"])
    assert found == {"with_difficulty": False, "notices": True, "max_tokens": None, "model": "false-friend"}


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_no_encoding_of_the_terminal_stops_a_table(tmp_path, encoding):
    path = tmp_path / "run.sqlite"
    arguments = ["run", "--suite", "ar/001", "--policy", "nothing", "--no-floors", "--repeats", "1"]
    arguments += ["--budget", "9", "--store", str(path)]
    env = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    for more in (arguments, ["analyze", str(path)], ["analyze", str(path), "--json"]):
        done = subprocess.run([sys.executable, "-m", "r3env", *more], capture_output=True, env=env)
        assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.decode(encoding))[0]["cell"]["policy"] == "nothing"


def test_a_folder_that_cannot_be_made_is_one_line(run, monkeypatch, tmp_path):
    def refuse(self, *_, **__):
        raise OSError(30, "Read-only file system", str(self))

    monkeypatch.setattr("pathlib.Path.mkdir", refuse)
    _, err = run("demo", "--out", str(tmp_path / "new"), code=2)
    assert "Read-only file system" in err and len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--setting", "agentik"), "tool-free or agentic"),
        (("--setting", "tool-free", "--scheduler", "coverage"), "--setting agentic"),
        (("--store", "{tmp}/file"), "as a run store"),
    ],
)
def test_play_refuses_bad_options_before_anybody_plays(run, tmp_path, monkeypatch, toy_suite, more, said):
    (tmp_path / "file").write_text("mine, no database")
    monkeypatch.setattr("policies.human._ask", lambda prompt: pytest.fail("somebody was asked"))
    _, err = run("play", "toy/001-003", *(m.format(tmp=tmp_path) for m in more), code=2)
    assert said in err


def test_every_play_by_hand_is_kept(run, tmp_path, monkeypatch, toy_suite):
    def ask(prompt):
        raise EOFError

    monkeypatch.setattr("policies.human._ask", ask)
    path = tmp_path / "mine.sqlite"
    for _ in range(2):
        run("play", "toy/001-003", "--setting", "tool-free", "--store", str(path))
    with RunStore(path, create=False) as store:
        assert [e.spec["repeat"] for e in store.episodes()] == [0, 1]


def test_a_missing_key_is_said_before_any_call(run, tmp_path, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    store = str(tmp_path / "x.sqlite")
    _, err = run("calibrate", "--store", store, "--suite", "ar/001", "--policy", "chat:some-model", code=2)
    assert "OPENAI_API_KEY" in err


def test_every_command_has_help(run):
    for name in COMMANDS:
        out, _ = run(name, "--help")
        assert "Usage" in out


def test_help_imports_nothing_heavy():
    code = (
        "import sys\nfrom r3env.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'scipy', 'matplotlib', 'reasoning_gym', 'openai', 'tiktoken', 'rich', 'tree_sitter', 'pexpect'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert "calibrate" in done.stdout


def test_classify_explains(run):
    out, _ = run("classify", "cat <(python3 a.py) > out")
    assert "counted" in out
    assert "python3" in out
    out, _ = run("classify", "ls -la", "--json")
    assert json.loads(out)["kind"] == "free"


def test_list_names_what_is_registered(run):
    out, _ = run("list", "--json")
    kinds = {(row["kind"], row["name"]) for row in json.loads(out)}
    assert {
        ("domain", "ar"),
        ("policy", "programs"),
        ("scheduler", "coverage"),
        ("sandbox", "bwrap"),
    } <= kinds

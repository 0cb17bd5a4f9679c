"""The persistent shell: cases S3, S4, S7, S8, S9, S10 and S12, and what else agents do to a shell."""

from __future__ import annotations

import base64
import hashlib
import random

import pytest

from r3env.errors import ConfigError, SandboxError
from r3env.sandbox import FileKind, Sandbox


def test_late_output_is_never_a_later_commands(box: Sandbox) -> None:
    for _ in range(20):
        late = box.run("(sleep 0.3; echo LATE) & sleep 30", timeout=0.15)
        assert late.timed_out
        assert late.exit_code is None
        now = box.run("sleep 0.2; echo NOW")
        assert (now.output, now.exit_code, now.timed_out) == ("NOW\n", 0, False)
        assert box.run("false").exit_code == 1


def test_output_of_background_jobs_stays_out_of_later_commands(box: Sandbox) -> None:
    box.run("(for i in $(seq 60); do echo LATE; sleep 0.02; done) &")
    for _ in range(5):
        assert box.run("sleep 0.05; echo now").output == "now\n"


def test_sixty_kilobytes_on_one_line(box: Sandbox) -> None:
    data = random.Random(4).randbytes(45_000)
    text = base64.b64encode(data).decode()
    result = box.run(f"echo {text} | base64 -d | sha256sum")
    assert result.output.split()[0] == hashlib.sha256(data).hexdigest()


def test_long_here_document_is_written_as_it_is(box: Sandbox) -> None:
    lines = [f"line {n} $HOME `x` \\ é漢" for n in range(1500)]
    lines[700] = "x" * 20_000
    body = "\n".join(lines) + "\n"
    box.run(f"cat > file <<'END'\n{body}END")
    assert box.read(f"{box.paths.app}/file").data == body.encode()


def test_command_of_a_megabyte(box: Sandbox) -> None:
    assert box.run("printf %s " + "a" * (1 << 20) + " | wc -c").output == f"{1 << 20}\n"


@pytest.mark.parametrize("command", ["cat > file", "read x", "python3", "cat", "bash"])
def test_commands_that_read_get_the_end_of_input(box: Sandbox, command: str) -> None:
    assert not box.run(command, timeout=30).timed_out
    assert box.run("echo ok").output == "ok\n"


def test_many_multibyte_characters(box: Sandbox) -> None:
    # The case's row says 50,002 characters; `print` adds the line end.
    assert box.run("python3 -c \"print('a'+'я'*50001)\"").output == "a" + "я" * 50_001 + "\n"


def test_any_bytes(box: Sandbox) -> None:
    box.run("head -c 5000 /dev/urandom")
    assert box.run("echo ok").output == "ok\n"
    assert box.run("printf '\\xff\\x80ok\\0'").output == "��ok"


def test_large_output_keeps_head_and_tail(box: Sandbox) -> None:
    result = box.run("seq 1 3000000")
    assert result.exit_code == 0
    assert result.output.startswith("1\n2\n3\n")
    assert result.output.endswith("2999999\n3000000\n")
    assert result.truncated > 20_000_000
    assert f"{result.truncated} bytes omitted" in result.output


def test_endless_output_is_stopped_with_its_head(box: Sandbox) -> None:
    result = box.run("yes", timeout=0.5)
    assert result.timed_out
    assert result.output.startswith("y\ny\n")
    assert len(result.output) < 2 << 20


def test_partial_output_of_a_timeout(box: Sandbox) -> None:
    result = box.run("for i in 1 2 3; do echo $i; done; sleep 60", timeout=0.5)
    assert (result.output, result.timed_out, result.exit_code) == ("1\n2\n3\n", True, None)


@pytest.mark.parametrize(
    "command",
    [
        "while true; do sleep 0.05; done",
        "bash -c 'sleep 30; echo X'; sleep 30",
        "yes | cat > /dev/null",
        "trap '' TERM; sleep 30",
        "python3 -c 'import signal, time; signal.signal(2, signal.SIG_IGN); time.sleep(30)'",
    ],
)
def test_a_timeout_keeps_the_shell_and_its_state(box: Sandbox, command: str) -> None:
    box.run("x=7; cd /")
    result = box.run(command, timeout=0.3)
    assert result.timed_out
    assert not result.restarted
    assert box.run("echo $x $PWD").output == "7 /\n"
    assert box.survivors() == []


@pytest.mark.parametrize("timeout", [1e9, float("inf")])
def test_a_command_may_have_all_the_time(box: Sandbox, timeout: float) -> None:
    assert box.run("echo hi", timeout).output == "hi\n"


def test_a_shell_that_ignores_the_interrupt_is_replaced(box: Sandbox) -> None:
    result = box.run("trap '' INT; while :; do :; done", timeout=0.3)
    assert result.timed_out
    assert result.restarted
    assert "restarted" in result.note
    assert box.run("echo ok").output == "ok\n"


def test_control_codes_are_cleaned(box: Sandbox) -> None:
    result = box.run(r"printf 'p 1%%\rp 100%%\n\033[?25l\033[31mred\033[0m\na\0b\r\n'")
    assert result.output == "p 100%\nred\nab\n"


def test_markers_are_never_shown(box: Sandbox) -> None:
    box.run("true")
    for command in (
        "echo $PS1; set; env; history; fc -l",
        "cat <&10",
        "set -x; true",
        "set +x; set -v; true",
    ):
        output = box.run(command, timeout=0.5).output
        assert "PS1=" not in output.replace("PS1='$ '", "")
        assert ":$?:" not in output


@pytest.mark.parametrize(
    "tamper",
    [
        "PROMPT_COMMAND='echo hi'", "PROMPT_COMMAND=(false 'echo x')", "PS1='$(echo p)'", "trap 'true' DEBUG",
        "printf() { :; }; echo() { builtin echo changed; }; source() { :; }", "alias .=false; alias true=false",
        "set -euo pipefail", "set -f", "IFS=x", "shopt -s extglob", "exec 3>&1", "exec >/dev/null", "unset PATH",
        "export BASH_ENV=/nope ENV=/nope", "ulimit -n 20", "set -C", "cd /; return 3", "set -o posix",
    ],
)  # fmt: skip
def test_the_shell_answers_whatever_was_set(box: Sandbox, tamper: str) -> None:
    box.run(tamper, timeout=20)
    result = box.run("builtin echo ok", timeout=20)
    assert (result.output, result.timed_out) == ("ok\n", False)


def test_errors_that_abandon_a_line(box: Sandbox) -> None:
    for command in ("echo ${nope:?gone}; echo no", "set -u; echo $nope; echo no"):
        result = box.run(command, timeout=20)
        assert result.exit_code != 0
        assert "no\n" not in result.output
        assert not result.timed_out


def test_syntax_errors_are_the_commands_own(box: Sandbox) -> None:
    for command in ("(", "if true", "echo 'open", "cat <<EOF\nbody", ")", "for"):
        assert not box.run(command, timeout=20).timed_out
        assert box.run("echo ok").output == "ok\n"


def test_aliases_functions_and_history_expansion(box: Sandbox) -> None:
    box.run("alias hi='echo hello'; f() { echo f:$1; }")
    assert box.run('hi; f 1; echo "a!b !!"').output == "hello\nf:1\na!b !!\n"
    assert box.run('echo "$0"').output == "bash\n"


def test_which_is_a_free_program(box: Sandbox) -> None:
    result = box.run("which cat nothing-of-the-kind")
    assert result.output.endswith("/cat\n")
    assert result.exit_code == 1


def test_ended_shells_say_how(box: Sandbox) -> None:
    assert "exit status 3" in box.run("exit 3").note
    assert "signal 9" in box.run("kill -9 $$").note
    result = box.run("echo $?")
    assert result.output == "0\n"


def test_bad_commands_lose_nothing(box: Sandbox) -> None:
    result = box.run("echo a\0b")
    assert (result.exit_code, result.output) == (2, "")
    assert "NUL" in result.note
    assert box.run("echo '\udcff'").exit_code == 0
    assert box.run("").exit_code == 0
    with pytest.raises(ConfigError, match="above 0"):
        box.run("true", timeout=0)
    with pytest.raises(ConfigError, match="absolute"):
        box.read("seen")
    with pytest.raises(ConfigError, match="under"):
        box.write("/etc/passwd", b"")


def test_a_broken_place_is_told_in_clear_words(box: Sandbox) -> None:
    box.run("mkdir here; cd here")
    assert box.run('rm -rf "$PWD"').exit_code == 0
    result = box.run("ls; pwd; touch x")
    assert "No such file" in result.output
    box.run("chmod 000 $HOME; cd; true")
    box.run(f"cd {box.paths.app}; for i in $(seq 20); do yes > f$i; done")
    answer = f"{box.paths.logs}/artifacts/answer.txt"
    box.write(answer, b"42\n")
    assert box.read(answer).data == b"42\n"
    assert box.run("rm -f f*; echo ok").output == "ok\n"


def test_a_folder_replaced_by_a_link_is_not_followed(box: Sandbox) -> None:
    box.run(f"mkdir {box.paths.logs}/artifacts; ln -s /etc {box.paths.logs}/artifacts/out")
    assert box.read(f"{box.paths.logs}/artifacts/out/passwd").kind is FileKind.LINK
    with pytest.raises(SandboxError):
        box.write(f"{box.paths.logs}/artifacts/out/passwd", b"x")
    assert box.run("echo ok").output == "ok\n"


@pytest.mark.parametrize(
    "line",
    ["readonly PS1", "readonly PROMPT_COMMAND", "PS1=x; readonly PS1 PROMPT_COMMAND", "ulimit -n 3", "ulimit -n 0"],
)  # fmt: skip
def test_a_shell_that_can_take_no_command_is_replaced(box: Sandbox, line: str) -> None:
    results = [box.run(line, timeout=10), box.run("echo one", timeout=10)]
    assert any(result.restarted and "restarted" in result.note for result in results)
    assert not any(result.timed_out for result in results)
    assert box.run("echo two").output == "two\n"


def test_read_only_variables_of_the_agent_do_no_harm(box: Sandbox) -> None:
    result = box.run("x=1; readonly x; x=2")
    assert (result.exit_code, result.note) == (1, "")
    assert box.run("echo $x; echo ': readonly variable'").output == "1\n: readonly variable\n"


def test_half_a_character_is_not_run(box: Sandbox) -> None:
    result = box.run("echo \ud800")
    assert result.exit_code == 2
    assert "not run" in result.note


def test_no_path_of_the_host_in_messages(box: Sandbox) -> None:
    result = box.run("cd /app/..; pwd; touch /app/x; ls -d /app/../app; ((")
    assert "r3env" not in result.output
    assert result.output.startswith("bash: ")

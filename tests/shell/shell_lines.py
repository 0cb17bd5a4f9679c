"""Random command lines, and what bash really runs: a stub program that notes each start.

Everything generated stays inside a temporary folder: the only programs are the stub and passive ones, and no
path leads out of it.
"""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

NOISE = "'\"`$(){}<>&|;#!\n\t \\=*?[]~^-%0"
FILES = ("a", "b", "c.txt", "'d e'")
DELIMITERS = ("EOF", "'EOF'", '"EOF"', "\\EOF", 'E"O"F', "E\\OF", "$EOF", "'E F'", "EOF2")


class Lines:
    """Seeded generator of command lines, from harmless to hostile."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.heat = 0.0  # share of parts that may compute

    def pick(self, *options: str) -> str:
        return self.rng.choice(options)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def hot(self) -> bool:
        return self.rng.random() < self.heat

    def line(self) -> str:
        """One command line; about a quarter have been damaged by random characters."""
        self.heat = self.rng.choice((0.0, 0.05, 0.2, 0.5))
        text = self.heredoc(1) if self.chance(0.2) else self.command_list(3)
        if self.chance(0.25):
            for _ in range(self.rng.randint(1, 3)):
                text = self.damage(text)
        return text

    def damage(self, text: str) -> str:
        at = self.rng.randint(0, len(text))
        kind = self.rng.randint(0, 3)
        if kind == 0 and at < len(text):
            return text[:at] + text[at + 1 :]
        if kind == 1:
            other = self.rng.randint(0, len(text))
            low, high = min(at, other), max(at, other)
            return text[:low] + text[low:high][:20] + text[low:]
        return text[:at] + self.rng.choice(NOISE) + text[at:]

    def command_list(self, depth: int) -> str:
        parts = [self.pipeline(depth) for _ in range(self.rng.choice((1, 1, 1, 2, 2, 3)))]
        text = parts[0]
        for part in parts[1:]:
            text += self.pick("; ", " && ", " || ", "\n", " & ", ";", "&&", " \\\n&& ") + part
        return text + self.pick("", "", "", "", ";", " &", " # note $(stub)", "\n")

    def pipeline(self, depth: int) -> str:
        parts = [self.statement(depth) for _ in range(self.rng.choice((1, 1, 1, 2)))]
        return self.pick("", "", "", "", "", "! ", "time ") + self.pick(" | ", "|", " |& ").join(parts)

    def statement(self, depth: int) -> str:
        if depth <= 0 or self.chance(0.85):
            return self.simple(depth)
        inner = self.command_list(depth - 1)
        if not self.hot():
            return self.pick(f"({inner})", f"{{ {inner}; }}", f"({inner}) > b", f"{{ {inner}\n}} 2>&1")
        return self.pick(
            f"if {inner}; then ls; fi", f"for x in a b; do {inner}; done", f"case a in a) {inner};; esac",
            f"f() {{ {inner}; }}; f", f"while {inner}; do break; done", f"eval {self.word(depth - 1)}",
            f"bash -c '{inner}'", f"coproc {inner}", f"[[ -n {self.word(depth - 1)} ]]",
            f"select x in a; do {inner}; done", f"function g {{ {inner}; }}", f"alias ls='{inner}'; ls",
            f"trap '{inner}' EXIT", f"x={self.word(depth - 1)}; $x",
        )  # fmt: skip

    def simple(self, depth: int) -> str:
        if self.chance(0.25):
            return self.heredoc(depth)
        prefix = self.pick(*[""] * 12, "timeout 5 ", "nice ", "env A=1 ", "A=1 ", "nohup ", "command ", "time ",
                           "stdbuf -oL ", "builtin ", "env -u A ")  # fmt: skip
        if self.hot():
            prefix = self.pick("exec ", "A=$(stub) ", "PATH=. ", prefix)
        words = " ".join(self.word(depth) for _ in range(self.rng.randint(0, 2)))
        body = self.pick(
            f"echo {words}", f"echo {words}", f"echo {words}", f"printf '%s\\n' {words}", "ls", "ls -la", "pwd",
            "true", f"cat {self.file()}", f"head -1 {self.file()}", f"cp {self.file()} {self.file()}",
            f"x={self.word(depth)}", f"touch {self.file()}", f"tee {self.file()}", f"find . -name {self.word(0)}",
            f"export X={self.word(depth)}",
            f": {words}", f"cd {self.file()}", "type ls", "which ls",
            f"stat {self.file()}", f"printf {self.word(depth)}",
        )  # fmt: skip
        if self.hot():
            body = self.pick(
                "stub", f"stub {words}", "./stub", "'stub'", "st\\ub", "s''tub", "st\\\nub", "$x", "cp stub ls; ./ls",
                "find . -exec stub {} \\;", "echo a | xargs stub", "{stub,a}", "stu[b]", "$'stub'",
            )  # fmt: skip
        return prefix + body + self.redirects(depth)

    def file(self) -> str:
        return self.rng.choice((*FILES, "*", "'a'", '"b"', "$x", '"$x"', "?", "{a,b}"))

    def redirects(self, depth: int) -> str:
        if self.chance(0.75):
            return ""
        if self.hot():
            return " " + self.pick(
                f"> >({self.inner(depth)})", f"< <({self.inner(depth)})", "{fd}>b", "2>&-", "<>a", "3>b",
            )  # fmt: skip
        return " " + self.pick(
            f"> {self.file()}", f">> {self.file()}", f"< {self.file()}", "2>&1", "2>b", "&>b", ">|b",
            f"<<< {self.word(depth)}",
        )  # fmt: skip

    def inner(self, depth: int) -> str:
        return "stub" if depth <= 0 else self.command_list(depth - 1)

    def word(self, depth: int) -> str:
        return "".join(self.piece(depth) for _ in range(self.rng.choice((1, 1, 1, 1, 2, 3))))

    def piece(self, depth: int) -> str:
        if not self.hot():
            return self.pick("a", "b", "stub", "-n", "'x y'", '"x y"', "$x", '"$x"', "${x}", "\\$", "\\\\", "1",
                             "'$(stub)'", "'`stub`'", "\\`stub\\`", "*", "~", "#", "=", "$'a\\n'", '"\\$(stub)"',
                             "{a,b}", "!", "%s", '"a\nb"', "é", "\\'", '\\"', "$", '"$"', "[", "]",
                             "'a`stub'", "\\\n", "'\\'", '"\\\\"', "'\n'")  # fmt: skip
        inner = self.inner(depth)
        return self.pick(
            f"$({inner})", f"`{inner}`", f'"$({inner})"', f'"`{inner}`"', f"${{x:-$({inner})}}", f"$((1+$({inner})))",
            f"<({inner})", f"$[$({inner})1]", f'"${{x:-`{inner}`}}"', f"'{inner}'", f'"{inner}"', f"$'{inner}'",
            f'$"{inner}"', f"\\$({inner})", "{1..3}", "${#x}", f"a[$({inner})]", f'"a$({inner})b"', f"\\`{inner}`",
        )  # fmt: skip

    def heredoc(self, depth: int) -> str:
        """A here-document with delimiters and bodies that try to be read in two ways."""
        delimiter = self.pick(*DELIMITERS) if self.chance(0.3) else self.pick("EOF", "EOF", "'EOF'", '"EOF"')
        dash = self.pick("", "", "-")
        bare = delimiter.replace("'", "").replace('"', "").replace("\\", "")
        lines = [self.body_line(bare) for _ in range(self.rng.randint(0, 3))]
        head = (
            self.pick("cat", "cat > b", "tee b", "cat b -", "cat <<'A'")
            if self.hot()
            else self.pick("cat", "tee b")
        )
        tail = self.pick("", "", "", " > b", " | cat", " && ls", "; ls", " 2>&1", ' "a\nb"', " \\\n", " #")
        end = self.pick(bare, bare, bare, bare, f"\t{bare}", f"{bare} ", f"{bare};")
        after = self.pick("", "", "\nls", "\necho '$(stub)'", f"\necho '`stub`'\n{bare}", f"\n# `stub`\n{bare}",
                          f"\n{self.simple(0)}\n{bare}", f"\n{self.simple(depth)}")  # fmt: skip
        return "\n".join([f"{head} <<{dash}{self.pick('', ' ')}{delimiter}{tail}", *lines, end]) + after

    def body_line(self, bare: str) -> str:
        if self.hot():
            return self.pick(
                "$(stub)", "`stub`", "a `stub", "`", "$((1+1))", "${x:-$(stub)}", "$[1]", "\\\\$(stub)"
            )
        return self.pick("text", "x\\", "\\\\", "$x", "\\$(stub)", f" {bare}", f"{bare} ", "'", '"', f"\t{bare}",
                         f"{bare}x", "", f"{bare}\\", "#", "$", "\\`stub\\`", "x\\\\")  # fmt: skip

    def session(self) -> list[str]:
        """A few commands for one shell: some change what later names mean, the others use them."""
        return [
            self.setup() if self.chance(0.5) else self.use() for _ in range(self.rng.randint(2, 5))
        ]  # fmt: skip

    def setup(self) -> str:
        name = self.pick("ls", "cat", "cd", "echo", "pwd", "foo", "stat", "true")
        body = self.pick("stub", "stub a", "eval stub", "./stub", "$(echo stub)")
        return self.pick(
            f"alias {name}='{body}'", f"alias {name}={body.split()[0]}", f"{name}() {{ {body}; }}",
            f"function {name} {{ {body}; }}", f"cp stub {name}; chmod +x {name}", f"ln -sf stub {name}",
            f"mv stub {name}", "PATH=.:$PATH", "export PATH=$PWD:$PATH", f"hash -p ./stub {name}",
            f"eval 'alias {name}={body.split()[0]}'", f"X='alias {name}=stub'; eval $X", "X=stub", "X=eval",
            f"echo 'alias {name}=stub' > b; . ./b", f"trap stub {self.pick('DEBUG', 'ERR', 'EXIT', 'CHLD')}",
            "trap '' DEBUG; trap stub DEBUG", f"( alias {name}=stub )", f"true && alias {name}=stub",
            f"printf -v PATH %s .:$PATH; cp stub {name}", f"read PATH <<< .:$PATH; cp stub {name}",
            f"for PATH in .:$PATH; do cp stub {name}; done", ": ${BASH_ENV:=stub}", "declare -i n", "n='a[$(stub)]'",
            "declare -n r='a[$(stub)]'", "a=(1 2)", "exec 3> >(stub)", "set -k", "shopt -s extglob", "set -e +e",
            f"command alias {name}=stub", f"builtin eval 'alias {name}=stub'", f"{{ alias {name}=stub; }}",
            f"if true; then alias {name}=stub; fi", "command_not_found_handle() { stub; }", "enable -n echo pwd",
            f"f() {{ alias {name}=stub; }}; f", f"f() {{ alias {name}=stub; }}", "f", f"$X 'alias {name}=stub'",
            f"g() {{ {name}() {{ stub; }}; }}", "g", f"alias h='alias {name}=stub'", "h", "BASH_ENV=./stub",
            "cd .", "alias cd='cd '\nalias x='stub'", f"(cd . && alias {name}=stub) | cat", f"alias {name}=stub &",
        )  # fmt: skip

    def use(self) -> str:
        words = self.word(0)
        return self.pick(
            "ls", "cat a", "cd .", f"echo {words}", "pwd", "stat a", "true", "echo $n $r", 'echo "$r"', "n=1", "n=$x",
            "export n=a", "bash -c ls", "env ls", "timeout 5 ls", "command ls", "ls | cat", "/bin/ls", "\\ls", "foo",
            "time cat a", "echo x >&3", "ls PATH=.", "type ls", "(ls)", "cat <<EOF\n$r\nEOF", "cat <<< $r", "nosuch",
            "touch a b", "cp a b", "find . -name ls", "A=1 ls", "nohup cat a", "{ ls; }", "! true", "r=1",
            "export r=2",
        )  # fmt: skip


class Bash:
    """Runs lines in a real bash inside a folder of their own, and says whether the stub was started."""

    def __init__(self, folder: Path) -> None:
        self.work = folder / "work"
        self.work.mkdir(parents=True)
        self.log = folder / "log"
        self.programs = folder / "bin"
        self.programs.mkdir()
        self.now = folder / "now"  # index of the command of a session that is running
        self.stub = f'#!/bin/sh\nread now < "{self.now}"\necho "$now" >> "{self.log}"\n'
        self.reset()

    def reset(self) -> None:
        """Put every file back as it was."""
        for path in self.work.iterdir():
            if path.is_file() or path.is_symlink():
                path.unlink()
        for name in ("a", "b", "c.txt"):
            (self.work / name).write_text("stub\n$(stub)\n")
        for place in (self.work / "stub", self.programs / "stub"):
            place.write_text(self.stub)
            place.chmod(0o755)
        self.log.unlink(missing_ok=True)
        self.now.write_text("0\n")

    def run(self, script: str, timeout: float = 5.0) -> str:
        """Run a script and wait for what it left behind; what the stub noted, empty when it never ran."""
        source = self.work.parent / "script"
        source.write_text(f"shopt -s expand_aliases\n{script}\n", encoding="utf-8", errors="replace")
        environment = {
            "PATH": f"{self.programs}:/usr/bin:/bin",
            "HOME": str(self.work),
            "x": "a",
            "LC_ALL": "C.UTF-8",
        }
        wrapped = f". {source}\nwait"
        with subprocess.Popen(
            ["bash", "--norc", "--noprofile", "-c", wrapped], cwd=self.work, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as shell:  # fmt: skip
            try:
                shell.wait(timeout)
            except subprocess.TimeoutExpired:
                shell.kill()
        return self.log.read_text() if self.log.exists() else ""

    def leaks(self, lines: list[str]) -> list[str]:
        """Those of some independent lines that start the stub; every line runs in a subshell of its own."""
        script = []
        for index, line in enumerate(lines):
            source = self.work.parent / f"line{index}"
            source.write_text(line)
            script.append(f'echo {index} > {self.now}; ( eval "$(<{source})"\nwait )')
        self.reset()
        self.run("\n".join(script), timeout=60.0)
        return [lines[index] for index in sorted(self.started())]

    def started(self) -> set[int]:
        """Indices of the commands of a session during which the stub was started."""
        return set(map(int, self.log.read_text().split())) if self.log.exists() else set()

"""A later command is judged in the light of earlier ones."""

from __future__ import annotations

import pytest

from r3env.decision import Kind
from r3env.shell import Context, ShellState, classify


def after(*commands: str, exit_code: int | None = 0) -> ShellState:
    state = ShellState.fresh()
    for command in commands:
        state = state.after(command, classify(command, state=state), exit_code)
    return state


@pytest.mark.parametrize(
    "earlier",
    ["alias ls='python3 a.py'", "ls() { python3 a.py; }", "function ls { python3 a.py; }", "hash -p ./a.out ls",
     "export PATH=/app:$PATH", "PATH=/app", "export LD_PRELOAD=./x.so", "PROMPT_COMMAND='python3 a.py'",
     "PS1='$(python3 a.py)'", "trap 'python3 a.py' DEBUG", "source x.sh", ". ./x.sh", "eval \"$x\"", "$X",
     "enable -f ./x.so ls", "set -k", "shopt -s extdebug", "exec > >(python3)",
     "cp /usr/bin/python3 /usr/local/bin/ls",
     "ln -s /usr/bin/python3 /usr/local/bin/ls", "cp tools/ls /usr/local/bin/", "read PATH <<< /app",
     "printf -v PATH %s /app", "for PATH in /app; do :; done", ": ${BASH_ENV:=x}", "((PATH=1))", "command eval x",
     "if true; then alias ls=python3; fi", "f() { alias ls=python3; }", "alias f='alias ls=python3'",
     "function /bin/ls { python3 a.py; }", "unset PATH", "g++ a.cpp -o /usr/local/bin/ls", "declare PATH=/app",
     "mapfile -C 'alias ls=python3' -c 1 x < f", "let PATH=5", "[[ PATH=5 -eq 5 ]]", "for PATH; do :; done",
     "command_not_found_handle() { python3 a.py; }", "compgen -F f", 'export "PATH=/app"', "export 'PATH'=/app",
     "export P\\ATH=/app", "export {PATH,x}=/app", 'declare "PATH=/app"', "declare -n x=PATH", "declare -n x",
     "BASH_ALIASES[ls]=./a.out", "m[PATH=5]=1", "((++PATH))", "time { alias ls=python3; }",
     "[ -f a ] && alias ls=python3", "IFS=, read PATH < f", "while IFS= read -r PATH; do :; done < f",
     "for ((i=0;i<1;i++)); do PATH=/app; done", "./a; command export x=$y", "./a; \\declare x=$y",
     "true {PATH}> f", "./a {BASH_ENV}<&0", "set -euox posix", "read -aPATH <<< /app", "wait -n -pPATH",
     "declare -i x=PATH=5", "declare x[PATH=5]=1", "read 'a[PATH=5]' <<< 1",
     "printf -vPATH x", "printf {-v,PATH} x", "printf \"$x\" PATH y", "printf $x%s y", "printf -$x PATH y",
     "printf \"$(echo -v PATH)\" x", "x=PS0; : ${!x:=y}",
     "python3 - 2>&1; alias ls=python3",
     "declare -i x; x=PATH=5", "declare -i 'x=PATH=5'", "let {PATH,x}=5", "let P''ATH=5", "let \"x = PATH = $y\"",
     "let $x=5", "unset 'a[PATH=5]'", "unset {PATH,x}", "test -v 'a[PATH=5]'", "x=PATH; (( $x = 5 ))",
     "x=PATH; (( ${x} = 5 ))", "x=PATH; ((++$x))", "x=PA; echo $(( ${x}TH = 5 ))", "(( $(echo PATH) = 5 ))",
     "x=(PATH); (( ${x[0]} = 5 ))", "x=PATH; for (($x=5;0;)); do :; done", '(( "PATH"=5 ))', "a[PA''TH=5]=1",
     "[[ 1 -eq PA''TH=5 ]]", "echo ${a[PATH=5]}", "echo ${PATH[0]:=x}", "RANDOM=PATH=5", "time PATH=/app",
     "declare -u PATH; PATH=$PATH:x", "set -- -vPATH x; printf \"$@\\n\"", "printf \"${a[@]}\\n\"", "printf \"$x\" 5",
     "x=-vPATH; printf \"$x\" 5", "exec 3> >(python3)", "exec > .bashrc", "exec 1>&3", "exec 3>&1 bash",
     "hash -rp ./a ls",
     "trap x EXIT", "trap -- 'python3 a.py' DEBUG", "f() { local PATH=/app; ls; }", "f() { local -g IFS=,; }",
     "export \"PATH=$x\"", "export PATH=/app/bin:$PATH", "set +H -k",
     "hash '-p' ./a.out ls", "trap -- -p DEBUG", "command [ -v 'a[PATH=5]' ]", "let P*", "declare \"N=\"$x\"\"",
     "printf \"-v\\\nPA$x\" y", "printf \"-va[PATH=5 $x]\" y", "printf \"$x $y\" z",
     "((PATH=10#$x))", "echo $((10#$x)); alias ls=a",
     "f() { local IFS=.; for b in alias.ls=a; do $b; done; }", "exec 3>&- > >(python3)", "exec >&- 2> x"],
)  # fmt: skip
def test_ls_is_counted_after(earlier: str) -> None:
    assert classify("ls").kind is Kind.FREE
    assert classify("ls", state=after(earlier)).kind is Kind.COUNTED
    assert classify("/bin/ls | cat", state=after(earlier)).kind is Kind.COUNTED


@pytest.mark.parametrize(
    "earlier",
    ["python3 a.py", "(alias ls=python3)", "alias ll='ls -l'", "alias ls=python3 | cat", "x=5", "export X=5",
     "set -e",
     "set -euo pipefail", "shopt -s nullglob", "bash -c 'alias ls=python3'", "run() { g++ $1.cpp && ./a.out; }",
     "cp /usr/bin/python3 /app/ls", "ln -s /usr/bin/python3 ls", "for i in 1 2; do ./a $i; done", "./$x", "curl x",
     "ls 'unclosed", "export PATH=$PATH:/app/bin", "cat > f <<'EOF'\nalias ls=python3\nEOF",
     "while read x; do :; done", "set -euo pipefail -o noclobber", "read -ra words <<< 'a b'", "true {fd}> f",
     "x=5; printf '%s\n' \"$x\" > f", "printf 'A: %s\n' $x", "printf \"$x\n\"", "printf \"A: $x\"",
     "printf \"${x}\n\"", "echo '{PATH}>'",
     "printf \"%s $x\" 5",
     "printf -v x '%s' \"$y\"", "for f in a b; do printf '%s\n' \"$f\"; done", "./a & wait $!", "wait $pid",
     "wait -n",
     "declare -i n=5 m=n+1", "x=y; echo ${!x}",
     "[ -f a ] && ./a", "[ $x -eq 3 ] || exit", "[ ! -d b ] && mkdir b; ./a",
     "while IFS= read -r l; do echo \"$l\"; done < f", "IFS=, read -r a b < f", "((x++))", "(( x = 3 )); ./a $x",
     "for (( i = 1; i <= n; i++ )); do IFS=: read a b; done", "m[3]=4", "x[i+1]+=2", "time { ./a; ./b; }",
     "time for i in 1 2; do ./a; done", "python3 - <<'EOF' 2>&1 | tail -3\nprint(1)\nEOF", "./a >&-",
     "declare -A m; m[a]=1; for k in \"${!m[@]}\"; do echo $k; done", "timeout 5 $x", "\"$d/a.out\" < in",
     "$HOME/a < in", "for b in a b; do time ./$b; done",
     "/usr/bin/time -v ./a < in", "\\time -f %e ./a", "time -f %e ./a", "command -pv g++", "hash -r", "hash g++",
     "./a | tee o; echo ${PIPESTATUS[0]}", "rc=${PIPESTATUS[0]}", "[ ${PIPESTATUS[0]} -eq 0 ] && ./a",
     "[[ $s =~ ([0-9]+) ]] && echo ${BASH_REMATCH[1]}", 'cd "$(dirname "${BASH_SOURCE[0]}")"', "[[ $PWD == /app ]]",
     '[ "$HOME" = /root ] && ./a', "(( $x == 5 && $y <= 3 ))", "(( a[$i] == $b ))",
     'let "x = $y + 1"', "let i=$i+1", "let i=$((i+1))", 'let "s += ${arr[$i]}"', "let n=${#arr[@]}",
     'printf "$x"', 'printf "$(./a)" > f', 'printf "$(./a)\\n"', 'printf "${x%.cpp}\\n"',
     'printf "${a[0]}: %s\\n" $y',
     "fmt='%d %d\\n'; printf \"$fmt\" 1 2", "exec 2>&1", "exec 3>&1 4> log", "exec 3< in; read x <&3; exec 3<&-",
     "exec 2>/dev/null", "trap", "trap -p", "trap - EXIT INT", "trap '' INT", "SECONDS=0; ./a; echo $SECONDS",
     "RANDOM=42", "(( SECONDS = 0 ))", "TIMEFORMAT=%R; time ./a", "set -Eeuo pipefail", "set +H", "shopt -s extglob",
     "export PATH=/usr/local/bin:$PATH", 'export PATH="$PATH:$HOME/bin"', 'unset "a[$i]"', 'declare "N=$x"',
     "history",
     "f() { local IFS=,; echo \"$*\"; }; f a b", "i=$((10#$x + 1))", "((10#${x} > 5)) && ./a",
     "f() { for b in ./a ./b; do \"$b\" < in; done; }"],
)  # fmt: skip
def test_ls_stays_free_after(earlier: str) -> None:
    assert classify("ls", state=after(earlier)).kind is Kind.FREE


@pytest.mark.parametrize(
    "earlier",
    [["p=./a; $p < in"], ["p=./a", "$p < in"], ["p='g++ -O2 -std=c++17'; $p a.cpp"],
     ["p=python3", "${p} a.py", '"$p" b'],
     ["for b in ./a ./b; do \"$b\" < in; done"], ["for s in python3 pypy3; do for i in 1 2; do $s a.py; done; done"],
     ["p=./a; ./b; for i in 1 2; do $p $i; p=./b; done"]],
)  # fmt: skip
def test_a_variable_that_holds_a_program_runs_no_builtin(earlier: list[str]) -> None:
    assert classify("ls", state=after(*earlier)).kind is Kind.FREE


@pytest.mark.parametrize(
    "earlier",
    [["$x ls=a"], ["x=; $x alias ls=a"], ["x=alias; $x ls=a"], ["x=alias", "$x ls=a"], ["x='alias ls=a'", "$x"],
     ["x=command; $x alias ls=a"], ["x=./a; x=alias; $x ls=a"], ["x=./a", "false && x=$y; $x ls=a"],
     ["for x in ./a; do $x; x=alias; done"], ["for x in ./a alias; do $x ls=a; done"], ["for x; do $x ls=a; done"],
     ["for i in 1 2; do $x ls=a; x=./a; done"], ["for x in *; do $x; done"], ["x=./a; read x < f; $x ls=a"],
     ["x=./a", "printf -v x alias", "$x ls=a"], ["x=./a; unset x; $x alias ls=a"], ["x=a; x+=lias; $x ls=b"],
     ["x=./a; f() { x=alias; }", "x=./a", "f; $x ls=a"],
     ["x=./a; f() { $x ls=a; }", "x=alias", "f"], ["x=%d; f() { printf \"$x\" 5; }", "x=-vPATH", "f"],
     ["alias f='x=alias'", "x=./a; f; $x ls=a"],
     ["true || x=./a; $x ls=a"], ["(x=./a); $x ls=a"], ["x=./a & $x ls=a"], ["x=alias", "x=./a ls; $x ls=a"],
     ["x=./a; export x=alias; $x ls=a"], ["x=./a; ((x=3)); $x alias ls=a"], ["x=./a; x=(alias); $x ls=a"],
     ["declare -l x", "x=ALIAS; $x ls=a"], ["declare -n r=x", "x=./a", "r=alias", "$x ls=a"], ["x={alias,b}; $x"],
     ["x=./a; while x=alias; do $x ls=b; break; done"], ["x='alias ls=a #'; $x/y"], ["{alias,ls=a/b}"]],
)  # fmt: skip
def test_a_variable_that_may_hold_a_builtin_may_change_the_shell(earlier: list[str]) -> None:
    assert classify("ls", state=after(*earlier)).kind is Kind.COUNTED


def test_a_line_that_failed_may_not_have_set_its_variables() -> None:
    state = after("x=alias").after("set -u; echo $y; x=./a", classify("set -u; echo $y; x=./a"), 1)
    assert classify("ls", state=state.after("$x ls=a", classify("$x ls=a", state=state))).kind is Kind.COUNTED


@pytest.mark.parametrize("wrapper", ["timeout 5", "nice", "env A=1", "nohup", "stdbuf -oL"])
def test_a_program_cannot_change_the_folder_of_the_shell(wrapper: str) -> None:
    assert after(f"{wrapper} cd /logs/problem_B").cwd == "/app"
    assert after("command cd /tmp").cwd == "/tmp"


def test_only_commands_that_ran_change_the_state() -> None:
    state = ShellState.fresh()
    context = Context(remaining=0)
    decision = classify("alias ls=python3", context, state)
    assert decision.kind is Kind.BLOCKED
    assert state.after("alias ls=python3", decision) == state


def test_a_restarted_shell_is_fresh() -> None:
    assert after("alias ls=python3") != ShellState.fresh()
    assert classify("ls", state=ShellState.fresh("/tmp")).kind is Kind.FREE


def test_a_copy_under_a_passive_name_is_counted_where_it_lies() -> None:
    state = after("cp /usr/bin/python3 /app/cat", "chmod +x /app/cat")
    assert classify("./cat a.py", state=state).kind is Kind.COUNTED
    assert classify("/app/cat a.py", state=state).kind is Kind.COUNTED
    assert classify("cat a.py", state=state).kind is Kind.FREE


@pytest.mark.parametrize("earlier", ["declare -i n", "declare -n n=k", "typeset -i n=1", "local -u n"])
def test_variables_with_attributes_compute(earlier: str) -> None:
    state = after(earlier)
    for command in ("n=3*7", "echo $n", 'echo "${n}"', "export n=1+1"):
        assert classify(command).kind is Kind.FREE
        assert classify(command, state=state).kind is Kind.COUNTED
    assert classify("m=3*7", state=state).kind is Kind.FREE


@pytest.mark.parametrize(
    "earlier",
    ["declare n=5", "declare -p n", "declare -a n", "declare -A n", "f() { local n=$1; echo $((n*2)); }; f 5",
     "declare -r n=5", "typeset -x n"],
)  # fmt: skip
def test_other_declarations_give_no_attribute_that_computes(earlier: str) -> None:
    for command in ("n=3*7", "echo $n", 'echo "${n}"', "export n=1+1"):
        assert classify(command, state=after(earlier)).kind is Kind.FREE


def test_a_reference_to_an_element_computes_in_here_documents_too() -> None:
    state = after("declare -n r='a[$(python3 a.py)]'")
    for command in ("cat <<EOF\n$r\nEOF", "cat <<< $r", 'cat <<< "$r"'):
        assert classify(command, state=state).kind is Kind.COUNTED


@pytest.mark.parametrize(
    ("commands", "cwd"),
    [(["cd /logs/problem_A"], "/logs/problem_A"), (["cd /logs", "cd problem_A"], "/logs/problem_A"), (["cd .."], "/"),
     (["cd /tmp", "cd -"], "/app"), (["(cd /tmp)"], "/app"), (["cd /tmp | cat"], "/app"), (["cd /tmp &"], "/app"),
     (["{ cd /tmp; }"], "/tmp"), (["cd /tmp && python3 a.py"], "/tmp"), (["cd $x"], None), (["cd"], None),
     (["ls || cd /tmp"], None), (["pushd /tmp"], None), (["if true; then cd /tmp; fi"], None),
     (["cd $x", "cd /tmp"], "/tmp"), (["python3 a.py"], "/app")],
)  # fmt: skip
def test_the_working_directory_is_followed(commands: list[str], cwd: str | None) -> None:
    assert after(*commands).cwd == cwd


def test_a_failed_line_leaves_the_working_directory_unknown() -> None:
    assert after("cd /nowhere", exit_code=1).cwd is None
    assert after("cd /nowhere", exit_code=None).cwd is None
    assert after("python3 a.py", exit_code=1).cwd == "/app"


def test_relative_paths_are_read_where_the_shell_stands() -> None:
    decision = classify("cat x.txt", state=after("cd /logs/problem_B"))
    assert decision.paths == ("/logs/problem_B/x.txt",)
    assert decision.problems == ("B",)


def test_links_are_followed() -> None:
    state = after("ln -s /logs/problem_B here")
    assert classify("python3 here/a.py", state=state).problems == ("B",)
    assert classify("cd here && python3 a.py", state=state).problems == ("B",)


def test_states_never_change_in_place() -> None:
    state = ShellState.fresh()
    state.after("cd /tmp", classify("cd /tmp"))
    assert state == ShellState.fresh()

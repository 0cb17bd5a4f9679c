"""Tables of programs and variables: data only. What stands in no table is counted.

`PASSIVE` is a list of what is allowed: an option that is not named makes the command counted.
"""

from __future__ import annotations

from typing import NamedTuple

from r3env.decision import SubClass


def names(text: str) -> frozenset[str]:
    """The words of ``text`` as a set."""
    return frozenset(text.split())


class Passive(NamedTuple):
    """Options of a passive program.

    Attributes:
        subclass: sub-class of a command that runs it.
        flags: short options without a value; a digit-only option (``-5``) is ``#``.
        valued: short options with a value.
        long: long options without a value, or with an optional one after ``=``.
        long_valued: long options with a value.
        writes: operands it changes: ``all``, ``last`` (or the value of ``-t``), or none.
        attached: further operands allowed though they start with ``+`` (``tail +3``).
    """

    subclass: SubClass
    flags: str = ""
    valued: str = ""
    long: tuple[str, ...] = ()
    long_valued: tuple[str, ...] = ()
    writes: str = ""


_ENV, _FILE = SubClass.ENVIRONMENT, SubClass.FILE

# Left out on purpose: cat -n -b (count lines) and -s (edits), ls -v (sorts by number), tail -f (waits),
# touch -d and -t (date arithmetic), ln -r and --relative (path arithmetic), cp and mv --backup (count).
PASSIVE: dict[str, Passive] = {
    "ls": Passive(
        _ENV, "aAbBcCdFgGhHiklLmnNopqQrRsStuUxX1", "", ("all", "almost-all", "human-readable", "color",
        "recursive", "reverse", "directory", "full-time", "classify", "inode", "size"),
    ),
    "dir": Passive(_ENV, "aAlR1"),
    "pwd": Passive(_ENV, "LP"),
    "true": Passive(_ENV),
    "false": Passive(_ENV),
    ":": Passive(_ENV),
    "stat": Passive(_ENV, "Lft", "c", ("dereference", "file-system", "terse"), ("format", "printf")),
    "which": Passive(_ENV, "a"),
    "type": Passive(_ENV, "aptPf"),
    "cat": Passive(_FILE, "AevEtTu", "", ("show-all", "show-nonprinting", "show-ends", "show-tabs")),
    "head": Passive(_FILE, "qv#", "nc", ("quiet", "silent", "verbose"), ("lines", "bytes")),
    "tail": Passive(_FILE, "qv#", "nc", ("quiet", "silent", "verbose"), ("lines", "bytes")),
    "tee": Passive(_FILE, "a", "", ("append",), (), "all"),
    "cp": Passive(
        _FILE, "aRrpfnvudLPHTx", "t", ("archive", "recursive", "force", "no-clobber", "verbose", "update",
        "no-dereference", "dereference", "no-target-directory", "parents"), ("target-directory",), "last",
    ),
    "mv": Passive(
        _FILE, "fnvuT", "t", ("force", "no-clobber", "verbose", "update", "no-target-directory"),
        ("target-directory",), "all",
    ),
    "rm": Passive(_FILE, "rRfvd", "", ("recursive", "force", "verbose", "dir"), (), "all"),
    "rmdir": Passive(_FILE, "pv", "", ("parents", "verbose"), (), "all"),
    "mkdir": Passive(_FILE, "pv", "m", ("parents", "verbose"), ("mode",), "all"),
    "touch": Passive(_FILE, "acm", "", ("no-create",), (), "all"),
    "chmod": Passive(_FILE, "Rvcf", "", ("recursive", "verbose", "changes"), (), "all"),
    "ln": Passive(_FILE, "sfnvT", "t", ("symbolic", "force", "no-dereference"), ("target-directory",), "last"),
}  # fmt: skip

SYSTEM_FOLDERS = frozenset(("/bin", "/usr/bin"))
PATH_FOLDERS = frozenset(
    ("/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/usr/local/sbin")
)  # of the sandbox's shell

FIND_FLAGS = names("-H -L -P -xdev -mount -o -or -a -and -not ! ( ) -print -print0")
FIND_VALUED = names("-name -iname -path -ipath -wholename -iwholename -type -maxdepth -mindepth")
FIND_RUNS = names("-exec -execdir -ok -okdir")


class Wrapper(NamedTuple):
    """A program that runs another one; the line is classed as what it runs."""

    flags: str = ""
    valued: str = ""
    long: tuple[str, ...] = ()
    long_valued: tuple[str, ...] = ()
    operands: int = 0  # words before the inner command
    assigns: bool = False  # takes NAME=value words before the inner command


WRAPPERS: dict[str, Wrapper] = {
    "timeout": Wrapper("v", "sk", ("foreground", "preserve-status", "verbose"), ("signal", "kill-after"), 1),
    "nice": Wrapper("#", "n", (), ("adjustment",)),
    "env": Wrapper("i0", "u", ("ignore-environment",), ("unset",), 0, True),
    "time": Wrapper("p", assigns=True),
    "nohup": Wrapper(),
    "stdbuf": Wrapper("", "ioe", (), ("input", "output", "error")),
    "command": Wrapper("p"),
    "builtin": Wrapper(),
}

# They run a program too, but are counted themselves; a network program behind them is still blocked.
CARRIERS = names("xargs parallel sudo doas su watch setsid strace ltrace chroot unshare exec coproc")
SHELLS = names("bash sh dash zsh ksh rbash")

NETWORK = names(
    "curl wget aria2c nc ncat netcat socat telnet ftp lftp tftp sftp ssh scp sshfs sshpass rsync rclone ping "
    "ping6 traceroute tracepath mtr nmap dig nslookup host whois w3m lynx links elinks http https xh aws "
    "gcloud gsutil az gh glab kaggle yt-dlp youtube-dl"
)
SUBMISSION = names(
    "submit oj oj-api online-judge-tools acc atcoder-cli atcoder cf cf-tool codeforces kattis kattis-cli "
    "leetcode leetcode-cli boj dmoj domjudge-submit live-judge live_judge judge-submit"
)

# Only for the explanation: all of these would be counted without it.
_COMPUTE = {
    "interpreter": "python python2 python3 pypy pypy3 node deno bun perl ruby lua php Rscript julia octave "
    "ghci java tclsh bash sh dash zsh ksh sqlite3",
    "compiler or build tool": "gcc g++ cc c++ clang clang++ rustc cargo go javac ghc make cmake ninja ld as",
    "test runner": "pytest ctest tox nox",
    "calculator": "bc dc expr factor seq numfmt date cal units shuf random test [ let",
    "text processing": "grep egrep fgrep rg sed awk gawk mawk sort uniq wc cut tr paste comm join nl rev tac "
    "fold fmt column expand unexpand split csplit od xxd hexdump base64 base32 md5sum sha1sum sha256sum "
    "sha512sum cksum sum diff cmp jq tsort strings iconv",
    "runs other programs": "xargs parallel sudo doas su watch setsid strace ltrace chroot unshare exec",
    "shell builtin that runs or redefines commands": "eval source . trap alias unalias enable hash bind "
    "complete compgen set shopt read mapfile readarray declare typeset local readonly getopts",
}
COMPUTE: dict[str, str] = {name: kind for kind, listed in _COMPUTE.items() for name in listed.split()}

# Builtins after which nothing about later commands is known. `set`, `trap` and others are judged by their words.
OPAQUE = names("eval source . enable bind complete compgen coproc fc")
SETTERS = names(
    "declare typeset local readonly export read mapfile readarray getopts printf wait let unset"
)  # builtins that set the variables that their words name
# What a variable in the place of a command must not hold, if the shell is to stay as it is.
BUILTINS = names(
    ". : [ alias bg bind break builtin caller cd command compgen complete compopt continue coproc declare dirs "
    "disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout "
    "mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times "
    "trap true type typeset ulimit umask unalias unset wait"
)
# `set` words that change no meaning; traps, which errtrace and functrace hand on, are judged where they are set.
HARMLESS_SET = names(
    "errexit nounset pipefail noclobber noglob xtrace verbose monitor notify allexport errtrace functrace"
)
HARMLESS_SET_FLAGS = frozenset("euxvCfmobaET")
HARMLESS_SHOPT = names(
    "nullglob dotglob failglob globstar nocaseglob checkwinsize huponexit extglob expand_aliases histappend "
    "inherit_errexit nocasematch"
)
COUNTERS = names("RANDOM SECONDS")  # setting them changes what they give, and nothing else

# Reading one of these computes something new each time.
DYNAMIC_VARIABLES = names(
    "RANDOM SRANDOM SECONDS EPOCHSECONDS EPOCHREALTIME LINENO BASHPID BASH_COMMAND BASH_SUBSHELL HISTCMD"
)
# Setting one of these can change what a later command runs or prints.
_LOUD = names(
    "PATH IFS CDPATH ENV HOME HOSTFILE GLOBIGNORE GLOBSORT EXECIGNORE FIGNORE FCEDIT FUNCNEST HISTFILE "
    "HISTCONTROL HISTIGNORE HISTTIMEFORMAT INPUTRC INSIDE_EMACS MAILPATH MAIL MAILCHECK OPTERR OPTIND "
    "OPTARG POSIXLY_CORRECT PROMPT_COMMAND PROMPT_DIRTRIM PS0 PS1 PS2 PS3 PS4 PWD OLDPWD REPLY SHELL "
    "SHELLOPTS TMOUT TMPDIR TEXTDOMAIN TEXTDOMAINDIR auto_resume histchars COPROC MAPFILE "
    "COMPREPLY DIRSTACK FUNCNAME GROUPS UID EUID PPID PIPESTATUS LOCPATH NLSPATH TZ TZDIR TIME_STYLE "
    "BLOCK_SIZE LS_BLOCK_SIZE BLOCKSIZE QUOTING_STYLE"
)
_LOUD_PREFIXES = ("LD_", "BASH", "GLIBC_", "GCONV_", "MALLOC_", "COMP_", "READLINE_", "DYLD_")
_LOCALE_PREFIXES = ("LC_", "LANG")
_UTF8_OR_C = ("C", "POSIX", "C.UTF-8", "C.utf8", "en_US.UTF-8", "en_US.utf8")


def harmless_variable(name: str, value: str | None) -> bool:
    """True when giving ``name`` the literal ``value`` changes nothing about other commands.

    A locale other than C or UTF-8 would change where bash sees a backslash or a quote.
    """
    if name.startswith(_LOCALE_PREFIXES):
        return value in _UTF8_OR_C
    return not (name in _LOUD or name in DYNAMIC_VARIABLES or name.startswith(_LOUD_PREFIXES))


# Places where writing is not just making a file: programs, libraries, settings, devices, the kernel.
SENSITIVE_FOLDERS = (
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/usr",
    "/etc",
    "/proc",
    "/sys",
    "/dev",
    "/boot",
)
SENSITIVE_NAMES = names(
    ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .inputrc .zshrc .zshenv"
)
HARMLESS_DEVICES = frozenset(("/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty"))
NETWORK_DEVICES = ("/dev/tcp/", "/dev/udp/")

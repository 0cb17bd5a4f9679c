"""The four registries with what ships. One line here is all that a new built-in needs."""

from __future__ import annotations

from r3env.registry import Entry, Registry

domains = Registry(
    "domain",
    "r3env.domains",
    (
        Entry("ar", "contests.ar:AbstractReasoning", "abstract reasoning on Reasoning Gym"),
        Entry("code", "contests.code:CodeDomain", "programs in C++17, judged by hidden tests"),
    ),
)

policies = Registry(
    "policy",
    "r3env.policies",
    (
        Entry("nothing", "policies.floors:Nothing", "answers nothing: the floor"),
        Entry("random", "policies.floors:Random", "random answers and commands from a seeded generator"),
        Entry("scripted", "policies.scripted:Scripted", "plays a list of actions"),
        Entry("replay", "policies.scripted:Replay", "plays a recorded episode again"),
        Entry("programs", "policies.programs:Programs", "model-free solver that writes out its working"),
        Entry(
            "shell-programs", "policies.shell_programs:ShellPrograms", "the same solver, working in the shell"
        ),
        Entry("human", "policies.human:Human", "a person at a terminal"),
        Entry("chat", "policies.chat:Chat", "any OpenAI-compatible endpoint, tool-free", needs=("chat",)),
        Entry(
            "tools", "policies.tools:Tools", "any OpenAI-compatible model with tool calls", needs=("chat",)
        ),
    ),
)

schedulers = Registry(
    "scheduler",
    "r3env.schedulers",
    (
        Entry("reference", "schedulers.stacks:reference", "no scheduler: the contest reference"),
        Entry("coverage", "schedulers.coverage:Coverage", "every problem once before depth (A)"),
        Entry(
            "coverage+verification",
            "schedulers.stacks:coverage_verification",
            "coverage, then one check of an unchanged answer (B)",
        ),
        Entry("verification", "schedulers.verification:Verification", "the verification gate alone"),
        Entry("stop", "schedulers.stop:StopAndFinalize", "keep a reserve, then finalize (D)"),
    ),
)

sandboxes = Registry(
    "sandbox",
    "r3env.sandboxes",
    (
        Entry("bwrap", "r3env.sandbox.bwrap:BwrapSandbox", "bubblewrap namespaces", needs=()),
        Entry("sandlock", "r3env.sandbox.landlock:SandlockSandbox", "Landlock and seccomp from PyPI"),
    ),
)

CONTEST_LOADER = "contests:load_many"
"""Resolves contest ids, ranges and suites (``ar/001``, ``ar/001-010``, ``ar``); the core imports no domain."""

POLICY_MAKER = "policies:make"
"""Makes a policy from a name such as ``programs`` or ``chat:my-model``."""

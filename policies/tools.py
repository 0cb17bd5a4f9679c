"""`Tools`: a model behind an OpenAI-compatible endpoint plays the agentic setting through native tool calls."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from policies.history import History
from policies.model_options import ModelOptions
from policies.openai_client import Client, ContextError, Reply, Tally
from policies.openai_reply import Message
from policies.prompt import COMPLETE, generator
from r3env.errors import ConfigError
from r3env.event import Event
from r3env.fingerprint import fingerprint
from r3env.metering import valid_text
from r3env.policy import Act, Info, Observation

COMMAND = "bash_command"
SHRINKS = 3
"""How often one turn may shorten its history after the server said that it is too long."""

SYSTEM = (
    "You act in a Linux shell, through the tools you are given and through nothing else. Every reply calls at "
    f"least one tool: {COMMAND} runs one command line in a shell that lives as long as the task, and "
    f"{COMPLETE} ends the task. Call {COMPLETE} alone, in a reply of its own, once everything that you want to "
    "be judged is in place. Text beside the calls is yours: nobody reads it."
)
LESSON = (
    f'Call a tool: {COMMAND} with {{"command": "<one command line>"}}, '
    f"or {COMPLETE} with {{}}, alone in its reply."
)
DEFINITIONS = [
    {
        "type": "function",
        "function": {
            "name": COMMAND,
            "description": "Run one command line in the task's shell and see its output and what budget is left.",
            "parameters": {
                "type": "object",
                "properties": {"command": {"type": "string", "description": "The command line."}},
                "required": ["command"],
                "additionalProperties": False,
            },
        },
    },
    {
        "type": "function",
        "function": {
            "name": COMPLETE,
            "description": "End the task: what stands in the answer files is judged. Alone in its reply.",
            "parameters": {"type": "object", "properties": {}, "additionalProperties": False},
        },
    },
]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a turn as it is played.

    Attributes:
        action: command line for the environment; empty for a protocol error.
        error: what is wrong with the call; empty for a good one.
        id: id that the result must answer; empty when the reply held no call at all.
        name: tool name as the model wrote it.
    """

    action: str
    error: str = ""
    id: str = ""
    name: str = ""


@dataclass(eq=False, kw_only=True)
class Tools(ModelOptions):
    """Plays each tool call of a turn as one action; see `ModelOptions` for the common options.

    Results come back with the observation that follows each action: its ``output`` and its ``reminder``. A
    malformed call is played as a protocol error (``raw["protocol_error"]``) and answered with a lesson.

    Attributes:
        context_window: tokens that the model takes, prompt and reply together; the history is trimmed to it.
        reply_reserve: tokens of the window kept free for the reply.
        parallel_tool_calls: sent when given; False asks the server for one call a turn.
        keep_reasoning: send the model's reasoning back with its turns, which some servers demand.
    """

    settings: ClassVar[frozenset[str]] = frozenset({"agentic"})
    context_window: int = 128_000
    reply_reserve: int = 16_000
    parallel_tool_calls: bool | None = None
    keep_reasoning: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.reply_reserve < self.context_window:
            raise ConfigError(
                f"reply_reserve must be at least 0 and below context_window={self.context_window}, "
                f"got {self.reply_reserve}"
            )
        self.spec: dict[str, Any] = {
            "name": "tools",
            "version": "1",
            **self.model_spec(),
            "context_window": self.context_window,
            "reply_reserve": self.reply_reserve,
            "parallel_tool_calls": self.parallel_tool_calls,
            "keep_reasoning": self.keep_reasoning,
            "texts": fingerprint([SYSTEM, LESSON, DEFINITIONS]),
        }
        self._client = Client(self)

    def reset(self, observation: Observation, info: Info, *, seed: int | None) -> None:
        """Start a conversation with the task; ``seed`` governs the jitter of retries."""
        self._rng = generator(seed, "tools")
        task = str(observation["instruction"])
        reminder = str(observation.get("reminder", ""))
        content = f"{task}\n\n{reminder}" if reminder and reminder not in task else task
        head = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": content}]
        self._history = History(head, self.meter, self.context_window - self.reply_reserve)
        self._queue: deque[tuple[Act, Call]] = deque()
        self._waiting: Call | None = None
        self._turn = -1

    def act(self, observation: Observation, info: Info) -> Act:
        """The next call of the turn at hand, or the first one of a new turn of the model.

        Raises:
            ProviderError: every attempt of the model's turn failed.
        """
        if self._waiting is not None:
            self._answer(self._waiting, observation)
            self._waiting = None
        if not self._queue:
            left = tokens_left(info)
            if left is not None and left <= 0:
                return Act(
                    COMPLETE, turn=self._turn + 1, raw={"calls_in_turn": 1, "stopped": "no tokens left"}
                )
            self._next_turn(left)
        act, self._waiting = self._queue.popleft()
        return act

    def observe(self, event: Event) -> None:
        """Nothing to keep: the next observation shows the agent what came of its call."""

    def _answer(self, call: Call, observation: Observation) -> None:
        """Add the result of a call to the history: the output, a lesson for a malformed one, the reminder."""
        reminder = str(observation.get("reminder", ""))
        output = str(observation.get("output", ""))
        lesson = ""
        if call.error:  # the environment's output mostly says what was wrong
            lesson = LESSON if call.error in output else f"{call.error} {LESSON}"
        content = "\n\n".join(filter(None, [output, lesson, reminder]))
        receiver = {"role": "tool", "tool_call_id": call.id} if call.id else {"role": "user"}
        self._history.add({**receiver, "content": content}, keep=len(reminder))

    def _next_turn(self, left: int | None) -> None:
        """Ask the model, and queue one act per call; the first carries what the turn used."""
        reply = self._ask(left)
        self._turn += 1
        message = reply.message
        calls = read_calls(message, self._turn)
        self._history.begin(self._assistant(message, calls))
        for index, call in enumerate(calls):
            raw: dict[str, Any] = {"tool": call.name, "call": index, "calls_in_turn": len(calls)}
            if call.error:
                raw["protocol_error"] = call.error
            if index == 0:
                raw.update(reply.record(), text=message.text, reasoning=message.reasoning)
            meters = {"output_tokens": reply.output_tokens, **reply.meters} if index == 0 else {}
            self._queue.append((Act(call.action, meters=meters, turn=self._turn, raw=raw), call))

    def _ask(self, left: int | None) -> Reply:
        fields: dict[str, Any] = {**self.sampling(), "tools": DEFINITIONS}
        if self.parallel_tool_calls is not None:
            fields["parallel_tool_calls"] = self.parallel_tool_calls
        tally = Tally()  # one for all tries: what they used is charged, and each of them is in the record
        for _ in range(SHRINKS):
            try:
                return self._complete(left, fields, tally)
            except ContextError:
                if left is not None and tally.output >= left:
                    raise
                self._history.shrink(0.7)
        return self._complete(left, fields, tally)

    def _complete(self, left: int | None, fields: Mapping[str, Any], tally: Tally) -> Reply:
        return self._client.complete(
            self._history.messages(), rng=self._rng, allowance=left, fields=fields, tally=tally
        )

    def _assistant(self, message: Message, calls: list[Call]) -> dict[str, Any]:
        """The model's turn as it is sent back: every call well-formed, since servers refuse others."""
        turn: dict[str, Any] = {"role": "assistant", "content": message.text}
        if self.keep_reasoning and message.reasoning:
            turn[message.reasoning_field] = message.reasoning
        made = [
            {"id": call.id, "type": "function", "function": {"name": tool_name(call), "arguments": shown}}
            for call, shown in zip(calls, map(arguments_shown, message.calls), strict=False)
        ]
        return {**turn, "tool_calls": made} if made else turn


def tokens_left(info: Info) -> int | None:
    """Output tokens left under the budget or a further cap; None without either."""
    budget = info.get("budget") or {}
    limits = []
    if budget.get("unit") == "output_tokens" and budget.get("remaining") is not None:
        limits.append(budget["remaining"])
    cap = (budget.get("caps") or {}).get("output_tokens")
    if cap is not None:
        limits.append(cap - (budget.get("meters") or {}).get("output_tokens", 0))
    return int(min(limits)) if limits else None


def read_calls(message: Message, turn: int) -> list[Call]:
    """The calls of a turn, malformed ones marked; a turn without any is one protocol error.

    Ids that are missing or come twice are replaced, so that every result has one call to answer.
    """
    if not message.calls:
        why = " (the reply was cut off at its token limit)" if message.finish_reason == "length" else ""
        return [Call("", f"the reply holds no tool call{why}.")]
    calls: list[Call] = []
    for index, raw in enumerate(message.calls):
        used = {call.id for call in calls}
        name = raw["id"] if raw["id"] and raw["id"] not in used else f"call_{turn}_{index}"
        calls.append(_read_call(raw["name"], raw["arguments"], name))
    return calls


def _read_call(name: str, text: str, identity: str) -> Call:
    def wrong(why: str) -> Call:
        return Call("", why, identity, name)

    if name not in (COMMAND, COMPLETE):
        return wrong(f"there is no tool {name[:60]!r}.")
    try:
        arguments = json.loads(text) if text.strip() or name == COMMAND else {}
    except (ValueError, RecursionError):
        return wrong(f"the arguments of {name} are no valid JSON: {text[:200]!r}.")
    if not isinstance(arguments, dict):
        return wrong(f"the arguments of {name} are a JSON {type(arguments).__name__}, expected an object.")
    if name == COMPLETE:
        return Call(COMPLETE, "", identity, name)
    command = arguments.get("command")
    if not isinstance(command, str):
        came = f"a {type(command).__name__}" if "command" in arguments else f"the fields {sorted(arguments)}"
        return wrong(f'{COMMAND} needs the text argument "command", got {came}.')
    if not command.strip():
        return wrong(f'the argument "command" of {COMMAND} is empty.')
    return Call(valid_text(command), "", identity, name)


def arguments_shown(raw: Mapping[str, str]) -> str:
    """Arguments of a call as they are sent back: as they came when they are a JSON object, else ``{}``."""
    try:
        return raw["arguments"] if isinstance(json.loads(raw["arguments"]), dict) else "{}"
    except (ValueError, RecursionError):
        return "{}"


def tool_name(call: Call) -> str:
    """The tool's name as it is sent back; one that no server would take becomes ``unknown``."""
    return call.name if re.fullmatch(r"[A-Za-z0-9_-]{1,64}", call.name) else "unknown"

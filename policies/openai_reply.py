"""Reading OpenAI-style replies and errors: pure functions from a decoded body to text, calls or a failure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from r3env.metering import valid_text

CAP_NAMES = ("max_tokens", "max_completion_tokens")
"""The two names of the output cap; the first is tried first, since more servers know it."""

_CONTEXT = re.compile(
    r"context[_ ](length|window|size)|maximum context|prompt is too long|too many (input )?tokens|"
    r"exceeds? the (available )?context",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"unsupported|not support|unrecogni[sz]ed|unknown|unexpected|extra[_ ](inputs|fields|forbidden)|not permitted",
    re.IGNORECASE,
)
_RENAMED = re.compile(r"instead|deprecated", re.IGNORECASE)
_VALUE = re.compile(
    r"too (large|small|high|low)|at (least|most)|must be|exceed|invalid value|range", re.IGNORECASE
)
_FILTERED = re.compile(r"content[_ ](filter|policy|management)", re.IGNORECASE)
_QUOTA = re.compile(r"insufficient[_ ]quota|billing|exceeded your current quota", re.IGNORECASE)


class AttemptError(Exception):
    """One failed attempt.

    Args:
        kind: ``rate_limited``, ``server_error``, ``timeout(api)``, ``api_error`` or ``filtered``.
        message: what came.
        retry: another attempt may help.
        status: HTTP status, when there was one.
        after: seconds that the server asked to wait.
        usage: usage that the failed reply reported, if any.
        context: the prompt does not fit the model's context window.
    """

    def __init__(
        self,
        kind: str,
        message: str,
        *,
        retry: bool = True,
        status: int | None = None,
        after: float = 0.0,
        usage: Any = None,
        context: bool = False,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.retry = retry
        self.status = status
        self.after = after
        self.usage = usage
        self.context = context


@dataclass(frozen=True, slots=True)
class Message:
    """What the model wrote in one reply.

    Attributes:
        text: visible text.
        reasoning: reasoning text, whichever of the two field names carried it.
        calls: tool calls as they came: mappings with ``id``, ``name``, ``arguments`` (a JSON text).
        finish_reason: as reported; empty when it was not.
        reasoning_field: name of the field that held the reasoning; empty without one.
    """

    text: str = ""
    reasoning: str = ""
    calls: tuple[Mapping[str, str], ...] = field(default=())
    finish_reason: str = ""
    reasoning_field: str = ""

    def written(self) -> str:
        """Everything that the model produced, for counting."""
        return "".join([self.reasoning, self.text, *(c["name"] + c["arguments"] for c in self.calls)])


def read_message(body: Any) -> Message:
    """The message of a decoded reply.

    Raises:
        AttemptError: there is no usable message: an error in a reply of status 200, no choices, no message, or a
            filter that left nothing. The failure carries the usage that the reply reported.
    """
    if not isinstance(body, Mapping):
        raise AttemptError("api_error", f"the reply is a JSON {type(body).__name__}, expected an object")
    usage = body.get("usage")
    if body.get("error"):
        raise _embedded_error(body["error"], usage)
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    if not isinstance(choice, Mapping):
        raise AttemptError("api_error", "the reply holds no choices", usage=usage)
    finish = choice.get("finish_reason")
    filtered = finish == "content_filter"
    message = choice.get("message")
    if not isinstance(message, Mapping):
        kind = "filtered" if filtered else "api_error"
        raise AttemptError(kind, f"the reply holds no message (finish reason {finish!r})", usage=usage)
    name, reasoning = _reasoning(message)
    text = _text(message.get("content")) or _text(message.get("refusal"))
    calls = tuple(_calls(message.get("tool_calls")))
    if filtered and not (text or calls):
        raise AttemptError("filtered", "the provider's filter withheld the reply", usage=usage)
    return Message(text, reasoning, calls, finish if isinstance(finish, str) else "", name)


def _embedded_error(error: Any, usage: Any) -> AttemptError:
    """An error object inside a reply of status 200, as some gateways send it."""
    code = error.get("code") if isinstance(error, Mapping) else None
    message = f"the reply holds an error: {json.dumps(error, default=str)}"
    if not isinstance(code, int):
        return AttemptError("api_error", message, usage=usage)
    failure = read_error(code, message)
    failure.usage = usage
    return failure


def _reasoning(message: Mapping[str, Any]) -> tuple[str, str]:
    """Field name and text of the reasoning; the longer one where both fields are there and differ."""
    found = {name: _text(message.get(name)) for name in ("reasoning_content", "reasoning")}
    name = max(found, key=lambda key: len(found[key]))
    return (name, found[name]) if found[name] else ("", "")


def _text(content: Any) -> str:
    """Text of a content field: a string, or a list of parts; fit for UTF-8."""
    if isinstance(content, list):
        parts = (p.get("text") if isinstance(p, Mapping) else p for p in content)
        content = "".join(p for p in parts if isinstance(p, str))
    return valid_text(content) if isinstance(content, str) else ""


def _calls(calls: Any) -> list[dict[str, str]]:
    """Tool calls with every field a string; arguments that came decoded are encoded again."""
    found = []
    for call in calls if isinstance(calls, list) else ():
        call = call if isinstance(call, Mapping) else {}
        function = call.get("function")
        function = function if isinstance(function, Mapping) else {}
        arguments = function.get("arguments", "")
        if not isinstance(arguments, str):
            arguments = "" if arguments is None else json.dumps(arguments)
        found.append(
            {
                "id": _text(call.get("id")),
                "name": _text(function.get("name")),
                "arguments": valid_text(arguments),
            }
        )
    return found


def read_error(status: int, text: str, after: float = 0.0) -> AttemptError:
    """The failure that an HTTP status and its body stand for."""
    if status in (400, 413, 422) and _CONTEXT.search(text):
        return AttemptError("api_error", text, retry=False, status=status, context=True)
    if status in (400, 403, 422) and _FILTERED.search(text):
        return AttemptError("filtered", text, retry=False, status=status)
    if status == 429:
        return AttemptError("rate_limited", text, retry=not _QUOTA.search(text), status=status, after=after)
    if status >= 500 or status in (408, 409):
        return AttemptError("server_error", text, status=status, after=after)
    return AttemptError("api_error", text, retry=False, status=status)


def refuses_cap(failure: AttemptError, name: str) -> bool:
    """True when the server refused the *name* of the output cap (not its value, nor anything else)."""
    text = str(failure)
    named = re.search(rf"\b{name}\b", text) is not None
    if failure.status not in (400, 422) or failure.context or not named or _VALUE.search(text):
        return False
    other = CAP_NAMES[1 - CAP_NAMES.index(name)]
    return bool(_REFUSED.search(text)) or (other in text and bool(_RENAMED.search(text)))

"""Transport to an OpenAI-compatible endpoint, shared by the model policies: retries, cap, charges."""

from __future__ import annotations

import json
import math
import os
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from policies.model_options import ModelOptions, public_url, read_key
from policies.openai_reply import CAP_NAMES, AttemptError, Message, read_error, read_message, refuses_cap
from r3env.errors import ProviderError
from r3env.metering import Usage, usage_or_estimate

MESSAGE_LIMIT = 500
"""Characters kept of a provider's error message."""


class ContextError(ProviderError):
    """The prompt does not fit the model's context window; retrying the same prompt cannot help."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One call that succeeded, with what all its attempts used.

    Attributes:
        message: what the model wrote.
        output_tokens: completion tokens of all attempts (failed ones that reported usage included).
        reasoning_tokens: those of the last attempt that the provider called reasoning; None: not said.
        estimated: the last attempt's figure is our own count.
        meters: ``seconds`` (of the attempts, waiting left out), ``input_tokens`` and ``usd`` where known.
        attempts: one JSON-like row per attempt, oldest first.
    """

    message: Message
    output_tokens: int
    reasoning_tokens: int | None
    estimated: bool
    meters: Mapping[str, float]
    attempts: tuple[Mapping[str, Any], ...]

    def record(self) -> dict[str, Any]:
        """What an `Act` keeps of the call beside its text."""
        return {
            "attempts": [dict(row) for row in self.attempts],
            "estimated": self.estimated,
            "finish_reason": self.message.finish_reason,
            "reasoning_tokens": self.reasoning_tokens,
        }


@dataclass
class Tally:
    """What the attempts of one call used so far; a call made again with another prompt may go on with it."""

    output: int = 0
    prompt: int = 0
    seconds: float = 0.0
    rows: list[dict[str, Any]] = field(default_factory=list)

    def meters(self, options: ModelOptions) -> dict[str, float]:
        found: dict[str, float] = {"seconds": self.seconds}
        if self.prompt:
            found["input_tokens"] = self.prompt
        if options.price_in is not None or options.price_out is not None:
            money = self.prompt * (options.price_in or 0.0) + self.output * (options.price_out or 0.0)
            found["usd"] = money / 1e6
        return found


class Client:
    """Calls one endpoint. Safe to share between threads; connections are shared by the whole process.

    Args:
        options: where and how to call; the key is read from the environment at every call.
    """

    def __init__(self, options: ModelOptions) -> None:
        self._options = options

    def complete(
        self,
        messages: Sequence[Mapping[str, Any]],
        *,
        rng: np.random.Generator,
        allowance: int | None = None,
        model: str | None = None,
        fields: Mapping[str, Any] | None = None,
        tally: Tally | None = None,
    ) -> Reply:
        """One completion, with bounded retries. Never asks for more output tokens than are left.

        Args:
            messages: the conversation.
            rng: draws the jitter of the waits.
            allowance: most output tokens that all attempts together may use; None is no limit.
            model: another model than the options name.
            fields: further request fields (sampling, tools).
            tally: what earlier attempts at the same reply used; they count as attempts of this call.

        Raises:
            ContextError: the prompt does not fit the model.
            ProviderError: every attempt failed, or the allowance went into failed ones; its ``meters`` hold
                what failed attempts reported as used.
        """
        options, tally = self._options, Tally() if tally is None else tally
        request = {"model": model or options.model, "messages": list(messages), **(fields or {})}
        attempt = 0
        while True:
            left = None if allowance is None else allowance - tally.output
            try:
                return self._attempt(request, left, tally)
            except AttemptError as failure:
                used_up = allowance is not None and tally.output >= allowance
                if not failure.retry or attempt >= options.retries or used_up:
                    raise self._error(failure, tally) from None
                wait = min(options.backoff_max, options.backoff * 2.0**attempt) * (0.5 + 0.5 * rng.random())
                time.sleep(max(wait, min(failure.after, options.backoff_max)))
                attempt += 1

    def _attempt(self, request: Mapping[str, Any], left: int | None, tally: Tally) -> Reply:
        """One attempt, entered into the tally whether it succeeds or not."""
        started = time.monotonic()
        body: Any = None
        try:
            body = self._negotiate(request, left, tally)
            message = read_message(body)
        except AttemptError as failure:
            self._enter(tally, started, failure.usage, "", outcome=failure.kind, failure=failure)
            raise
        usage = body.get("usage")
        read = self._enter(tally, started, usage, message.written(), outcome="ok")
        meters = tally.meters(self._options)
        return Reply(message, tally.output, read.reasoning_tokens, read.estimated, meters, tuple(tally.rows))

    def _enter(
        self,
        tally: Tally,
        started: float,
        usage: Any,
        written: str,
        *,
        outcome: str,
        failure: AttemptError | None = None,
    ) -> Usage:
        """Add one attempt's use to the tally and its row to the log."""
        read = usage_or_estimate(usage, written, self._options.meter)
        prompt = usage.get("prompt_tokens") if isinstance(usage, Mapping) else None
        seconds = time.monotonic() - started
        tally.output += read.output_tokens
        tally.prompt += prompt if isinstance(prompt, int) and prompt > 0 else 0
        tally.seconds += seconds
        row: dict[str, Any] = {"outcome": outcome, "output_tokens": read.output_tokens, "seconds": seconds}
        if failure is not None:
            row.update(status=failure.status, message=self._clean(str(failure)))
        tally.rows.append(row)
        return read

    def _negotiate(self, request: Mapping[str, Any], left: int | None, tally: Tally) -> Any:
        """Post with the cap under the name that this model takes; a refused name is swapped once."""
        caps = [c for c in (left, self._options.max_tokens) if c is not None]
        if not caps:
            return self._post(request)
        place = (self._options.base_url, request["model"])
        name = _cap_names.get(place, CAP_NAMES[0])
        cap = int(min(caps))
        try:
            return self._post({**request, name: cap})
        except AttemptError as failure:
            if not refuses_cap(failure, name):
                raise
            row = {
                "outcome": "cap_name_refused",
                "status": failure.status,
                "message": self._clean(str(failure)),
            }
            tally.rows.append({**row, "output_tokens": 0})
        other = CAP_NAMES[1 - CAP_NAMES.index(name)]
        body = self._post({**request, other: cap})
        _cap_names[place] = other
        return body

    def _post(self, request: Mapping[str, Any]) -> Any:
        """Send one request and decode the body, within the time limit of one attempt."""
        import openai

        options = self._options
        deadline = time.monotonic() + options.timeout
        late = AttemptError("timeout(api)", f"no complete reply within timeout={options.timeout:g} s")
        key = read_key(options.key_env)
        sdk = _sdk(os.getpid(), str(options.base_url), key)
        named = {"model": request["model"], "messages": request["messages"]}
        rest = {k: v for k, v in request.items() if k not in named}
        data = bytearray()
        try:
            create = sdk.chat.completions.with_streaming_response.create
            with create(**named, extra_body=rest, timeout=options.timeout) as response:
                for part in response.iter_bytes():
                    data += part
                    if time.monotonic() > deadline:  # a server that keeps dripping bytes
                        raise late
        except openai.APITimeoutError:
            raise late from None
        except openai.APIStatusError as error:
            after = _seconds(error.response.headers.get("retry-after"))
            raise read_error(error.status_code, error.response.text or str(error), after) from None
        except openai.OpenAIError as error:
            raise AttemptError("api_error", _causes(error)) from None
        except AttemptError:
            raise
        except Exception as error:  # the HTTP library's own errors while the body is read
            if "Timeout" in type(error).__name__:
                raise late from None
            raise AttemptError("api_error", _causes(error)) from None
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            start = bytes(data[:80]).decode("utf-8", "replace")
            raise AttemptError("api_error", f"the reply is no JSON: {start!r}") from None

    def _error(self, failure: AttemptError, tally: Tally) -> ProviderError:
        """The error of a call whose attempts all failed."""
        outcomes = ", ".join(f"{row['outcome']} {row.get('status') or ''}".strip() for row in tally.rows)
        meters = {"output_tokens": tally.output, **tally.meters(self._options)}
        kind = ContextError if failure.context else ProviderError
        message = (
            f"{public_url(str(self._options.base_url))}: {self._clean(str(failure))} (attempts: {outcomes})"
        )
        return kind(message, kind=failure.kind, meters=meters)

    def _clean(self, text: str) -> str:
        """A provider's message without the key, on one line, cut to `MESSAGE_LIMIT` characters."""
        key = os.environ.get(self._options.key_env, "").strip()
        line = " ".join((text.replace(key, "[key]") if key else text).split())
        return line if len(line) <= MESSAGE_LIMIT else line[: MESSAGE_LIMIT - 1] + "…"


def _causes(error: BaseException) -> str:
    """Type and message of an error and of what caused it; the SDK hides the reason in the cause."""
    parts: list[str] = []
    current: BaseException | None = error
    while current is not None and len(parts) < 3:
        parts.append(f"{type(current).__name__}: {current}")
        current = current.__cause__
    return "; ".join(parts)


def _seconds(value: str | None) -> float:
    """Seconds of a Retry-After header; 0 for none, a date, or nonsense."""
    try:
        number = float(value or 0)
    except ValueError:
        return 0.0
    return number if 0 <= number < math.inf else 0.0


_lock = threading.Lock()
_clients: dict[tuple[int, str, str], Any] = {}
_cap_names: dict[tuple[str | None, str], str] = {}  # by endpoint and model, where the first name was refused


def _sdk(pid: int, base_url: str, key: str) -> Any:
    """The process's one SDK client for an endpoint and key; its own retries are off. A fork gets its own."""
    import openai

    with _lock:
        client = _clients.get((pid, base_url, key))
        if client is None:
            client = openai.OpenAI(api_key=key, base_url=base_url, max_retries=0)
            _clients[pid, base_url, key] = client
        return client

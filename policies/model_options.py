"""`ModelOptions`: the options that every model policy takes, checked before any call; keys are never among them."""

from __future__ import annotations

import importlib.util
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from r3env.errors import ConfigError
from r3env.metering import DEFAULT_ENCODING, TokenMeter

OWN_FIELDS = frozenset(
    {
        "model",
        "messages",
        "tools",
        "stream",
        "n",
        "max_tokens",
        "max_completion_tokens",
        "parallel_tool_calls",
    }
)
"""Request fields that an option for further fields cannot hold."""
DEFAULT_URL = "https://api.openai.com/v1"


@dataclass(eq=False, kw_only=True)
class ModelOptions:
    """Options that every model policy takes. The key itself is never an option: it stays in the environment.

    Attributes:
        model: model name as the endpoint knows it.
        base_url: address of the endpoint; default ``OPENAI_BASE_URL``, else OpenAI's own.
        key_env: environment variable that holds the key (any text where the server asks for none).
        temperature, reasoning_effort: sent only when given.
        extra_body: further fields of the request, for instance a switch of the server; no secrets.
        max_tokens: most output tokens of one call, whatever the budget allows; None is no limit of ours.
        encoding: token encoding for estimates, where the provider reports no usage.
        timeout: seconds for one attempt.
        retries: further attempts after a failure that may pass (429, 5xx, time-out, an empty reply).
        backoff, backoff_max: seconds before the first retry (doubled each time, with jitter), and at most.
        price_in, price_out: USD per million tokens, for the ``usd`` meter; None leaves it out.
    """

    model: str = field(kw_only=False)
    base_url: str | None = None
    key_env: str = "OPENAI_API_KEY"
    temperature: float | None = None
    reasoning_effort: str | None = None
    extra_body: Mapping[str, Any] | None = None
    max_tokens: int | None = None
    encoding: str = DEFAULT_ENCODING
    timeout: float = 600.0
    retries: int = 5
    backoff: float = 1.0
    backoff_max: float = 60.0
    price_in: float | None = None
    price_out: float | None = None

    def __post_init__(self) -> None:
        self.base_url = self.base_url or os.environ.get("OPENAI_BASE_URL") or DEFAULT_URL
        if importlib.util.find_spec("openai") is None:
            raise ConfigError("a model policy needs the openai client: pip install 'r3env[chat]'")
        _check(self)
        read_key(self.key_env)
        self.meter = TokenMeter(self.encoding)

    def sampling(self) -> dict[str, Any]:
        """Request fields that steer the model."""
        named = {"temperature": self.temperature, "reasoning_effort": self.reasoning_effort}
        return {name: value for name, value in named.items() if value is not None} | dict(
            self.extra_body or {}
        )

    def model_spec(self) -> dict[str, Any]:
        """What of these options decides behaviour; time-outs, retries and prices do not."""
        return {
            "model": self.model,
            "base_url": public_url(str(self.base_url)),
            "max_tokens": self.max_tokens,
            "encoding": self.encoding,
            "sampling": self.sampling(),
        }


def _check(options: ModelOptions) -> None:
    """Refuse options that no call could use."""
    if not isinstance(options.model, str) or not options.model.strip():
        raise ConfigError(f"model must be the model's name as the endpoint knows it, got {options.model!r}")
    if "@" in str(options.base_url):
        raise ConfigError("base_url holds a user name or password: the key goes into the environment instead")
    if urlsplit(str(options.base_url)).scheme not in ("http", "https"):
        raise ConfigError(f"base_url must start with http:// or https://, got {options.base_url!r}")
    check_fields("extra_body", options.extra_body)
    floors = {"timeout": 1e-3, "retries": 0, "backoff": 0, "backoff_max": 0, "max_tokens": 1}
    for name, floor in {**floors, "price_in": 0, "price_out": 0}.items():
        value = getattr(options, name)
        if value is None and name in ("max_tokens", "price_in", "price_out"):
            continue
        if isinstance(value, bool) or not isinstance(value, int | float) or not floor <= value < math.inf:
            raise ConfigError(f"{name} must be a number of at least {floor:g}, got {value!r}")


def check_fields(option: str, fields: Any) -> None:
    """Refuse further request fields that are no mapping, or that the policy itself must set.

    Raises:
        ConfigError: names the option and the field.
    """
    if not isinstance(fields, Mapping | None):
        raise ConfigError(f"{option} must map request fields to values, got {fields!r}")
    taken = sorted(OWN_FIELDS & set(fields or {}))
    if taken:
        raise ConfigError(f"{option} must not hold {', '.join(taken)}: the policy sets these itself")


def read_key(name: str) -> str:
    """The key, from the environment.

    Raises:
        ConfigError: the variable is unset or empty.
    """
    key = os.environ.get(name, "").strip()
    if not key:
        raise ConfigError(
            f"no API key: set the environment variable {name} (any text will do for a server that asks for "
            "none), or name another variable with key_env"
        )
    return key


def public_url(url: str) -> str:
    """The address without query and fragment: fit for records."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"

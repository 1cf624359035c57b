"""Refusals as exceptions: a program decides by `code`."""

from __future__ import annotations

import time
from typing import Any, Mapping, Optional

PASSING_CODES = frozenset(
    ("network", "overloaded", "unavailable", "rate_limited", "slow_mode", "token_expired")
)
OVER_CODES = frozenset(
    ("not_logged_in", "invalid_refresh_token", "session_revoked", "unauthorized")
)


def _problems_of(fields: Optional[Mapping[str, list[str]]]) -> str:
    """Each field with its problems, for whoever reads a log. Empty without fields."""
    if not fields:
        return ""
    return " (" + "; ".join(f"{name}: {', '.join(problems)}" for name, problems in fields.items()) + ")"


class MeydanError(Exception):
    """A refusal of the service, or of the client itself.

    The client's own codes are `network` (there was no answer, so the outcome is unknown), `not_logged_in`,
    `queue_full` and `closed`; `docs/reference` of the service lists all others.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        fields: Optional[Mapping[str, list[str]]] = None,
        until: Optional[int] = None,
        reason: Optional[str] = None,
        retry_after_ms: Optional[float] = None,
        request_id: Optional[str] = None,
    ) -> None:
        super().__init__(f"{code}: {message}{_problems_of(fields)}")
        self.code = code
        self.message = message
        # The status of a REST response; 0 if there was none.
        self.status = status
        # With `validation_failed`: each field and its problems.
        self.fields = dict(fields or {})
        # With `muted`, `slow_mode` and `account_suspended`: milliseconds since epoch.
        self.until = until
        # With `account_suspended`: the text of the operator for the person.
        self.reason = reason
        self.retry_after_ms = retry_after_ms
        self.request_id = request_id

    @property
    def is_passing(self) -> bool:
        """Whether the same request may succeed later."""
        return self.code in PASSING_CODES

    @property
    def ends_session(self) -> bool:
        return self.code in OVER_CODES


class RoomGone(MeydanError):
    """The account is no longer in the room, or the room does not exist.

    `why` is `kicked`, `banned`, `left`, `deleted`, or the code of the refusal.
    """

    def __init__(self, slug: str, why: str) -> None:
        code = "not_member" if why in ("kicked", "left", "deleted") else why
        super().__init__(code, f"{slug}: {why}")
        self.why = why


def refusal(error: Mapping[str, Any], **details: Any) -> MeydanError:
    """The exception for an error as the wire has it."""
    given = {name: error[name] for name in ("fields", "until", "reason") if name in error}
    if error.get("retry_after_ms") is not None:
        given["retry_after_ms"] = error["retry_after_ms"]
    return MeydanError(
        str(error.get("code", "network")), str(error.get("message", "")), **{**details, **given}
    )


def network_error(message: str = "No answer from the service.") -> MeydanError:
    return MeydanError("network", message)


def now_ms() -> float:
    return time.time() * 1000

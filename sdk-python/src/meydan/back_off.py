"""The delay before a retry. It grows, is never shorter than the service asked for, and is random."""

from __future__ import annotations

import asyncio
import random
from typing import Optional

from .errors import MeydanError, now_ms

FIRST_MS = 250
MOST_MS = 10_000
# 250 ms doubled six times is past the longest delay.
DOUBLINGS_MAX = 6


def wait_seconds(attempt: int, error: Optional[MeydanError] = None) -> float:
    told = 0.0
    if error is not None and error.retry_after_ms is not None:
        told = error.retry_after_ms
    elif error is not None and error.until is not None:
        told = error.until - now_ms()
    grown = min(MOST_MS, FIRST_MS * 2 ** min(attempt, DOUBLINGS_MAX))
    return float(max(0.0, told) + grown / 2 + random.random() * grown / 2) / 1000


async def pause(seconds: float, until: asyncio.Event) -> None:
    """Ends early when the event is set."""
    waiting = asyncio.ensure_future(until.wait())
    try:
        # Before Python 3.12 `wait_for` drops a cancellation that arrives together with the event.
        await asyncio.wait([waiting], timeout=seconds)
    finally:
        waiting.cancel()

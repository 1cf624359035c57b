"""Background tasks, which no caller awaits. They are held until they end, and their mistakes are logged."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Coroutine

log = logging.getLogger("meydan")


class Tasks:
    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    async def finish(self) -> None:
        await asyncio.gather(*self._running, return_exceptions=True)

    async def cancel(self) -> None:
        for task in self._running:
            task.cancel()
        await self.finish()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("background task failed", exc_info=error)

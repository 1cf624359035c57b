"""Messages that are not acknowledged yet.

The outbox sends one message at a time for each room, in order, and repeats it with the same `client_id` until there is
an answer. The service stores a repeated message once.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Awaitable, Callable, Mapping, Optional, Sequence

from .back_off import pause, wait_seconds
from .errors import MeydanError, now_ms
from .sessions import random_id
from .storage import OutboxStore, Pending
from .tasks import Tasks

log = logging.getLogger("meydan")

Send = Callable[[Pending], Awaitable[Mapping[str, Any]]]
Refused = Callable[[Pending, MeydanError], None]
Answer = Mapping[str, Any]


def log_refused(pending: Pending, error: MeydanError) -> None:
    log.warning("message %s of %s was refused: %s", pending["client_id"], pending["room"], error)


class Outbox:
    def __init__(
        self,
        send: Send,
        is_online: Callable[[], bool],
        store: Optional[OutboxStore],
        items_max: int,
        on_refused: Refused,
    ) -> None:
        self._send = send
        self._is_online = is_online
        self._store = store
        self._items_max = items_max
        self._on_refused = on_refused
        self._items: list[Pending] = []
        self._waiters: dict[str, asyncio.Future[Answer]] = {}
        self._sending: set[str] = set()
        # Of messages that are not in the storage yet: they are not sent before.
        self._unsaved: set[str] = set()
        self._account_id: Optional[str] = None
        self._is_restored = False
        # The account is suspended: nothing is sent before the next connection.
        self._is_held = False
        self._is_closed = False
        self._version = 0
        self._saved_version = 0
        self._saving = asyncio.Lock()
        self._restoring = asyncio.Lock()
        self._changed = asyncio.Event()
        self._hurry = asyncio.Event()
        self._saves = Tasks()
        self._runs = Tasks()

    @property
    def items(self) -> Sequence[Pending]:
        return tuple(self._items)

    async def drained(self) -> None:
        """Returns when nothing waits any more, neither from this run of the program nor from an earlier one."""
        while self._items or not self._is_restored:
            self._changed.clear()
            await self._changed.wait()

    async def restore(self, account_id: str) -> None:
        """Items that an earlier run of the program stored are sent before new ones."""
        async with self._restoring:
            if self._account_id == account_id:
                return
            if self._account_id is not None:
                self.forget()
            kept = await self._store.load(account_id) if self._store else []
            known = {item["client_id"] for item in self._items}
            self._items = [item for item in kept if item["client_id"] not in known] + self._items
            self._account_id = account_id
            self._is_restored = True
            self._change()
        await self._save()

    def forget(self) -> None:
        """The account has changed; the stored items of the previous account stay in the storage."""
        self.reject(MeydanError("closed", "The account is logged out."))
        self._account_id = None
        self._is_restored = False
        self._items = []
        self._change()

    async def enqueue(self, room: str, draft: Mapping[str, Any], client_id: Optional[str] = None) -> Pending:
        """Returns when the message is in the storage; from then on a restarted program sends it."""
        if self._is_closed:
            raise MeydanError("closed", "The client is closed.")
        if len(self._items) >= self._items_max:
            raise MeydanError("queue_full", f"{self._items_max} messages wait to be sent already.")
        pending: Pending = {"client_id": client_id or random_id(), "room": room, "draft": draft, "at": now_ms()}
        held = next((item for item in self._items if item["client_id"] == pending["client_id"]), None)
        if held is not None:
            return held
        self._items.append(pending)
        self._unsaved.add(pending["client_id"])
        self._change()
        try:
            await self._save()
        except BaseException:
            # The program learns that its message is not stored, so it must not be sent either.
            self._take(pending["client_id"])
            raise
        finally:
            self._unsaved.discard(pending["client_id"])
        self._flush_room(room)
        return pending

    async def answer(self, pending: Pending) -> Answer:
        """The answer of the service, also after retries."""
        client_id = pending["client_id"]
        if client_id not in self._waiters:
            self._waiters[client_id] = asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._waiters[client_id])

    def flush(self) -> None:
        """Called after each new connection."""
        self._is_held = False
        self._hurry.set()
        for room in {item["room"] for item in self._items}:
            self._flush_room(room)

    def settle(self, client_id: str, answer: Answer) -> None:
        """The answer, or the row itself: it replaces an acknowledgement that may have been lost."""
        if self._take(client_id) is None:
            return
        waiter = self._waiters.pop(client_id, None)
        if waiter is not None and not waiter.done():
            waiter.set_result(answer)

    def reject(self, error: MeydanError) -> None:
        """The callers learn that they wait in vain; the messages stay in the outbox."""
        waiters, self._waiters = self._waiters, {}
        for waiter in waiters.values():
            if not waiter.done():
                waiter.set_exception(error)
                # Not every caller still waits.
                waiter.exception()

    async def close(self) -> None:
        """Pending items stay in the storage."""
        self._is_closed = True
        self.reject(MeydanError("closed", "The client is closed."))
        await self._runs.cancel()
        await self._saves.finish()

    def _flush_room(self, room: str) -> None:
        if room not in self._sending and self._may_send():
            self._sending.add(room)
            self._runs.spawn(self._run(room))

    async def _run(self, room: str) -> None:
        try:
            await self._send_all(room)
        finally:
            self._sending.discard(room)
        # A message that was added while the run ended saw it still running.
        if self._next(room) is not None:
            self._flush_room(room)

    def _may_send(self) -> bool:
        return self._is_restored and not self._is_held and not self._is_closed and self._is_online()

    async def _send_all(self, room: str) -> None:
        attempt = 0
        while self._may_send():
            pending = self._next(room)
            if pending is None:
                return
            delay = await self._send_one(pending, attempt)
            attempt = 0 if delay is None else attempt + 1
            if delay:
                self._hurry.clear()
                await pause(delay, self._hurry)

    async def _send_one(self, pending: Pending, attempt: int) -> Optional[float]:
        """Returns the delay before the next attempt; None if there is none."""
        try:
            self.settle(pending["client_id"], await self._send(pending))
            return None
        except MeydanError as error:
            if error.code == "account_suspended":
                self._is_held = True
                return None
            if error.is_passing:
                lost = error.code == "network" and not self._is_online()
                return 0.0 if lost else wait_seconds(attempt, error)
            self._refuse(pending, error)
            return None

    def _refuse(self, pending: Pending, error: MeydanError) -> None:
        if self._take(pending["client_id"]) is None:
            return
        waiter = self._waiters.pop(pending["client_id"], None)
        if waiter is not None and not waiter.done():
            waiter.set_exception(error)
            waiter.exception()
        else:
            self._on_refused(pending, error)

    def _next(self, room: str) -> Optional[Pending]:
        first = next((item for item in self._items if item["room"] == room), None)
        return None if first is None or first["client_id"] in self._unsaved else first

    def _take(self, client_id: str) -> Optional[Pending]:
        pending = next((item for item in self._items if item["client_id"] == client_id), None)
        if pending is not None:
            self._items.remove(pending)
            self._change()
            self._saves.spawn(self._save_quietly())
        return pending

    def _change(self) -> None:
        self._version += 1
        self._changed.set()

    async def _save_quietly(self) -> None:
        try:
            await self._save()
        except OSError as error:
            # After a restart the message is sent again; the service recognizes the duplicate.
            log.warning("the outbox could not be stored: %s", error)

    async def _save(self) -> None:
        """Callers that wait while the file is being written share the next write."""
        wanted = self._version
        async with self._saving:
            if self._store is None or self._account_id is None or self._saved_version >= wanted:
                return
            version = self._version
            await self._store.save(self._account_id, tuple(self._items))
            self._saved_version = version

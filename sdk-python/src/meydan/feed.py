"""Follows one room without a gap, as an asynchronous iterator.

The iterator asks for what is missing when its reader is ready for it, so a slow reader costs neither memory nor
events: live events beyond `INBOX_MAX` are dropped, and requested again from the log.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Optional, Protocol, cast

from .back_off import pause, wait_seconds
from .errors import MeydanError, RoomGone
from .room_log import Event, Place, RoomLog

if TYPE_CHECKING:
    from typing import Awaitable, Union

    from typing_extensions import Literal, TypedDict

    from .generated.shapes import Message, Room
    from .generated.socket import RoomChange

    class Reset(TypedDict):
        """The held rows are void: another room of that name, another role, or a store that was restored."""

        type: Literal["reset"]
        messages: list[Message]

    FeedEvent = Union[RoomChange, Reset]

PAGE = 200
INBOX_MAX = 1000


class FeedEnds(Protocol):
    def ask(self, name: str, payload: dict[str, Any]) -> Awaitable[Any]: ...

    def is_online(self) -> bool: ...

    def epoch(self) -> Optional[str]: ...

    def closed(self, feed: Feed) -> None: ...


class Feed:
    """The events of a room, each once and in the order of its log."""

    def __init__(self, slug: str, ends: FeedEnds, place: Optional[Place]) -> None:
        self.slug = slug
        # The newest rows, if the feed began without a place.
        self.messages: list[Message] = []
        self.info: Optional[Room] = None
        self.unread = 0
        self.unread_mentions = 0
        # After the last event that was handed out.
        self.place: Optional[Place] = place
        self._ends = ends
        self._log = RoomLog(slug, place)
        self._prepared: deque[tuple[Event, Optional[Place]]] = deque()
        self._inbox: deque[Event] = deque()
        self._wake = asyncio.Event()
        self._hurry = asyncio.Event()
        self._is_behind = True
        self._is_reset = False
        # After a reset: the rows after the first one, up to the second one, are still to be read.
        self._missing: Optional[tuple[int, int]] = None
        self._attempt = 0
        self._failure: Optional[MeydanError] = None
        self._is_closed = False

    async def __aenter__(self) -> Feed:
        try:
            await self.open()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __aiter__(self) -> Feed:
        return self

    async def open(self) -> None:
        """Returns when the room is open: its later events are not missed. Without a connection it waits for one."""
        while self._is_behind and not self._prepared and not self._is_closed:
            await self._step()

    async def __anext__(self) -> FeedEvent:
        while not self._prepared:
            if self._is_closed:
                raise StopAsyncIteration
            await self._step()
        event, self.place = self._prepared.popleft()
        if event["type"] == "room:deleted":
            self._failure = RoomGone(self.slug, "deleted")
        return cast("FeedEvent", event)

    async def close(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._wake.set()
            self._hurry.set()
            self._ends.closed(self)

    def connected(self) -> None:
        """Events of the previous connection are in the answer of the catch-up, if they are still true."""
        self._inbox.clear()
        self._is_behind = True
        self._attempt = 0
        if self._failure is not None and not isinstance(self._failure, RoomGone):
            self._failure = None
        self._wake.set()
        self._hurry.set()

    def take(self, event: Event) -> None:
        self._inbox.append(event)
        if len(self._inbox) > INBOX_MAX:
            self._inbox.clear()
            self._is_behind = True
        self._wake.set()

    def fail(self, error: MeydanError) -> None:
        """The reader gets this error after the events that have already arrived."""
        self._failure = error
        self._wake.set()

    def gone(self, why: str) -> None:
        self.fail(RoomGone(self.slug, why))

    async def _step(self) -> None:
        """Prepares events, or waits until there may be some."""
        self._wake.clear()
        if not self._is_behind and self._missing is None and self._inbox:
            self._read_inbox()
        elif self._failure is not None:
            raise self._failure
        elif (self._is_behind or self._missing is not None) and self._ends.is_online():
            await self._fetch()
        else:
            await self._wake.wait()

    def _read_inbox(self) -> None:
        event = self._inbox.popleft()
        is_new = self._log.accept(event)
        if is_new is None:
            self._is_behind = True
        elif is_new:
            self._prepared.append((event, self._log.place))

    async def _fetch(self) -> None:
        self._hurry.clear()
        try:
            await (self._pull() if self._missing is None else self._read_missing(*self._missing))
            self._attempt = 0
        except MeydanError as error:
            if not error.is_passing and error.code != "account_suspended":
                self._failure = RoomGone(self.slug, error.code)
            elif self._ends.is_online():
                self._attempt += 1
                await pause(wait_seconds(self._attempt, error), self._hurry)

    async def _pull(self) -> None:
        """One page. The state changes only after its answer, so a reader that is cancelled loses nothing."""
        if self._log.is_void(self._ends.epoch()):
            self._is_reset = True
        since = self._log.since()
        opened = await self._ends.ask("room:open", {"room": self.slug, **since, **({"limit": PAGE} if since else {})})
        if opened["reset"]:
            self._log.drop()
            self._is_reset = True
            return
        self.info = opened["room"]
        self.unread, self.unread_mentions = opened["unread"], opened["unread_mentions"]
        if since:
            for event in self._log.catch_up(opened):
                self._prepared.append((event, self._log.place))
            self._is_behind = opened["has_more"]
        else:
            self._begin(opened)
            self._is_behind = False
        if not self._prepared:
            self.place = self._log.place

    def _begin(self, opened: Any) -> None:
        self.messages = opened["messages"]
        missing_after = self._log.begin(opened)
        if self._is_reset:
            self._is_reset = False
            place = self._log.place if missing_after is None else self._log.place_at(missing_after)
            self._prepared.append(({"type": "reset", "messages": self.messages}, place))
        self._missing = None if missing_after is None else (missing_after, int(opened["seq"]))

    async def _read_missing(self, after: int, up_to: int) -> None:
        """After a reset of the same room, the rows that the reader missed are read page by page."""
        page = await self._ends.ask("message:list", {"room": self.slug, "after_seq": after, "limit": PAGE})
        rows = [row for row in page["messages"] if row["seq"] <= up_to]
        for row in rows:
            self._prepared.append((self._log.event_of(row), self._log.place_at(row["seq"])))
        is_more = page["has_more"] and len(rows) == len(page["messages"]) and rows
        self._missing = (rows[-1]["seq"], up_to) if is_more else None

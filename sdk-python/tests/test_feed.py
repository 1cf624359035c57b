from __future__ import annotations

import asyncio
import unittest
from typing import Any, Optional

from meydan import feed as feed_module
from meydan.errors import MeydanError, RoomGone
from meydan.feed import Feed
from meydan.room_log import Place


def row(seq: int) -> dict[str, Any]:
    return {"id": f"m{seq}", "seq": seq, "body": str(seq)}


def live(seq: int) -> dict[str, Any]:
    return {"type": "message:new", "room": "kahve", "seq": seq, "prev_seq": seq - 1, "message": row(seq)}


class Service:
    """A room whose log has a row at each number, in pages of three."""

    def __init__(self, head: int) -> None:
        self.head = head
        self.room_id = "r1"
        self.store_epoch = "e1"
        self.resets = False
        self.is_up = True
        self.faults: list[MeydanError] = []
        self.asked: list[str] = []
        self.closed_feeds = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def ask(self, name: str, payload: dict[str, Any]) -> Any:
        self.asked.append(name)
        await self.may_answer.wait()
        if self.faults:
            raise self.faults.pop(0)
        after = payload.get("after_seq")
        if name == "room:open" and after is not None and (self.resets or payload["id"] != self.room_id):
            self.resets = False
            return {"reset": True}
        first = max(1, self.head - 2) if after is None else after + 1
        seqs = range(first, min(self.head, first + 2) + 1)
        seq = seqs[-1] if after is not None and seqs else self.head
        page = {"messages": [row(each) for each in seqs], "seq": seq, "has_more": seq < self.head}
        room = {"room": {"id": self.room_id}, "reset": False, "changes": [], "unread": 0, "unread_mentions": 0}
        return {**page, **room}

    def is_online(self) -> bool:
        return self.is_up

    def epoch(self) -> Optional[str]:
        return self.store_epoch

    def closed(self, feed: Feed) -> None:
        self.closed_feeds += 1

    def feed(self, seq: Optional[int] = None) -> Feed:
        place: Optional[Place] = None
        if seq is not None:
            place = {"id": "r1", "seq": seq, "epoch": "e1", "told": []}
        return Feed("kahve", self, place)


def place_of(feed: Feed) -> Place:
    if feed.place is None:
        raise AssertionError("the feed has no place")
    return feed.place


async def seqs(feed: Feed, count: int) -> list[Any]:
    """The numbers of the next rows, and the kinds of other events."""
    events: list[Any] = [await asyncio.wait_for(feed.__anext__(), 5) for _ in range(count)]
    return [event.get("seq", event["type"]) for event in events]


class AFeed(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.service = Service(head=10)

    async def test_begins_at_the_newest_rows_and_goes_on_with_live_events(self) -> None:
        async with self.service.feed() as feed:
            self.assertEqual([message["seq"] for message in feed.messages], [8, 9, 10])
            for seq in (11, 12):
                feed.take(live(seq))
            self.assertEqual(await seqs(feed, 2), [11, 12])
        self.assertEqual((self.service.asked, self.service.closed_feeds), (["room:open"], 1))

    async def test_catches_up_over_several_pages_while_events_come(self) -> None:
        feed = self.service.feed(seq=2)
        self.assertEqual(await seqs(feed, 2), [3, 4])
        self.assertEqual(place_of(feed)["seq"], 4)
        self.service.head = 12
        feed.take(live(11))
        feed.take(live(12))
        self.assertEqual(await seqs(feed, 8), [5, 6, 7, 8, 9, 10, 11, 12])

    async def test_requests_what_is_missing_before_an_event(self) -> None:
        feed = self.service.feed(seq=10)
        await feed.open()
        self.service.head = 13
        feed.take(live(13))
        self.assertEqual(await seqs(feed, 3), [11, 12, 13])

    async def test_lets_a_slow_program_have_all_events_without_holding_them(self) -> None:
        feed = self.service.feed(seq=10)
        await feed.open()
        count = feed_module.INBOX_MAX + 1
        for seq in range(11, 11 + count):
            self.service.head = seq
            feed.take(live(seq))
            self.assertLessEqual(len(feed._inbox), feed_module.INBOX_MAX)
        self.assertEqual(await seqs(feed, count), list(range(11, 11 + count)))

    async def test_hands_out_the_missed_rows_after_a_reset_of_the_same_room(self) -> None:
        self.service.resets = True
        feed = self.service.feed(seq=2)
        self.assertEqual(await seqs(feed, 1), ["reset"])
        self.assertEqual(place_of(feed)["seq"], 2)
        self.assertEqual(await seqs(feed, 3), [3, 4, 5])
        # A restart in the middle goes on where the program was.
        again = Feed("kahve", self.service, feed.place)
        feed.take(live(11))
        self.service.head = 11
        self.assertEqual(await seqs(feed, 6), [6, 7, 8, 9, 10, 11])
        self.assertEqual(await seqs(again, 6), [6, 7, 8, 9, 10, 11])

    async def test_begins_anew_in_another_epoch_of_the_store_and_in_another_room(self) -> None:
        for change in ("store_epoch", "room_id"):
            feed = self.service.feed(seq=20)
            setattr(self.service, change, "new")
            self.assertEqual(await seqs(feed, 1), ["reset"])
            self.assertEqual([message["seq"] for message in feed.messages], [8, 9, 10])
            feed.take(live(11))
            self.assertEqual(await seqs(feed, 1), [11])
            self.service = Service(head=10)

    async def test_loses_nothing_when_its_reader_is_cancelled(self) -> None:
        feed = self.service.feed(seq=7)
        self.service.may_answer.clear()
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(feed.__anext__(), 0.01)
        self.service.may_answer.set()
        self.assertEqual(await seqs(feed, 3), [8, 9, 10])
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(feed.__anext__(), 0.01)
        feed.take(live(11))
        self.assertEqual(await seqs(feed, 1), [11])

    async def test_asks_again_after_a_refusal_that_passes_and_after_the_next_connection(self) -> None:
        self.service.faults = [MeydanError("overloaded", "later", retry_after_ms=200)]
        feed = self.service.feed(seq=8)
        before = asyncio.get_running_loop().time()
        self.assertEqual(await seqs(feed, 2), [9, 10])
        self.assertGreaterEqual(asyncio.get_running_loop().time() - before, 0.2)
        self.service.is_up = False
        feed.connected()
        reading = asyncio.create_task(seqs(feed, 1))
        await asyncio.sleep(0.01)
        self.service.is_up, self.service.head = True, 11
        feed.connected()
        self.assertEqual(await reading, [11])

    async def test_ends_when_the_room_is_gone(self) -> None:
        feed = self.service.feed(seq=10)
        await feed.open()
        feed.take(live(11))
        feed.gone("kicked")
        self.assertEqual(await seqs(feed, 1), [11])
        for _ in range(2):
            with self.assertRaises(RoomGone) as caught:
                await feed.__anext__()
            self.assertEqual((caught.exception.why, caught.exception.code), ("kicked", "not_member"))

    async def test_ends_when_the_room_is_refused(self) -> None:
        self.service.faults = [MeydanError("not_member", "no")]
        with self.assertRaises(RoomGone) as caught:
            await asyncio.wait_for(self.service.feed().open(), 5)
        self.assertEqual(caught.exception.code, "not_member")

    async def test_ends_its_loop_when_it_is_closed(self) -> None:
        feed = self.service.feed(seq=10)

        async def read() -> list[Any]:
            return [event async for event in feed]

        reading = asyncio.create_task(read())
        await asyncio.sleep(0.01)
        await feed.close()
        self.assertEqual(await asyncio.wait_for(reading, 5), [])

from __future__ import annotations

import asyncio
import shutil
import tempfile
import unittest
from pathlib import Path
from typing import Any, Mapping, Sequence

from meydan.errors import MeydanError
from meydan.outbox import Outbox
from meydan.storage import FileOutbox, Pending


def refused(code: str, retry_after_ms: float = 0) -> MeydanError:
    return MeydanError(code, "no", retry_after_ms=retry_after_ms)


class Service:
    """Stores each client_id once, and fails as it is told to."""

    def __init__(self) -> None:
        self.stored: dict[str, str] = {}
        self.faults: list[MeydanError] = []
        self.is_online = True
        self.sends = 0
        self.sending = 0
        self.sending_most = 0

    async def send(self, pending: Pending) -> Mapping[str, Any]:
        self.sends += 1
        self.sending += 1
        self.sending_most = max(self.sending_most, self.sending)
        await asyncio.sleep(0)
        self.sending -= 1
        if self.faults:
            raise self.faults.pop(0)
        self.stored.setdefault(pending["client_id"], pending["draft"]["body"])
        return {"ok": True, "message": pending["draft"]}

    def outbox(self, folder: str, items_max: int = 200) -> Outbox:
        return Outbox(self.send, lambda: self.is_online, FileOutbox(folder), items_max, lambda *_: None)


class SlowStore:
    """Writes when it may."""

    def __init__(self) -> None:
        self.may_save = asyncio.Event()
        self.may_save.set()
        self.saved: list[Sequence[Pending]] = []

    async def load(self, account_id: str) -> list[Pending]:
        return []

    async def save(self, account_id: str, pending: Sequence[Pending]) -> None:
        await self.may_save.wait()
        self.saved.append(pending)


class AnOutbox(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.service = Service()
        self.outbox = self.service.outbox(self.folder.name)
        await self.outbox.restore("ada")

    async def asyncTearDown(self) -> None:
        await self.outbox.close()
        self.folder.cleanup()

    async def say(self, body: str, outbox: Any = None) -> Mapping[str, Any]:
        chosen = outbox or self.outbox
        return await chosen.answer(await chosen.enqueue("kahve", {"body": body}))

    async def test_repeats_what_is_refused_for_a_while_and_keeps_the_order(self) -> None:
        self.service.faults = [refused(code, 1) for code in ("overloaded", "unavailable", "rate_limited", "network")]
        await asyncio.gather(*(self.say(str(at)) for at in range(5)))
        self.assertEqual(list(self.service.stored.values()), ["0", "1", "2", "3", "4"])
        self.assertEqual((self.service.sends, self.service.sending_most), (9, 1))

    async def test_waits_as_long_as_the_service_asks_for(self) -> None:
        self.service.faults = [refused("rate_limited", 300)]
        loop = asyncio.get_running_loop()
        before = loop.time()
        await self.say("selam")
        self.assertGreaterEqual(loop.time() - before, 0.3)

    async def test_sends_a_message_when_it_is_stored_and_stores_many_at_once(self) -> None:
        store = SlowStore()
        outbox = Outbox(self.service.send, lambda: True, store, 200, lambda *_: None)
        await outbox.restore("ada")
        store.may_save.clear()
        said = [asyncio.create_task(self.say(str(at), outbox)) for at in range(20)]
        await asyncio.sleep(0.01)
        outbox.flush()
        await asyncio.sleep(0.01)
        self.assertEqual(self.service.sends, 0)
        store.may_save.set()
        await asyncio.gather(*said)
        self.assertEqual(len(store.saved[1]), 1)
        self.assertEqual(len(store.saved[2]), 20)
        self.assertLess(len(store.saved[3]), 20)
        await outbox.close()

    async def test_tells_its_caller_of_a_refusal_and_goes_on(self) -> None:
        self.service.faults = [refused("muted")]
        answers: list[Any] = await asyncio.gather(self.say("bir"), self.say("iki"), return_exceptions=True)
        self.assertEqual((answers[0].code, list(self.service.stored.values())), ("muted", ["iki"]))
        self.assertEqual(answers[1], {"ok": True, "message": {"body": "iki"}})

    async def test_sends_what_an_earlier_run_left_before_what_is_new(self) -> None:
        self.service.is_online = False
        for at in range(3):
            await self.outbox.enqueue("kahve", {"body": str(at)})
        await self.outbox.close()
        again = self.service.outbox(self.folder.name)
        new = asyncio.create_task(self.say("new", again))
        await asyncio.sleep(0)
        await again.restore("ada")
        self.service.is_online = True
        again.flush()
        await asyncio.gather(again.drained(), new)
        self.assertEqual(list(self.service.stored.values()), ["0", "1", "2", "new"])
        await again.close()
        self.assertEqual(await FileOutbox(self.folder.name).load("ada"), [])

    async def test_refuses_one_message_more_than_it_holds(self) -> None:
        self.service.is_online = False
        small = self.service.outbox(self.folder.name, items_max=2)
        for body in ("bir", "iki"):
            await small.enqueue("kahve", {"body": body})
        with self.assertRaises(MeydanError) as caught:
            await small.enqueue("kahve", {"body": "üç"})
        self.assertEqual(caught.exception.code, "queue_full")

    async def test_refuses_a_message_that_it_cannot_store(self) -> None:
        folder = Path(self.folder.name, "full")
        broken = self.service.outbox(str(folder))
        await broken.restore("ada")
        shutil.rmtree(folder)
        # A file in the place of the folder: nothing can be written into it.
        folder.write_text("")
        with self.assertRaises(OSError):
            await broken.enqueue("kahve", {"body": "selam"})
        self.assertEqual((broken.items, self.service.sends), ((), 0))
        with self.assertLogs("meydan", "WARNING"):
            await broken.close()

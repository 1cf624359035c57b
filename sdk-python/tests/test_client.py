from __future__ import annotations

import asyncio
import unittest

from meydan import Client, MeydanError
from meydan.storage import MemorySession, Session

NO_SERVICE = "http://127.0.0.1:9"


class AClient(unittest.IsolatedAsyncioTestCase):
    async def test_follows_a_room_by_its_slug_in_any_case(self) -> None:
        async with Client(NO_SERVICE) as client:
            room = client.room("KAHVE")
            self.assertEqual(room.slug, "kahve")
            feed = room.follow()
            # The feed opens its room: an event before that shows only that it arrives.
            client.told("message:pins", {"room": "kahve", "seq": 2, "prev_seq": 1, "pins": []})
            self.assertEqual([event["type"] for event in feed._inbox], ["message:pins"])

    async def test_does_not_wait_for_a_connection_that_is_called_off(self) -> None:
        sessions = MemorySession()
        await sessions.save(Session("ada", "a", "r", float("inf"), float("inf"), "k"))
        async with Client(NO_SERVICE, sessions=sessions) as client:
            connecting = asyncio.ensure_future(client.connect())
            await asyncio.sleep(0.05)
            await client.disconnect()
            with self.assertRaises(MeydanError) as refused:
                await asyncio.wait_for(connecting, 5)
            self.assertEqual(refused.exception.code, "closed")

    async def test_tells_of_an_outage_once_for_all_its_attempts(self) -> None:
        sessions = MemorySession()
        await sessions.save(Session("ada", "a", "r", float("inf"), float("inf"), "k"))
        heard: list[object] = []
        async with Client(NO_SERVICE, sessions=sessions) as client:
            client.on("offline", heard.append)
            connection = client._connection
            attempts: asyncio.Queue[None] = asyncio.Queue()
            live = connection._live

            async def counted() -> bool:
                attempts.put_nowait(None)
                connection._hurry.set()
                return await live()

            connection._live = counted  # type: ignore[method-assign]
            connecting = asyncio.ensure_future(client.connect())
            for _ in range(4):
                await asyncio.wait_for(attempts.get(), 5)
            # A cancellation of a pause that just ends was dropped: the client went on connecting, and this never returned.
            done, _ = await asyncio.wait([asyncio.ensure_future(client.disconnect())], timeout=10)
            self.assertEqual(len(done), 1)
            await asyncio.gather(connecting, return_exceptions=True)
        self.assertEqual(heard, [None])

    async def test_goes_on_after_a_listener_that_fails_and_removes_one_once(self) -> None:
        failures: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context["message"]))
        heard: list[object] = []

        def fails(_: object) -> None:
            raise RuntimeError("a mistake")

        async with Client(NO_SERVICE) as client:
            client.on("offline", fails)
            stop = client.on("offline", heard.append)
            client.offline()
            stop()
            stop()
            client.offline()
        self.assertEqual(heard, [None])
        self.assertEqual(failures, ["a listener of offline failed"] * 2)


if __name__ == "__main__":
    unittest.main()

from __future__ import annotations

import unittest

from meydan import Client


class AClient(unittest.IsolatedAsyncioTestCase):
    async def test_follows_a_room_by_its_slug_in_any_case(self) -> None:
        async with Client("http://127.0.0.1:9") as client:
            room = client.room("KAHVE")
            self.assertEqual(room.slug, "kahve")
            feed = room.follow()
            # The feed opens its room: an event before that shows only that it arrives.
            client.told("message:pins", {"room": "kahve", "seq": 2, "prev_seq": 1, "pins": []})
            self.assertEqual([event["type"] for event in feed._inbox], ["message:pins"])


if __name__ == "__main__":
    unittest.main()

from __future__ import annotations

import unittest

from meydan.errors import MeydanError
from meydan.rest import address_of


class AnAddress(unittest.TestCase):
    def test_has_its_parts_escaped(self) -> None:
        path = {"slug": "a/b", "id": "ş"}
        self.assertEqual(address_of("/api/rooms/{slug}/messages/{id}", path, {}), "/api/rooms/a%2Fb/messages/%C5%9F")
        self.assertEqual(address_of("/api/users/{username}", {"username": "..."}, {}), "/api/users/...")
        self.assertEqual(address_of("/api/x", {}, {"q": "a b", "on": True, "before": None}), "/api/x?q=a+b&on=true")

    def test_never_leaves_its_path_by_a_part_that_climbs(self) -> None:
        for part in (".", ".."):
            with self.assertRaises(MeydanError) as refused:
                address_of("/api/me/sessions/{id}", {"id": part}, {})
            self.assertEqual(refused.exception.code, "not_found")


if __name__ == "__main__":
    unittest.main()

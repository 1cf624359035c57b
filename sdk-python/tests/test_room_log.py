from __future__ import annotations

import json
import unittest
from typing import Any, Optional

from meydan.room_log import RoomLog


def row(seq: int) -> dict[str, Any]:
    return {"id": f"m{seq}", "seq": seq}


def live(seq: int, prev_seq: int, kind: str = "message:new", **more: Any) -> dict[str, Any]:
    given = {"message": row(seq)} if kind == "message:new" else {"message_id": "m1"}
    return {"type": kind, "seq": seq, "prev_seq": prev_seq, **given, **more}


def opened(
    seq: int, rows: tuple[int, ...] = (), changes: Optional[list[Any]] = None, room: str = "r1"
) -> dict[str, Any]:
    return {"room": {"id": room}, "seq": seq, "messages": [row(each) for each in rows], "changes": changes or []}


class ARoomLog(unittest.TestCase):
    def setUp(self) -> None:
        self.log = RoomLog("kahve", None)
        self.log.is_void("e1")
        self.log.begin(opened(5, (4, 5)))

    def test_takes_what_follows_and_drops_what_it_has(self) -> None:
        self.assertIs(self.log.accept(live(5, 4)), False)
        self.assertIs(self.log.accept(live(7, 5)), True)
        self.assertIs(self.log.accept(live(7, 5)), False)
        self.assertIs(self.log.accept(live(8, 7)), True)

    def test_takes_each_event_beside_the_log_and_stays_at_its_place(self) -> None:
        for _ in range(2):
            self.assertIs(self.log.accept(live(5, 5, "message:read")), True)
        self.assertIs(self.log.accept(live(6, 5)), True)
        for _ in range(2):
            self.assertIs(self.log.accept(live(6, 6, "message:read")), True)
        self.assertIsNone(self.log.accept(live(7, 7, "message:read")))
        self.assertEqual(self.log.since(), {"id": "r1", "after_seq": 5})

    def test_notices_that_an_entry_is_missing(self) -> None:
        self.assertIsNone(self.log.accept(live(8, 6)))
        self.assertEqual(self.log.since(), {"id": "r1", "after_seq": 5})

    def test_merges_rows_and_changes_in_the_order_of_the_log(self) -> None:
        pinned = {"type": "message:pins", "seq": 7, "pins": []}
        told = list(self.log.catch_up(opened(9, (6, 8), [pinned, {"type": "message:new", "seq": 6}])))
        names = [(event["type"], event["seq"]) for event in told]
        self.assertEqual(names, [("message:new", 6), ("message:pins", 7), ("message:new", 8)])
        self.assertEqual(self.log.since(), {"id": "r1", "after_seq": 9})

    def test_drops_a_live_event_that_a_catch_up_has_handed_out(self) -> None:
        list(self.log.catch_up(opened(9, (6,), [{"type": "message:pins", "seq": 9, "pins": []}])))
        self.assertIs(self.log.accept(live(9, 8, "message:pins")), False)

    def test_hands_out_only_the_events_of_an_entry_that_did_not_come(self) -> None:
        first, second = live(6, 5, "message:discussion"), live(6, 5, "message:pins")
        self.log.accept(first)
        self.assertEqual(list(self.log.catch_up(opened(6, (), [first, second]))), [second])

    def test_asks_for_the_rest_of_an_entry_of_which_one_event_came(self) -> None:
        self.log.accept(live(6, 5))
        self.assertEqual(self.log.since(), {"id": "r1", "after_seq": 5})
        counted = {"type": "message:discussion", "seq": 6, "message_id": "m1"}
        told = list(self.log.catch_up(opened(6, (6,), [counted])))
        self.assertEqual(told, [counted])

    def test_goes_on_after_a_restart_from_a_place_within_an_entry(self) -> None:
        self.log.accept(live(6, 5))
        again = RoomLog("kahve", json.loads(json.dumps(self.log.place)))
        counted = {"type": "message:discussion", "seq": 6, "message_id": "m1"}
        self.assertEqual(list(again.catch_up(opened(7, (6, 7), [counted])))[0], counted)
        self.assertEqual(again.place, {"id": "r1", "seq": 7, "epoch": "e1", "told": []})

    def test_hands_out_the_row_of_an_entry_of_which_only_a_change_was_handled(self) -> None:
        self.log.accept(live(6, 5, "message:discussion"))
        again = RoomLog("kahve", self.log.place)
        self.assertEqual([event["type"] for event in again.catch_up(opened(6, (6,)))], ["message:new"])

    def test_hands_out_rows_once_over_a_reset_of_the_same_room(self) -> None:
        self.log.drop()
        self.assertEqual(self.log.since(), {})
        self.assertEqual(self.log.begin(opened(9, (8, 9))), 5)

    def test_knows_no_missing_rows_of_another_room(self) -> None:
        self.log.drop()
        self.assertIsNone(self.log.begin(opened(9, (8, 9), room="r2")))

    def test_is_void_in_another_epoch_of_the_store(self) -> None:
        self.assertIs(self.log.is_void("e1"), False)
        self.assertIs(self.log.is_void("e2"), True)
        self.assertEqual(self.log.since(), {})
        self.assertIsNone(self.log.begin(opened(3, (3,))))
        self.assertIs(self.log.accept(live(4, 3)), True)

"""The position in the log of one room, and which events it lets through. Without input and output.

Each event carries `prev_seq`, the entry before it on this channel. An event whose `prev_seq` is greater than the held
entry shows a gap; the missing entries are then requested with `after_seq`. Every row and every change passes once, in
the order of the log.
"""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Optional

from typing_extensions import TypedDict

Event = Mapping[str, Any]


class Place(TypedDict):
    """The position up to which all events were handed out. A program that stores it can resume after a restart."""

    id: str
    seq: int
    # The epoch of the server's store. A restore of the store changes it, and makes the position void.
    epoch: Optional[str]
    # The events of the entry `seq` that were handed out; empty if all were.
    told: list[str]


class RoomLog:
    def __init__(self, slug: str, place: Optional[Place]) -> None:
        self._slug = slug
        self.id: Optional[str] = place["id"] if place else None
        self.seq = place["seq"] if place else 0
        self.epoch = place["epoch"] if place else None
        self._told = set(place["told"]) if place else set()
        # The newest row that was handed out. It outlives a reset, so that no row is handed out twice.
        self.row_seq = self.seq
        if self._told and not any(name.startswith("message:new ") for name in self._told):
            self.row_seq = self.seq - 1
        # The room whose rows were dropped.
        self._dropped: Optional[str] = None

    @property
    def place(self) -> Optional[Place]:
        if self.id is None:
            return None
        return {"id": self.id, "seq": self.seq, "epoch": self.epoch, "told": sorted(self._told)}

    def since(self) -> dict[str, Any]:
        """Where a request that opens the room begins. An entry of which events may be missing is requested again."""
        if self.id is None:
            return {}
        return {"id": self.id, "after_seq": self.seq - 1 if self._told else self.seq}

    def is_void(self, epoch: Optional[str]) -> bool:
        """Entries of another epoch may not exist, and their numbers may mean other entries now."""
        is_other = self.id is not None and None not in (epoch, self.epoch) and epoch != self.epoch
        if is_other:
            self.drop()
            self._dropped = None
        self.epoch = epoch
        return is_other

    def drop(self) -> None:
        """The held position is void; rows of the same room after it are still to be handed out."""
        self._dropped = self.id
        self.id = None
        self.seq = 0
        self._told.clear()

    def begin(self, opened: Event) -> Optional[int]:
        """Starts at the newest rows. After a drop of the same room: the row after which rows are missing."""
        is_same = self._dropped == opened["room"]["id"]
        missing_after = self.row_seq if is_same and self.row_seq < opened["seq"] else None
        self._dropped = None
        self.id, self.seq = opened["room"]["id"], int(opened["seq"])
        self._told.clear()
        self.row_seq = max(self.row_seq, self.seq) if is_same else self.seq
        return missing_after

    def place_at(self, seq: int) -> Place:
        """A position before the present one, while missing rows are still being read."""
        return {"id": self.id or "", "seq": seq, "epoch": self.epoch, "told": []}

    def catch_up(self, opened: Event) -> Iterator[Event]:
        """Rows and changes arrive in two lists; merged by `seq` they are the log."""
        self.id = opened["room"]["id"]
        held, told = self.seq, set(self._told)
        changes = [change for change in opened["changes"] if change["type"] != "message:new"]
        entries = [self.event_of(row) for row in opened["messages"]] + changes
        for event in sorted(entries, key=lambda entry: int(entry["seq"])):
            if event["type"] == "message:new":
                is_new = self._takes_row(event)
            else:
                is_new = event["seq"] > held or (event["seq"] == held and name_of(event) not in told)
            if is_new:
                self._advance(event)
                yield event
        self.seq = max(self.seq, opened["seq"])
        self._told.clear()

    def accept(self, event: Event) -> Optional[bool]:
        """Whether a live event is new; None if an earlier entry is missing."""
        if event["prev_seq"] > self.seq:
            return None
        # Beside the log (`message:read`): it has the place of the newest entry, and no catch-up repeats it.
        if event["seq"] == event["prev_seq"]:
            return True
        # Neither a new entry nor a part of the current one: a catch-up has already handed it out.
        is_old = event["seq"] < self.seq or (event["seq"] == self.seq and not self._told)
        if is_old or (event["seq"] == self.seq and name_of(event) in self._told):
            return False
        is_new = event["type"] != "message:new" or self._takes_row(event)
        self._advance(event)
        return is_new

    def event_of(self, row: Event) -> Event:
        return {"type": "message:new", "room": self._slug, "seq": row["seq"], "message": row}

    def _takes_row(self, event: Event) -> bool:
        row_seq = int(event["message"]["seq"])
        is_new = row_seq > self.row_seq
        self.row_seq = max(self.row_seq, row_seq)
        return is_new

    def _advance(self, event: Event) -> None:
        if event["seq"] > self.seq:
            self.seq = int(event["seq"])
            self._told.clear()
        self._told.add(name_of(event))


def name_of(event: Event) -> str:
    """Identifies an event within its entry."""
    message, member = event.get("message") or {}, event.get("member") or {}
    which = event.get("message_id") or message.get("id")
    whose = event.get("account_id") or member.get("account_id")
    return f"{event['type']} {which} {whose}"

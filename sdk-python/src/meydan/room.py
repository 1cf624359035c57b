"""A room of the account: its messages, its members' side of it, and its feed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, AsyncIterator, Mapping, Optional, Protocol, Union, cast

from . import uploads
from .errors import MeydanError
from .feed import Feed
from .outbox import Outbox
from .rest import Rest
from .room_log import Place
from .uploads import Progress, Source, no_progress

if TYPE_CHECKING:
    from .generated.shapes import Message
    from .generated.socket import MessageReadAck

# The service forwards one typing event per this interval.
TYPING_INTERVAL_S = 3.0
PAGE = 100


class Sent:
    """A stored message. `duplicate`: it was stored before, under the same `client_id`."""

    def __init__(self, message: Message, duplicate: bool) -> None:
        self.message = message
        self.duplicate = duplicate


class RoomEnds(Protocol):
    outbox: Outbox
    rest: Rest

    async def ask(self, name: str, payload: dict[str, Any]) -> Any: ...

    def hint(self, name: str, payload: dict[str, Any]) -> None: ...

    def feed(self, slug: str, place: Optional[Place]) -> Feed: ...


class RoomHandle:
    def __init__(self, slug: str, ends: RoomEnds) -> None:
        self.slug = slug
        self._ends = ends
        self._typed_at = 0.0

    def follow(self, place: Optional[Place] = None) -> Feed:
        """The events of the room from now on, or all events after the place of an earlier feed."""
        return self._ends.feed(self.slug, place)

    async def send(self, said: Union[str, Mapping[str, Any]], client_id: Optional[str] = None) -> Sent:
        """Returns when the message is durable, also after retries.

        With a `client_id` of the program, the message is stored once even if the program sends it again after a
        restart. The text is never a command: a text that begins with a slash is sent unchanged.
        """
        pending = await self._ends.outbox.enqueue(self.slug, plain_text(said), client_id)
        answer = await self._ends.outbox.answer(pending)
        if "message" not in answer:
            raise MeydanError("internal_error", "The service answered a message without its row.")
        return Sent(answer["message"], bool(answer.get("duplicate", False)))

    async def post(self, said: Union[str, Mapping[str, Any]], client_id: Optional[str] = None) -> str:
        """Returns the `client_id` as soon as the message is in the outbox, which sends it by itself."""
        return (await self._ends.outbox.enqueue(self.slug, plain_text(said), client_id))["client_id"]

    async def command(self, line: str, client_id: Optional[str] = None) -> Mapping[str, Any]:
        """Runs a slash command of the service, such as `/mute @bora 10`; `/help` lists them."""
        text = line.lstrip()
        if not text.startswith("/") or text.startswith("//"):
            raise MeydanError("unknown_command", "A command begins with one slash, such as /help.")
        pending = await self._ends.outbox.enqueue(self.slug, {"body": line}, client_id)
        return await self._ends.outbox.answer(pending)

    async def edit(self, message: Mapping[str, Any], body: str) -> Message:
        """Is refused with `invalid_state` if the row has changed meanwhile."""
        given = {"message_id": message["id"], "body": body, "if_rev": message["rev"]}
        return cast("Message", (await self._ask("message:edit", given))["message"])

    async def delete(self, message_id: str) -> Message:
        return cast("Message", (await self._ask("message:delete", {"message_id": message_id}))["message"])

    async def react(self, message_id: str, emoji: str, on: bool = True) -> dict[str, int]:
        given = {"message_id": message_id, "emoji": emoji, "on": on}
        return cast("dict[str, int]", (await self._ask("message:react", given))["reactions"])

    async def read(self, seq: int) -> MessageReadAck:
        """Marks all messages up to this one as read."""
        return cast("MessageReadAck", await self._ask("message:read", {"seq": seq}))

    def typing(self, on: bool = True) -> None:
        """For a room that this client follows. May be called at every keystroke: most calls send nothing."""
        now = time.monotonic()
        if (on and now - self._typed_at < TYPING_INTERVAL_S) or (not on and self._typed_at == 0):
            return
        self._typed_at = now if on else 0.0
        self._ends.hint("typing", {"room": self.slug, "on": on})

    async def history(self, after_seq: int = 0) -> AsyncIterator[Message]:
        """The stored rows after this one, oldest first."""
        while True:
            page = await self._ask("message:list", {"after_seq": after_seq, "limit": PAGE})
            for row in page["messages"]:
                yield row
            if not page["has_more"] or not page["messages"]:
                return
            after_seq = page["messages"][-1]["seq"]

    async def upload_document(
        self, source: Source, name: str, content_type: str, progress: Progress = no_progress
    ) -> dict[str, Any]:
        """Uploads bytes or a file; returns the attachment for `send`. `progress` gets the bytes sent and the total."""
        return await uploads.upload_document(self._ends.rest, self.slug, source, name, content_type, progress)

    async def upload_photo(
        self,
        source: Source,
        width: int,
        height: int,
        content_type: str = "image/jpeg",
        thumbnail: Optional[Source] = None,
        progress: Progress = no_progress,
    ) -> dict[str, Any]:
        details = {"width": width, "height": height}
        rest, slug = self._ends.rest, self.slug
        return await uploads.upload_media(rest, slug, source, "photo", content_type, details, thumbnail, progress)

    async def upload_video(
        self,
        source: Source,
        width: int,
        height: int,
        duration_ms: int,
        thumbnail: Optional[Source] = None,
        progress: Progress = no_progress,
    ) -> dict[str, Any]:
        details = {"width": width, "height": height, "duration_ms": duration_ms}
        rest, slug = self._ends.rest, self.slug
        return await uploads.upload_media(rest, slug, source, "video", "video/mp4", details, thumbnail, progress)

    async def _ask(self, name: str, payload: dict[str, Any]) -> Any:
        return await self._ends.ask(name, {"room": self.slug, **payload})


def plain_text(said: Union[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """A body with one slash is a command of the service; a body with two is a text with one slash."""
    draft: dict[str, Any] = {"body": said} if isinstance(said, str) else dict(said)
    body = (draft.get("body") or "").lstrip()
    if body.startswith("/") and not draft.get("attachment"):
        draft["body"] = f"/{body}"
    return draft

"""The calls that list, create, join and leave rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, cast

from .rest import Rest

if TYPE_CHECKING:
    from .generated.rest import JoinRoomAnswer, LeaveRoomAnswer, Request
    from .generated.shapes import Room, RoomListRow


class RoomCalls:
    # A request over REST, typed by its method and path: `request("GET /api/rooms/{slug}", path={"slug": "kahve"})`.
    request: Request
    rest: Rest

    async def rooms(self) -> list[RoomListRow]:
        return (await self.request("GET /api/rooms"))["rooms"]

    async def create_room(
        self, name: str, *, slug: Optional[str] = None, key: Optional[str] = None, **more: Any
    ) -> Room:
        """`key`: a repeated call with the same key has one effect."""
        body = {"name": name, **({"slug": slug} if slug else {}), **more}
        answer = await self.rest.request("POST /api/rooms", body=body, key=key)
        return cast("Room", answer["room"])

    async def join(self, slug: str) -> JoinRoomAnswer:
        return await self.request("POST /api/rooms/{slug}/join", path={"slug": slug})

    async def leave(self, slug: str) -> LeaveRoomAnswer:
        return await self.request("POST /api/rooms/{slug}/leave", path={"slug": slug})

    async def direct(self, username: str) -> Room:
        """The direct chat with a person; it is created if there is none."""
        return (await self.request("POST /api/dm/{username}", path={"username": username}))["room"]

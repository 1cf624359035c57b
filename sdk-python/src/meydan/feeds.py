"""The open feeds of a program. Dispatches each event to the feeds of its room."""

from __future__ import annotations

from typing import Iterator, Optional

from .errors import MeydanError
from .feed import Feed, FeedEnds
from .room_log import Event, Place


class Feeds:
    def __init__(self) -> None:
        self._by_slug: dict[str, list[Feed]] = {}

    def __iter__(self) -> Iterator[Feed]:
        return iter([feed for feeds in self._by_slug.values() for feed in feeds])

    def open(self, slug: str, ends: FeedEnds, place: Optional[Place]) -> Feed:
        feed = Feed(slug, ends, place)
        self._by_slug.setdefault(slug, []).append(feed)
        return feed

    def remove(self, feed: Feed) -> bool:
        """True if no other feed follows the room."""
        feeds = self._by_slug.get(feed.slug, [])
        if feed not in feeds:
            return False
        feeds.remove(feed)
        if not feeds:
            del self._by_slug[feed.slug]
        return not feeds

    def take(self, event: Event) -> None:
        for feed in self._by_slug.get(event["room"], []):
            feed.take(event)

    def gone(self, slug: str, why: str) -> None:
        for feed in self._by_slug.get(slug, []):
            feed.gone(why)

    def connected(self) -> None:
        for feed in self:
            feed.connected()

    def fail(self, error: MeydanError) -> None:
        for feed in self:
            feed.fail(error)

    async def close(self) -> None:
        for feed in self:
            await feed.close()

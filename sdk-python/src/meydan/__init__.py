"""A client of Meydan for asyncio: rooms without gaps, and messages that are stored once."""

from .client import Client
from .errors import MeydanError, RoomGone
from .feed import Feed
from .outbox import Outbox
from .room import RoomHandle, Sent
from .room_log import Place
from .storage import FileOutbox, FileSession, MemorySession, OutboxStore, Pending, Session, SessionStore

__all__ = [
    "Client",
    "Feed",
    "FileOutbox",
    "FileSession",
    "MemorySession",
    "MeydanError",
    "Outbox",
    "OutboxStore",
    "Pending",
    "Place",
    "RoomGone",
    "RoomHandle",
    "Sent",
    "Session",
    "SessionStore",
]

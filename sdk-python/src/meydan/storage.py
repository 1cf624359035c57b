"""Where a session and unsent messages are kept: in memory, or in files that survive the program."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Callable, Mapping, Optional, Protocol, Sequence, TypeVar, Union, cast

from typing_extensions import TypedDict

T = TypeVar("T")


@dataclass(frozen=True)
class Session:
    """A pair of tokens. All refreshes of a pair send its `key`, so that they get the same new pair."""

    account_id: str
    access: str
    refresh: Optional[str]
    # Milliseconds since epoch.
    expires_at: float
    lifetime_ms: float
    key: str


class Pending(TypedDict):
    """A message that is not acknowledged yet."""

    client_id: str
    room: str
    draft: Mapping[str, Any]
    # Milliseconds since epoch, by the local clock.
    at: float


class SessionStore(Protocol):
    async def load(self) -> Optional[Session]: ...

    async def save(self, session: Optional[Session]) -> None:
        """None: the session has ended."""
        ...


class OutboxStore(Protocol):
    async def load(self, account_id: str) -> list[Pending]: ...

    async def save(self, account_id: str, pending: Sequence[Pending]) -> None: ...


class MemorySession:
    """Lasts as long as the program."""

    def __init__(self) -> None:
        self._session: Optional[Session] = None

    async def load(self) -> Optional[Session]:
        return self._session

    async def save(self, session: Optional[Session]) -> None:
        self._session = session


class FileSession:
    """A session in a file that only its owner may read. Several programs may share it."""

    def __init__(self, path: Union[str, Path]) -> None:
        self._path = Path(path)

    async def load(self) -> Optional[Session]:
        value = await off_loop(lambda: read_json(self._path))
        try:
            return Session(**value) if isinstance(value, dict) else None
        except TypeError:
            # Another program wrote to this file: the value is not a session.
            return None

    async def save(self, session: Optional[Session]) -> None:
        value = asdict(session) if session else None
        await off_loop(lambda: write_json(self._path, value))


class FileOutbox:
    """Unsent messages in a folder, a file for each account. Each program needs a folder of its own."""

    def __init__(self, folder: Union[str, Path]) -> None:
        self._folder = Path(folder)

    async def load(self, account_id: str) -> list[Pending]:
        value = await off_loop(lambda: read_json(self._file(account_id)))
        return cast("list[Pending]", value) if isinstance(value, list) else []

    async def save(self, account_id: str, pending: Sequence[Pending]) -> None:
        value = list(pending)
        await off_loop(lambda: write_json(self._file(account_id), value))

    def _file(self, account_id: str) -> Path:
        return self._folder / f"outbox-{account_id}.json"


async def off_loop(work: Callable[[], T]) -> T:
    """Files are slow: other tasks go on meanwhile."""
    return await asyncio.get_running_loop().run_in_executor(None, work)


def read_json(path: Path) -> Any:
    """None if there is no such file, or if it holds no JSON."""
    try:
        return json.loads(path.read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return None


def write_json(path: Path, value: Any) -> None:
    """After a crash, the file holds either the old value or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)

"""The socket of an account: a token at every attempt, refusals by their code, acknowledgements as results."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Awaitable, Mapping, Optional, Protocol, Union

import aiohttp
import socketio  # type: ignore[import-untyped]

from .back_off import pause, wait_seconds
from .errors import MeydanError, network_error, now_ms, refusal
from .rest import Rest
from .sessions import Sessions
from .tasks import Tasks

ACK_TIMEOUT_S = 12.0
HANDSHAKE_TIMEOUT_S = 15.0
CLOSE_TIMEOUT_S = 2.0
# The service warns a minute before the token expires; for short lifetimes half of the remaining time is used.
RENEW_BEFORE_MS = 20_000

UNAVAILABLE = {"code": "unavailable", "message": "No connection to the service."}


class ConnectionEnds(Protocol):
    def ready(self, hello: Mapping[str, Any]) -> None: ...

    def offline(self) -> None: ...

    def stopped(self, error: MeydanError) -> None:
        """The client does not reconnect by itself."""
        ...

    def told(self, name: str, payload: Any) -> None: ...


class Connection:
    def __init__(self, rest: Rest, sessions: Sessions, ends: ConnectionEnds, ack_timeout_s: float) -> None:
        self._rest = rest
        self._sessions = sessions
        self._ends = ends
        self._ack_timeout_s = ack_timeout_s
        self._life: Optional[asyncio.Task[None]] = None
        self._socket: Optional[socketio.AsyncClient] = None
        self._ready = asyncio.Event()
        self._hurry = asyncio.Event()
        self._asked: set[asyncio.Future[Any]] = set()
        self._renewal: Optional[asyncio.Task[None]] = None
        self._tasks = Tasks()
        # The delay that a service asks for before it shuts down.
        self._drain_s = 0.0

    @property
    def is_online(self) -> bool:
        return self._socket is not None and self._ready.is_set()

    def open(self) -> None:
        if self._life is None or self._life.done():
            self._life = self._tasks.spawn(self._guarded())
        self._hurry.set()

    async def close(self) -> None:
        life, self._life = self._life, None
        if life is not None and life is not asyncio.current_task():
            # Again, because before Python 3.12 `wait_for` drops a cancellation that arrives together with its result.
            while not life.done():
                life.cancel()
                await asyncio.wait([life], timeout=CLOSE_TIMEOUT_S)

    async def operate(self, name: str, payload: Any) -> Any:
        """Raises a refusal, or `network` if there is no acknowledgement: the outcome is then unknown."""
        socket = self._socket
        if socket is None or not self.is_online:
            raise network_error()
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked.add(answered)
        try:
            await socket.emit(name, payload, callback=lambda *given: settle(answered, given))
            ack = await asyncio.wait_for(answered, self._ack_timeout_s)
        except (asyncio.TimeoutError, socketio.exceptions.SocketIOError) as error:
            raise network_error() from error
        finally:
            self._asked.discard(answered)
        if ack.get("ok"):
            return ack
        raise refusal(ack["error"])

    async def _guarded(self) -> None:
        """A mistake ends the connection, and the program learns of it."""
        try:
            await self._run()
        except Exception as error:
            self._ends.stopped(MeydanError("internal_error", f"The connection failed: {error!r}"))
            raise

    async def _run(self) -> None:
        attempt = 0
        is_offline_told = False
        while True:
            self._hurry.clear()
            try:
                if await self._live():
                    attempt = 0
                    is_offline_told = False
                refused = None
            except MeydanError as error:
                refused = await self._final(error)
            # Once for an outage, and not once for each failed attempt.
            if not is_offline_told:
                self._ends.offline()
                is_offline_told = True
            if refused is not None:
                return self._ends.stopped(refused)
            delay = max(self._drain_s, wait_seconds(attempt))
            attempt += 1
            await pause(delay, self._hurry)

    async def _live(self) -> bool:
        """One connection from its handshake to its end. True if it was ready."""
        try:
            token = (await self._sessions.fresh()).access
        except MeydanError:
            # A handshake without a valid token is refused, and the refusal says how to go on.
            token = ""
        gone = asyncio.Event()
        socket = self._new_socket(gone)
        try:
            await self._shake(socket, token)
            self._socket = socket
            # The library reports the end of a connection only if it came after the handshake.
            if socket.eio.state == "connected":
                await either(gone.wait(), self._ready.wait(), HANDSHAKE_TIMEOUT_S)
                if self._ready.is_set():
                    await gone.wait()
            return self._ready.is_set()
        finally:
            self._leave()
            with contextlib.suppress(Exception):
                # The connection may already be broken: the server notices the end by itself.
                await asyncio.wait_for(socket.disconnect(), CLOSE_TIMEOUT_S)

    async def _shake(self, socket: socketio.AsyncClient, token: str) -> None:
        refusals: list[Any] = []
        socket.on("connect_error", refusals.append)
        try:
            shaking = socket.connect(
                self._rest.url, auth={"token": token}, transports=["websocket"], wait_timeout=HANDSHAKE_TIMEOUT_S
            )
            await asyncio.wait_for(shaking, 2 * HANDSHAKE_TIMEOUT_S)
        except (socketio.exceptions.SocketIOError, aiohttp.ClientError, asyncio.TimeoutError, OSError) as error:
            told = refusals[-1] if refusals else None
            data = told.get("data") if isinstance(told, dict) else None
            raise refusal(data if isinstance(data, dict) else UNAVAILABLE) from error

    def _new_socket(self, gone: asyncio.Event) -> socketio.AsyncClient:
        # Reconnects are scheduled here instead of in the library, because each attempt needs its own token.
        socket = socketio.AsyncClient(reconnection=False, handle_sigint=False, http_session=self._rest.http)
        socket.on("disconnect", lambda *_: gone.set())
        socket.on("*", lambda name, *given: self._told(socket, name, given[0] if given else None))
        return socket

    def _leave(self) -> None:
        self._socket = None
        self._ready.clear()
        if self._renewal is not None:
            self._renewal.cancel()
        for answered in list(self._asked):
            if not answered.done():
                answered.set_exception(network_error())

    async def _final(self, refused: MeydanError) -> Optional[MeydanError]:
        """The reason not to connect again; None if the next attempt may succeed."""
        if refused.code in ("username_required", "account_suspended"):
            return refused
        if refused.code not in ("token_expired", "unauthorized"):
            return None
        try:
            session = await self._sessions.current()
            if session is None:
                raise MeydanError("not_logged_in", "The session is over.")
            await self._sessions.refresh(session)
        except MeydanError as error:
            # Any other error may be temporary. A suspension ends at its time: the session and the outbox stay.
            return error if error.ends_session or error.code == "account_suspended" else None
        return None

    def _told(self, socket: socketio.AsyncClient, name: str, payload: Any) -> None:
        """Not a coroutine: the library calls it for one event after the other."""
        if name == "ready":
            self._socket = socket
            self._drain_s = 0.0
            self._ready.set()
            self._ends.ready(payload)
        elif name == "session:expiring":
            self._renewal = self._tasks.spawn(self._renew())
        elif name == "session:closed" and payload["reason"] in ("session_closed", "account_deleted"):
            self._tasks.spawn(self._sessions.end())
        elif name == "server:draining":
            self._drain_s = payload["retry_after_ms"] / 1000
        self._ends.told(name, payload)

    async def _renew(self) -> None:
        """If this fails, the service closes the socket, and the next handshake sends a new token."""
        session = await self._sessions.current()
        if session is None:
            return
        left_ms = session.expires_at - now_ms()
        delay_ms = left_ms - RENEW_BEFORE_MS if left_ms > 2 * RENEW_BEFORE_MS else max(0.0, left_ms / 2)
        await asyncio.sleep(delay_ms / 1000)
        with contextlib.suppress(MeydanError):
            fresh = await self._sessions.refresh(session)
            await self.operate("session:renew", {"token": fresh.access})


def settle(answered: asyncio.Future[Any], given: tuple[Any, ...]) -> None:
    if not answered.done():
        answered.set_result(given[0] if given else {"ok": True})


async def either(one: Awaitable[Any], other: Awaitable[Any], timeout_s: Union[float, None]) -> None:
    """Returns when one of the two has come, or after the time."""
    tasks = [asyncio.ensure_future(one), asyncio.ensure_future(other)]
    try:
        await asyncio.wait(tasks, timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()

"""The client of one account: its session, connection, rooms and outbox."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, cast

from .connection import ACK_TIMEOUT_S, Connection
from .errors import MeydanError
from .feed import Feed
from .feeds import Feeds
from .listeners import Listener, Listeners
from .outbox import Outbox, Refused, log_refused
from .rest import Rest
from .room import RoomHandle
from .room_calls import RoomCalls
from .room_log import Place
from .sessions import Sessions
from .storage import MemorySession, OutboxStore, Pending, SessionStore
from .tasks import Tasks

if TYPE_CHECKING:
    from .generated.rest import Request
    from .generated.shapes import Account
    from .generated.socket import Operate


class Client(RoomCalls):
    """Create it within a running event loop, and close it: `async with Client(url) as client`."""

    account: Optional[Account]
    # An operation over the socket.
    operate: Operate

    def __init__(
        self,
        url: str,
        *,
        sessions: Optional[SessionStore] = None,
        unsent: Optional[OutboxStore] = None,
        unsent_max: int = 200,
        on_refused: Refused = log_refused,
        ack_timeout_s: float = ACK_TIMEOUT_S,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self.account = None
        self.rest = Rest(url)
        self.request = cast("Request", self.rest.request)
        self._sessions = Sessions(self.rest, sessions or MemorySession(), self._over)
        self._connection = Connection(self.rest, self._sessions, self, ack_timeout_s)
        self.operate = cast("Operate", self._connection.operate)
        self.outbox = Outbox(self._send, self.is_online, unsent, unsent_max, on_refused)
        self._feeds = Feeds()
        self._listeners = Listeners(self._loop)
        self._connecting: list[asyncio.Future[None]] = []
        self._tasks = Tasks()
        self._epoch: Optional[str] = None

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def login_developer(self, name: str) -> Account:
        """Only if developer accounts are enabled: the same name is the same account."""
        return await self._enter(await self.request("POST /api/auth/developer", body={"name": name}, token=None))

    async def login_identity(self, code: str, redirect_uri: str, code_verifier: str, nonce: str) -> Account:
        """With the code of the identity provider."""
        proof = {"code": code, "redirect_uri": redirect_uri, "code_verifier": code_verifier, "nonce": nonce}
        return await self._enter(await self.rest.request("POST /api/auth/identity", body=proof, token=None))

    async def login_tokens(self, access: str, refresh: Optional[str] = None, expires_in: float = 3600) -> Account:
        """With tokens that another program has got. A refresh token works once: only this client may use it now."""
        account = (await self.request("GET /api/me", token=access))["account"]
        pair = {"access_token": access, "refresh_token": refresh, "expires_in": expires_in, "account": account}
        return await self._enter(pair)

    async def login_bot(self, token: str) -> Account:
        """With the token of a bot, which does not expire."""
        return await self.login_tokens(token, expires_in=math.inf)

    async def resume(self) -> Optional[Account]:
        """Resumes the session from the storage; None if the storage has none."""
        session = await self._sessions.current()
        if session is None:
            return None
        await self.outbox.restore(session.account_id)
        self.account = (await self.request("GET /api/me"))["account"]
        return self.account

    async def choose_username(self, username: str) -> Account:
        self.account = (await self.request("PUT /api/me/username", body={"username": username}))["account"]
        return self.account

    async def logout(self) -> None:
        """Ends the session locally at once. Raises if the service did not answer; its tokens then stay valid."""
        session = await self._sessions.current()
        await self.disconnect()
        await self._sessions.end()
        if session is not None and session.refresh is not None:
            body = {"refresh_token": session.refresh}
            await self.rest.request("POST /api/auth/logout", body=body, token=None)

    def is_online(self) -> bool:
        return self._connection.is_online

    async def connect(self) -> None:
        """Returns at the first connection; the client reconnects from then on."""
        if self.is_online():
            return
        if await self._sessions.current() is None:
            raise MeydanError("not_logged_in", "There is no session: log in first.")
        connected = self._loop.create_future()
        self._connecting.append(connected)
        self._connection.open()
        await connected

    async def disconnect(self) -> None:
        """Disconnects until the next `connect`; unsent messages stay queued. A waiting `connect` raises `closed`."""
        await self._connection.close()
        self._settle_connect(MeydanError("closed", "The client was disconnected."))

    async def close(self) -> None:
        """Unsent messages stay in their storage."""
        await self._feeds.close()
        await self.outbox.close()
        await self._connection.close()
        self._settle_connect(MeydanError("closed", "The client is closed."))
        await self._tasks.cancel()
        await self.rest.close()

    def on(self, name: str, listener: Listener) -> Callable[[], None]:
        """Calls the listener at each event of that name; the answer removes it.

        Besides the events of the service there are `online`, `offline`, `stopped` (with the error) and `logout`.
        """
        return self._listeners.add(name, listener)

    def room(self, slug: str) -> RoomHandle:
        # The service takes a slug in any case, and its events have it in lower case.
        return RoomHandle(slug.lower(), self)

    # The ends that the parts of the client call.

    async def ask(self, name: str, payload: dict[str, Any]) -> Any:
        return await self._connection.operate(name, payload)

    def hint(self, name: str, payload: dict[str, Any]) -> None:
        """For messages that may be lost."""
        if self.is_online():
            self._tasks.spawn(self._quietly(name, payload))

    def epoch(self) -> Optional[str]:
        return self._epoch

    def feed(self, slug: str, place: Optional[Place]) -> Feed:
        return self._feeds.open(slug, self, place)

    def closed(self, feed: Feed) -> None:
        if self._feeds.remove(feed):
            self.hint("room:close", {"room": feed.slug})

    def ready(self, hello: Mapping[str, Any]) -> None:
        self._epoch = hello.get("epoch")
        self._tasks.spawn(self._ready(str(hello["account_id"])))

    def offline(self) -> None:
        self._listeners.emit("offline", None)

    def stopped(self, error: MeydanError) -> None:
        self._settle_connect(error)
        self.outbox.reject(error)
        self._feeds.fail(error)
        self._listeners.emit("stopped", error)

    def told(self, name: str, payload: Any) -> None:
        if isinstance(payload, dict) and "prev_seq" in payload:
            self._settle(name, payload)
            self._feeds.take({"type": name, **payload})
        elif name == "room:gone":
            self._feeds.gone(payload["room"], payload["reason"])
        self._listeners.emit(name, payload)

    # Private parts.

    async def _enter(self, login: Mapping[str, Any]) -> Account:
        account: Account = login["account"]
        await self._sessions.begin(account["id"], login)
        self.account = account
        await self.outbox.restore(account["id"])
        return account

    async def _ready(self, account_id: str) -> None:
        if self.account is None or self.account["id"] != account_id:
            try:
                await self.resume()
            except MeydanError:
                # The own account is only needed to recognize own rows; the next connection asks again.
                pass
        try:
            await self.outbox.restore(account_id)
        except OSError as error:
            self._settle_connect(error)
            raise
        self._feeds.connected()
        self.outbox.flush()
        self._settle_connect(None)
        self._listeners.emit("online", {"account_id": account_id})

    async def _send(self, pending: Pending) -> Mapping[str, Any]:
        given = {"room": pending["room"], "client_id": pending["client_id"], **pending["draft"]}
        return cast("Mapping[str, Any]", await self._connection.operate("message:new", given))

    def _settle(self, name: str, payload: Mapping[str, Any]) -> None:
        """The row of an own message replaces its acknowledgement."""
        row = payload["message"] if name == "message:new" else {}
        mine = self.account is not None and (row.get("sender") or {}).get("account_id") == self.account["id"]
        if mine and row.get("client_id"):
            self.outbox.settle(row["client_id"], {"message": row})

    def _over(self) -> None:
        """Drops the account's data, so that the next account to log in does not see it."""
        self.account = None
        self._feeds.fail(MeydanError("not_logged_in", "The session is over."))
        self._listeners.emit("logout", None)
        self.outbox.forget()

    def _settle_connect(self, error: Optional[Exception]) -> None:
        waiting, self._connecting = self._connecting, []
        for connected in waiting:
            if connected.done():
                continue
            if error is None:
                connected.set_result(None)
            else:
                connected.set_exception(error)

    async def _quietly(self, name: str, payload: dict[str, Any]) -> None:
        try:
            await self._connection.operate(name, payload)
        except MeydanError:
            # A hint that is refused or lost does no harm.
            pass

"""The session of the client: a pair of tokens that is refreshed before it expires, once for all concurrent callers."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, Callable, Mapping, Optional

from .errors import MeydanError, now_ms
from .rest import Rest
from .storage import Session, SessionStore

MARGIN_MS = 15_000


def random_id() -> str:
    return secrets.token_urlsafe(15)


class Sessions:
    def __init__(self, rest: Rest, store: SessionStore, on_end: Callable[[], None]) -> None:
        self._rest = rest
        self._store = store
        self._on_end = on_end
        self._refreshing: Optional[asyncio.Task[Session]] = None
        rest.token_for = self._token_for

    async def current(self) -> Optional[Session]:
        return await self._store.load()

    async def begin(self, account_id: str, pair: Mapping[str, Any]) -> Session:
        lifetime_ms = float(pair["expires_in"]) * 1000
        session = Session(
            account_id=account_id,
            access=pair["access_token"],
            refresh=pair.get("refresh_token"),
            expires_at=now_ms() + lifetime_ms,
            lifetime_ms=lifetime_ms,
            key=random_id(),
        )
        await self._store.save(session)
        return session

    async def end(self) -> None:
        await self._store.save(None)
        self._on_end()

    async def fresh(self) -> Session:
        """The session with a token that does not expire soon."""
        session = await self.current()
        if session is None:
            raise MeydanError("not_logged_in", "There is no session: log in first.")
        left_ms = session.expires_at - now_ms()
        # For short lifetimes the margin is a part of the lifetime; otherwise every request would refresh.
        if session.refresh is None or left_ms > min(MARGIN_MS, session.lifetime_ms / 4):
            return session
        try:
            return await self.refresh(session)
        except MeydanError as error:
            if error.is_passing and session.expires_at > now_ms():
                return session
            raise

    async def refresh(self, used: Session) -> Session:
        """A caller that is cancelled does not cancel the refresh of the others."""
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._refresh(used))
        return await asyncio.shield(self._refreshing)

    async def _refresh(self, used: Session) -> Session:
        """Another program, or an earlier call, may already have refreshed the tokens."""
        held = await self.current()
        if held is None:
            raise MeydanError("not_logged_in", "The session is over.")
        if held.access != used.access:
            return held
        if held.refresh is None:
            raise MeydanError("not_logged_in", "The token is refused, and there is none to refresh it.")
        # After a lost response, a retry with the same key returns the same pair.
        body = {"refresh_token": held.refresh}
        try:
            pair = await self._rest.request("POST /api/auth/refresh", body=body, token=None, key=held.key)
        except MeydanError as error:
            if error.ends_session:
                await self.end()
            raise
        return await self.begin(held.account_id, pair)

    async def _token_for(self, refused: Optional[str] = None) -> Optional[str]:
        session = await self.current()
        if session is None:
            return None
        is_refused = refused is not None and session.access == refused
        return (await self.refresh(session) if is_refused else await self.fresh()).access

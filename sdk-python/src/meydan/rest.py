"""REST requests by method and path, and uploads to the object store."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any, Awaitable, Callable, Mapping, Optional, Union
from urllib.parse import quote, urlencode

import aiohttp

from .back_off import wait_seconds
from .errors import MeydanError, network_error, refusal
from .unset import UNSET, Unset

REQUEST_TIMEOUT_S = 30
RETRIES_MAX = 3
OWN_TOKEN = re.compile(r" /(v1|api/console)/")

TokenFor = Callable[[Optional[str]], Awaitable[Optional[str]]]
NO_ANSWER = (aiohttp.ClientError, asyncio.TimeoutError, OSError)


async def no_token(refused: Optional[str] = None) -> Optional[str]:
    return None


class Rest:
    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        # The session's token, or a new one in place of a refused token.
        self.token_for: TokenFor = no_token
        self._http: Optional[aiohttp.ClientSession] = None

    @property
    def http(self) -> aiohttp.ClientSession:
        if self._http is None or self._http.closed:
            timeout = aiohttp.ClientTimeout(total=REQUEST_TIMEOUT_S)
            # The token alone says who asks.
            self._http = aiohttp.ClientSession(timeout=timeout, cookie_jar=aiohttp.DummyCookieJar())
        return self._http

    async def close(self) -> None:
        if self._http is not None:
            await self._http.close()

    async def request(
        self,
        operation: str,
        *,
        path: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Any] = None,
        token: Union[str, None, Unset] = UNSET,
        key: Optional[str] = None,
    ) -> Any:
        method, template = operation.split(" ", 1)
        address = self.url + address_of(template, path or {}, query or {})

        async def ask(chosen: Optional[str]) -> Any:
            return await self._patient(method, address, headers_of(chosen, key, body), body, key)

        if not isinstance(token, Unset) or OWN_TOKEN.search(operation):
            return await ask(None if isinstance(token, Unset) else token)
        held = await self.token_for(None)
        try:
            return await ask(held)
        except MeydanError as error:
            if held is None or error.code not in ("token_expired", "unauthorized"):
                raise
            return await ask(await self.token_for(held))

    async def _patient(
        self, method: str, address: str, headers: Mapping[str, str], body: Any, key: Optional[str]
    ) -> Any:
        """Repeats a request whose repetition has one effect."""
        retries = RETRIES_MAX if method != "POST" or key is not None else 0
        for attempt in range(retries + 1):
            try:
                return await self._once(method, address, headers, body)
            except MeydanError as error:
                if attempt == retries or error.code not in ("network", "overloaded", "unavailable"):
                    raise
                await asyncio.sleep(wait_seconds(attempt, error))

    async def _once(self, method: str, address: str, headers: Mapping[str, str], body: Any) -> Any:
        data = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        try:
            async with self.http.request(method, address, headers=headers, data=data) as response:
                text = await response.text("utf-8")
        except NO_ANSWER as error:
            raise network_error() from error
        if response.status >= 400:
            raise refusal_of(response, text)
        if response.status == 204:
            return None
        return json.loads(text) if "json" in response.headers.get("Content-Type", "") else text


def headers_of(token: Optional[str], key: Optional[str], body: Any) -> dict[str, str]:
    headers = {}
    if body is not None:
        headers["Content-Type"] = "application/json"
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if key is not None:
        headers["Idempotency-Key"] = key
    return headers


def address_of(template: str, path: Mapping[str, Any], query: Mapping[str, Any]) -> str:
    """The URL of an operation with its parameters."""
    filled = re.sub(r"\{(\w+)\}", lambda found: segment_of(found[1], str(path[found[1]])), template)
    given = {name: text_of(value) for name, value in query.items() if value is not None}
    return f"{filled}?{urlencode(given)}" if given else filled


def segment_of(name: str, value: str) -> str:
    """`.` and `..` cannot be escaped: they change the path.

    The request would reach another endpoint: `DELETE /api/me/sessions/..` would delete the account.
    """
    if value in (".", ".."):
        raise MeydanError("not_found", f'Nothing has "{value}" as its {name}.')
    return quote(value, safe="")


def text_of(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def refusal_of(response: aiohttp.ClientResponse, text: str) -> MeydanError:
    details: dict[str, Any] = {
        "status": response.status,
        "request_id": response.headers.get("X-Request-Id"),
    }
    after = response.headers.get("Retry-After", "")
    if after.isdigit():
        details["retry_after_ms"] = int(after) * 1000
    try:
        told = json.loads(text).get("error")
    except (ValueError, AttributeError):
        told = None
    if isinstance(told, dict):
        return refusal(told, **details)
    # A response without a code does not come from the service but from a proxy in front of it.
    return MeydanError("network", f"{response.status} {response.reason}", **details)

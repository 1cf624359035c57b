"""The listeners of a client. One that fails stops neither the other listeners nor the client."""

from __future__ import annotations

import asyncio
from typing import Any, Callable

Listener = Callable[[Any], None]


class Listeners:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._by_name: dict[str, list[Listener]] = {}

    def add(self, name: str, listener: Listener) -> Callable[[], None]:
        listeners = self._by_name.setdefault(name, [])
        listeners.append(listener)

        def remove() -> None:
            if listener in listeners:
                listeners.remove(listener)

        return remove

    def emit(self, name: str, payload: Any) -> None:
        for listener in list(self._by_name.get(name, [])):
            try:
                listener(payload)
            except Exception as error:
                # Reported as uncaught: it is a mistake of the program.
                self._loop.call_exception_handler({"message": f"a listener of {name} failed", "exception": error})

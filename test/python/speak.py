"""Speaks in a room, and is killed in the middle, or kills the service in the middle."""

import asyncio
import os
import signal
import sys

from meydan import Client, FileOutbox, FileSession

url, name, folder, mode, *more = sys.argv[1:]
slug = "kahve"


def client() -> Client:
    return Client(url, sessions=FileSession(f"{folder}/session.json"), unsent=FileOutbox(folder))


async def enter(speaker: Client) -> None:
    account = await speaker.resume() or await speaker.login_developer(name)
    if account["username"] is None:
        await speaker.choose_username(name)


async def leave(speaker: Client, count: int) -> None:
    """Hands everything to the outbox, and dies when half of it is sent."""
    for at in range(count):
        await speaker.room(slug).post(f"{name} {at}")
    await speaker.connect()
    while len(speaker.outbox.items) > count // 2:
        await asyncio.sleep(0)
    os.kill(os.getpid(), signal.SIGKILL)


async def talk(speaker: Client, count: int, service: int) -> None:
    """Each line after the answer to the one before; the service dies while a line is on its way."""
    for at in range(count):
        said = asyncio.create_task(speaker.room(slug).send(f"{name} {at}"))
        if at == count // 3:
            await asyncio.sleep(0.002)
            os.kill(service, signal.SIGKILL)
        await said


async def main() -> None:
    async with client() as speaker:
        await enter(speaker)
        if mode == "found":
            await speaker.create_room("Kahve", slug=slug)
            await leave(speaker, int(more[0]))
        elif mode == "resume":
            await speaker.connect()
            await speaker.outbox.drained()
        else:
            await speaker.connect()
            await speaker.join(slug)
            await talk(speaker, int(more[0]), int(more[1]))
    print("SAID")


asyncio.run(main())

"""What a program does with the client, once, against a running service. It prints nothing when all is as expected."""

import asyncio
import sys
from contextlib import AsyncExitStack
from dataclasses import replace

from meydan import Client, MemorySession, MeydanError, RoomGone

url = sys.argv[1]


def expect(given, wanted) -> None:
    if given != wanted:
        raise AssertionError(f"{given!r} is not {wanted!r}")


async def code_of(work) -> str:
    try:
        await work
    except MeydanError as error:
        return error.code
    return ""


async def words_of_a_refusal(ada: Client) -> None:
    try:
        await ada.create_room("", slug="adsiz")
    except MeydanError as error:
        problems = "; ".join(f"{name}: {', '.join(each)}" for name, each in error.fields.items())
        expect((problems.startswith("name: "), str(error)), (True, f"validation_failed: {error.message} ({problems})"))
        return
    raise AssertionError("a room without a name was made")


async def enter(stack: AsyncExitStack, name: str) -> Client:
    client = await stack.enter_async_context(Client(url))
    await client.login_developer(name)
    await client.choose_username(name)
    await client.connect()
    return client


async def events(feed, count: int) -> list:
    return [await asyncio.wait_for(feed.__anext__(), 20) for _ in range(count)]


async def messages(ada: Client, bora: Client) -> None:
    room = ada.room("kahve")
    feed = bora.room("kahve").follow()
    async with feed:
        sent = await room.send("Günaydın!", client_id="c-1")
        again = await room.send("Günaydın!", client_id="c-1")
        expect((sent.duplicate, again.duplicate, again.message["id"]), (False, True, sent.message["id"]))
        edited = await room.edit(sent.message, "Günaydın herkese!")
        expect(await code_of(room.edit(sent.message, "geç kaldı")), "invalid_state")
        expect(await room.react(edited["id"], "👍"), {"👍": 1})
        await room.delete(edited["id"])
        told = await events(feed, 4)
        names = ["message:new", "message:edited", "message:reactions", "message:deleted"]
        expect([event["type"] for event in told], names)
        expect((await bora.room("kahve").read(told[0]["seq"]))["unread"], 0)
        expect((await room.send("/slash")).message["body"], "/slash")
        expect(await code_of(room.command("/nothing-like-it")), "unknown_command")


async def files(ada: Client) -> None:
    room, steps = ada.room("kahve"), []
    data = b"%PDF-1.4\n" + b"x" * 200_000
    attachment = await room.upload_document(data, "rapor.pdf", "application/pdf", lambda *step: steps.append(step))
    expect((steps[0], steps[-1], len(steps) > 3), ((0, len(data)), (len(data), len(data)), True))
    sent = await room.send({"body": "bak", "attachment": attachment})
    expect((sent.message["attachment"] or {}).get("name"), "rapor.pdf")


async def rooms(ada: Client, bora: Client) -> None:
    expect([room["slug"] for room in await bora.rooms()], ["kahve"])
    direct = ada.room((await ada.direct("bora"))["slug"])
    await direct.send("merhaba")
    expect([row["body"] async for row in direct.history() if row["kind"] == "text"], ["merhaba"])
    typing: asyncio.Future = asyncio.get_running_loop().create_future()
    stop = bora.on("typing", lambda event: typing.done() or typing.set_result(event["username"]))
    async with bora.room("kahve").follow() as feed, ada.room("kahve").follow():
        ada.room("kahve").typing()
        expect(await asyncio.wait_for(typing, 20), "ada")
        stop()
        await bora.leave("kahve")
        try:
            await events(feed, 2)
        except RoomGone as gone:
            expect((gone.why, gone.code), ("left", "not_member"))
    expect(await code_of(bora.room("kahve").follow().open()), "not_member")
    expect(await code_of(bora.join("no-such-room")), "room_not_found")


class CountingStore(MemorySession):
    saves = 0

    async def save(self, session) -> None:
        self.saves += 1
        await super().save(session)


async def sessions(stack: AsyncExitStack) -> None:
    """The tokens of this service live for six seconds."""
    store = CountingStore()
    cem = await stack.enter_async_context(Client(url, sessions=store))
    await cem.login_developer("cem")
    await cem.choose_username("cem")
    await store.save(replace(await store.load(), expires_at=0))
    before = store.saves
    await asyncio.gather(*(cem.rooms() for _ in range(12)))
    expect(store.saves, before + 1)

    await cem.connect()
    await cem.join("kahve")
    # The socket renews its token without a request of the program.
    while store.saves < before + 2:
        await asyncio.sleep(0.05)
    expect((await cem.room("kahve").send("hâlâ buradayım")).duplicate, False)

    other = await stack.enter_async_context(Client(url))
    expect((await other.login_tokens((await store.load()).access))["username"], "cem")
    expect([room["slug"] for room in await other.rooms()], ["kahve"])
    await cem.logout()
    expect(await code_of(cem.connect()), "not_logged_in")


async def main() -> None:
    async with AsyncExitStack() as stack:
        ada, bora = await enter(stack, "ada"), await enter(stack, "bora")
        await ada.create_room("Kahve", slug="kahve")
        expect((await bora.join("kahve"))["status"], "joined")
        await words_of_a_refusal(ada)
        await messages(ada, bora)
        await files(ada)
        await rooms(ada, bora)
        await sessions(stack)


asyncio.run(main())

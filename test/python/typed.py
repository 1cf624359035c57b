"""Is read by the type checker alone."""

from meydan import Client, Feed


async def right(client: Client, feed: Feed) -> list[str]:
    async for event in feed:
        if event["type"] == "message:new":
            print(event["message"]["body"], event["seq"])
        elif event["type"] == "message:deleted":
            print(event["row_seq"])
        elif event["type"] == "member:joined":
            print(event["member"]["username"])
        elif event["type"] == "reset":
            print(len(event["messages"]))
    opened = await client.operate("room:open", {"room": "kahve", "after_seq": 3})
    for change in opened["changes"]:
        if change["type"] == "message:pins":
            print(change["pins"])
    for row in opened["messages"]:
        if row["event"] and row["event"]["type"] == "member_muted":
            print(row["event"]["data"]["until"] + 1)
    await client.request("POST /api/rooms", body={"name": "Kahve"}, key="k-1")
    await client.operate("message:react", {"room": "kahve", "message_id": "x", "emoji": "👍", "on": True})
    answer = await client.request("GET /api/rooms")
    return [room["slug"] for room in answer["rooms"]]


async def wrong(client: Client, feed: Feed) -> None:
    # There is no such operation.
    await client.request("GET /api/nothing")  # type: ignore[call-overload]
    # A path without its slug.
    await client.request("GET /api/rooms/{slug}")  # type: ignore[call-overload]
    # A room without a name.
    await client.request("POST /api/rooms", body={})  # type: ignore[call-overload]
    # A GET takes no key.
    await client.request("GET /api/rooms", key="k")  # type: ignore[call-overload]
    # The emoji is missing.
    await client.operate("message:react", {"room": "k", "message_id": "x", "on": True})  # type: ignore[call-overload]
    async for event in feed:
        # Not every event has a message.
        print(event["message"])  # type: ignore[typeddict-item]

"""Follows a room into a file, one line an event with the place after it. It ends when it has heard the last lines."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

from meydan import Client, FileSession

url, name, folder, last_lines, dies_after = sys.argv[1:]
slug = "kahve"
heard = Path(folder, "heard.jsonl")


def lines() -> list:
    return [json.loads(line) for line in heard.read_text("utf-8").splitlines()] if heard.exists() else []


async def main() -> None:
    async with Client(url, sessions=FileSession(f"{folder}/session.json")) as follower:
        account = await follower.resume() or await follower.login_developer(name)
        if account["username"] is None:
            await follower.choose_username(name)
        await follower.connect()
        await follower.join(slug)
        before = lines()
        texts = [line["body"] for line in before if line["body"] is not None]
        with heard.open("a", encoding="utf-8") as file:
            feed = follower.room(slug).follow(before[-1]["place"] if before else None)
            async with feed:
                if not before:
                    first = {"body": None, "place": feed.place}
                    print(json.dumps(first), file=file, flush=True)
                print("OPEN", flush=True)
                async for event in feed:
                    row = event["message"] if event["type"] == "message:new" else None
                    body = row["body"] if row and row["kind"] == "text" else None
                    print(json.dumps({"body": body, "place": feed.place}), file=file, flush=True)
                    texts += [body] if body is not None else []
                    if len(texts) == int(dies_after):
                        os.kill(os.getpid(), signal.SIGKILL)
                    if all(line in texts for line in last_lines.split(",")):
                        break


asyncio.run(main())

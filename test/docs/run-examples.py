"""Runs the examples of the documents as `python3 -m asyncio` does, with what the test gives as JSON."""

import ast
import asyncio
import json
import sys
from inspect import CO_COROUTINE
from types import CodeType, FunctionType

given = json.load(sys.stdin)
codes = {}


async def execute(code: str, names: dict) -> None:
    compiled: CodeType = compile(code, "<example>", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    answer = FunctionType(compiled, names)()
    if compiled.co_flags & CO_COROUTINE:
        await answer


async def run(url: str, prelude: str, examples: dict) -> None:
    names = dict(given["variables"])
    await execute(prelude.replace("http://localhost:3000", url), names)
    for name, code in examples.items():
        try:
            await execute(code, names)
            codes[name] = "ok"
        except names["MeydanError"] as error:
            codes[name] = error.code
    await names["client"].close()


async def main() -> None:
    prelude = given["prelude"] + "\nfrom meydan import MeydanError"
    await run(given["service"], prelude, given["socket"])
    offline = "\n".join(line for line in prelude.split("\n") if "client.connect" not in line)
    await run(given["recorder"], offline, given["rest"])


asyncio.run(main())
print(json.dumps(codes))

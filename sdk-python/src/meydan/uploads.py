"""Uploads: a signed link, the file itself, and the attachment that a message carries."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, AsyncIterator, Callable, Mapping, Optional, Union

import aiohttp
import yarl

from .back_off import wait_seconds
from .errors import MeydanError, network_error
from .rest import NO_ANSWER, RETRIES_MAX, Rest

CHUNK_BYTES = 64 * 1024
UPLOAD_TIMEOUT = aiohttp.ClientTimeout(total=None, sock_connect=15, sock_read=60)

Progress = Callable[[int, int], None]
Source = Union[bytes, str, Path]


async def bytes_of(source: Source) -> bytes:
    if isinstance(source, bytes):
        return source
    path = Path(source)
    return await asyncio.get_running_loop().run_in_executor(None, path.read_bytes)


def no_progress(sent: int, total: int) -> None:
    return None


async def put_file(rest: Rest, link: Mapping[str, Any], data: bytes, progress: Progress = no_progress) -> None:
    """The signed link accepts the same file again, so a broken upload is repeated."""
    for attempt in range(RETRIES_MAX + 1):
        try:
            return await put_once(rest, link, data, progress)
        except MeydanError as error:
            if attempt == RETRIES_MAX or error.code != "network":
                raise
            await asyncio.sleep(wait_seconds(attempt, error))


async def put_once(rest: Rest, link: Mapping[str, Any], data: bytes, progress: Progress) -> None:
    headers = {**link["headers"], "Content-Length": str(len(data))}
    # The signature covers the URL as it is written.
    address = yarl.URL(link["url"], encoded=True)
    try:
        async with rest.http.put(
            address, data=chunks(data, progress), headers=headers, timeout=UPLOAD_TIMEOUT
        ) as response:
            await response.read()
    except NO_ANSWER as error:
        raise network_error("The upload was interrupted.") from error
    if response.status >= 500:
        raise network_error(f"The object store answered {response.status}.")
    if response.status >= 400:
        raise MeydanError("upload_refused", f"The object store answered {response.status}.", status=response.status)


async def chunks(data: bytes, progress: Progress) -> AsyncIterator[bytes]:
    progress(0, len(data))
    for start in range(0, len(data), CHUNK_BYTES):
        part = data[start : start + CHUNK_BYTES]
        yield part
        progress(start + len(part), len(data))


async def upload_document(
    rest: Rest, slug: str, source: Source, name: str, content_type: str, progress: Progress = no_progress
) -> dict[str, Any]:
    data = await bytes_of(source)
    presigned = await rest.request(
        "POST /api/rooms/{slug}/docs/presign", path={"slug": slug}, body={"content_type": content_type, "name": name}
    )
    await put_file(rest, presigned["put"], data, progress)
    return {
        "type": "document",
        "key": presigned["put"]["key"],
        "name": name,
        "content_type": content_type,
        "byte_size": len(data),
    }


async def upload_media(
    rest: Rest,
    slug: str,
    source: Source,
    kind: str,
    content_type: str,
    details: Mapping[str, Any],
    thumbnail: Optional[Source] = None,
    progress: Progress = no_progress,
) -> dict[str, Any]:
    """`details` are the width and height, for a video also `duration_ms`. The thumbnail is a JPEG."""
    data = await bytes_of(source)
    body = {"content_type": content_type, "thumb_content_type": "image/jpeg"}
    presigned = await rest.request("POST /api/rooms/{slug}/media/presign", path={"slug": slug}, body=body)
    await put_file(rest, presigned["full"], data, progress)
    attachment = {
        "type": kind,
        "key": presigned["full"]["key"],
        "content_type": content_type,
        "byte_size": len(data),
        **details,
    }
    if thumbnail is not None:
        await put_file(rest, presigned["thumb"], await bytes_of(thumbnail))
        attachment["thumb_key"] = presigned["thumb"]["key"]
    return attachment

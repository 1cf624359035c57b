import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { Span } from './range.js';

const CHUNK_BYTES = 65_536;

/**
 * Reuses one chunk of memory once the connection has accepted its content: a stream would allocate each chunk anew, and
 * the collector of newer Nodes leaves some 64 MiB of them. Resolves when the last byte was sent, or when the client has
 * left, which is no error of the server.
 */
export async function sendFile(response: ServerResponse, file: FileHandle, { first, last }: Span): Promise<void> {
  const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, last - first + 1));
  for (let at = first; at <= last; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, last - at + 1), at);
    if (bytesRead === 0) throw new Error('An object is shorter than its description');
    at += bytesRead;
    if (!(await isTaken(response, chunk.subarray(0, bytesRead)))) return;
  }
  response.end();
  if (!response.closed) await once(response, 'close');
}

async function isTaken(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (response.destroyed) return false;
  return new Promise((resolve) => {
    // A file that waits behind another response of the same connection is released with it, callback and all.
    const leave = () => resolve(false);
    response.once('close', leave);
    response.write(bytes, (error) => {
      response.off('close', leave);
      resolve(!error);
    });
  });
}

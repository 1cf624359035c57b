/**
 * Bytes for a TCP socket, given to its handle without the stream around it. The stream costs a third of a small write;
 * it is needed only when the operating system does not take all at once. Part of the fast path (ADR 0066): where Node
 * does not offer it, the stream takes everything.
 */
import type { Socket as NetSocket } from 'node:net';

/** The handle of a TCP socket in Node. */
interface Handle {
  writeBuffer?(request: WriteRequest, bytes: Buffer): number;
  /** Bytes that the operating system has not taken. */
  readonly writeQueueSize: number;
}

interface WriteRequest {
  /** Keeps the bytes alive until they are taken. */
  buffer?: Buffer;
  oncomplete: () => void;
}

type WriteRequestClass = new () => WriteRequest;

function findWriteRequest(): WriteRequestClass | null {
  const { binding } = process as unknown as { binding?(name: string): { WriteWrap?: WriteRequestClass } };
  try {
    return binding?.call(process, 'stream_wrap').WriteWrap ?? null;
  } catch {
    // The permission model of Node refuses it: the stream takes everything.
    return null;
  }
}

const Request = findWriteRequest();
/** One for all writes that were taken at once, because Node does not look at it then. */
let request: WriteRequest | null = null;

/** Whose writes they are. */
export interface DirectWriter {
  /** Bytes of a write that the operating system has taken in part only. */
  lateBytes: number;
}

/**
 * Writes to the handle. Returns false if nothing was done and the stream has to take the bytes: it holds earlier ones,
 * ends the connection, or reports the error. If the operating system takes a part only, the rest waits in the handle,
 * before all that is written later.
 */
export function writeDirectly(raw: NetSocket, bytes: Buffer, writer: DirectWriter): boolean {
  if (Request === null || raw.writableLength > 0 || raw.writableCorked > 0 || writer.lateBytes > 0) return false;
  const handle = (raw as unknown as { _handle?: Handle | null })._handle;
  if (!handle?.writeBuffer) return false;
  request ??= new Request();
  if (handle.writeBuffer(request, bytes) !== 0) return false;
  if (handle.writeQueueSize > 0) keepUntilTaken(request, bytes, writer);
  return true;
}

function keepUntilTaken(late: WriteRequest, bytes: Buffer, writer: DirectWriter): void {
  request = null;
  writer.lateBytes += bytes.length;
  late.buffer = bytes;
  late.oncomplete = () => {
    writer.lateBytes -= bytes.length;
  };
}

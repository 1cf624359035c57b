import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';

export interface RequestBody {
  /** Waits for something to read; false at the end of the body. Rejects when the body breaks off. */
  hasMore(): Promise<boolean>;
  take(): Buffer | null;
  /** Stops listening: as long as `readable` has a listener, the rest of the body would not flow. */
  close(): void;
}

/** Listens once for the whole body: listeners added and removed for each chunk would be half of an upload's garbage. */
export function bodyOf(request: IncomingMessage): RequestBody {
  const state: { failure: Error | null; wake: () => void } = { failure: null, wake: () => undefined };
  const proceed = () => state.wake();
  request.on('readable', proceed);
  const cleanup = finished(request, { writable: false }, (error) => {
    state.failure = error ?? null;
    state.wake();
  });
  return {
    async hasMore() {
      while (request.readableLength === 0 && !request.readableEnded && !state.failure) {
        await new Promise<void>((resolve) => {
          state.wake = resolve;
          // Reads on, and learns of an end that has come already.
          request.read(0);
        });
      }
      if (state.failure) throw state.failure;
      return !request.readableEnded;
    },
    take: () => request.read(),
    close() {
      request.off('readable', proceed);
      cleanup();
    },
  };
}

type Transferable = ArrayBuffer & { transfer?(length: number): ArrayBuffer };

/**
 * Frees the memory of a chunk that was written, at once. The garbage collector of Node 24 and newer would leave some
 * 64 MiB of uploaded chunks waiting. Node 20 collects sooner, and cannot give back. A chunk that shares its
 * memory with others keeps it.
 */
export function freeChunk({ buffer, byteLength }: Buffer): void {
  if (byteLength === buffer.byteLength) (buffer as Transferable).transfer?.(0);
}

/** The pending messages and the choice of the next one. Pure. */
import type { ErrorData } from './errors.js';
import type { Draft } from './wire.js';

/** A file that is being uploaded, with the program's own data to show meanwhile. */
export interface PendingFile {
  kind: string;
  name: string;
  bytes: number;
  width: number;
  height: number;
}

export interface Pending {
  clientId: string;
  room: string;
  draft: Draft;
  /** The time of creation, by the local clock. */
  at: number;
  /** The message is sent after this upload is complete. */
  file?: PendingFile;
  /** The reason for the refusal; the item waits until it is discarded or retried. */
  error?: ErrorData;
}

/**
 * One message at a time per room, so that messages keep their order. A text message does not wait for a file that is
 * being uploaded; files keep their order among themselves.
 */
export function nextOf(items: readonly Pending[], room: string): Pending | null {
  const waiting = items.filter((item) => item.room === room && !item.error);
  const onItsWay = waiting.findIndex(({ file }) => file);
  const isReady = (item: Pending, at: number) => !item.file && (onItsWay < 0 || at < onItsWay || !hasFile(item));
  return waiting.find(isReady) ?? null;
}

const hasFile = ({ draft: { attachment } }: Pending): boolean => attachment != null && 'key' in attachment;

/** The item without its upload and its error. */
export function freed({ clientId, room, draft, at }: Pending): Pending {
  return { clientId, room, draft, at };
}

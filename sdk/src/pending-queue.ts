/** What waits to be sent, and which of it is next. Pure. */
import type { ErrorData } from './errors.js';
import type { Draft } from './wire.js';

/** A file on its way to where files are kept; the program's own words about it, to be shown meanwhile. */
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
  /** When it was said, by this machine's clock. */
  at: number;
  /** It is sent when this has arrived. */
  file?: PendingFile;
  /** Why it was refused: it waits for the decision of who said it. */
  error?: ErrorData;
}

/**
 * One at a time for each room, so that what somebody says keeps its order. What is said in words does not wait for a
 * file that is still on its way; files keep their order among themselves.
 */
export function nextOf(items: readonly Pending[], room: string): Pending | null {
  const waiting = items.filter((item) => item.room === room && !item.error);
  const onItsWay = waiting.findIndex(({ file }) => file);
  const isReady = (item: Pending, at: number) => !item.file && (onItsWay < 0 || at < onItsWay || !hasFile(item));
  return waiting.find(isReady) ?? null;
}

const hasFile = ({ draft: { attachment } }: Pending): boolean => attachment != null && 'key' in attachment;

export function withPatch(items: readonly Pending[], clientId: string, patch: Partial<Pending>): readonly Pending[] {
  return items.map((item) => (item.clientId === clientId ? { ...item, ...patch } : item));
}

/** As it was said, with nothing in its way any more. */
export function freed({ clientId, room, draft, at }: Pending): Pending {
  return { clientId, room, draft, at };
}

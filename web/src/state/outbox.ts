/**
 * What was written here and is not acknowledged yet. It outlives a reload of the tab, and is sent again with the same
 * `client_id` until there is an answer: the service stores it once however often it arrives.
 */
import type { Article, NewAttachment, WireError } from '../wire.js';
import type { FileKind } from './file-kinds.js';

/** What a message may carry beside its text, under the wire's names. */
export interface Extra {
  reply_to?: string;
  discussion_of?: string;
  attachment?: NewAttachment;
  article?: Article;
  view_once?: boolean;
  forward_of?: { room: string; message_id: string };
}

/** A file that is still on its way: the message is sent when it has arrived. */
export interface PendingFile {
  kind: FileKind;
  name: string;
  bytes: number;
  width: number;
  height: number;
}

export interface Pending {
  clientId: string;
  room: string;
  body: string;
  extra: Extra;
  at: number;
  upload?: PendingFile | null;
  /** Why the service refused it; such a message waits for its writer's decision. */
  error: WireError | null;
}

export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const keyOf = (accountId: string): string => `meydan.outbox.${accountId}`;

export function loadOutbox(storage: TextStorage, accountId: string): Pending[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(accountId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPending).map(restored) : [];
  } catch {
    // Somebody else's text under our key: nothing of ours can be read from it.
    return [];
  }
}

/** The file of an upload went with the page that held it. */
function restored(item: Pending): Pending {
  const error = item.upload ? { code: 'upload_lost', message: 'The file was not sent completely.' } : item.error;
  return { ...item, extra: item.extra ?? {}, error };
}

export const saveOutbox = (storage: TextStorage, accountId: string, outbox: Pending[]): void =>
  storage.setItem(keyOf(accountId), JSON.stringify(outbox));

function isPending(value: unknown): value is Pending {
  const item = value as Partial<Pending> | null;
  return typeof item?.clientId === 'string' && typeof item.room === 'string' && typeof item.body === 'string';
}

/**
 * The next message of a room that may be sent: one at a time, so that a person's messages keep their order. What is
 * said in words does not wait for a file that is still on its way; files keep their order among themselves.
 */
export function nextOf(outbox: Pending[], room: string): Pending | null {
  const waiting = outbox.filter((item) => item.room === room && item.error === null);
  const onItsWay = waiting.findIndex((item) => item.upload);
  const isReady = (item: Pending, at: number) => !item.upload && (onItsWay < 0 || at < onItsWay || !hasFile(item));
  return waiting.find(isReady) ?? null;
}

const hasFile = ({ extra: { attachment } }: Pending): boolean => attachment !== undefined && 'key' in attachment;

export const without = (outbox: Pending[], clientId: string): Pending[] =>
  outbox.filter((item) => item.clientId !== clientId);

export const withPatch = (outbox: Pending[], clientId: string, patch: Partial<Pending>): Pending[] =>
  outbox.map((item) => (item.clientId === clientId ? { ...item, ...patch } : item));

export const withError = (outbox: Pending[], clientId: string, error: WireError | null): Pending[] =>
  withPatch(outbox, clientId, { error });

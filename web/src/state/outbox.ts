/**
 * What was written here and is not acknowledged yet. It outlives a reload of the tab, and is sent again with the same
 * `client_id` until there is an answer: the service stores it once however often it arrives.
 */
import type { Article, NewAttachment, WireError } from '../wire.js';

/** What a message may carry beside its text, under the wire's names. */
export interface Extra {
  reply_to?: string;
  discussion_of?: string;
  attachment?: NewAttachment;
  article?: Article;
  forward_of?: { room: string; message_id: string };
}

export interface Pending {
  clientId: string;
  room: string;
  body: string;
  extra: Extra;
  at: number;
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
    return Array.isArray(stored) ? stored.filter(isPending).map((item) => ({ ...item, extra: item.extra ?? {} })) : [];
  } catch {
    // Somebody else's text under our key: nothing of ours can be read from it.
    return [];
  }
}

export const saveOutbox = (storage: TextStorage, accountId: string, outbox: Pending[]): void =>
  storage.setItem(keyOf(accountId), JSON.stringify(outbox));

function isPending(value: unknown): value is Pending {
  const item = value as Partial<Pending> | null;
  return typeof item?.clientId === 'string' && typeof item.room === 'string' && typeof item.body === 'string';
}

/** The next message of a room that may be sent: one at a time, so that a person's messages keep their order. */
export const nextOf = (outbox: Pending[], room: string): Pending | null =>
  outbox.find((item) => item.room === room && item.error === null) ?? null;

export const without = (outbox: Pending[], clientId: string): Pending[] =>
  outbox.filter((item) => item.clientId !== clientId);

export const withError = (outbox: Pending[], clientId: string, error: WireError | null): Pending[] =>
  outbox.map((item) => (item.clientId === clientId ? { ...item, error } : item));

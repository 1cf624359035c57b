/** Where a session and what waits to be sent are kept. The memory keeps them as long as the program runs. */
import type { Pending } from './pending-queue.js';

/** The pair of tokens; `key` goes with it, so that all who refresh the same pair get the same new one. */
export interface Session {
  accountId: string;
  access: string;
  refresh: string;
  expiresAt: number;
  lifetimeMs: number;
  key: string;
}

type Soon<T> = T | Promise<T>;

export interface SessionStore {
  load(): Soon<Session | null>;
  /** Null: the session is over. */
  save(session: Session | null): Soon<void>;
  /** One at a time among all who share the store, where there is a way; refreshing goes through it. */
  alone?<T>(turn: () => Promise<T>): Promise<T>;
  /** Tells of what others who share the store did to it, where there is a way. */
  watch?(listener: (session: Session | null) => void): () => void;
}

export interface OutboxStore {
  load(accountId: string): Soon<Pending[]>;
  save(accountId: string, pending: readonly Pending[]): Soon<void>;
}

/** The part of `localStorage` and `sessionStorage` that is needed. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export function memorySession(held: Session | null = null): SessionStore {
  return {
    load: () => held,
    save: (session) => {
      held = session;
    },
  };
}

/** Read and written at once. */
export interface StoredSession extends SessionStore {
  load(): Session | null;
  save(session: Session | null): void;
}

/** Shared by all tabs when the storage is `localStorage`; tabs that can lock refresh one at a time. */
export function storedSession(storage: TextStorage, name = 'meydan.session'): StoredSession {
  const load = () => sessionIn(storage.getItem(name));
  const locks = here.navigator?.locks;
  return {
    load,
    save: (session) => (session ? storage.setItem(name, JSON.stringify(session)) : storage.removeItem(name)),
    watch: (listener) => onStored(name, () => listener(load())),
    ...(locks && { alone: (turn) => locks.request(name, turn) }),
  };
}

interface Locks {
  request<T>(name: string, turn: () => Promise<T>): Promise<T>;
}

type Heard = (event: { key?: string | null }) => void;

/** What only browsers have. */
const here = globalThis as {
  navigator?: { locks?: Locks };
  addEventListener?: (name: string, heard: Heard) => void;
  removeEventListener?: (name: string, heard: Heard) => void;
};

/** Browsers tell the other tabs, and never the one that wrote. */
function onStored(name: string, listener: () => void): () => void {
  const heard: Heard = ({ key }) => void (key === name && listener());
  here.addEventListener?.('storage', heard);
  return () => here.removeEventListener?.('storage', heard);
}

export function storedOutbox(storage: TextStorage, name = 'meydan.outbox'): OutboxStore {
  return {
    load: (accountId) => pendingIn(storage.getItem(`${name}.${accountId}`)),
    save: (accountId, pending) => storage.setItem(`${name}.${accountId}`, JSON.stringify(pending)),
  };
}

function sessionIn(text: string | null): Session | null {
  const value = jsonIn(text) as Partial<Session> | null;
  if (typeof value?.access !== 'string' || typeof value.refresh !== 'string') return null;
  return { lifetimeMs: 0, ...value } as Session;
}

function pendingIn(text: string | null): Pending[] {
  const value = jsonIn(text);
  return Array.isArray(value) ? value.filter((item) => typeof item?.clientId === 'string' && item.draft) : [];
}

/** Null for what is no JSON. */
export function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // Somebody else's text under our name: nothing of ours can be read from it.
    return null;
  }
}

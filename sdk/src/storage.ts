/** The storage of a session and of unsent messages. The memory storage lasts as long as the program runs. */
import type { Pending } from './pending-queue.js';

/** The token pair. All refreshes of a pair send its `key`, so that they get the same new pair. */
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
  /** Null: the session has ended. */
  save(session: Session | null): Soon<void>;
  /** Runs one refresh at a time among the programs that share the storage, if the platform has locks. */
  alone?<T>(turn: () => Promise<T>): Promise<T>;
  /** Reports changes by other programs that share the storage, if the platform can. */
  watch?(listener: (session: Session | null) => void): () => void;
}

export interface OutboxStore {
  load(accountId: string): Soon<Pending[]>;
  save(accountId: string, pending: readonly Pending[]): Soon<void>;
}

/** The part of `localStorage` and `sessionStorage` that the client uses. */
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

/** Synchronous reads and writes. */
export interface StoredSession extends SessionStore {
  load(): Session | null;
  save(session: Session | null): void;
}

/** All tabs share it if the storage is `localStorage`; tabs with locks refresh one at a time. */
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

/** Globals that only browsers have. */
const here = globalThis as {
  navigator?: { locks?: Locks };
  addEventListener?: (name: string, heard: Heard) => void;
  removeEventListener?: (name: string, heard: Heard) => void;
};

/** Browsers notify the other tabs, and never the tab that wrote. */
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

/** Null if the text is not JSON. */
export function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    // Another program wrote to the same key: the value is not a session or a message of this client.
    return null;
  }
}

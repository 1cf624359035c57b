/** Sends what is in the outbox: one at a time for each room, again and again until there is an answer. */
import { wireOf } from '../net/api.js';
import { randomId } from '../net/session.js';
import { operate } from '../net/socket.js';
import type { Message } from '../wire.js';
import { app, changeTimeline, myId, roomOf } from './app-state.js';
import { holdOfRefusal, withHold, withSlowness } from './holds.js';
import {
  type Extra,
  loadOutbox,
  nextOf,
  type Pending,
  type PendingFile,
  saveOutbox,
  withError,
  without,
  withPatch,
} from './outbox.js';
import { withRow } from './timeline.js';

const AGAIN_AFTER_MS = 1500;
const passing = new Set(['overloaded', 'unavailable', 'rate_limited', 'slow_mode']);

/** Rooms whose outbox is being sent right now. */
const sending = new Set<string>();

export const restoreOutbox = (): void => app.set({ outbox: loadOutbox(sessionStorage, myId()) });

function setOutbox(change: (outbox: Pending[]) => Pending[]): void {
  app.set((state) => ({ outbox: change(state.outbox) }));
  saveOutbox(sessionStorage, myId(), app.get().outbox);
}

export function sendMessage(room: string, body: string, extra: Extra = {}): void {
  addPending(room, body, extra, null);
  void sendAll(room);
}

/** With a file it waits until that has arrived. */
export function addPending(room: string, body: string, extra: Extra, upload: PendingFile | null): Pending {
  const item: Pending = { clientId: randomId(), room, body, extra, at: Date.now(), upload, error: null };
  setOutbox((outbox) => [...outbox, item]);
  return item;
}

/** Sends what this made ready to be sent. */
export function changePending(clientId: string, patch: Partial<Pending>): void {
  setOutbox((outbox) => withPatch(outbox, clientId, patch));
  const item = app.get().outbox.find((other) => other.clientId === clientId);
  if (item) void sendAll(item.room);
}

/** Given up by its writer: what waited for it goes on. */
export function discardPending({ clientId, room }: Pending): void {
  dropPending(clientId);
  void sendAll(room);
}

export function retryPending(item: Pending): void {
  setOutbox((outbox) => withError(outbox, item.clientId, null));
  void sendAll(item.room);
}

export function dropPending(clientId: string): void {
  if (app.get().outbox.some((item) => item.clientId === clientId)) setOutbox((outbox) => without(outbox, clientId));
}

/** After a connection: every room that has something to send. */
export function sendEverything(): void {
  for (const room of new Set(app.get().outbox.map((item) => item.room))) void sendAll(room);
}

async function sendAll(room: string): Promise<void> {
  if (sending.has(room)) return;
  sending.add(room);
  try {
    for (let item = nextOf(app.get().outbox, room); item; item = nextOf(app.get().outbox, room)) {
      const waitMs = await sendOne(item);
      if (waitMs === 'stop') return;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  } finally {
    sending.delete(room);
  }
}

/** How long to wait before the next one; `stop` when there is no connection to send over. */
async function sendOne(item: Pending): Promise<number | 'stop'> {
  try {
    const payload = { room: item.room, client_id: item.clientId, body: item.body, ...item.extra };
    takeAnswer(item.room, await operate<Sent>('message:new', payload));
    dropPending(item.clientId);
    return 0;
  } catch (error) {
    return afterRefusal(item, error);
  }
}

interface Sent {
  message?: Message;
  command?: string;
  help?: string[];
}

function takeAnswer(slug: string, { message, command, help = [] }: Sent): void {
  if (command) app.set(({ answers }) => ({ answers: { ...answers, [slug]: { command, help } } }));
  if (!message) return;
  changeTimeline(slug, (timeline) => withRow(timeline, message));
  app.set((state) => {
    const room = roomOf(state, slug);
    return room ? { holds: withSlowness(state.holds, room, message) } : {};
  });
}

function afterRefusal(item: Pending, error: unknown): number | 'stop' {
  const wire = wireOf(error);
  if (wire.code === 'network') return app.get().connection === 'online' ? AGAIN_AFTER_MS : 'stop';
  const hold = holdOfRefusal(wire);
  if (hold) app.set(({ holds }) => ({ holds: withHold(holds, item.room, hold) }));
  if (passing.has(wire.code)) return wire.retry_after_ms ?? Math.max(AGAIN_AFTER_MS, (wire.until ?? 0) - Date.now());
  setOutbox((outbox) => withError(outbox, item.clientId, wire));
  return 0;
}

/** What a person does with the rows of a room. Refusals are shown; the rows themselves change by the room's events. */
import { wireOf } from '../net/api.js';
import { hint, operate } from '../net/socket.js';
import type { Message } from '../wire.js';
import { app, changeTimeline, notify } from './app-state.js';
import { myReactions } from './my-reactions.js';
import { changed } from './room-list.js';
import { withOlder, withRow } from './timeline.js';

const PAGE = 60;
const TYPING_EVERY_MS = 2500;

export async function loadOlder(room: string): Promise<void> {
  const timeline = app.get().timelines[room];
  if (!timeline?.hasOlder) return;
  const payload = { room, before_seq: timeline.messages[0]?.seq ?? timeline.seq + 1, limit: PAGE };
  const page = await operate<{ messages: Message[]; has_more: boolean }>('message:list', payload).catch(() => null);
  // Without an answer the rows stay as they are; reaching the top again asks again.
  if (page) changeTimeline(room, (held) => withOlder(held, page.messages, page.has_more));
}

export const editMessage = (message: Message, body: string): Promise<boolean> =>
  change(message.room, 'message:edit', { message_id: message.id, body, if_rev: message.rev });

export const deleteMessage = (message: Message): Promise<boolean> =>
  change(message.room, 'message:delete', { message_id: message.id });

async function change(room: string, operation: string, payload: object): Promise<boolean> {
  try {
    const { message } = await operate<{ message: Message }>(operation, { room, ...payload });
    changeTimeline(room, (timeline) => withRow(timeline, message));
    return true;
  } catch (error) {
    notify(wireOf(error));
    return false;
  }
}

export async function toggleReaction(message: Message, emoji: string): Promise<void> {
  const on = !myReactions.has(message.id, emoji);
  myReactions.mark(message.id, emoji, on);
  try {
    await operate('message:react', { room: message.room, message_id: message.id, emoji, on });
  } catch (error) {
    myReactions.mark(message.id, emoji, !on);
    notify(wireOf(error));
  }
}

/** Moves the read cursor to the newest row held. */
export async function markRead(room: string): Promise<void> {
  const timeline = app.get().timelines[room];
  const seq = timeline?.messages.at(-1)?.seq ?? 0;
  if (!timeline || seq <= timeline.readSeq) return;
  changeTimeline(room, (held) => ({ ...held, readSeq: Math.max(held.readSeq, seq) }));
  const read = await operate<{ read_seq: number; unread: number; unread_mentions: number }>('message:read', {
    room,
    seq,
  })
    // Not moved: the row stays unread, and the next look at the room moves the cursor.
    .catch(() => null);
  if (!read) return changeTimeline(room, (held) => ({ ...held, readSeq: timeline.readSeq }));
  const { unread, unread_mentions } = read;
  app.set((state) => ({ rooms: changed(state.rooms, room, { unread, unread_mentions }) }));
}

export const clearDivider = (room: string): void => changeTimeline(room, (held) => ({ ...held, dividerSeq: null }));

/** The page went out of sight: what arrives from now on comes after the line. */
export const placeDivider = (room: string): void =>
  changeTimeline(room, (held) => ({ ...held, dividerSeq: held.messages.at(-1)?.seq ?? held.readSeq }));

let lastTypingAt = 0;

export function sayTyping(room: string, on: boolean): void {
  const now = Date.now();
  if (on && now - lastTypingAt < TYPING_EVERY_MS) return;
  if (!on && lastTypingAt === 0) return;
  lastTypingAt = on ? now : 0;
  hint('typing', { room, on });
}

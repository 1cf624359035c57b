/** Actions on messages. Errors are shown; the messages change by the room's events. */

import { MeydanError } from '#sdk/errors.js';
import type { Room } from '#sdk/room.js';
import type { Message } from '../api-types.js';
import { app, changeTimeline } from '../app/app-state.js';
import { notifyError } from '../app/ask.js';
import { client } from '../app/client.js';
import { changed } from '../rooms/room-list-updates.js';
import { myReactions } from './my-reactions.js';

const PAGE = 60;

/** False if it was refused. */
export async function loadOlder(slug: string, limit = PAGE): Promise<boolean> {
  const room = client.held(slug);
  return !room?.hasOlder || room.older(limit).then(() => true, stays);
}

/** An error changes nothing, and the next read report retries. */
function stays(error: unknown): false {
  if (!(error instanceof MeydanError)) throw error;
  return false;
}

export const editMessage = (message: Message, body: string): Promise<boolean> =>
  change(message.room, (room) => room.edit(message, body));

export const deleteMessage = ({ room: slug, id }: Message): Promise<boolean> => change(slug, (room) => room.remove(id));

async function change(slug: string, deed: (room: Room) => Promise<unknown>): Promise<boolean> {
  try {
    await deed(client.room(slug));
    return true;
  } catch (error) {
    notifyError(error);
    return false;
  }
}

export async function toggleReaction(message: Message, emoji: string): Promise<void> {
  const on = !myReactions.has(message.id, emoji);
  myReactions.mark(message.id, emoji, on);
  try {
    await client.operate('message:react', { room: message.room, message_id: message.id, emoji, on });
  } catch (error) {
    myReactions.mark(message.id, emoji, !on);
    notifyError(error);
  }
}

/** Rooms that the person has marked as unread and not opened again: a row that comes while one leaves is not read. */
const heldBack = new Set<string>();
let lastRead: Promise<unknown> = Promise.resolve();

/** Reads nothing more of the room. Resolves when the service has answered what was read before. */
export async function holdReading(slug: string): Promise<void> {
  heldBack.add(slug);
  await lastRead;
}

export const allowReading = (slug: string): boolean => heldBack.delete(slug);

/** Moves the read cursor to the newest visible message. */
export async function markRead(slug: string, seq: number): Promise<void> {
  const room = client.held(slug);
  if (!room || seq <= room.readSeq || heldBack.has(slug)) return;
  lastRead = room.read(seq).catch(stays);
  await lastRead;
  const { unread, unreadMentions } = room;
  app.set((state) => ({ rooms: changed(state.rooms, slug, { unread, unread_mentions: unreadMentions }) }));
}

export const clearDivider = (room: string): void => changeTimeline(room, (held) => ({ ...held, dividerSeq: null }));

/** The room counts as unread from this message on. */
export const placeDividerBefore = (room: string, seq: number): void =>
  changeTimeline(room, (held) => ({ ...held, dividerSeq: seq - 1 }));

/** The page is hidden, so later messages come after the divider. */
export const placeDivider = (room: string): void =>
  changeTimeline(room, (held) => ({ ...held, dividerSeq: held.messages.at(-1)?.seq ?? held.readSeq }));

export const sendTyping = (slug: string, on: boolean): void => client.held(slug)?.setTyping(on);

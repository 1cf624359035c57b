/**
 * Rooms that the person marked as unread, on all devices: the read cursor of the service moves forward only. The mark
 * ends when the room is opened again, and the room then opens at the marked row.
 */
import type { Message } from '../api-types.js';
import { app } from '../app/app-state.js';
import { done } from '../app/ask.js';
import { goTo } from '../app/navigate.js';
import { holdReading, placeDividerBefore } from '../messages/message-actions.js';
import { changed } from './room-list-updates.js';

/** The room is left, because an open room is read. */
export async function markUnreadFrom({ room, seq }: Pick<Message, 'room' | 'seq'>): Promise<void> {
  const isRead = holdReading(room);
  goTo(null);
  // A cursor that moves past the mark ends it.
  await isRead;
  const isKept = await done('PUT /api/rooms/{slug}/unread', { path: { slug: room }, body: { from_seq: seq } });
  if (isKept) show(room, seq);
}

export async function takeMarkAway(slug: string): Promise<void> {
  if (await done('DELETE /api/rooms/{slug}/unread', { path: { slug } })) show(slug, null);
}

/** Ends the mark of a room that is opened, and leads to the marked row. */
export function openAtMark(slug: string, from: number): void {
  placeDividerBefore(slug, from);
  void takeMarkAway(slug);
}

const show = (slug: string, unread_from: number | null): void =>
  app.set(({ rooms }) => ({ rooms: changed(rooms, slug, { unread_from }) }));

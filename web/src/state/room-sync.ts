/**
 * Keeps the timelines complete. A room is opened once, then followed by its events; whenever `prev_seq` tells that
 * something is missing, or after a new connection, the rest is asked for with `after_seq`.
 */
import { wireOf } from '../net/api.js';
import { operate } from '../net/socket.js';
import type { Message, OpenedRoom, RoomChange } from '../wire.js';
import { app, changeTimeline, dropTimeline, myId, notify, roomOf, setTimeline } from './app-state.js';
import { withMemberHold } from './holds.js';
import { dropPending } from './outbox-actions.js';
import { roomPatch, withKeptReading, withMemberEvent, withRequestEvent } from './room-events.js';
import { changed, withLastMessage, withoutRoom } from './room-list.js';
import { caughtUp, isGap, openedTimeline, withEvent } from './timeline.js';
import { doneTyping } from './typing.js';

/** Events that arrived while their room was being opened, by slug. */
const waiting = new Map<string, RoomChange[]>();

/** Opens the room, or asks for what was missed since. Repeated calls while one is under way are that one. */
export async function syncRoom(slug: string): Promise<void> {
  if (waiting.has(slug)) return;
  waiting.set(slug, []);
  try {
    await pull(slug);
  } catch (error) {
    waiting.delete(slug);
    return giveUp(slug, error);
  }
  const events = waiting.get(slug) ?? [];
  waiting.delete(slug);
  // A catch-up is complete up to its seq, so its events must not be applied once more.
  const upTo = app.get().timelines[slug]?.seq ?? 0;
  for (const event of events) if (event.seq > upTo) takeEvent(event);
}

async function pull(slug: string): Promise<void> {
  for (;;) {
    const held = app.get().timelines[slug];
    const since = held && { id: held.roomId, after_seq: held.seq, limit: 200 };
    const opened = await operate<OpenedRoom>('room:open', { room: slug, ...since });
    if (opened.reset) dropTimeline(slug);
    else setTimeline(slug, held ? caughtUp(held, opened) : openedTimeline(opened));
    takeRoom(slug, opened);
    if (held) forgetPeople(slug);
    if (!opened.reset && !(held && opened.has_more)) return;
  }
}

function takeRoom(slug: string, { room, read_seq: _, messages, unread, unread_mentions }: OpenedRoom): void {
  for (const message of messages) settlePending(message.client_id, message.sender?.account_id ?? null);
  app.set((state) => {
    const [kept = room] = withKeptReading([room], state.rooms);
    return { rooms: withLastMessage(changed(state.rooms, slug, { ...kept, unread, unread_mentions }), slug, messages) };
  });
}

/** A catch-up tells of rows, not of people: their lists are asked for again when they are looked at. */
function forgetPeople(slug: string): void {
  app.set(({ members: { [slug]: _members, ...members }, requests: { [slug]: _queue, ...requests } }) => ({
    members,
    requests,
  }));
}

function giveUp(slug: string, error: unknown): void {
  const { code, retry_after_ms } = wireOf(error);
  if (code === 'network') return;
  if (code === 'overloaded' || code === 'unavailable' || code === 'rate_limited') {
    setTimeout(() => app.get().current === slug && void syncRoom(slug), retry_after_ms ?? 1000);
    return;
  }
  if (code === 'not_member' || code === 'room_not_found') loseRoom(slug);
  notify(wireOf(error));
}

/** Nothing of a room that is not ours any more stays on the screen. */
export function loseRoom(slug: string): void {
  dropTimeline(slug);
  forgetPeople(slug);
  app.set((state) => ({ rooms: withoutRoom(state.rooms, slug) }));
  if (app.get().current === slug) location.hash = '';
}

/** Every event that carries `seq` and `prev_seq`, known or not: an unknown one still moves the place held. */
export function takeEvent(event: RoomChange): void {
  const slug = event.room;
  const queue = waiting.get(slug);
  if (queue) return void queue.push(event);
  const timeline = app.get().timelines[slug];
  if (!timeline) return;
  if (isGap(timeline, event)) return void syncRoom(slug);
  const isNews = event.seq > timeline.seq;
  changeTimeline(slug, (held) => withEvent(held, event));
  if (event.message) takeSender(slug, event.message);
  if (isNews) noteBeside(slug, event);
  noteInList(slug, event);
}

function takeSender(slug: string, { client_id, sender }: Message): void {
  settlePending(client_id, sender?.account_id ?? null);
  if (sender?.account_id) doneTyping(slug, sender.account_id);
}

/** One's own message seen as a row is as good as its acknowledgement, which may have been lost. */
function settlePending(clientId: string | null, sender: string | null): void {
  if (clientId && sender === myId()) dropPending(clientId);
}

function noteInList(slug: string, event: RoomChange): void {
  if (event.type === 'room:deleted') {
    loseRoom(slug);
    return;
  }
  app.set((state) => {
    const messages = state.timelines[slug]?.messages ?? [];
    return { rooms: withLastMessage(changed(state.rooms, slug, roomPatch(event)), slug, messages) };
  });
}

/** Members and the queue are held only once they were asked for. */
function noteBeside(slug: string, event: RoomChange): void {
  app.set(({ members, requests, holds }) => {
    const people = members[slug];
    const queue = requests[slug];
    const isMe = event.type === 'member:updated' && event.member?.account_id === myId();
    return {
      ...(people && { members: { ...members, [slug]: withMemberEvent(people, event) } }),
      ...(queue && { requests: { ...requests, [slug]: withRequestEvent(queue, event) } }),
      ...(isMe && event.member && { holds: withMemberHold(holds, slug, event.member) }),
    };
  });
}

export const isMember = (slug: string): boolean => roomOf(app.get(), slug) !== null;

/** The open rooms of the client; their signals update the app state. */

import type { Room as HeldRoom } from '#sdk/room.js';
import type { Row } from '#sdk/wire.js';
import type { Message, RoomChange } from '../api-types.js';
import { app, changeTimeline, dropTimeline, myId, notify, roomOf, setTimeline } from '../app/app-state.js';
import { client } from '../app/client.js';
import { goTo } from '../app/navigate.js';
import { withMuteBlock } from '../composer/send-blocks.js';
import { clearTyping } from '../composer/typing.js';
import { timelineOf, withDivider } from '../messages/list/timeline.js';
import { roomPatch, withKeptReading, withMemberEvent, withRequestEvent } from './room-events.js';
import { changed, withLastMessage, withoutEnded, withoutRoom } from './room-list-updates.js';

/** Opens the room, or catches up from the entry where it was left. */
export async function syncRoom(slug: string): Promise<void> {
  await (client.held(slug) ?? follow(slug)).resume();
}

/** The loaded messages stay in memory for the next visit. */
export const stopSync = (slug: string): void => client.held(slug)?.pause();

/** False during a catch-up; messages are not marked as read before it is complete. */
export const isSynced = (slug: string): boolean => client.held(slug)?.isSynced() ?? false;

/** Applies a message from the response of an operation. */
export const applyRow = (slug: string, row: Row): void => client.held(slug)?.takeAnswer(row);

function follow(slug: string): HeldRoom {
  // No limit: messages above the view must not be removed while the person scrolls.
  const room = client.room(slug, { keep: Number.POSITIVE_INFINITY });
  let isCaughtUp = false;
  room.on('rows', () => show(room));
  room.on('unread', () => show(room));
  room.on('reset', () => dropTimeline(slug));
  room.on('message', (row) => takeMessage(slug, row));
  room.on('change', (change) => takeChange(slug, change));
  room.on('synced', () => {
    takeRoom(room);
    // A catch-up contains messages, not members, so the member lists are loaded again when they are shown.
    if (isCaughtUp) forgetPeople(slug);
    isCaughtUp = true;
  });
  room.on('gone', ({ reason }) => {
    const isSeen = seen.has(reason);
    if (!isSeen || (reason !== 'left' && app.get().current === slug)) notify({ code: reason, message: reason });
    // Any other error says nothing about the membership.
    if (isSeen || out.has(reason)) dropRoom(slug);
  });
  return room;
}

/**
 * These reasons need no notice: the room disappears from the list. Somebody whose room is on the screen, and who may be
 * writing, reads why it is closed, unless they left it.
 */
const seen = new Set<string>(['kicked', 'banned', 'deleted', 'left']);
const out = new Set<string>(['not_member', 'room_not_found']);

function show(room: HeldRoom): void {
  const timeline = timelineOf(room, app.get().timelines[room.slug]);
  if (timeline) setTimeline(room.slug, timeline);
}

function takeRoom(room: HeldRoom): void {
  const { slug, info, unread, unreadMentions } = room;
  show(room);
  changeTimeline(slug, (timeline) => withDivider(timeline, room));
  app.set((state) => {
    const [kept] = withKeptReading(info ? [info] : [], state.rooms);
    const rooms = changed(state.rooms, slug, { ...kept, unread, unread_mentions: unreadMentions });
    return { rooms: withLastMessage(rooms, slug, room.messages) };
  });
}

function takeMessage(slug: string, { sender }: Message): void {
  if (sender?.account_id) clearTyping(slug, sender.account_id);
  noteLastMessage(slug);
}

function takeChange(slug: string, change: RoomChange): void {
  noteBeside(slug, change);
  app.set((state) => ({ rooms: changed(withoutEnded(state.rooms, slug, change), slug, roomPatch(change)) }));
  noteLastMessage(slug);
}

const noteLastMessage = (slug: string): void =>
  app.set(({ rooms, timelines }) => ({ rooms: withLastMessage(rooms, slug, timelines[slug]?.messages ?? []) }));

function forgetPeople(slug: string): void {
  app.set(({ members: { [slug]: _members, ...members }, requests: { [slug]: _queue, ...requests } }) => ({
    members,
    requests,
  }));
}

/** Removes a room that the person is no longer a member of. */
export function dropRoom(slug: string): void {
  client.held(slug)?.close();
  dropTimeline(slug);
  forgetPeople(slug);
  app.set((state) => ({ rooms: withoutRoom(state.rooms, slug) }));
  if (app.get().current === slug) goTo(null);
}

/** Member lists and join requests are updated only after they were loaded. */
function noteBeside(slug: string, event: RoomChange): void {
  app.set(({ members, requests, sendBlocks }) => {
    const people = members[slug];
    const queue = requests[slug];
    const isMe = event.type === 'member:updated' && event.member.account_id === myId();
    return {
      ...(people && { members: { ...members, [slug]: withMemberEvent(people, event) } }),
      ...(queue && { requests: { ...requests, [slug]: withRequestEvent(queue, event) } }),
      ...(isMe && { sendBlocks: withMuteBlock(sendBlocks, slug, event.member) }),
    };
  });
}

export const isMember = (slug: string): boolean => roomOf(app.get(), slug) !== null;

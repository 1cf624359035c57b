/** The list of rooms and the open room. */

import type { JoinStatus, NewRoom } from '../api-types.js';
import { call, wireOf } from '../app/api.js';
import { app, myId, notify, roomOf } from '../app/app-state.js';
import { notifyError } from '../app/ask.js';
import { requestFocusByPointer } from '../app/focus-request.js';
import { goTo } from '../app/navigate.js';
import { type Route, routeOfHash } from '../app/route.js';
import { withMuteBlock } from '../composer/send-blocks.js';
import { followBack } from '../discover/discover-nav.js';
import { jumpToId } from '../messages/list/jump.js';
import { allowReading } from '../messages/message-actions.js';
import { openAtMark } from './marked-unread.js';
import { withKeptReading } from './room-events.js';
import { ordered, withRoom } from './room-list-updates.js';
import { dropRoom, stopSync, syncRoom } from './room-sync.js';

const REFRESH_AT_MOST_EVERY_MS = 1500;

let refreshTimer: ReturnType<typeof setTimeout> | null = null;
let refreshedAt = 0;

export async function refreshRooms(): Promise<void> {
  refreshedAt = Date.now();
  try {
    const { rooms } = await call('GET /api/rooms');
    app.set((state) => ({ rooms: ordered(withKeptReading(rooms, state.rooms)), roomsLoaded: true }));
  } catch (error) {
    if (wireOf(error).code !== 'network') notify(wireOf(error));
  }
}

/** Debounced: live events report that something changed, and one request loads the exact counts. */
export function refreshRoomsSoon(): void {
  if (refreshTimer) return;
  const wait = Math.max(300, refreshedAt + REFRESH_AT_MOST_EVERY_MS - Date.now());
  refreshTimer = setTimeout(() => {
    refreshTimer = null;
    void refreshRooms();
  }, wait);
}

/** Opens the route of the address; a room that the person has not joined is previewed first. */
export async function followAddress(): Promise<void> {
  const route = routeOfHash(location.hash);
  const { slug, code, discover } = shownBy(route);
  const messageId = route?.view === 'message' ? route.id : null;
  const before = app.get().current;
  if (before && before !== slug) stopSync(before);
  followBack(location.hash);
  // Going back to the list keeps the notice, which may say why a room could not be opened.
  const notice = route ? null : app.get().notice;
  app.set({ current: slug, preview: null, inviteCode: null, panel: null, notice, discover });
  if (code) return previewInvite(code);
  if (!slug) return;
  if (roomOf(app.get(), slug)) await openRoom(slug);
  else await preview(slug);
  if (messageId && (await isLoaded(slug))) await jumpToId(slug, messageId);
}

async function openRoom(slug: string): Promise<void> {
  allowReading(slug);
  // The mark ends with the reading that begins here.
  const mark = roomOf(app.get(), slug)?.unread_from;
  await syncRoom(slug);
  if (mark && (await isLoaded(slug))) openAtMark(slug, mark);
}

/** Waits for the rows of the open room, also through a connection that is not there yet; false when it is left first. */
function isLoaded(slug: string): Promise<boolean> {
  const { current, timelines } = app.get();
  if (current !== slug || slug in timelines) return Promise.resolve(current === slug);
  return new Promise((resolve) => {
    const stop = app.subscribe(() => {
      const { current: now, timelines: held, preview: shown } = app.get();
      if (now === slug && !(slug in held) && !shown) return;
      stop();
      resolve(now === slug && slug in held);
    });
  });
}

function shownBy(route: Route | null) {
  if (route?.view === 'room' || route?.view === 'message') return { slug: route.slug, code: null, discover: null };
  if (route?.view === 'invite') return { slug: null, code: route.code, discover: null };
  return { slug: null, code: null, discover: route };
}

async function preview(slug: string): Promise<void> {
  try {
    const { room } = await call('GET /api/rooms/{slug}', { path: { slug } });
    if (room.is_member) {
      app.set((state) => ({ rooms: withRoom(state.rooms, room) }));
      return openRoom(slug);
    }
    app.set((state) => (state.current === slug ? { preview: room } : {}));
  } catch (error) {
    notifyError(error);
    if (app.get().current === slug) goTo(null);
  }
}

/** Previews the room of an invite link; a member goes to the room at once. */
async function previewInvite(code: string): Promise<void> {
  try {
    const { room } = await call('GET /api/invites/{code}', { path: { code } });
    if (room.is_member) return goTo(room.slug);
    if (shownBy(routeOfHash(location.hash)).code === code) app.set({ preview: room, inviteCode: code });
  } catch (error) {
    const wire = wireOf(error);
    notify(wire.code === 'not_found' ? { ...wire, code: 'invite_gone' } : wire);
    goTo(null);
  }
}

export async function joinByInvite(code: string): Promise<void> {
  try {
    const { room } = await call('POST /api/invites/{code}/join', { path: { code } });
    app.set((state) => ({ rooms: withRoom(state.rooms, room) }));
    requestFocusByPointer();
    goTo(room.slug);
  } catch (error) {
    notifyError(error);
  }
}

/** `key`: the idempotency key of the form. Throws the error, because the form shows it at its fields. */
export async function createRoom(draft: NewRoom, key: string): Promise<void> {
  const { room } = await call('POST /api/rooms', { body: draft, key });
  app.set((state) => ({ rooms: withRoom(state.rooms, room) }));
  requestFocusByPointer();
  goTo(room.slug);
}

export async function joinRoom(slug: string): Promise<JoinStatus | null> {
  try {
    const { status, room } = await call('POST /api/rooms/{slug}/join', { path: { slug } });
    if (status === 'requested') return status;
    requestFocusByPointer();
    app.set((state) => ({ rooms: withRoom(state.rooms, room), preview: null }));
    await syncRoom(slug);
    return status;
  } catch (error) {
    notifyError(error);
    return null;
  }
}

export async function leaveRoom(slug: string): Promise<void> {
  try {
    await call('POST /api/rooms/{slug}/leave', { path: { slug } });
    dropRoom(slug);
  } catch (error) {
    notifyError(error);
  }
}

/** Throws the error, because the panels show it. */
export async function loadMembers(slug: string): Promise<void> {
  const { members } = await call('GET /api/rooms/{slug}/members', { path: { slug } });
  const mine = members.find((member) => member.account_id === myId());
  app.set((state) => ({
    members: { ...state.members, [slug]: members },
    ...(mine && { sendBlocks: withMuteBlock(state.sendBlocks, slug, mine) }),
  }));
}

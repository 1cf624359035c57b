/** The list of rooms, and which of them is on the screen. */

import type { JoinStatus, NewRoom } from '../api-types.js';
import { call, wireOf } from '../app/api.js';
import { app, myId, notify, roomOf } from '../app/app-state.js';
import { requestFocusByPointer } from '../app/focus-request.js';
import { withMuteBlock } from '../composer/send-blocks.js';
import { followBack } from '../discover/discover-nav.js';
import { discoverOfHash } from '../discover/discover-route.js';
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

/** Live events say that something changed; the exact counts are asked for once for many of them. */
export function refreshRoomsSoon(): void {
  if (refreshTimer) return;
  const wait = Math.max(300, refreshedAt + REFRESH_AT_MOST_EVERY_MS - Date.now());
  refreshTimer = setTimeout(() => {
    refreshTimer = null;
    void refreshRooms();
  }, wait);
}

export const slugOfHash = (hash: string): string | null => {
  const found = /^#\/r\/([A-Za-z0-9-]{1,64})$/.exec(hash);
  return found?.[1]?.toLowerCase() ?? null;
};

/** The code of an invite link: `#/i/<code>`. */
export const inviteOfHash = (hash: string): string | null => /^#\/i\/([\w-]{1,64})$/.exec(hash)?.[1] ?? null;

export const goTo = (slug: string | null): void => {
  location.hash = slug ? `#/r/${slug}` : '';
};

/** Shows the room of the address; a room one is not in is looked at first. */
export async function followAddress(): Promise<void> {
  const slug = slugOfHash(location.hash);
  const before = app.get().current;
  if (before && before !== slug) stopSync(before);
  followBack(location.hash);
  const discover = discoverOfHash(location.hash);
  const code = inviteOfHash(location.hash);
  // The way back to the list keeps the notice: it may say why the room could not be opened.
  const notice = slug || code || discover ? null : app.get().notice;
  app.set({ current: slug, preview: null, inviteCode: null, panel: null, notice, discover });
  if (code) return previewInvite(code);
  if (!slug) return;
  if (roomOf(app.get(), slug)) return syncRoom(slug);
  await preview(slug);
}

async function preview(slug: string): Promise<void> {
  try {
    const { room } = await call('GET /api/rooms/{slug}', { path: { slug } });
    if (room.is_member) {
      app.set((state) => ({ rooms: withRoom(state.rooms, room) }));
      return syncRoom(slug);
    }
    app.set((state) => (state.current === slug ? { preview: room } : {}));
  } catch (error) {
    notify(wireOf(error));
    if (app.get().current === slug) goTo(null);
  }
}

/** The room behind a link; whoever is in it already goes there. */
async function previewInvite(code: string): Promise<void> {
  try {
    const { room } = await call('GET /api/invites/{code}', { path: { code } });
    if (room.is_member) return goTo(room.slug);
    if (inviteOfHash(location.hash) === code) app.set({ preview: room, inviteCode: code });
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
    notify(wireOf(error));
  }
}

/** Throws the refusal: the form shows it at its fields. */
export async function createRoom(draft: NewRoom): Promise<void> {
  const { room } = await call('POST /api/rooms', { body: draft });
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
    notify(wireOf(error));
    return null;
  }
}

export async function leaveRoom(slug: string): Promise<void> {
  try {
    await call('POST /api/rooms/{slug}/leave', { path: { slug } });
    dropRoom(slug);
  } catch (error) {
    notify(wireOf(error));
  }
}

export async function loadMembers(slug: string): Promise<void> {
  try {
    const { members } = await call('GET /api/rooms/{slug}/members', { path: { slug } });
    const mine = members.find((member) => member.account_id === myId());
    app.set((state) => ({
      members: { ...state.members, [slug]: members },
      ...(mine && { sendBlocks: withMuteBlock(state.sendBlocks, slug, mine) }),
    }));
  } catch (error) {
    notify(wireOf(error));
  }
}

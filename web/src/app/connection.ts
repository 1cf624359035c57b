/** Applies the signals of the connection to the app state. */

import type { MeydanError } from '#sdk/errors.js';
import { followOutbox } from '../composer/outbox/outbox-actions.js';
import { applyTyping } from '../composer/typing.js';
import { resumeUploads } from '../media/file-actions.js';
import { setAvatar } from '../members/avatars.js';
import { followAddress, refreshRooms, refreshRoomsSoon } from '../rooms/room-actions.js';
import { withFlags, withPeer, withPeerFace, withPermissions, withReading } from '../rooms/room-events.js';
import { withActivity, withRoom } from '../rooms/room-list-updates.js';
import { dropRoom } from '../rooms/room-sync.js';
import { app, myId } from './app-state.js';
import { client } from './client.js';

export interface ConnectionEnds {
  /** The session has ended, so the login page is shown. */
  loggedOut(): void;
  usernameNeeded(): void;
  /** The account is suspended; its session and its unsent messages stay. */
  suspended(error: MeydanError): void;
}

/** Called once, because the client outlives logins. */
export function followClient(ends: ConnectionEnds): void {
  followLife(ends);
  followOutbox();
  followRooms();
  followPeople();
}

export function connect(): void {
  app.set({ connection: 'connecting' });
  client.connect().catch(() => {
    // The `stopped` signal has already shown the reason.
  });
}

function followLife(ends: ConnectionEnds): void {
  client.on('online', () => {
    app.set({ connection: 'online', draining: false });
    resumeUploads();
    void refreshRooms();
  });
  client.on('offline', () => app.set({ connection: 'offline' }));
  client.on('retry', ({ at }) => app.set({ retryAt: at }));
  client.on('server:draining', () => app.set({ draining: true }));
  client.on('logout', ends.loggedOut);
  client.on('stopped', (error) => {
    if (error.code === 'username_required') ends.usernameNeeded();
    else if (error.code === 'account_suspended') ends.suspended(error);
    else ends.loggedOut();
  });
}

function followRooms(): void {
  client.on('room:activity', (activity) => {
    app.set((state) => ({ rooms: withActivity(state.rooms, activity, myId()) }));
    refreshRoomsSoon();
  });
  client.on('room:new', ({ room }) => {
    app.set((state) => ({ rooms: withRoom(state.rooms, room) }));
    refreshRoomsSoon();
    // A person whose join request was approved is now a member.
    if (app.get().preview?.slug === room.slug) void followAddress();
  });
  client.on('permissions:changed', (change) => app.set((state) => ({ rooms: withPermissions(state.rooms, change) })));
  client.on('room:flags', (flags) => {
    app.set((state) => ({ rooms: withFlags(state.rooms, flags) }));
    refreshRoomsSoon();
  });
  client.on('room:gone', ({ room }) => dropRoom(room));
}

function followPeople(): void {
  client.on('account:avatar', ({ account_id, avatar }) => {
    setAvatar(account_id, avatar);
    app.set((state) => ({ rooms: withPeerFace(state.rooms, account_id, avatar) }));
  });
  client.on('presence', ({ account_id, online }) =>
    app.set((state) => ({ rooms: withPeer(state.rooms, account_id, { online }) })),
  );
  client.on('stars:changed', ({ balance }) =>
    app.set(({ account }) => (account ? { account: { ...account, stars: balance } } : {})),
  );
  client.on('message:read', ({ room, account_id, read_seq }) =>
    app.set((state) => ({ rooms: withReading(state.rooms, room, account_id, read_seq) })),
  );
  client.on('typing', applyTyping);
}

/** The life of the connection: refusals, reconnects, and where each event goes. */
import { freshSession, refresh, wireOf } from '../net/api.js';
import { readSession } from '../net/session.js';
import { closeSocket, openSocket, renewSession, type Socket } from '../net/socket.js';
import type { Activity, PermissionsChange, Photo, Room, RoomChange, RoomFlags, Typing } from '../wire.js';
import { app, myId, notify } from './app-state.js';
import { takeFace } from './faces.js';
import { resumeUploads } from './file-actions.js';
import { sendEverything } from './outbox-actions.js';
import { forgetRetry, planRetry, retryDone } from './retry.js';
import { followAddress, refreshRooms, refreshRoomsSoon } from './room-actions.js';
import { withFlags, withPeer, withPeerFace, withPermissions, withReading } from './room-events.js';
import { withActivity, withRoom } from './room-list.js';
import { isMember, loseRoom, syncRoom, takeEvent } from './room-sync.js';
import { takeTyping } from './typing.js';

export interface ConnectionEnds {
  /** The session is over: log in again. */
  loggedOut(): void;
  usernameNeeded(): void;
}

export function connect(ends: ConnectionEnds): void {
  const socket = openSocket();
  followLife(socket, ends);
  followEvents(socket);
  socket.connect();
}

export function disconnect(): void {
  forgetRetry();
  closeSocket();
  app.set({ connection: 'connecting', draining: false });
}

function followLife(socket: Socket, ends: ConnectionEnds): void {
  socket.on('ready', () => void takeReady());
  socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
    app.set({ connection: 'offline' });
    // A refused handshake says what it lacks; without an answer there is only trying again.
    if (error.data?.code) void afterRefusal(socket, error.data.code, ends);
    else planRetry(() => socket.connect());
  });
  socket.on('disconnect', () => {
    app.set({ connection: 'offline' });
    planRetry(() => socket.connect());
  });
  socket.on('session:closed', ({ reason }: { reason: string }) => {
    if (reason === 'session_closed' || reason === 'account_deleted') ends.loggedOut();
  });
  socket.on('session:expiring', () => {
    // When this fails the service closes the socket, and the next handshake brings a new token.
    renewSession().catch((error: unknown) => notify(wireOf(error)));
  });
  socket.on('server:draining', () => app.set({ draining: true }));
}

async function takeReady(): Promise<void> {
  retryDone();
  app.set({ connection: 'online', draining: false });
  sendEverything();
  resumeUploads();
  const { current } = app.get();
  if (current && isMember(current)) void syncRoom(current);
  await refreshRooms();
}

async function afterRefusal(socket: Socket, code: string, ends: ConnectionEnds): Promise<void> {
  if (code === 'username_required') return ends.usernameNeeded();
  try {
    if (code === 'token_expired' || code === 'unauthorized') await renewed();
  } catch (error) {
    const refused = wireOf(error).code;
    if (refused === 'invalid_refresh_token' || refused === 'unauthorized') return ends.loggedOut();
  }
  if (code === 'token_expired') socket.connect();
  else planRetry(() => socket.connect());
}

async function renewed(): Promise<void> {
  const session = readSession() ?? (await freshSession());
  await refresh(session);
}

function followEvents(socket: Socket): void {
  socket.on('room:activity', (activity: Activity) => {
    app.set((state) => ({ rooms: withActivity(state.rooms, activity, myId()) }));
    refreshRoomsSoon();
  });
  socket.on('room:new', ({ room }: { room: Room }) => {
    app.set((state) => ({ rooms: withRoom(state.rooms, room) }));
    refreshRoomsSoon();
    // Whoever stood before the door and is let in now is in.
    if (app.get().preview?.slug === room.slug) void followAddress();
  });
  socket.on('permissions:changed', (change: PermissionsChange) =>
    app.set((state) => ({ rooms: withPermissions(state.rooms, change) })),
  );
  socket.on('room:flags', (flags: RoomFlags) => {
    app.set((state) => ({ rooms: withFlags(state.rooms, flags) }));
    refreshRoomsSoon();
  });
  socket.on('room:gone', ({ room }: { room: string }) => loseRoom(room));
  socket.on('account:avatar', ({ account_id, avatar }: { account_id: string; avatar: Photo | null }) => {
    takeFace(account_id, avatar);
    app.set((state) => ({ rooms: withPeerFace(state.rooms, account_id, avatar) }));
  });
  socket.on('presence', ({ account_id, online }: { account_id: string; online: boolean }) =>
    app.set((state) => ({ rooms: withPeer(state.rooms, account_id, { online }) })),
  );
  socket.on('stars:changed', ({ balance }: { balance: number }) =>
    app.set(({ account }) => (account ? { account: { ...account, stars: balance } } : {})),
  );
  socket.on('message:read', ({ room, account_id, read_seq }: { room: string; account_id: string; read_seq: number }) =>
    app.set((state) => ({ rooms: withReading(state.rooms, room, account_id, read_seq) })),
  );
  socket.on('typing', (typing: Typing) => takeTyping(typing));
  socket.onAny((type: string, payload: unknown) => {
    if (isRoomEvent(payload)) takeEvent({ ...payload, type });
  });
}

function isRoomEvent(payload: unknown): payload is RoomChange {
  const event = payload as Partial<RoomChange> | null;
  return typeof event?.room === 'string' && typeof event.seq === 'number' && typeof event.prev_seq === 'number';
}

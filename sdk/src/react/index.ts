/** Hooks for React, 18 or newer, and for what is compatible with it. They hold no state of their own. */
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Client } from '../client.js';
import type { Room } from '../room.js';
import type { Message, RoomListRow } from '../wire.js';

export type ConnectionState = 'online' | 'offline' | 'stopped';

/** Whether the client is connected; `stopped`: it does not reconnect by itself. */
export function useConnection(client: Client): ConnectionState {
  const state = useRef<ConnectionState>(client.isOnline ? 'online' : 'offline');
  const subscribe = useCallback(
    (changed: () => void) => {
      const set = (to: ConnectionState) => () => {
        state.current = to;
        changed();
      };
      set(client.isOnline ? 'online' : 'offline')();
      return all([
        client.on('online', set('online')),
        client.on('offline', set('offline')),
        client.on('stopped', set('stopped')),
      ]);
    },
    [client],
  );
  return useSyncExternalStore(subscribe, () => state.current, offline);
}

/** The account's rooms with their unread counts, kept up to date. */
export function useRooms(client: Client): readonly RoomListRow[] {
  const subscribe = useCallback((changed: () => void) => client.rooms.on('change', changed), [client]);
  useEffect(() => {
    // A failure is repeated by the next event of a room.
    client.rooms.load().catch(() => undefined);
  }, [client]);
  return useSyncExternalStore(subscribe, () => client.rooms.all, nothing<RoomListRow>);
}

/** The room, followed while a component shows it, and paused afterwards. */
export function useRoom(client: Client, slug: string): Room {
  const room = client.room(slug);
  useEffect(() => {
    // The room tells of a refusal by `gone`.
    room.open().catch(() => undefined);
    return () => room.pause();
  }, [room]);
  return room;
}

/** The newest rows of the room, oldest first. */
export function useMessages(room: Room): readonly Message[] {
  const subscribe = useCallback(
    (changed: () => void) => all([room.on('rows', changed), room.on('synced', changed), room.on('reset', changed)]),
    [room],
  );
  return useSyncExternalStore(subscribe, () => room.messages, nothing<Message>);
}

/** The names of those who are writing. */
export function useTyping(room: Room): readonly string[] {
  const subscribe = useCallback((changed: () => void) => room.on('typing', changed), [room]);
  return useSyncExternalStore(subscribe, () => room.typing, nothing<string>);
}

/** The number of unread messages of the room. */
export function useUnread(room: Room): number {
  const subscribe = useCallback((changed: () => void) => room.on('unread', changed), [room]);
  return useSyncExternalStore(
    subscribe,
    () => room.unread,
    () => 0,
  );
}

const all = (stops: (() => void)[]) => (): void => {
  for (const stop of stops) stop();
};

const offline = (): ConnectionState => 'offline';

/** While a page is rendered on a server. The same list each time, as React asks. */
const EMPTY: readonly never[] = [];
const nothing = <T>(): readonly T[] => EMPTY;

/** A person on the official client, who keeps everything that was heard. */
import { randomUUID } from 'node:crypto';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { Caller } from '#src/domain/accounts/account.js';
import { defaultSettings, type RoomSettings } from '#src/domain/rooms/room.js';
import type { Booted, Person } from '../support/clients/boot-app.js';
import { holdAck, holdToDocument } from '../support/clients/event-validation.js';
import { poll } from '../support/time/poll.js';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a payload by asserting it.
export type Wire = any;

export interface ReceivedEvent {
  name: string;
  payload: Wire;
}

export class Talker {
  readonly socket: Socket;
  readonly heard: ReceivedEvent[] = [];

  constructor(socket: Socket) {
    this.socket = socket;
    holdToDocument(socket);
    socket.onAny((name: string, payload: unknown) => this.heard.push({ name, payload }));
  }

  /** The ack of an operation; no answer within some seconds fails the test. */
  async ask(operation: string, payload?: unknown): Promise<Wire> {
    return holdAck(operation, await this.socket.timeout(8_000).emitWithAck(operation, payload));
  }

  all(name: string): Wire[] {
    return this.heard.filter((heard) => heard.name === name).map(({ payload }) => payload);
  }

  /** Events of the room's channel, in the order they came. */
  ofRoom(room: string): ReceivedEvent[] {
    return this.heard.filter(({ payload }) => payload?.room === room && typeof payload.prev_seq === 'number');
  }

  hears(name: string, fits: (payload: Wire) => boolean = () => true): Promise<Wire> {
    return poll(() => this.all(name).find(fits), { until: `${name} is heard` });
  }

  hangsUp(): Promise<boolean> {
    return poll(() => this.socket.disconnected, { until: 'the socket is closed' });
  }

  close(): void {
    this.socket.disconnect();
  }
}

type Options = Partial<ManagerOptions & SocketOptions>;

export function dial(url: string, auth: object, options: Options = {}): Socket {
  return io(url, { auth, transports: ['websocket'], reconnection: false, forceNew: true, ...options });
}

/** Connected and told `ready`. */
export async function talk({ url }: Pick<Booted, 'url'>, person: Person, options: Options = {}): Promise<Talker> {
  const talker = new Talker(dial(url, { token: person.accessToken }, options));
  await talker.hears('ready');
  return talker;
}

/** What the handshake is refused with. */
export function refusal(url: string, auth: object, options: Options = {}): Promise<Wire> {
  const socket = dial(url, auth, options);
  return new Promise((resolve, reject) => {
    socket.on('connect', () => {
      socket.disconnect();
      reject(new Error('the handshake was accepted'));
    });
    socket.on('connect_error', (error: Error & { data?: unknown }) => {
      socket.disconnect();
      resolve(error.data ?? error);
    });
  });
}

/** A room with these people in it, the first as its founder. Joining writes no row unless the settings say so. */
export async function roomOf(
  { app }: Booted,
  slug: string,
  people: Person[],
  settings: Partial<RoomSettings> = {},
): Promise<string> {
  const [founder, ...others] = people.map(callerOf) as [Caller, ...Caller[]];
  const id = randomUUID();
  const all = { ...defaultSettings, name: slug, showWelcome: false, eventsVisibility: 'none' as const, ...settings };
  await app.node.rooms.ask(id, { type: 'create_room', by: founder, slug, settings: all });
  for (const by of others) await app.node.rooms.ask(id, { type: 'join_room', by });
  return id;
}

const callerOf = ({ accountId, name }: Person): Caller => ({
  accountId,
  username: name,
  sessionId: randomUUID(),
  language: null,
});

/** Every event follows the one before it: nothing is missing between what is held and what comes. */
export function holesIn(events: ReceivedEvent[], held: number): ReceivedEvent[] {
  let last = held;
  return events.filter(({ payload }) => {
    const isHole = payload.prev_seq > last;
    last = Math.max(last, payload.seq);
    return isHole;
  });
}

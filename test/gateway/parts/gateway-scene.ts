/** A whole gateway on virtual time, whose sockets, actors, store and other nodes are in memory. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Server } from 'socket.io';
import type { RoomItem, UserEvent } from '#actors/room/commands.js';
import { createGateway, type GatewayDeps } from '#http/gateway/gateway.js';
import { textFrame, textsOf } from '#http/gateway/transport/frames.js';
import type { PlainWebSockets } from '#http/gateway/transport/socket-server.js';
import { createPeoplePresenter } from '#http/presenters/people-presenter.js';
import { createLimits, createLocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import { plainLinks } from '../../support/clients/plain-links.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';
import { frame, serverReceiver } from '../websocket/client-frames.js';

const HOUR_MS = 3_600_000;
const request = () =>
  ({
    url: '/socket.io/?EIO=4&transport=websocket',
    headers: {},
    socket: { remoteAddress: '192.0.2.7' },
  }) as unknown as IncomingMessage;

/** The server's side of a WebSocket, and what was written to it. */
class Peer extends EventEmitter {
  readyState = 1;
  isPaused = false;
  isCut = false;
  #written: Buffer[] = [];
  readonly _socket = {
    writableLength: 0,
    write: (bytes: Buffer) => this.#written.push(Buffer.from(bytes)) > 0,
    cork: () => undefined,
    uncork: () => undefined,
  };
  readonly _receiver = serverReceiver();

  constructor() {
    super();
    this._receiver.on('message', (data: Buffer, isBinary: boolean) => this.emit('message', data, isBinary));
  }

  send(text: string): void {
    this._socket.write(textFrame(text));
    // A heartbeat is answered.
    if (text === '2') this.says('3');
  }
  close(): void {
    this.terminate();
  }
  terminate(): void {
    this.isCut = true;
    this.emit('close');
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  says(text: string): void {
    this._receiver.write(frame({ text }));
  }

  /** Packets of Socket.IO since the last look: `[name, payload]` of events, the text of others. */
  heard(): unknown[] {
    const texts = textsOf(Buffer.concat(this.#written.splice(0)));
    return texts.map((text) => (text.startsWith('42') ? JSON.parse(text.slice(2)) : text));
  }
}

export interface GatewaySceneOptions {
  /** Nodes beside this one. */
  hasNodes?: boolean;
  config?: object;
  /** How long the tokens of clients are good. */
  tokenMs?: number;
  /** Parts of the stores and actors that answer in another way. */
  deps?: (parts: { fails: () => Promise<never> }) => Partial<Record<keyof GatewayDeps, unknown>>;
}

export function gatewayScene(options: GatewaySceneOptions = {}) {
  const { hasNodes = false, config = {}, tokenMs = HOUR_MS, deps = () => ({}) } = options;
  const env = new VirtualEnv();
  const done: unknown[][] = [];
  const note =
    (...name: string[]) =>
    (...given: unknown[]) =>
      void done.push([...name, ...given]);
  const stored = new Map<string, object>();
  const reader = {
    get: async (from: string, id: string) => stored.get(`${from} ${id}`) ?? null,
    getMany: async (from: string, ids: string[]) => {
      done.push(['getMany', from, ids]);
      return ids.map((id) => stored.get(`${from} ${id}`) ?? null);
    },
    range: async (from: string, { prefix = [] }: { prefix?: string[] }) => stored.get(`${from} of ${prefix[0]}`) ?? [],
  };
  const listeners = { here: new Set<(event: UserEvent) => void>(), there: new Set<(event: object) => void>() };
  const listenTo = (set: Set<never>) => (listener: never) => {
    set.add(listener);
    return () => void set.delete(listener);
  };
  const lost = new Set<() => void>();
  const bus = {
    join: async (to: string) => void done.push(['join', to]),
    leave: async (to: string) => void done.push(['leave', to]),
    joinedElsewhere: async () => new Set(),
    publish: note('publish'),
    publishToAll: note('publishToAll'),
    publishToPrevious: note('publishToPrevious'),
    listen: listenTo(listeners.there as never),
  };
  const watched = new Map<string, (item: RoomItem) => void>();
  const streams = {
    watch: (id: string, listener: (item: RoomItem) => void) => void watched.set(id, listener),
    unwatch: (id: string) => void watched.delete(id),
    ready: async () => undefined,
  };
  let webSockets: PlainWebSockets | null = null;
  const engine = Object.assign(new EventEmitter(), { close: note('engine closed') });
  const createServer = (made: { webSockets: PlainWebSockets }) => {
    webSockets = made.webSockets;
    return { engine, use: () => undefined, on: () => undefined } as unknown as Server;
  };
  const fails = () => Promise.reject(new Error('it is down'));
  const logger = { info: note('info'), warn: note('warn'), error: note('error'), debug: note('debug') };
  const gateway = createGateway(
    {
      server: null,
      config: {
        rateLimits: true,
        drainS: 5,
        sessionRecheckS: 30,
        sizeLimits: {},
        http: { socketOrigins: null, socketFastPath: true, trustedProxies: 0 },
        ...config,
      },
      logger,
      metrics: {
        refused: note('refused'),
        gateway: {
          socketOpened: note('opened'),
          socketClosed: note('closed'),
          began: note('began'),
          operated: () => undefined,
          flushed: () => undefined,
        },
      },
      rooms: { ask: async () => null, tryAsk: async () => ({ ok: false, code: 'room_not_found' }) },
      users: {
        ask: async (account: string) => ({ account: { username: `${account}.name` }, session: { language: null } }),
      },
      streams,
      userEvents: { listen: listenTo(listeners.here as never) },
      reader,
      links: plainLinks,
      peoplePresenter: createPeoplePresenter({ reader: reader as never, links: plainLinks }),
      tokens: {
        verifyAccess: (token: string) => {
          const [accountId, sessionId] = token.split(' ');
          return { ok: true, accountId, sessionId, expiresAt: env.now() + tokenMs };
        },
      },
      limits: createLimits({ env, off: false }),
      localLimits: createLocalLimits({ env, off: false }),
      env,
      admissionQueue: null,
      security: logger,
      fingerprints: { ofNetwork: (network: string) => network },
      cluster: hasNodes ? { userEvents: bus, onMessagesLost: listenTo(lost as never) } : null,
      node: 'n1',
      epoch: 'e1',
      ...deps({ fails }),
    } as unknown as GatewayDeps,
    createServer as never,
  );
  const settled = async () => {
    for (let round = 0; round < 12; round += 1) await breath();
  };
  /** A client that sends its token; its session is one that the store has. */
  const connect = async (account: string, session = 'phone') => {
    const peer = new Peer();
    stored.set(`sessions ${session}`, { expiresAt: env.now() + HOUR_MS });
    webSockets?.opened(peer as never, request(), peer._socket as never);
    peer.says(`40{"token":"${account} ${session}"}`);
    await settled();
    return peer;
  };
  const tell = async (where: 'here' | 'there', event: object) => {
    for (const listener of listeners[where]) listener(event as never);
    await settled();
  };
  const loseMessages = async () => {
    for (const listener of lost) listener();
    await settled();
  };
  const of = (...names: string[]) => done.filter(([name]) => names.includes(name as string));
  return { env, gateway, stored, watched, done, of, connect, tell, loseMessages, settled, listeners, lost };
}

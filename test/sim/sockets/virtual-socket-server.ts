/** What the gateway uses of Socket.IO: its handshake, and the one namespace. */
import { EventEmitter } from 'node:events';
import type { Server } from 'socket.io';
import type { VirtualSocket } from './virtual-socket.js';

interface Refused extends Error {
  data: { code: string; retry_after_ms?: number };
}

type Middleware = (socket: object, next: (refused?: Refused) => void) => void;

export class VirtualSocketServer {
  readonly engine = Object.assign(new EventEmitter(), { close: () => undefined });
  #middleware: Middleware = (_, next) => next();
  #onConnection: (socket: object) => void = () => undefined;

  /** As the gateway takes it. */
  get asServer(): Server {
    return this as unknown as Server;
  }

  use(middleware: Middleware): this {
    this.#middleware = middleware;
    return this;
  }

  on(_: 'connection', listener: (socket: object) => void): this {
    this.#onConnection = listener;
    return this;
  }

  /** CONNECT with a token: `refused` hears the code, where it is refused. */
  connect(engine: VirtualSocket, token: string, refused: (code: string) => void): void {
    this.engine.emit('connection', engine);
    const handshake = { auth: { token }, query: {}, headers: {}, address: engine.remoteAddress };
    const ordinary = (): void => undefined;
    engine.on('data', ordinary);
    const socket = { conn: engine, handshake, acks: new Map(), client: { ondata: ordinary }, on: () => undefined };
    engine.emit('data', '0{}');
    this.#middleware(socket, (error) => {
      if (error) refused(error.data.code);
      else this.#onConnection(socket);
    });
  }
}

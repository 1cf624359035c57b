import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';
import { RefusalError } from '#src/errors.js';
import type { Connection } from '../connection/connection.js';
import type { Env } from '../gateway-deps.js';
import { attachDocumentedInbound } from '../inbound/documented-inbound.js';
import { attachFastInbound, type InboundDeps } from '../inbound/fast-inbound.js';
import { type EngineIoSocket, isAsExpected, writeTogether } from '../transport/engine.js';
import type { FastPath } from '../transport/fast-path.js';
import type { Admission } from './admission.js';
import type { Admitted } from './handshake.js';
import { releaseHandshake } from './release-handshake.js';

const CONNECTION = Symbol('connection');
const REFUSED = Symbol('refused');
/** A CONNECT of this connection is being judged. */
const AUTHENTICATING = Symbol('judged');
type Marked = EngineIoSocket & { [CONNECTION]?: Connection; [REFUSED]?: true; [AUTHENTICATING]?: boolean };

export interface EngineIoSocketsDeps extends InboundDeps {
  admission: Admission;
  fastPath: FastPath;
  env: Pick<Env, 'soon'>;
}

/**
 * Closes a connection that sends CONNECT again before the answer: it could have many tokens verified for one refusal.
 */
function onConnectPacket(this: Marked, data: unknown): void {
  if (typeof data !== 'string' || !/^0(\{|$)/.test(data)) return;
  if (this[AUTHENTICATING]) this.close();
  this[AUTHENTICATING] = true;
}

/** The sockets that Engine.IO and Socket.IO carry: long polling, and what began with it. */
export class EngineIoSockets {
  readonly #deps: EngineIoSocketsDeps;
  readonly #onClose: (reason: string) => void;
  /** Of a connection that ends before it was accepted. */
  readonly #onFailed: () => void;

  constructor(io: Server, deps: EngineIoSocketsDeps) {
    this.#deps = deps;
    const { admission } = deps;
    this.#onClose = function onClose(this: Marked, reason: string) {
      admission.closed(this[CONNECTION] as Connection, reason);
    };
    this.#onFailed = function onFailed(this: Marked) {
      admission.failed(this.request as IncomingMessage, this.remoteAddress);
    };
    io.engine.on('connection', (engine: Marked) => {
      engine.on('data', onConnectPacket);
      engine.on('close', this.#onFailed);
    });
    io.use((socket, next) => void this.#authenticate(socket).then(next));
    io.on('connection', (socket: Socket) => this.#attach(socket));
  }

  /** Returns the error that Socket.IO sends to the client; undefined when the socket is accepted. */
  async #authenticate(socket: Socket): Promise<Error | undefined> {
    const engine = socket.conn as unknown as Marked;
    const refused = await this.#deps.admission.judge(socket.handshake, (admitted) => this.#enter(engine, admitted));
    engine[AUTHENTICATING] = false;
    if (refused === undefined) return undefined;
    // A refused client may connect anew; a second refusal on the same connection closes it.
    if (engine[REFUSED]) engine.close();
    engine[REFUSED] = true;
    return Object.assign(new Error(refused.message), { data: refused.data });
  }

  #enter(engine: Marked, admitted: Admitted): void {
    const { admission, fastPath, env } = this.#deps;
    // One Engine.IO connection is one socket; knocking twice before the first answer does not make it two.
    if (engine[CONNECTION] || engine.readyState !== 'open') throw new RefusalError('unauthorized');
    engine.removeListener('data', onConnectPacket);
    engine.removeListener('close', this.#onFailed);
    const isFast = fastPath.isFor(engine, 'engine_io', () => isAsExpected(engine));
    const connection = admission.accept(engine, admitted, isFast);
    engine[CONNECTION] = connection;
    engine.on('close', this.#onClose);
    admission.welcome(connection);
    // With the answer to CONNECT, which Socket.IO writes in between.
    if (isFast) writeTogether(engine.transport.socket?._socket, env.soon);
  }

  #attach(socket: Socket): void {
    const engine = socket.conn as unknown as Marked;
    const connection = engine[CONNECTION] as Connection;
    if (!connection.isFast) return attachDocumentedInbound(socket, engine, connection, this.#deps);
    releaseHandshake(socket, engine);
    attachFastInbound(socket, engine, connection, this.#deps);
  }
}

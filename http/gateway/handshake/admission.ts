import type { IncomingMessage } from 'node:http';
import type { HandshakeFacts } from '#http/middleware/client-address.js';
import type { Connection } from '../connection/connection.js';
import type { EngineSocket } from '../transport/engine.js';
import type { Admitted, Credentials } from './handshake.js';

/** A CONNECT of Socket.IO. */
export interface ConnectRequest extends Credentials, HandshakeFacts {}

/** The answer to a CONNECT that was refused, as `connect_error` gets it. */
export interface RefusedConnect {
  message: string;
  data: Record<string, unknown>;
}

/** Lets sockets in, whatever carries them. */
export interface Admission {
  /** Judges a CONNECT: `enter` runs at once when all is well; otherwise the refusal is returned. */
  judge(connect: ConnectRequest, enter: (admitted: Admitted) => void): Promise<RefusedConnect | undefined>;
  /** Makes an admitted socket a connection. */
  accept(engine: EngineSocket, admitted: Admitted, isFast: boolean): Connection;
  /** Sends `ready`, after what is to leave before it. It may end the connection: its token may be over. */
  welcome(connection: Connection, before?: Buffer): void;
  /** A socket ended that was never accepted. */
  failed(request: IncomingMessage, address: string): void;
  closed(connection: Connection, reason: string): void;
}

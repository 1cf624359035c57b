/** Connections whose sockets keep what is written to them, and write it when a test asks. */
import { Connection } from '#http/gateway/connection/connection.js';
import type { EngineSocket } from '#http/gateway/transport/engine.js';
import { textsOf } from '#http/gateway/transport/frames.js';

export interface WiredOptions {
  session?: string;
  expiresAt?: number;
  /** Bytes that the other side has not taken. */
  unsent?: number;
}

export interface Wired {
  connection: Connection;
  tcp: { writableLength: number };
  /** How often the engine was closed. */
  closes: boolean[];
  /** What has been written since the last look: `[name, payload]` of events, `[id, answer]` of acks. */
  heard(): unknown[];
}

export function wired(account: string, options: WiredOptions = {}): Wired {
  const { session = `${account}-phone`, expiresAt = Number.POSITIVE_INFINITY, unsent = 0 } = options;
  let written: Buffer[] = [];
  const write = (bytes: Buffer) => void written.push(Buffer.from(bytes));
  const tcp = { writableLength: unsent, write, cork: () => undefined, uncork: () => undefined };
  const closes: boolean[] = [];
  const engine = {
    readyState: 'open',
    upgrading: false,
    writeBuffer: [],
    transport: { name: 'websocket', socket: { readyState: 1, _socket: tcp, terminate: () => void closes.push(true) } },
    close: (isAtOnce = false) => void closes.push(isAtOnce),
  } as unknown as EngineSocket;
  const caller = { accountId: account, username: `${account}.name`, sessionId: session, language: null };
  const connection = new Connection(engine, { scheduleOutbox: () => undefined }, caller, expiresAt);
  const heard = () => {
    connection.flush();
    const texts = textsOf(Buffer.concat(written));
    written = [];
    return texts.map(packetOf);
  };
  return { connection, tcp, closes, heard };
}

function packetOf(text: string): unknown {
  const ack = /^43(\d+)/.exec(text);
  if (!ack) return JSON.parse(text.slice('42'.length));
  return [Number(ack[1]), ...JSON.parse(text.slice(ack[0].length))];
}

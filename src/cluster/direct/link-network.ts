/** What direct links need of a network. The service has TCP; the simulator of the tests has a network on virtual time. */
import { connect, createServer } from 'node:net';

export interface LinkSocket {
  /** Bytes that were written and are not sent yet. */
  readonly writableLength: number;
  write(bytes: Buffer): unknown;
  /** Written bytes are sent before it ends. */
  end(): unknown;
  destroy(error?: Error): unknown;
  /** Called when nothing was read or written for so long. */
  setTimeout(ms: number, onTimeout: () => void): unknown;
  on(event: 'data', listener: (piece: Buffer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  off(event: 'data', listener: (piece: Buffer) => void): unknown;
}

export interface LinkServer {
  port: number;
  close(): Promise<void>;
}

interface ListenOptions {
  /** Null for all interfaces, also of a machine without IPv6. */
  host: string | null;
  /** 0 for any that is free. */
  port: number;
  onSocket(socket: LinkSocket): void;
  /** After it has begun to listen. */
  onError(error: Error): void;
}

export interface LinkNetwork {
  connect(host: string, port: number): LinkSocket;
  listen(options: ListenOptions): Promise<LinkServer>;
}

export const tcp: LinkNetwork = {
  connect: (host, port) => connect({ host, port, noDelay: true }),
  listen({ host, port, onSocket, onError }) {
    const server = createServer({ noDelay: true }, onSocket);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ ...(host !== null && { host }), port, exclusive: true }, () => {
        server.off('error', reject);
        server.on('error', onError);
        resolve({
          port: (server.address() as { port: number }).port,
          close: () => new Promise((closed) => server.close(() => closed())),
        });
      });
    });
  },
};

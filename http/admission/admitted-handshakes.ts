import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { addressOf } from '#http/middleware/client-address.js';
import { clientNetwork } from '#http/middleware/client-network.js';
import { messageOf } from '#src/errors.js';
import type { AdmissionQueue } from './admission-queue.js';
import { overloadedResponse } from './overloaded-response.js';

export interface AdmitHandshakes {
  /** `upgrade` makes the socket of this request, now or later; a refused one is answered. */
  upgrade(request: IncomingMessage, socket: Duplex, upgrade: () => void): void;
  /** The same for sessions of Engine.IO, which answers refusals itself. */
  session(request: IncomingMessage, decide: (refusal: string | null) => void): void;
}

/** Handshakes wait for their turn like other work. What they need later to become a socket is not refused. */
export function admitHandshakes(queue: AdmissionQueue | null, proxies: number): AdmitHandshakes {
  const networkOf = ({ headers, socket }: IncomingMessage) =>
    clientNetwork(addressOf({ headers, address: socket.remoteAddress ?? '' }, proxies));
  return {
    upgrade(request, socket, upgrade) {
      if (queue === null || queue.hasTime('handshake')) return upgrade();
      // Nobody else listens until then, and the error of a lost connection must not end the process.
      const onError = () => socket.destroy();
      socket.on('error', onError);
      queue.wait('handshake', networkOf(request), {
        run() {
          socket.off('error', onError);
          if (!socket.destroyed && socket.writable) upgrade();
        },
        refuse: (retryAfterMs) => refuse(request, socket, retryAfterMs),
      });
    },
    session(request, decide) {
      if (queue === null || queue.hasTime('handshake')) return decide(null);
      const run = () => !request.socket.destroyed && decide(null);
      queue.wait('handshake', networkOf(request), { run, refuse: () => decide(messageOf({ code: 'overloaded' })) });
    },
  };
}

function refuse({ url }: IncomingMessage, socket: Duplex, retryAfterMs: number): void {
  const { headers, body } = overloadedResponse(url, retryAfterMs);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 503 Service Unavailable\r\n${lines.join('')}connection: close\r\n\r\n${body}`);
  socket.once('finish', () => socket.destroy());
}

/** What a phone reaches everything through: an HTTP proxy of its own that can be cut off from the world and mended. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { startProxy } from './proxy.js';

export interface MobileNetwork extends AsyncDisposable {
  /** As a browser takes it. */
  readonly address: string;
  cut(): void;
  mend(): void;
}

export async function startMobileNetwork(): Promise<MobileNetwork> {
  const forwarder = createServer(passOn).listen(0, '127.0.0.1');
  forwarder.on('connect', tunnel);
  await once(forwarder, 'listening');
  const mast = await startProxy((forwarder.address() as AddressInfo).port);
  return {
    address: `http://127.0.0.1:${mast.port}`,
    cut: () => mast.cut(),
    mend: () => mast.mend(),
    async [Symbol.asyncDispose]() {
      await mast.stop();
      forwarder.closeAllConnections();
      forwarder.close();
    },
  };
}

function passOn(asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url = '' } = asked;
  const passed = request(url, { method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(answer);
  });
  // A service that is not there, as a gateway says it.
  passed.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  asked.on('error', () => passed.destroy());
  asked.pipe(passed);
}

/** Sockets of the web, both ways until one end goes. */
function tunnel({ url = '' }: IncomingMessage, near: Duplex): void {
  const { hostname, port } = new URL(`http://${url}`);
  const far = connect(Number(port), hostname, () => {
    near.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    near.pipe(far).pipe(near);
  });
  bind(near, far);
}

function bind(near: Duplex, far: Socket): void {
  for (const [end, other] of [
    [near, far],
    [far, near],
  ] as const) {
    // An end that fails closes, and takes the other one with it.
    end.on('error', () => undefined);
    end.on('close', () => other.destroy());
  }
}

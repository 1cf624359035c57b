/** A server that webhooks call, and what it answers. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  headers: IncomingHttpHeaders;
  /** As it came. */
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body by asserting it.
  body: any;
}

export interface Receiver extends AsyncDisposable {
  url: string;
  /** In the order of their arrival, refused ones too. */
  calls: Call[];
  /** The status of the next answers; then 204 again. `hold`: no answer at all. A promise: an answer as soon as it is known. */
  answers: (number | 'hold' | Promise<number>)[];
  /** The answer as long as there is no next one. */
  usual: number;
}

export async function openReceiver(): Promise<Receiver> {
  const receiver = { calls: [] as Call[], answers: [] as Receiver['answers'], usual: 204 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    receiver.calls.push({ headers: request.headers, raw, body: JSON.parse(raw) });
    const status = await (receiver.answers.shift() ?? receiver.usual);
    if (status !== 'hold') response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  });
}

/** As Standard Webhooks says: any of the signatures over the raw body. */
export function isSignedWith(secret: string, { headers, raw }: Pick<Call, 'headers' | 'raw'>): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`;
  const wanted = createHmac('sha256', key).update(signed).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}

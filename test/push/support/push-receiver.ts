/** A browser with its push service: subscriptions, and what comes to them, decrypted as a browser would (RFC 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  /** The decrypted text as JSON. */
  content: Record<string, unknown>;
}

export interface PushReceiver extends AsyncDisposable {
  origin: string;
  received: ReceivedPush[];
  /** A new subscription, as a page sends it. */
  subscribe(): { endpoint: string; keys: { p256dh: string; auth: string } };
  answerNext(...answers: { status: number; headers?: Record<string, string> }[]): void;
}

interface Keys {
  pair: ReturnType<typeof createECDH>;
  auth: Buffer;
}

export function decrypt(body: Buffer, { pair, auth }: Keys): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + sender.length);
  const hkdf = (secret: Buffer, from: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = hkdf(pair.computeSecret(sender), auth, info, 32);
  const nonce = hkdf(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createDecipheriv('aes-128-gcm', hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16), nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const record = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return record.subarray(0, record.lastIndexOf(2)).toString();
}

export async function startPushReceiver(): Promise<PushReceiver> {
  const subscriptions = new Map<string, Keys>();
  const received: ReceivedPush[] = [];
  const next: { status: number; headers?: Record<string, string> }[] = [];
  const take = async (request: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const [path, keys] = [request.url ?? '', subscriptions.get(request.url ?? '')];
    if (!keys) return { status: 404 };
    received.push({ path, headers: request.headers, content: JSON.parse(decrypt(Buffer.concat(parts), keys)) });
    return next.shift() ?? { status: 201 };
  };
  const server = createServer((request, response) => {
    void take(request).then(({ status, headers }: { status: number; headers?: Record<string, string> }) =>
      response.writeHead(status, headers).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    subscribe() {
      const [pair, auth, path] = [createECDH('prime256v1'), randomBytes(16), `/push/${subscriptions.size}`];
      const p256dh = pair.generateKeys().toString('base64url');
      subscriptions.set(path, { pair, auth });
      return { endpoint: `${origin}${path}`, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    answerNext: (...answers) => next.push(...answers),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

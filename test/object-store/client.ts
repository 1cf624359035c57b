/** What a phone or a page does with links: plain HTTP, nothing of ours. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Links, PutLink } from '#src/adapters/object-store/object-store.js';

export const freshKey = (extension = 'jpg'): string => `room-media/${randomUUID()}/${randomUUID()}.${extension}`;
export const someBytes = (length: number): Buffer => randomBytes(length);
export const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A link for `key` as most tests need it. */
export const putLinkFor = (links: Links, key: string, contentType = 'image/jpeg'): PutLink =>
  links.putLink({ key, contentType, maxBytes: 16_777_216, expiresInS: 600 });

export const getLinkFor = (links: Links, key: string): string => links.getLink({ key, expiresInS: 600 });

export function put(link: PutLink, body: Uint8Array, headers: Record<string, string> = link.headers) {
  return fetch(link.url, { method: 'PUT', headers, body });
}

export async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** 403 or 405: S3 has the one for everything, we tell a wrong method apart. */
export async function isRefused(asked: Promise<Response>): Promise<boolean> {
  const answer = await asked;
  await answer.arrayBuffer();
  return answer.status === 403 || answer.status === 405;
}

/** The status of a request whose path goes out letter by letter as it is: a URL object would tidy up an attack. */
export function statusOfRaw(url: string, method: string, headers: Record<string, string> = {}): Promise<number> {
  const [, host = '', port = '', path = ''] = /^http:\/\/([^:/]+):(\d+)(.*)$/.exec(url) ?? [];
  return new Promise((resolve, reject) => {
    const asked = request({ host, port, path, method, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.on('error', reject).end(method === 'PUT' ? 'other' : undefined);
  });
}

/**
 * Links of the local store. The signature covers the exact text of the link from `/objects/` on, so that a link has one
 * spelling and any changed letter makes it invalid.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isObjectKey } from '#src/domain/accounts/object-key.js';
import type { GetAsk, Links, PutAsk } from '../object-store.js';
import { percentEncoded } from '../percent-encoded.js';

export const OBJECTS_PATH = '/objects/';

/** The permission of a link whose signature is verified. */
export type Permit =
  | { method: 'GET'; key: string; expiresAt: number; downloadName: string | null }
  | { method: 'PUT'; key: string; expiresAt: number; contentType: string; maxBytes: number };

export interface LocalLinks extends Links {
  /** `target` is path and query as received; null if the signature is invalid or the link has expired. */
  permitOf(target: string): Permit | null;
}

export interface LinkSettings {
  publicUrl: string;
  /** The first signs, all verify. */
  secrets: readonly [string, ...string[]];
  now(): number;
}

const SIGNATURE = '&signature=';
const TARGET_LENGTH_MAX = 4_096;

export function createLocalLinks({ publicUrl, secrets, now }: LinkSettings): LocalLinks {
  const keys = secrets.map(keyFor) as [Buffer, ...Buffer[]];
  const linkTo = (key: string, parameters: Record<string, string | number>) => {
    if (!isObjectKey(key)) throw new TypeError('A link was asked for a key that no object can have');
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${percentEncoded(String(value))}`);
    const target = `${OBJECTS_PATH}${key}?${query.join('&')}`;
    return `${publicUrl}${target}${SIGNATURE}${macOf(target, keys[0]).toString('base64url')}`;
  };
  return {
    putLink({ key, contentType, maxBytes, expiresInS }: PutAsk) {
      const expires = now() + expiresInS * 1_000;
      const url = linkTo(key, { method: 'PUT', expires, type: contentType, max: maxBytes });
      return { method: 'PUT', url, key, expires_in: expiresInS, headers: { 'Content-Type': contentType } };
    },
    getLink({ key, expiresInS, downloadName }: GetAsk) {
      const expires = now() + expiresInS * 1_000;
      return linkTo(key, {
        method: 'GET',
        expires,
        ...(downloadName !== undefined && { name: downloadName.toWellFormed() }),
      });
    },
    permitOf(target) {
      if (!isSigned(target, keys)) return null;
      const permit = read(target);
      return now() < permit.expiresAt ? permit : null;
    },
  };
}

function isSigned(target: string, keys: Buffer[]): boolean {
  const end = target.lastIndexOf(SIGNATURE);
  if (end === -1 || target.length > TARGET_LENGTH_MAX) return false;
  const given = Buffer.from(target.slice(end + SIGNATURE.length), 'base64url');
  // Base64 has several spellings of a MAC; only the canonical one is accepted.
  if (given.toString('base64url') !== target.slice(end + SIGNATURE.length)) return false;
  return keys.some((key) => {
    const expected = macOf(target.slice(0, end), key);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Only for verified links. */
function read(target: string): Permit {
  const { pathname, searchParams: query } = new URL(target, 'http://localhost');
  const key = pathname.slice(OBJECTS_PATH.length);
  const expiresAt = Number(query.get('expires'));
  if (query.get('method') === 'GET') return { method: 'GET', key, expiresAt, downloadName: query.get('name') };
  const contentType = query.get('type') ?? '';
  return { method: 'PUT', key, expiresAt, contentType, maxBytes: Number(query.get('max')) };
}

function keyFor(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'meydan object link', 32));
}

const macOf = (target: string, key: Buffer): Buffer => createHmac('sha256', key).update(target).digest();

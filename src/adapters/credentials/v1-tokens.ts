/**
 * Tokens of `/v1`. Access tokens have the format of `/api` under separate keys. A refresh token contains its session
 * and its number, so that a used one is always recognized and an invented one never is. The token of a link is derived
 * from the id of its row, so that it is not stored. The first secret signs, all verify.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { V1TokenKind } from '#src/domain/v1/v1-account.js';
import { ID_BYTES, idBytes, idText } from './id-bytes.js';
import { secretHash } from './secrets.js';
import { createTokens, type Tokens } from './tokens.js';

export interface V1RefreshToken {
  token: string;
  hash: string;
  expiresAt: number;
}

export interface ReadRefresh {
  sessionId: string;
  generation: number;
  hash: string;
}

export interface LinkTokens {
  issue(kind: V1TokenKind, id: string): string;
  /** The id in the token; null if it was not issued here. The address decides whether the token is still valid. */
  read(kind: V1TokenKind, token: string): string | null;
}

export interface V1Tokens extends Pick<Tokens, 'issueAccess' | 'verifyAccess'> {
  newRefresh(sessionId: string, generation: number): V1RefreshToken;
  /** Null if it was not issued here. */
  readRefresh(token: string): ReadRefresh | null;
  links: LinkTokens;
}

export interface V1TokensOptions {
  secrets: readonly [string, ...string[]];
  accessTtlS: number;
  refreshTtlS: number;
  env: { now(): number };
}

const GENERATION_BYTES = 4;
const CHANCE_BYTES = 20;
const MAC_BYTES = 32;
const BODY_BYTES = ID_BYTES + GENERATION_BYTES + CHANCE_BYTES;
// Both lengths are multiples of three bytes, so that a token has exactly one spelling.
const REFRESH_TOKEN = /^[A-Za-z0-9_-]{96}$/;
const LINK_TOKEN = /^[A-Za-z0-9_-]{64}$/;

export function createV1Tokens({ secrets, accessTtlS, refreshTtlS, env }: V1TokensOptions): V1Tokens {
  const { issueAccess, verifyAccess } = createTokens({ secrets, accessTtlS, refreshTtlS, env, purpose: 'v1 ' });
  const keys = keysFor('v1 refresh token', secrets);
  return {
    issueAccess,
    verifyAccess,
    newRefresh(sessionId, generation) {
      const number = Buffer.alloc(GENERATION_BYTES);
      number.writeUInt32BE(generation);
      const body = Buffer.concat([idBytes(sessionId), number, randomBytes(CHANCE_BYTES)]);
      const token = Buffer.concat([body, macOf(body, keys[0])]).toString('base64url');
      return { token, hash: secretHash(token), expiresAt: env.now() + refreshTtlS * 1_000 };
    },
    readRefresh: (token) => readRefresh(token, keys),
    links: createLinkTokens(secrets),
  };
}

function readRefresh(token: string, keys: Buffer[]): ReadRefresh | null {
  if (!REFRESH_TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const body = bytes.subarray(0, BODY_BYTES);
  if (!isSigned(body, bytes.subarray(BODY_BYTES), keys)) return null;
  return {
    sessionId: idText(body.subarray(0, ID_BYTES)),
    generation: body.readUInt32BE(ID_BYTES),
    hash: secretHash(token),
  };
}

export function createLinkTokens(secrets: readonly [string, ...string[]]): LinkTokens {
  const keys = keysFor('v1 link', secrets);
  const signed = (kind: V1TokenKind, id: Buffer) => Buffer.concat([Buffer.from(`${kind}:`), id]);
  return {
    issue(kind, id) {
      const bytes = idBytes(id);
      return Buffer.concat([bytes, macOf(signed(kind, bytes), keys[0])]).toString('base64url');
    },
    read(kind, token) {
      if (!LINK_TOKEN.test(token)) return null;
      const bytes = Buffer.from(token, 'base64url');
      const id = bytes.subarray(0, ID_BYTES);
      return isSigned(signed(kind, id), bytes.subarray(ID_BYTES), keys) ? idText(id) : null;
    },
  };
}

function keysFor(purpose: string, secrets: readonly [string, ...string[]]): [Buffer, ...Buffer[]] {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', `meydan ${purpose}`, MAC_BYTES)));
  return keys as [Buffer, ...Buffer[]];
}

const isSigned = (body: Buffer, mac: Buffer, keys: Buffer[]): boolean =>
  keys.some((key) => timingSafeEqual(macOf(body, key), mac));

const macOf = (body: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(body).digest();

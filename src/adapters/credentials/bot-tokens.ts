/**
 * Tokens of bots: `mbt_` and, in base64url, the id of the bot, the id of the token and 256 secret bits. The ids find the
 * token; only the hash of the whole text is stored.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AccountId, SessionId } from '#src/domain/accounts/account.js';

const PREFIX = 'mbt_';
const ID_BYTES = 16;
const SECRET_BYTES = 32;
const TOKEN = /^mbt_[A-Za-z0-9_-]{86}$/;

export interface NamedToken {
  accountId: AccountId;
  sessionId: SessionId;
}

/** The token of the caller and the Idempotency-Key of the request. Neither is stored. */
export interface RepeatableBy {
  callerToken: string;
  idempotencyKey: string;
}

/** With `repeatableBy` a repeated request gets the same bytes, although only hashes are stored. */
export const newSecretBytes = (repeatableBy: RepeatableBy | null): Buffer =>
  repeatableBy === null
    ? randomBytes(SECRET_BYTES)
    : createHmac('sha256', repeatableBy.callerToken)
        .update(JSON.stringify(['bot token', repeatableBy.idempotencyKey]))
        .digest();

export function botTokenText({ accountId, sessionId }: NamedToken, secret: Buffer): string {
  return PREFIX + Buffer.concat([idBytes(accountId), idBytes(sessionId), secret]).toString('base64url');
}

/** Whether the text is meant to be a token of a bot. Tokens of sessions have no prefix and another length. */
export const isBotToken = (text: string): boolean => TOKEN.test(text);

/** The bot and the token that the text names, which proves nothing yet. */
export function readBotToken(text: string): NamedToken | null {
  if (!isBotToken(text)) return null;
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url');
  return { accountId: idText(bytes.subarray(0, ID_BYTES)), sessionId: idText(bytes.subarray(ID_BYTES, 2 * ID_BYTES)) };
}

export const botTokenHash = (text: string): string => digest(text).toString('base64url');

/** Digests are compared, so that the time reveals nothing of the token. */
export function isBotTokenOf(hash: string, text: string): boolean {
  const stored = Buffer.from(hash, 'base64url');
  const given = digest(text);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

function idText(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

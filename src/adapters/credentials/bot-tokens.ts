/**
 * Tokens of bots: `mbt_` and, in base64url, the id of the bot, the id of the token and 256 secret bits. The ids find the
 * token; only the hash of the whole text is stored.
 */
import type { AccountId, SessionId } from '#src/domain/accounts/account.js';
import { ID_BYTES, idBytes, idText } from './id-bytes.js';
import { newSecretBytes, type RepeatableBy } from './secrets.js';

const PREFIX = 'mbt_';
const TOKEN = /^mbt_[A-Za-z0-9_-]{86}$/;

export interface NamedToken {
  accountId: AccountId;
  sessionId: SessionId;
}

/** With `repeatableBy` a repeated request gets the same bytes, although only hashes are stored. */
export const newTokenBytes = (repeatableBy: RepeatableBy | null): Buffer => newSecretBytes(repeatableBy, 'bot token');

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

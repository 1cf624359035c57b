/**
 * Bots: accounts that programs speak through. A bot has no login; its tokens are made for it, and they are sessions of the
 * bot that do not expire. It is in the rooms that admins have added it to, and in no others.
 */

/** What an account has that is a bot. */
export interface BotTraits {
  /** The person who made it, and with whom it ends. Null for a bot of the operators. */
  owner: string | null;
  /** Ids of revoked tokens, the newest first: a late repeat of the request for one does not bring it back. */
  revoked?: string[];
}

/** What a session has that is a token of a bot. Only the hash of the token is stored. */
export interface BotToken {
  name: string;
  hash: string;
  /** It posts into this room, through an address of its own, and opens nothing else. */
  room?: { id: string; slug: string };
}

/** Bots of one person. */
export const BOTS_MAX = 20;
/** Tokens of one bot. */
export const BOT_TOKENS_MAX = 10;
/** Revoked tokens that a bot remembers. */
const REVOKED_TOKENS_MAX = 50;
export const BOT_TOKEN_NAME_MAX = 64;
/** The last use of a token is written this often at most. */
export const TOKEN_USE_INTERVAL_MS = 60_000;

/** The end of a token that ends when it is revoked. */
export const NEVER_MS = Number.MAX_SAFE_INTEGER;

/** What the account of a bot keeps of tokens that end; nothing for a person. */
export const withRevoked = ({ bot }: { bot?: BotTraits }, ids: string[]): { bot?: BotTraits } =>
  bot ? { bot: { ...bot, revoked: [...ids, ...(bot.revoked ?? [])].slice(0, REVOKED_TOKENS_MAX) } } : {};

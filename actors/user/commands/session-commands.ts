/** Commands about sessions: login, rotation of the refresh token, logout. */
import type { Account, AccountId, IdentityClaims, Language, SessionId } from '#src/domain/accounts/account.js';
import type { BotToken } from '#src/domain/accounts/bot.js';
import type { DeviceFields } from '#src/domain/accounts/device.js';

/** One login on one device. Its refresh token is stored as a hash only. */
export interface Session extends Partial<Omit<DeviceFields, 'platform' | 'language'>> {
  _id: SessionId;
  account: AccountId;
  version: number;
  /** Hash of the refresh token that is valid now; absent once the session is closed. */
  refreshHash?: string;
  refreshExpiresAt: number;
  /** The one before, so that a lost answer can be told from theft. */
  previousHash: string | null;
  rotatedAt: number;
  platform: string | null;
  /** The link that made it: a session of the panel. */
  panel?: string;
  /** Of a token of a bot. It has no refresh token. */
  token?: BotToken;
  language: Language | null;
  createdAt: number;
  lastUsedAt: number;
  /** ms; a copy of the account's suspension, for the recheck of open sockets. */
  suspendedUntil?: number;
  /** ms after which the sweep may remove it. */
  expiresAt: number;
}

export type SessionCommand =
  /** After a login: opens a session whose refresh token has this hash, and records the provider's current data. */
  | {
      type: 'open_session';
      sessionId: SessionId;
      refreshHash: string;
      refreshExpiresAt: number;
      claims?: IdentityClaims;
    }
  /**
   * The holder of a refresh token: rotation, single use. The very same rotation again, for a short while, is answered
   * alike. `isGenuine`: the token carries the service's signature, so it was the session's at some time.
   */
  | {
      type: 'rotate_session';
      sessionId: SessionId;
      usedHash: string;
      isGenuine: boolean;
      refreshHash: string;
      refreshExpiresAt: number;
    }
  /** From the holder of a refresh token (then with it), or the owner. Closing a closed session changes nothing. */
  | { type: 'close_session'; sessionId: SessionId; used?: { hash: string; isGenuine: boolean } }
  /** From the handshake: whether the session still exists, and its account. */
  | { type: 'view_session'; sessionId: SessionId }
  /** The sweep: sessions that nobody can use any more leave the store. */
  | { type: 'sweep_sessions' };

export interface SessionReplies {
  open_session: { account: Account; session: Session };
  /** Without a session: the token had been rotated before, and its session is closed now. */
  rotate_session: { account: Account; session: Session | null };
  close_session: null;
  view_session: { session: Session; account: Account } | null;
  /** How many were removed. */
  sweep_sessions: number;
}

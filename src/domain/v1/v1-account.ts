/** Accounts of `/v1`: an e-mail address, a password, sessions. They are separate from the accounts of `/api`. */

import type { Suspension } from '../accounts/account.js';

/** Keyed hash of the address: the actor's id, and the account's key in the store. */
export type AddressId = string;

/** All data of one address. `version` grows with each change and guards the document. */
export interface V1Account {
  _id: AddressId;
  version: number;
  /** The account's public id. A new registration after a deletion gets another one. */
  account: string;
  email: string;
  /** Null if no password was chosen. Then only the provider or a reset can log in. */
  passwordHash: string | null;
  /** Grows with each new password. A login that was checked against an earlier one is refused. */
  passwordRev: number;
  verifiedAt: number | null;
  /**
   * Unverified, and registered more than once. Until verification it is unknown which registration's password is the
   * owner's.
   */
  contested: boolean;
  /** The last used link, so that a repeated decision recognizes its own result. */
  lastLink: string | null;
  createdAt: number;
  /** Absent: not suspended. One that is over stays until the next one or until it is lifted. */
  suspension?: Suspension;
}

/** The meaning of a link or code that was sent out. It is valid once. */
export interface V1Token {
  /** Random. The token is derived from it and SECRET. */
  _id: string;
  address: AddressId;
  kind: V1TokenKind;
  /** `verify`: the password of the registration that sent the link. */
  passwordHash: string | null;
  /** `code`: hash of a secret of the browser that began the login. */
  boundTo: string | null;
  /** The mail budget that the mail counted towards, and a keyed hash of the requester's network. Absent on codes. */
  mailed?: { by: MailBudget; from: string };
  at: number;
  expiresAt: number;
}

/**
 * Requests that send mails. Each has its own budget, so that registrations by strangers do not use up the owner's
 * budget.
 */
export type MailBudget = 'register' | 'resend' | 'forget';

/** `nothing` stands for an address without an account: the request costs the same work and has no effect. */
export type V1TokenKind = 'verify' | 'reset' | 'code' | 'nothing';

/** One login. */
export interface V1Session {
  _id: string;
  address: AddressId;
  account: string;
  method: 'password' | 'provider';
  /** The number of refresh token rotations, which is the number of the valid token. */
  generation: number;
  /** The times of the latest rotations, as long as their tokens count as just used: `<generation>:<ms>`. */
  recent: string[];
  refreshHash: string;
  createdAt: number;
  lastUsedAt: number;
  /** ms at which the refresh token and the session expire. */
  expiresAt: number;
  /** Absent while it is open. */
  closedAt?: number;
  /** A copy of the account's suspension, for the check of access tokens. */
  suspended?: Pick<Suspension, 'until' | 'publicReason'>;
}

export const VERIFY_LINK_MS = 24 * 3_600_000;
export const RESET_LINK_MS = 3_600_000;
/** An account whose address was not verified in this time is removed, with its last link. */
export const UNVERIFIED_KEPT_MS = 30 * 86_400_000;
/** A provider login that is younger than this proves the owner's identity. */
export const FRESH_LOGIN_MS = 300_000;

/** Bound of open sessions. Beyond it, the longest unused session ends. */
export const V1_SESSIONS_MAX = 100;
/** Bound of fresh links and notices of one budget of an address. Beyond it, no more such mails are sent. */
export const LINKS_MAX = 20;
/** Bound of those that were requested from one network. */
export const LINKS_PER_NETWORK_MAX = 5;

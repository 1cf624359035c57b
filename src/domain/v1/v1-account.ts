/** Accounts of `/v1`: an e-mail address, a password, sessions. They have nothing to do with the accounts of `/api`. */

/** Keyed hash of the address: the actor's id, and the account's key in the store. */
export type AddressId = string;

/** All that is known of one address. `version` grows with every change and guards it. */
export interface V1Account {
  _id: AddressId;
  version: number;
  /** The account's id towards the world. An address that is registered anew after a deletion gets another. */
  account: string;
  email: string;
  /** Null where nobody has chosen one: then only the provider or a reset lets its owner in. */
  passwordHash: string | null;
  /** Grows with each new password: whoever was judged by an older one is not let in. */
  passwordRev: number;
  verifiedAt: number | null;
  /** Unverified, and registered more than once: nobody knows yet whose password is the owner's. */
  contested: boolean;
  /** The link that was used last, so that a decision made twice knows its own work. */
  lastLink: string | null;
  createdAt: number;
}

/** What a link or a code in somebody's hands stands for. Used once, then gone. */
export interface V1Token {
  /** Random. The token follows from it and SECRET. */
  _id: string;
  address: AddressId;
  kind: V1TokenKind;
  /** `verify`: the password of the registration the link belongs to. */
  passwordHash: string | null;
  /** `code`: hash of what only the browser knows that began the login. */
  boundTo: string | null;
  /** Which request its mail counts towards, and a keyed hash of the sender's network. Absent on codes. */
  mailed?: { by: MailBudget; from: string };
  at: number;
  expiresAt: number;
}

/** Requests that cause mails. Each has a budget of its own, so that registrations of strangers use up no owner's. */
export type MailBudget = 'register' | 'resend' | 'forget';

/** `nothing` stands for an address that has no account: the same work, and no use. */
export type V1TokenKind = 'verify' | 'reset' | 'code' | 'nothing';

/** One login. */
export interface V1Session {
  _id: string;
  address: AddressId;
  account: string;
  method: 'password' | 'provider';
  /** How often its refresh token was rotated: the number of the one that is valid now. */
  generation: number;
  /** When the youngest of the used ones were rotated, as long as they count as just used: `<generation>:<ms>`. */
  recent: string[];
  refreshHash: string;
  createdAt: number;
  lastUsedAt: number;
  /** ms at which the refresh token ends, and with it the session. */
  expiresAt: number;
  /** Absent while it is open. */
  closedAt?: number;
}

export const VERIFY_LINK_MS = 24 * 3_600_000;
export const RESET_LINK_MS = 3_600_000;
/** A session that was opened through the provider so lately proves who asks. */
export const FRESH_LOGIN_MS = 300_000;

/** More logins than this at once, and the one that was used longest ago goes. */
export const V1_SESSIONS_MAX = 100;
/** While so many links and notices of one budget of an address are fresh, no more such mails go there. */
export const LINKS_MAX = 20;
/** Of these at most so many by requests from one network. */
export const LINKS_PER_NETWORK_MAX = 5;

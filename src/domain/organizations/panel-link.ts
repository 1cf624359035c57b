/** Browsers that people link to their account by a QR code. */
import type { AccountId, SessionId } from '../accounts/account.js';

export interface PanelLink {
  _id: string;
  account: AccountId;
  /** The name that the browser gave itself. */
  label: string | null;
  linkedAt: number;
  /** ms at which its session was opened or last renewed; null before the first session. */
  lastUsedAt: number | null;
}

/**
 * A displayed QR code. The code and the claim are two secrets: a person who sees the code can confirm it, but only the
 * browser that opened the page can claim it. Only their hashes are stored. A claimed code is deleted.
 */
export interface PanelCode {
  /** Hash of the code. */
  _id: string;
  /** Hash of the claim. */
  claim: string;
  label: string | null;
  /** ms of its expiry. */
  expiresAt: number;
  /** The account that confirmed it, and the resulting link; null before the confirmation. */
  account: AccountId | null;
  link: string | null;
  /** The session that confirmed it. If that session ends, the code is void. */
  confirmedBy?: SessionId;
}

/** Characters; longer labels are cut. */
export const PANEL_LABEL_MAX = 64;
/** Links of one account. Beyond it, the longest unused link ends. */
export const PANEL_LINKS_MAX = 50;
/** For one network address. */
export const PANEL_CODES_PER_MINUTE = 20;

export const isGoodCode = ({ expiresAt }: PanelCode, now: number): boolean => now < expiresAt;

/** The last known activity of a link. */
export const linkAge = ({ lastUsedAt, linkedAt }: PanelLink): number => lastUsedAt ?? linkedAt;

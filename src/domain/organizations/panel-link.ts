/** Browsers that people link to their account by a QR code. */
import type { AccountId, SessionId } from '../accounts/account.js';

export interface PanelLink {
  /** A UUID. */
  _id: string;
  account: AccountId;
  /** What the browser calls itself. */
  label: string | null;
  /** ms. */
  linkedAt: number;
  /** ms: when its session was opened or renewed last; null until there was one. */
  lastUsedAt: number | null;
}

/**
 * A QR code that is shown. Who sees it can confirm it, only who opened the page can claim it: these are two secrets,
 * and of both only hashes are kept. Once claimed it is gone.
 */
export interface PanelCode {
  /** Hash of the code. */
  _id: string;
  /** Hash of the claim. */
  claim: string;
  label: string | null;
  /** Good before this moment, ms. */
  expiresAt: number;
  /** Who has confirmed it, and the link that came of it; null until then. */
  account: AccountId | null;
  link: string | null;
  /** The session that confirmed it. Once that is over, nothing comes of the code. */
  confirmedBy?: SessionId;
}

/** Characters; what is longer is cut. */
export const PANEL_LABEL_MAX = 64;
/** Links of one account; with one more the one goes that was used longest ago. */
export const PANEL_LINKS_MAX = 50;
/** For an address. */
export const PANEL_CODES_PER_MINUTE = 20;

export const isGoodCode = ({ expiresAt }: PanelCode, now: number): boolean => now < expiresAt;

/** When somebody was last at work there, as far as is known. */
export const linkAge = ({ lastUsedAt, linkedAt }: PanelLink): number => lastUsedAt ?? linkedAt;

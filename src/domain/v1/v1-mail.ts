/** Mails to people of `/v1`. A mail is a row of `mailOutbox`, written in the transaction of its cause. */
import type { Language } from '../accounts/account.js';
import { RESET_LINK_MS, VERIFY_LINK_MS } from './v1-account.js';

/**
 * `verify`: the link that proves the address. `account_exists`: an address with an account was registered again; if the
 * account is not verified yet, the mail has a link that verifies it. `reset`: the link to a new password.
 * `password_changed`, `account_deleted`: a notice without a link.
 */
export type MailKind = 'verify' | 'account_exists' | 'reset' | 'password_changed' | 'account_deleted';

/** The data from which a mail's text is made. */
export interface MailRequest {
  kind: MailKind;
  to: string;
  language: Language;
  /** For the link: `token=`. */
  token?: string;
}

/** A mail that waits to be sent. */
export interface MailRow {
  /** Random, and the same in every attempt, so that a repeated mail can be recognized. */
  _id: string;
  /** The actor of the address. It gets the result of the mail. */
  address: string;
  kind: MailKind;
  to: string;
  language: Language;
  /**
   * Id of the link's row in `v1Tokens`; null for mails without a link. The token is not stored: it is derived from this
   * id and SECRET.
   */
  link: string | null;
  at: number;
  /** ms since epoch of the next attempt. */
  dueAt: number;
  /** The number of attempts. */
  tries: number;
  /** Of the request that it answers, for log lines. */
  requestId?: string;
}

const KEPT_MS = 3 * 86_400_000;

/** ms from which the mail is not sent any more: its link has expired, or the notice is too old. */
export function mailLapsesAt({ kind, link, at }: Pick<MailRow, 'kind' | 'link' | 'at'>): number {
  if (link === null) return at + KEPT_MS;
  return at + (kind === 'reset' ? RESET_LINK_MS : VERIFY_LINK_MS);
}

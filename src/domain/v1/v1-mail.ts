/** What is mailed to people of `/v1`. A mail is a row of `mailOutbox`, written in the transaction of its cause. */
import type { Language } from '../accounts/account.js';
import { RESET_LINK_MS, VERIFY_LINK_MS } from './v1-account.js';

/**
 * `verify`: the link that proves the address. `account_exists`: somebody registered an address that has an account; with
 * a link where that account is not verified yet, which then proves the address. `reset`: the link to a new password.
 * `password_changed`, `account_deleted`: what has happened, without a link.
 */
export type MailKind = 'verify' | 'account_exists' | 'reset' | 'password_changed' | 'account_deleted';

/** A mail as it is put into words. */
export interface MailRequest {
  kind: MailKind;
  to: string;
  language: Language;
  /** For the link: `token=`. */
  token?: string;
}

/** A mail that waits to be sent. */
export interface MailRow {
  /** Random; the same in every attempt, so that a repeated mail can be recognised. */
  _id: string;
  /** The actor it belongs to: it is told what became of the mail. */
  address: string;
  kind: MailKind;
  to: string;
  language: Language;
  /**
   * Id of the row in `v1Tokens` its link speaks of; null where it has none. The token itself lies nowhere: it follows
   * from this id and SECRET.
   */
  link: string | null;
  at: number;
  /** Not before this moment, ms since epoch. */
  dueAt: number;
  /** How often it was tried. */
  tries: number;
}

const KEPT_MS = 3 * 86_400_000;

/** From then on it is not worth sending: its link is dead, or it is no news. */
export function mailLapsesAt({ kind, link, at }: Pick<MailRow, 'kind' | 'link' | 'at'>): number {
  if (link === null) return at + KEPT_MS;
  return at + (kind === 'reset' ? RESET_LINK_MS : VERIFY_LINK_MS);
}

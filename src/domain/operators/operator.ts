/** The people who operate the service, and their keys. */

/** `support` answers questions, `moderator` acts on people and content, `admin` also decides money and keys. */
export const operatorRoles = ['support', 'moderator', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** The operator behind a request. */
export interface Operator {
  /** The id of the key; `console-key` for CONSOLE_KEY. */
  id: string;
  name: string;
  role: OperatorRole;
}

/** A named key. Only the hash of its secret is stored. */
export interface OperatorKey {
  _id: string;
  version: number;
  name: string;
  role: OperatorRole;
  hash: string;
  createdAt: number;
  /** The operator who created it. */
  createdBy: string;
  /** ms of the last rotation. */
  rotatedAt: number | null;
  /** Hashes of earlier secrets, the newest first: a late repeat of their rotation does not bring them back. */
  retired?: string[];
  /** Null is without an end. */
  expiresAt: number | null;
  revokedAt: number | null;
}

/** Hashes of earlier secrets that a key keeps. */
export const RETIRED_SECRETS_MAX = 50;
export const OPERATOR_NAME_MAX = 64;
/** Keys that are stored, revoked ones included. */
export const OPERATOR_KEYS_MAX = 500;
/** The longest lifetime of a named key. */
export const OPERATOR_KEY_DAYS_MAX = 366;
/** Characters of the reason that an operator gives. */
export const OPERATOR_REASON_MAX = 500;

/** The operator of CONSOLE_KEY, the admin of last resort. */
export const consoleKeyOperator: Operator = { id: 'console-key', name: 'CONSOLE_KEY', role: 'admin' };

export const isValidKey = ({ revokedAt, expiresAt }: OperatorKey, now: number): boolean =>
  revokedAt === null && (expiresAt === null || now < expiresAt);

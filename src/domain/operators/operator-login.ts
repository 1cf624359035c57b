/** Logins of operators through the identity provider. The groups of the last login decide, and they decide for a time. */
import type { OperatorRole } from './operator.js';

/** One login. Only the hash of its secret is stored. */
export interface OperatorLogin {
  _id: string;
  /** Keyed hash of the identity: the operator of the audit log, the same at each login. */
  person: string;
  name: string;
  /** Those of the person's groups that had a role at the login, sorted. */
  groups: string[];
  hash: string;
  createdAt: number;
  expiresAt: number;
}

/** Logins of a person at the same time; a further one ends the oldest. */
export const OPERATOR_LOGINS_MAX = 5;
/** Logins that are listed. */
export const OPERATOR_LOGINS_LISTED_MAX = 500;

const rank: readonly OperatorRole[] = ['support', 'moderator', 'admin'];

interface GroupRole {
  role: OperatorRole;
  group: string;
}

/** The groups among them that have a role. Names are compared exactly. */
export const operatorGroupsOf = (roles: readonly GroupRole[], groups: readonly string[]): string[] =>
  [...new Set(roles.map(({ group }) => group))].filter((group) => groups.includes(group)).sort();

/** The highest role of the groups; null if none of them has one. */
export function roleOfGroups(roles: readonly GroupRole[], groups: readonly string[]): OperatorRole | null {
  const held = roles.filter(({ group }) => groups.includes(group)).map(({ role }) => rank.indexOf(role));
  return rank[Math.max(-1, ...held)] ?? null;
}

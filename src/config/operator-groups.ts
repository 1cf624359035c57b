/** Operators by a group of the identity provider: the claim that is read, and the role of each group. */
import joi from 'joi';
import type { Setting } from './setting.js';

export interface OperatorGroupsConfig {
  /** The claim with the groups of a person. */
  readonly claim: string;
  readonly roles: readonly GroupRole[];
  /** Scopes that are requested besides those of every login; null = none. */
  readonly scope: string | null;
  /** A login ends after this time, regardless of its use. */
  readonly loginTtlS: number;
}

export interface GroupRole {
  readonly role: 'support' | 'moderator' | 'admin';
  readonly group: string;
}

export interface OperatorGroupsGiven {
  OPERATOR_GROUPS?: GroupRole[];
  OPERATOR_GROUP_CLAIM?: string;
  OPERATOR_SCOPE?: string;
  OPERATOR_LOGIN_TTL_S?: number;
}

const GROUPS_MAX = 32;
const LOGIN_TTL_S = 28_800;

/** Claims that people write themselves at many providers: none of them may make an operator. */
const ownClaims = [
  'sub',
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'email',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'phone_number',
  'address',
];

/** `role=group,role=group`: a group may hold any character but a comma. */
function groupRoles(text: string): GroupRole[] {
  const pairs = text.split(',').map((pair) => {
    const [, role, group] = /^\s*(support|moderator|admin)=([^\p{Cc}]{1,256}?)\s*$/u.exec(pair) ?? [];
    if (role === undefined || group === undefined) throw new Error('not role=group');
    return { role: role as GroupRole['role'], group };
  });
  if (pairs.length > GROUPS_MAX) throw new Error('too many');
  return pairs;
}

function groupClaim(text: string): string {
  if (!/^[\w.:/-]{1,128}$/.test(text) || ownClaims.includes(text)) throw new Error('no claim of groups');
  return text;
}

export const operatorGroupSettings = {
  OPERATOR_GROUPS: {
    schema: joi.string().max(8192).custom(groupRoles),
    mustBe: `a comma list of at most ${GROUPS_MAX} support=<group>, moderator=<group> or admin=<group>`,
    example: 'moderator=chat-moderators,admin=chat-admins',
  },
  OPERATOR_GROUP_CLAIM: {
    schema: joi.string().custom(groupClaim),
    mustBe: 'the name of a claim that only the provider writes, and none that people edit themselves',
    example: 'groups',
  },
  OPERATOR_SCOPE: {
    schema: joi.string().pattern(/^[!#-[\]-~]{1,128}( [!#-[\]-~]{1,128}){0,7}$/),
    mustBe: 'one to eight scopes, separated by blanks',
    example: 'groups',
  },
  OPERATOR_LOGIN_TTL_S: {
    schema: joi.number().integer().min(300).max(86_400),
    mustBe: 'a whole number of seconds, from 300 to 86400',
    example: '28800',
  },
} satisfies Record<string, Setting>;

export function buildOperatorGroups(given: OperatorGroupsGiven): OperatorGroupsConfig | null {
  const { OPERATOR_GROUPS: roles, OPERATOR_GROUP_CLAIM: claim = 'groups', OPERATOR_SCOPE: scope = null } = given;
  if (roles === undefined) return null;
  return { claim, roles, scope, loginTtlS: given.OPERATOR_LOGIN_TTL_S ?? LOGIN_TTL_S };
}

interface Beside extends OperatorGroupsGiven {
  OIDC_ISSUER?: string;
  CONSOLE_KEY?: string;
}

export function operatorGroupsConflict(given: Beside, isProduction: boolean): string | null {
  const example = 'Example: OPERATOR_GROUPS=moderator=chat-moderators,admin=chat-admins';
  if (!given.OPERATOR_GROUPS) {
    if (given.OPERATOR_SCOPE === undefined) return null;
    return `OPERATOR_GROUPS is missing for OPERATOR_SCOPE: without it no group makes an operator. ${example}`;
  }
  if (!isProduction) return null;
  if (!given.OIDC_ISSUER)
    return `OIDC_ISSUER is missing for OPERATOR_GROUPS: the identity provider tells the groups. ${example}`;
  if (given.CONSOLE_KEY) return null;
  return (
    'CONSOLE_KEY is missing for OPERATOR_GROUPS: without it the operator interface is off, and nobody could act while the ' +
    'identity provider is away. Example: CONSOLE_KEY=the output of: openssl rand -hex 32'
  );
}

/** Explains why an account may use a permission or not, and which log entry decided it. */

import { holds, isStoppedByMute, memberKeys } from '../rooms/permissions.js';
import type { Role, RoomSettings } from '../rooms/room.js';
import type { Fact } from './log.js';

export type ExplainReason =
  | 'founder'
  | 'granted'
  | 'every_member'
  | 'denied_to_members'
  | 'not_granted'
  | 'not_an_admin'
  | 'muted'
  | 'not_member';

export interface Decider {
  seq: number;
  type: string;
}

export interface Explanation {
  allowed: boolean;
  reason: ExplainReason;
  /** Null if no entry decided it, only the general rules. */
  decidedBy: Decider | null;
}

export interface Governing {
  seq: number;
  facts: readonly Fact[];
}

/** A value, and the entry that set it. */
interface Decided<T> {
  is: T;
  by: Decider;
}

/** Filled from the newest entry back, so that the first value found holds. */
interface Decisions {
  /** While the account is banned, the ban is the decider, not the departure before or after it. */
  ban?: Decided<boolean>;
  role?: Decided<Role | null>;
  granted?: Decided<string[]>;
  mutedUntil?: Decided<number | null>;
  denied?: Decided<string[]>;
  membersCanVideo?: Decided<boolean>;
}

/** `entries`: newest first, those about the account or about every member. `at`: ms for which the answer holds. */
export function explain(entries: Iterable<Governing>, account: string, key: string, at: number): Explanation {
  const decisions: Decisions = {};
  for (const { seq, facts } of entries) {
    for (const fact of [...facts].reverse()) apply(decisions, fact, account, { seq, type: fact.type });
  }
  return conclude(decisions, key, at);
}

function apply(decisions: Decisions, fact: Fact, account: string, by: Decider): void {
  if (fact.type === 'member_permissions_changed') decisions.denied ??= { is: fact.denied, by };
  if (fact.type === 'room_settings_changed' && fact.denied) decisions.denied ??= { is: fact.denied, by };
  if (fact.type === 'room_settings_changed') applyVideo(decisions, fact.settings, by);
  if (fact.type === 'founder_changed') return applyFounder(decisions, fact, account, by);
  if (!('account' in fact) || fact.account !== account) return;
  if (fact.type === 'member_banned') decisions.ban ??= { is: true, by };
  if (fact.type === 'member_unbanned') decisions.ban ??= { is: false, by };
  if (fact.type === 'member_muted') decisions.mutedUntil ??= { is: fact.until, by };
  if (fact.type === 'member_unmuted') decisions.mutedUntil ??= { is: null, by };
  if (fact.type === 'admin_permissions_changed') decisions.granted ??= { is: fact.granted, by };
  if (fact.type === 'role_changed') setRole(decisions, fact.role, [], by);
  if (fact.type === 'member_left') setRole(decisions, null, [], by);
  if (fact.type === 'member_joined') {
    setRole(decisions, fact.role, [], by);
    decisions.mutedUntil ??= { is: fact.mutedUntil, by };
  }
}

function applyVideo(decisions: Decisions, { membersCanVideo }: Partial<RoomSettings>, by: Decider): void {
  if (membersCanVideo !== undefined) decisions.membersCanVideo ??= { is: membersCanVideo, by };
}

function applyFounder(
  decisions: Decisions,
  fact: Extract<Fact, { type: 'founder_changed' }>,
  account: string,
  by: Decider,
): void {
  if (fact.account === account) {
    setRole(decisions, 'founder', [], by);
    decisions.mutedUntil ??= { is: null, by };
  }
  if (fact.from === account && fact.fromGranted) setRole(decisions, 'admin', fact.fromGranted, by);
}

/** A change of role discards the permissions granted before it. */
function setRole(decisions: Decisions, role: Role | null, granted: string[], by: Decider): void {
  decisions.role ??= { is: role, by };
  decisions.granted ??= { is: granted, by };
}

const isMemberKey = new Set(memberKeys);

function conclude(
  { ban, role, granted, mutedUntil, denied, membersCanVideo }: Decisions,
  key: string,
  at: number,
): Explanation {
  const no = (reason: ExplainReason, by?: Decider): Explanation => ({ allowed: false, reason, decidedBy: by ?? null });
  const yes = (reason: ExplainReason, by?: Decider): Explanation => ({ allowed: true, reason, decidedBy: by ?? null });
  if (!role?.is) return no('not_member', ban?.is ? ban.by : role?.by);
  if (isStoppedByMute(key) && mutedUntil?.is && at < mutedUntil.is) return no('muted', mutedUntil.by);
  const member = { role: role.is, granted: granted?.is ?? [] };
  const settings = { membersCanVideo: membersCanVideo?.is ?? true };
  const memberDenied = denied?.is ?? [];
  if (holds({ memberDenied, settings }, member, key)) {
    if (member.role === 'founder') return yes('founder', role.by);
    return member.role === 'admin' && member.granted.includes(key)
      ? yes('granted', granted?.by)
      : yes('every_member', denied?.by);
  }
  if (isMemberKey.has(key)) return no('denied_to_members', (memberDenied.includes(key) ? denied : membersCanVideo)?.by);
  return member.role === 'admin' ? no('not_granted', granted?.by) : no('not_an_admin', role.by);
}

import { adminKeys } from '#src/domain/rooms/permissions.js';
import type { Member } from '#src/domain/rooms/room.js';
import type { WirePerson } from './person.js';

/** The data that a member row needs besides the member. */
export interface MemberContext {
  /** The account as the reader sees it. Events for a whole room have no avatar, because not every member may see it. */
  person?: WirePerson | undefined;
  online: boolean;
  /** ms since epoch; an expired mute is not shown. */
  now: number;
}

export type WireMember = ReturnType<typeof presentMember>;

export function presentMember(member: Member, { person, online, now }: MemberContext) {
  return {
    account_id: member.account,
    username: person?.username ?? member.username,
    avatar: person?.avatar ?? null,
    online,
    role: member.role,
    tag: member.tag,
    granted: grantedTo(member),
    granted_by: member.role === 'admin' ? member.grantedBy : null,
    admin_since: member.role === 'admin' ? new Date(member.since).toISOString() : null,
    muted_until: member.mutedUntil !== null && member.mutedUntil > now ? member.mutedUntil : null,
    joined_at: new Date(member.joinedAt).toISOString(),
    ...((member.isBot || person?.is_bot) && { is_bot: true as const }),
  };
}

/** The founder has every key without a grant. */
function grantedTo({ role, granted }: Member): readonly string[] {
  if (role === 'founder') return everyAdminKey;
  return role === 'admin' ? granted : [];
}

const everyAdminKey = [...adminKeys].sort();

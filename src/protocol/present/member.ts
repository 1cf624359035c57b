import type { Member } from '#src/domain/room.js';

/** What a member row needs beyond the member. */
export interface MemberContext {
  online: boolean;
  /** ms since epoch: a mute that is over is not shown. */
  now: number;
}

export type WireMember = ReturnType<typeof presentMember>;

export function presentMember(member: Member, { online, now }: MemberContext) {
  return {
    account_id: member.account,
    username: member.username,
    avatar: null,
    online,
    role: member.role,
    tag: member.tag,
    granted: member.role === 'member' ? [] : member.granted,
    granted_by: member.role === 'admin' ? member.grantedBy : null,
    admin_since: member.role === 'admin' ? new Date(member.since).toISOString() : null,
    muted_until: member.mutedUntil !== null && member.mutedUntil > now ? member.mutedUntil : null,
    joined_at: new Date(member.joinedAt).toISOString(),
  };
}

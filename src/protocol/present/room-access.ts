import type { Invite } from '#src/domain/rooms/invite.js';
import type { Ban, JoinRequest } from '#src/domain/rooms/room.js';
import type { WirePerson } from './person.js';

/** `person`: how the reader sees them; an account that is gone is known by the name it had. */
export function presentBan({ account, username, reason, bannedBy, at }: Ban, person?: WirePerson) {
  return {
    account_id: account,
    username: person?.username ?? username,
    avatar: person?.avatar ?? null,
    reason,
    banned_by: bannedBy,
    banned_at: new Date(at).toISOString(),
  };
}

export function presentRequest({ account, username, at }: JoinRequest, person?: WirePerson) {
  return {
    account_id: account,
    username: person?.username ?? username,
    avatar: person?.avatar ?? null,
    requested_at: new Date(at).toISOString(),
  };
}

export function presentInvite({ code, uses, maxUses, expiresAt, createdBy }: Invite, publicUrl: string) {
  return {
    code,
    url: `${publicUrl}/i/${code}`,
    uses,
    max_uses: maxUses,
    expires_at: expiresAt,
    created_by: createdBy,
  };
}

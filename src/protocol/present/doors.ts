import type { Invite } from '#src/domain/invite.js';
import type { Ban, JoinRequest } from '#src/domain/room.js';

export function presentBan({ account, username, reason, bannedBy, at }: Ban) {
  return {
    account_id: account,
    username,
    avatar: null,
    reason,
    banned_by: bannedBy,
    banned_at: new Date(at).toISOString(),
  };
}

export function presentRequest({ account, username, at }: JoinRequest) {
  return { account_id: account, username, avatar: null, requested_at: new Date(at).toISOString() };
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

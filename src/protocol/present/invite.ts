import type { Invite } from '#src/domain/rooms/invite.js';

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

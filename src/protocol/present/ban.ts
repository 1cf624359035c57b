import type { Ban } from '#src/domain/rooms/room.js';
import type { WirePerson } from './person.js';

/** `person`: the account as the reader sees it. A deleted account keeps the name of the record. */
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

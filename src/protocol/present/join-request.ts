import type { JoinRequest } from '#src/domain/rooms/room.js';
import type { WirePerson } from './person.js';

/** `person`: the account as the reader sees it. A deleted account keeps the name of the record. */
export function presentRequest({ account, username, at }: JoinRequest, person?: WirePerson) {
  return {
    account_id: account,
    username: person?.username ?? username,
    avatar: person?.avatar ?? null,
    requested_at: new Date(at).toISOString(),
  };
}

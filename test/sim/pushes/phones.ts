/** The phones of people who stay: each has a push token, and a room whose rows nobody has read wakes it. */
import { enterSession } from '../devices/device.js';
import type { Person } from '../people/person.js';
import type { World } from '../world.js';

/** As a login with a push token would have made it. The token names the account. */
export function enterPhones(world: World, people: readonly Person[]): void {
  for (const { account } of people) {
    const session = `session of the phone of ${account}`;
    const _id = `phone of ${account}`;
    enterSession(world, account, session);
    world.documents.attempt({
      op: 'put',
      in: 'devices',
      doc: { _id, account, session, token: account, env: null, since: 0 },
    });
    world.documents.attempt({ op: 'set', in: 'accounts', id: account, set: { devices: [_id] } });
    world.phones.push(account);
  }
}

/** Rows wait to be pushed; the logs say so. */
export const isPushPending = ({ documents, rooms, quietRooms, phones }: World): boolean =>
  phones.length > 0 &&
  documents
    .range<{ _id: string; room: string }>('log', { index: 'pushSince', limit: 10_000 })
    .some(({ room }) => rooms.includes(room) || quietRooms.includes(room));

/** Arrivals in a direct chat: by opening it, or because the peer sends a message. */
import { refuse } from '#actors/runtime/decision.js';
import type { Account, AccountId, Caller } from '#src/domain/accounts/account.js';
import type { Fact } from '#src/domain/log/log.js';
import { peerIn } from '#src/domain/rooms/dm.js';
import type { Pair } from '#src/domain/rooms/room.js';
import { roomView } from '../access/access.js';
import type { UserEvent } from '../commands.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

type Refused = ReturnType<typeof refuse>;

/** They find all messages, also those from before they left. */
export const arrival = ({ accountId, username }: Pick<Caller, 'accountId' | 'username'>): Fact => ({
  type: 'member_joined',
  account: accountId,
  username,
  role: 'member',
  historyFrom: 0,
  mutedUntil: null,
});

/** Of the two, the one who does not have the room in their list. */
function absentPeer(state: RoomState, pair: Pair, by: Caller): AccountId | null {
  const peer = peerIn(pair, by.accountId);
  return state.memberOf(peer) ? null : peer;
}

export function peerNeeds(needs: Needs, pair: Pair, by: Caller): void {
  const peer = absentPeer(needs.state, pair, by);
  if (peer) needs.once('peer', (reader) => reader.get<Account>('accounts', peer));
}

/** Nobody, mostly. A first message, and one to somebody who has left, brings them in; the gone stay gone. */
export function broughtIn(state: RoomState, pair: Pair, command: { by: Caller }): Fact[] | Refused {
  const peer = absentPeer(state, pair, command.by);
  if (!peer) return noFacts;
  const account = state.readsFor(command).peer;
  if (!account?.username || account.leavingAt !== undefined) return refuse('dm_closed');
  return [arrival({ accountId: account._id, username: account.username })];
}

const noFacts: Fact[] = [];

/** The event for their devices about a room that was just added to their list. */
export function newcomerEvents(state: RoomState, facts: readonly Fact[]): UserEvent[] {
  const slug = state.head?.slug ?? '';
  return facts.flatMap((fact): UserEvent[] => {
    if (fact.type !== 'member_joined') return [];
    const { account: to } = fact;
    return [
      { to, type: 'membership', roomId: state.id, slug, member: true },
      { to, type: 'room:new', room: roomView(state, to) },
    ];
  });
}

/** The payment for opening a paid direct chat: from the opener to the peer, once. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { LedgerEntry } from '#src/domain/accounts/tally.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Write } from '#src/store/store.js';
import type { UserEvent } from '../commands.js';

export interface Cost {
  room: RoomId;
  slug: string;
  from: AccountId;
  to: AccountId;
  price: number;
  at: number;
}

/** The balances of the payer and of the payee. */
export const ledgerIds = (room: RoomId): [spent: string, earned: string] => [
  `dm_open:${room}:spent`,
  `dm_open:${room}:earned`,
];

/** Rows of the ledger are named after the room: however often the commit is repeated, there is one of each. */
export function payment({ room, slug, from, to, price, at }: Cost): Write[] {
  if (price === 0) return [];
  const [spent, earned] = ledgerIds(room);
  const row = (_id: string, account: AccountId, delta: number): LedgerEntry => ({
    _id,
    account,
    delta,
    reason: 'dm_open',
    relatedRoom: slug,
    at,
  });
  const rows = [row(spent, from, -price), row(earned, to, price)];
  return [
    { op: 'set', in: 'tallies', id: from, inc: { stars: -price }, guard: { atLeast: { stars: price } } },
    { op: 'set', in: 'tallies', id: to, inc: { stars: price } },
    ...rows.map((doc): Write => ({ op: 'put', in: 'ledger', doc: { ...doc }, guard: { absent: true } })),
  ];
}

export const starEvents = ({ from, to, price }: Cost): UserEvent[] =>
  price === 0 ? [] : [from, to].map((account) => ({ to: account, type: 'stars' }));

/** Buying the short link of a room: stars, the link and the place it had before, in one transaction. */

import { refuse, reply } from '#actors/runtime/decision.js';
import type { ActorIo, CommitUnit, Supply, Turn, Turned } from '#actors/runtime/kind.js';
import type { Account } from '#src/domain/accounts/account.js';
import type { LedgerEntry, Tally } from '#src/domain/accounts/tally.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { SlugDoc, VanityLink } from '#src/domain/rooms/vanity.js';
import type { Write } from '#src/store/store.js';
import { asDoc } from '#src/store/store.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, type UserState } from '../user-state.js';
import { starEvent, starMovement } from './stars.js';

type BuyLink = CommandOf<'buy_link'>;

/** What one command needs to know: who has the handle, and what the room is called by now. */
interface Links {
  round: number;
  holder: RoomId | null;
  place: SlugDoc | null;
  stars: number;
}

interface Purchase {
  room: RoomId;
  handle: string;
  price: number;
  before: string | null;
  unit: CommitUnit;
  /** The round from which on reading shows it; null while it is on its way. */
  round: number | null;
}

/** What this account bought since it is in memory; reading may have been faster than the store. */
export interface Purchases {
  round: number;
  made: Purchase[];
  read: WeakMap<BuyLink, Links>;
}

const REMEMBERED_MAX = 100;

export const noPurchases = (): Purchases => ({ round: 0, made: [], read: new WeakMap() });

function wantedLink(
  { id, purchases }: UserState,
  command: BuyLink,
  { reader }: ActorIo,
): Promise<Supply<UserState>> | null {
  if (purchases.read.has(command)) return null;
  const { round } = purchases;
  const link = reader.get<VanityLink>('vanity', command.handle);
  const place = reader.get<SlugDoc>('slugs', command.slug);
  const tally = reader.get<Tally>('tallies', id);
  return Promise.all([link, place, tally]).then(([held, found, counted]) => (state) => {
    const stars = counted?.stars ?? 0;
    state.purchases.read.set(command, { round, holder: held?.room ?? null, place: found, stars });
    return true;
  });
}

/** The guards have the last word: who decided on what is no longer so reads and decides again. */
function buyLink(state: UserState, command: BuyLink, turn: Turn): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const { room, handle, price } = command;
  const links = linksOf(state, command);
  if (links.place?.room !== room) return refuse('room_not_found');
  const before = links.place.vanity ?? null;
  if (before === handle) return reply({ handle, stars: links.stars });
  if (links.holder !== null) return refuse('validation_failed', { fields: { handle: ['has already been taken'] } });
  if (links.stars < price) return refuse('insufficient_stars');
  const unit = payment(state, account, command, before, turn);
  const { made } = state.purchases;
  made.push({ room, handle, price, before, unit, round: null });
  if (made.length > REMEMBERED_MAX) made.shift();
  return { kind: 'commit', unit, reply: { handle, stars: links.stars - price }, outputs: [starEvent(account._id)] };
}

/** What was read, and on top of it what was bought meanwhile. */
function linksOf({ purchases }: UserState, command: BuyLink): Links {
  let links = purchases.read.get(command) ?? { round: 0, holder: null, place: null, stars: 0 };
  for (const { round, room, handle, price, before } of purchases.made) {
    if (round !== null && round <= links.round) continue;
    links = { ...links, stars: links.stars - price };
    if (handle === command.handle) links = { ...links, holder: room };
    else if (before === command.handle) links = { ...links, holder: null };
    if (links.place?.room === room) links = { ...links, place: { ...links.place, vanity: handle } };
  }
  return links;
}

function payment(state: UserState, account: Account, command: BuyLink, before: string | null, turn: Turn): CommitUnit {
  const { room, slug, handle, price } = command;
  const link: VanityLink = { _id: handle, room, slug, by: account._id };
  const writes: Write[] = [
    // The room's place is changed by every purchase and gone with the room: no other purchase, no deletion in between.
    { op: 'set', in: 'slugs', id: slug, set: { vanity: handle }, guard: { equals: { room, vanity: before } } },
    { op: 'put', in: 'vanity', doc: asDoc(link), guard: { absent: true } },
  ];
  if (before !== null) writes.push({ op: 'del', in: 'vanity', id: before, guard: { equals: { room } } });
  if (price > 0) writes.push(...starMovement(spent(account, command, turn)));
  return change(state, account, {}, writes);
}

const spent = ({ _id }: Account, { price, slug }: BuyLink, { now, env }: Turn): LedgerEntry => ({
  _id: env.uuid(),
  account: _id,
  delta: -price,
  reason: 'room_vanity_link',
  relatedRoom: slug,
  at: now,
});

/** It can be read from now on. */
export function markLinkDurable({ purchases }: UserState, unit: CommitUnit): void {
  const purchase = purchases.made.find((made) => made.unit === unit);
  if (!purchase) return;
  purchases.round += 1;
  purchase.round = purchases.round;
}

export const vanityLinkHandlers: Handlers<'buy_link'> = {
  buy_link: { needs: wantedLink, handle: buyLink },
};

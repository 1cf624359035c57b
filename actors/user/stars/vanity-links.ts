/** Buying the short link of a room: stars, the link and the place it had before, in one transaction. */
import { commandRead } from '#actors/runtime/command-read.js';
import { isHeldByOther, refuse, reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { CommitUnit, Turn, Turned } from '#actors/runtime/kind.js';
import type { Account } from '#src/domain/accounts/account.js';
import type { LedgerEntry, Tally } from '#src/domain/accounts/tally.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { SlugDoc, VanityLink } from '#src/domain/rooms/vanity.js';
import { asDoc, type Write } from '#src/store/store.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, type UserState } from '../user-state.js';
import { STARS, starEvent, starMovement } from './stars.js';

type BuyLink = CommandOf<'buy_link'>;

/** The holder of the handle, the room's place with its present link, the buyer's balance. */
interface LinkRead {
  holder: RoomId | null;
  place: SlugDoc | null;
  stars: number;
}

const linkRead = commandRead(async (reader, command: BuyLink, state: UserState): Promise<LinkRead> => {
  const starsOf = async () => (await reader.get<Tally>('tallies', state.id))?.stars ?? 0;
  // The balance first: an earlier try that lands in between is not taken for a lack of stars.
  const before = await starsOf();
  const [held, place] = await Promise.all([
    reader.get<VanityLink>('vanity', command.handle),
    reader.get<SlugDoc>('slugs', command.slug),
  ]);
  const isBought = place?.vanity === command.handle;
  return { holder: held?.room ?? null, place, stars: isBought ? await starsOf() : before };
}, STARS);

/** The guards have the last word: a decision on an old state is refused, and made again after another read. */
function buyLink(state: UserState, command: BuyLink, turn: Turn): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  const { room, handle, price } = command;
  const { holder, place, stars } = linkRead.of(state, command);
  if (place?.room !== room) return refuse('room_not_found');
  const before = place.vanity ?? null;
  if (before === handle) return reply({ handle, stars });
  if (isHeldByOther(holder, room))
    return refuse('validation_failed', { fields: { handle: ['has already been taken'] } });
  if (stars < price) return refuse('insufficient_stars');
  const unit = trackWrite(state, STARS, payment(state, account, command, before, turn));
  return { kind: 'commit', unit, reply: { handle, stars: stars - price }, outputs: [starEvent(account._id)] };
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

export const vanityLinkHandlers: Handlers<'buy_link'> = {
  buy_link: { needs: linkRead.load, handle: buyLink },
};

/** Opening a direct chat: made once, with the stars it costs in the same commit; coming back to it is free. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn } from '#actors/runtime/kind.js';
import { requireAccount } from '#actors/writers/commands.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { Tally } from '#src/domain/accounts/tally.js';
import type { DmOpened } from '#src/domain/log/log.js';
import { type DmDoc, dmSettings, dmSlug, isSamePair, pairOf } from '#src/domain/rooms/dm.js';
import type { Pair } from '#src/domain/rooms/room.js';
import { pairId } from '#src/store/collections.js';
import type { Doc, Reader, Write } from '#src/store/store.js';
import { roomView } from '../access/access.js';
import { isBlocked } from '../access/dm-access.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { DmOpeningRead } from '../model/reads.js';
import type { RoomState } from '../model/room-state.js';
import { arrival } from './dm-arrival.js';
import { payment, starEvents } from './dm-payment.js';

type OpenDm = CommandOf<'open_dm'>;

/** Pairs whose ids begin alike are as good as never more than two. */
const PLACES = 8;

function openNeeds(needs: Needs, { by, peer }: OpenDm): void {
  const { state } = needs;
  if (state.head) return;
  // A creation whose outcome was unknown has landed since: a next generation would leave this room behind.
  const isMadeMeanwhile = ({ before }: DmOpeningRead) => before?.room === state.id;
  needs.once('opening', (reader) => readOpening(reader, by.accountId, peer), isMadeMeanwhile);
}

async function readOpening(reader: Reader, opener: AccountId, peer: AccountId): Promise<DmOpeningRead> {
  const pair = pairOf(opener, peer);
  const slugs = Array.from({ length: PLACES }, (_, at) => dmSlug(pair, at + 1));
  const [account, own, blocked, before, taken, tally] = await Promise.all([
    reader.get<Account>('accounts', peer),
    reader.get<Account>('accounts', opener),
    isBlocked(reader, pair),
    reader.get<DmDoc>('dms', pairId(...pair)),
    reader.getMany<Doc>('slugs', slugs),
    reader.get<Tally>('tallies', opener),
  ]);
  const slug = slugs[taken.indexOf(null)] ?? null;
  return { peer: account, isOpenerThere: own !== null, isBlocked: blocked, before, slug, stars: tally?.stars ?? 0 };
}

function openDm(state: RoomState, command: OpenDm, turn: Turn): Handled {
  const { head } = state;
  const pair = pairOf(command.by.accountId, command.peer);
  // Another pair's: two texts have met in one hash. The next generation is another text.
  if (head && (head.deleted || !head.pair || !isSamePair(head.pair, pair))) return reply({ room: null });
  return head ? comeBack(state, command) : open(state, command, pair, turn);
}

function comeBack(state: RoomState, { by }: OpenDm): Handled {
  if (state.isBlocked) return refuse('blocked');
  const room = () => ({ room: roomView(state, by.accountId) });
  if (state.memberOf(by.accountId)) return reply(room());
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [arrival(by)],
    reply: room,
    userEvents: () => [memberEvent(state, by.accountId)],
  };
}

/** Checks in this order: the person exists, no block, no later opening, the direct-chat policy, the price. */
function open(state: RoomState, command: OpenDm, pair: Pair, turn: Turn): Handled {
  const { by, generation } = command;
  const opening = state.readsFor(command).opening;
  const peer = opening?.peer;
  if (!opening || !peer || peer.leavingAt !== undefined) return refuse('not_found');
  if (!opening.isOpenerThere) return refuse('unauthorized');
  if (opening.isBlocked) return refuse('blocked');
  const { before, slug, stars } = opening;
  if (before && before.generation >= generation) return reply({ room: null });
  if (!slug) return refuse('unavailable', { retryAfterMs: 1_000 });
  const { dmPolicy, dmStarCost } = peer.profile;
  if (dmPolicy === 'closed') return refuse('dm_closed');
  const price = dmPolicy === 'paid' ? dmStarCost : 0;
  if (stars < price) return refuse('insufficient_stars');
  const cost = { room: state.id, slug, from: by.accountId, to: peer._id, price, at: turn.now };
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [opened(command, pair, slug, price), arrival(by)],
    // Stars first: of many openings at once most are refused for them, and then nothing else was written.
    alongside: [...payment(cost), ...places(state, slug, pair, generation, before), ...pair.map(requireAccount)],
    reply: () => ({ room: roomView(state, by.accountId) }),
    userEvents: () => [memberEvent(state, by.accountId), ...starEvents(cost)],
  };
}

const opened = ({ by, generation }: OpenDm, pair: Pair, slug: string, price: number): DmOpened => ({
  type: 'room_created',
  kind: 'dm',
  slug,
  pair,
  generation,
  price,
  by: by.accountId,
  settings: dmSettings,
});

/** The slug and the pair's document: if another opening was faster, this one is decided again. */
function places(state: RoomState, slug: string, pair: Pair, generation: number, before: DmDoc | null): Write[] {
  const dm: DmDoc = { _id: pairId(...pair), greater: pair[1], room: state.id, generation };
  const guard = before ? { equals: { room: before.room, generation: before.generation } } : { absent: true as const };
  return [
    { op: 'put', in: 'slugs', doc: { _id: slug, room: state.id }, guard: { absent: true } },
    { op: 'put', in: 'dms', doc: { ...dm }, guard },
  ];
}

function memberEvent(state: RoomState, to: AccountId) {
  return { to, type: 'membership' as const, roomId: state.id, slug: state.head?.slug ?? '', member: true };
}

export const dmHandlers: Handlers<'open_dm'> = { open_dm: { needs: openNeeds, handle: openDm } };

/**
 * Impressions and taps, many at once, in one transaction: it consumes the mark, increases the item's counts and spends
 * the credit. If a precondition no longer holds at the commit, all of it is refused and decided again. Nothing is
 * counted twice, past the budget, or without credit.
 */
import { reply } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import type { BalancesDoc } from '#src/domain/organizations/credit.js';
import type { Organization } from '#src/domain/organizations/organization.js';
import type { ImpressionEntry, SponsoredId, SponsoredItem, SponsoredTap } from '#src/domain/sponsored/sponsored.js';
import type { Doc, Guard, Reader, Write } from '#src/store/store.js';
import { type Counts, countMarks } from './count-marks.js';
import { liveOf, pausedWrite } from './end-items.js';
import type { CommandOf, Handlers } from './handler.js';
import type { Mark, Marked } from './mark.js';
import { committed, type SponsoredState, sponsoredRead } from './sponsored-state.js';

type Count = CommandOf<'count'>;

interface CountRead {
  organization: Organization | null;
  credit: number;
  items: Map<SponsoredId, SponsoredItem>;
  /** Marks that were counted before. */
  used: Set<string>;
  /** All that is live, where this may be the last of the credit. */
  live: SponsoredItem[];
}

const countRead = sponsoredRead(async (reader, { marks }: Count, state: SponsoredState): Promise<CountRead> => {
  const ids = [...new Set(marks.map(({ item }) => item))];
  const [organization, balances, items, used] = await Promise.all([
    reader.get<Organization>('organizations', state.id),
    reader.get<BalancesDoc>('balances', state.id),
    reader.getMany<SponsoredItem>('sponsoredItems', ids),
    usedAmong(reader, marks),
  ]);
  const credit = balances?.impression ?? 0;
  const own = items.filter((item) => item?.organization === state.id) as SponsoredItem[];
  return {
    organization,
    credit,
    items: new Map(own.map((item) => [item._id, item])),
    used,
    live: credit <= marks.length ? await liveOf(reader, state.id) : [],
  };
});

async function usedAmong(reader: Reader, marks: Mark[]): Promise<Set<string>> {
  const idsOf = (action: Mark['action']) => [...new Set(marksOf(action, marks).map(({ mark }) => mark))];
  const [seenBefore, tappedBefore] = await Promise.all([
    reader.getMany<Doc>('usage', idsOf('impression')),
    reader.getMany<Doc>('sponsoredTaps', idsOf('tap')),
  ]);
  const known = (docs: (Doc | null)[], action: string) => docs.flatMap((doc) => (doc ? [`${action} ${doc._id}`] : []));
  return new Set([...known(seenBefore, 'impression'), ...known(tappedBefore, 'tap')]);
}

function count(state: SponsoredState, command: Count, { now }: Turn): Turned {
  const read = countRead.of(state, command);
  const isShown = read.organization !== null && !read.organization.suspended && read.organization.closedAt === null;
  const counted = countMarks(command.marks, { ...read, isShown, now });
  const { counts, credit } = counted;
  const isOut = credit === 0 && counted.impressions > 0;
  const ended = new Set(
    [...counts].filter(([id, { impressions }]) => endsWith(read.items.get(id), impressions)).map(([id]) => id),
  );
  const answer = command.marks.map(({ item }, n): Marked => {
    const isCounted = counted.counted[n] === true;
    return { counted: isCounted, spent: isCounted && (isOut || ended.has(item)) };
  });
  if (counts.size === 0) return reply(answer);
  // Rows of a kind stand together: a store may take them as one.
  const marks = command.marks.filter((_, n) => counted.counted[n]);
  const rows = [...marksOf('impression', marks), ...marksOf('tap', marks)].map((mark) => rowOf(state.id, mark, now));
  const items = [...counts].map(([id, each]) => itemWrite(read.items.get(id) as SponsoredItem, each, isOut, now));
  const others = isOut ? read.live.filter(({ _id }) => !counts.has(_id)).map((item) => pausedWrite(item, now)) : [];
  const spent = counted.impressions > 0 ? [creditWrite(state.id, counted.impressions, isOut)] : [];
  return committed(state, [...rows, ...items, ...others, ...spent], answer);
}

const marksOf = (action: Mark['action'], marks: Mark[]): Mark[] => marks.filter((mark) => mark.action === action);

const endsWith = (item: SponsoredItem | undefined, impressions: number): boolean =>
  impressions > 0 && item?.left === impressions;

function rowOf(organization: string, { action, item, mark }: Mark, at: number): Write {
  const guard: Guard = { absent: true };
  if (action === 'tap') {
    const tap: SponsoredTap = { _id: mark, organization, item, at };
    return { op: 'put', in: 'sponsoredTaps', doc: { ...tap }, guard };
  }
  const source = { counter: 'impression', quantity: -1, source: 'impression', note: null } as const;
  const entry: ImpressionEntry = { _id: mark, organization, ...source, item, at };
  return { op: 'put', in: 'usage', doc: { ...entry }, guard };
}

/** The end of the budget ends the item; the end of the credit pauses the remaining items. */
function itemWrite(item: SponsoredItem, { impressions, clicks }: Counts, isOut: boolean, now: number): Write {
  const write = { op: 'set' as const, in: 'sponsoredItems' as const, id: item._id };
  if (impressions === 0) {
    const guard = { equals: { status: item.status } };
    const paused = isOut && item.status === 'live' ? stopped('paused', now) : {};
    return { ...write, inc: { clicks }, ...paused, guard };
  }
  const ends = endsWith(item, impressions);
  const guard: Guard = ends
    ? { equals: { status: 'live', left: impressions } }
    : { equals: { status: 'live' }, atLeast: { left: impressions + 1 } };
  const stop = ends ? stopped('ended', now) : isOut ? stopped('paused', now) : {};
  return { ...write, inc: { impressions, left: -impressions, clicks }, ...stop, guard };
}

const stopped = (status: 'ended' | 'paused', now: number) => ({ set: { status, updatedAt: now }, unset: ['live'] });

/** Whether it was the last one is part of the decision, so the guard requires it. */
function creditWrite(id: string, impressions: number, isOut: boolean): Write {
  const guard: Guard = isOut ? { equals: { impression: impressions } } : { atLeast: { impression: impressions + 1 } };
  return { op: 'set', in: 'balances', id, inc: { impression: -impressions }, guard };
}

export const countingHandlers: Handlers<'count'> = {
  count: { needs: countRead.load, handle: count },
};

/** The end of items by time, or with their organization. */
import { reply } from '#actors/runtime/decision.js';
import type { Output, Turn, Turned } from '#actors/runtime/kind.js';
import type { BalancesDoc } from '#src/domain/organizations/credit.js';
import type { OrganizationId } from '#src/domain/organizations/organization.js';
import { ITEMS_MAX, isOver, type SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import type { Reader, Write } from '#src/store/store.js';
import type { CommandOf, Handlers } from './handler.js';
import { type Files, imageWrites, keysOf, readFiles } from './images.js';
import { itemChange } from './panel-read.js';
import { committed, type SponsoredState, sponsoredRead } from './sponsored-state.js';

/** Closing goes on in steps; each is one commit. */
const CLOSED_PER_RUN_MAX = 100;

export const liveOf = (reader: Reader, organization: OrganizationId): Promise<SponsoredItem[]> =>
  reader.range<SponsoredItem>('sponsoredItems', { index: 'liveOf', prefix: [organization], limit: 2 * ITEMS_MAX });

export const pausedWrite = (item: SponsoredItem, now: number): Write =>
  itemChange(item, { status: 'paused', updatedAt: now }, ['live']);

const liveRead = sponsoredRead((reader, _: CommandOf<'end_over'>, { id }: SponsoredState) => liveOf(reader, id));

function endOver(state: SponsoredState, command: CommandOf<'end_over'>, { now }: Turn): Turned {
  const over = liveRead.of(state, command).filter((item) => isOver(item, now));
  if (over.length === 0) return reply(0);
  const writes = over.map((item) => itemChange(item, { status: 'ended', updatedAt: now }, ['live']));
  return committed(state, writes, over.length);
}

interface CreditRead {
  credit: number;
  live: SponsoredItem[];
}

const creditRead = sponsoredRead(
  async (reader, _: CommandOf<'credit_ran_out'>, state: SponsoredState): Promise<CreditRead> => {
    const balances = await reader.get<BalancesDoc>('balances', state.id);
    return { credit: balances?.impression ?? 0, live: await liveOf(reader, state.id) };
  },
);

/** Credit that came back meanwhile lets them go on. */
function creditRanOut(state: SponsoredState, command: CommandOf<'credit_ran_out'>, { now }: Turn): Turned {
  const { credit, live } = creditRead.of(state, command);
  if (credit > 0 || live.length === 0) return reply(null);
  return committed(
    state,
    live.map((item) => pausedWrite(item, now)),
    null,
  );
}

interface ClosingRead {
  items: SponsoredItem[];
  files: Files;
}

const closingRead = sponsoredRead(
  async (reader, _: CommandOf<'close_items'>, state: SponsoredState): Promise<ClosingRead> => {
    const range = { index: 'byOrganization', prefix: [state.id], limit: CLOSED_PER_RUN_MAX };
    const items = await reader.range<SponsoredItem>('sponsoredItems', range);
    return { items, files: await readFiles(reader, [...new Set(items.flatMap(keysOf))]) };
  },
);

function closeItems(state: SponsoredState, command: CommandOf<'close_items'>, { now }: Turn): Turned {
  const { items, files } = closingRead.of(state, command);
  if (items.length === 0) return reply(null);
  const writes = items.flatMap((item): Write[] => {
    const { _id: id, version, status } = item;
    const user = { organization: state.id, item: id, by: '', now };
    const gone: Write = { op: 'del', in: 'sponsoredItems', id, guard: { equals: { version, status } } };
    return [gone, ...imageWrites(item, {}, files, user)];
  });
  // Nobody waits for the rest.
  const onwards: Output = { to: 'actor', kind: 'sponsored', id: state.id, command: { type: 'close_items' } };
  return committed(state, writes, null, [onwards]);
}

export const endingHandlers: Handlers<'end_over' | 'credit_ran_out' | 'close_items'> = {
  end_over: { needs: liveRead.load, handle: endOver },
  credit_ran_out: { needs: creditRead.load, handle: creditRanOut },
  close_items: { needs: closingRead.load, handle: closeItems },
};

/**
 * The items that this node may offer: every live item of organizations that have credit and are not suspended. Read
 * from the store at most once a second, and at once after a change that this node has seen; so an item that has ended
 * is offered for at most that long. Whether an offer counts is decided when it is reported.
 */
import type { BalancesDoc } from '#src/domain/organizations/credit.js';
import type { Organization } from '#src/domain/organizations/organization.js';
import type { SlugDoc } from '#src/domain/rooms/vanity.js';
import type { SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import { mayReach, type Reach } from '#src/domain/sponsored/sponsored-audience.js';
import type { Reader } from '#src/store/store.js';

export interface LiveItem {
  item: SponsoredItem;
  /** The name of the organization. */
  sponsor: string;
}

/** Live items by reach: a lookup does not pass items that are meant for others. */
export class LiveItems {
  readonly #items: readonly LiveItem[];
  readonly #groups = new Map<string, readonly LiveItem[]>();

  constructor(items: readonly LiveItem[]) {
    this.#items = items;
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  /** Made at the first viewer of a reach; there are few of them. */
  reaching(reach: Reach): readonly LiveItem[] {
    const kind = `${reach.language} ${reach.platform} ${reach.hasProfile}`;
    const group = this.#groups.get(kind) ?? this.#items.filter(({ item }) => mayReach(item, reach));
    this.#groups.set(kind, group);
    return group;
  }
}

export interface LiveItemsCache {
  items(): Promise<LiveItems>;
  /** Invalidates the cache: the next lookup reads again. */
  invalidate(): void;
}

export interface LiveItemsCacheDeps {
  reader: Reader;
  env: { monotonic(): number };
}

const FRESH_MS = 1_000;
const PAGE = 1_000;

interface Reading {
  begunAt: number;
  items: Promise<LiveItems>;
}

export function createLiveItemsCache({ reader, env }: LiveItemsCacheDeps): LiveItemsCache {
  let reading: Reading | null = null;

  /** After a failed read the next lookup reads again. */
  function read(): Reading {
    const begun: Reading = {
      begunAt: env.monotonic(),
      items: loadLiveItems(reader).then((items) => new LiveItems(items)),
    };
    begun.items.catch(() => {
      if (reading === begun) reading = null;
    });
    return begun;
  }

  return {
    items() {
      if (!reading || env.monotonic() - reading.begunAt >= FRESH_MS) reading = read();
      return reading.items;
    },
    invalidate() {
      reading = null;
    },
  };
}

async function loadLiveItems(reader: Reader): Promise<LiveItem[]> {
  const live = await readLiveDocuments(reader);
  if (live.length === 0) return [];
  const ids = [...new Set(live.map(({ organization }) => organization))];
  const [organizations, balances, rooms] = await Promise.all([
    reader.getMany<Organization>('organizations', ids),
    reader.getMany<BalancesDoc>('balances', ids),
    readRooms(reader, live),
  ]);
  const sponsors = new Map<string, string>();
  for (const [n, id] of ids.entries()) {
    const organization = organizations[n];
    const mayShow = organization && !organization.suspended && organization.closedAt === null;
    if (mayShow && (balances[n]?.impression ?? 0) > 0) sponsors.set(id, organization.displayName);
  }
  return live.flatMap((item) => {
    const sponsor = sponsors.get(item.organization);
    return sponsor === undefined || !leadsSomewhere(item, rooms) ? [] : [{ item, sponsor }];
  });
}

async function readLiveDocuments(reader: Reader): Promise<SponsoredItem[]> {
  const live: SponsoredItem[] = [];
  for (let edge: string | undefined; ; ) {
    const range = { index: 'live', limit: PAGE, ...(edge === undefined ? {} : { gt: edge }) };
    const page = await reader.range<SponsoredItem>('sponsoredItems', range);
    live.push(...page);
    edge = page.at(-1)?._id;
    if (page.length < PAGE || edge === undefined) return live;
  }
}

async function readRooms(reader: Reader, items: SponsoredItem[]): Promise<Map<string, string>> {
  const slugs = [...new Set(items.flatMap(({ targetKind, target }) => (targetKind === 'room' ? [target] : [])))];
  const places = await reader.getMany<SlugDoc>('slugs', slugs);
  return new Map(places.flatMap((place) => (place ? [[place._id, place.room]] : [])));
}

/** A room that is gone is led to no more; nor is another one that has its address now. */
const leadsSomewhere = ({ targetKind, target, room }: SponsoredItem, rooms: Map<string, string>): boolean =>
  targetKind !== 'room' || (room !== undefined && rooms.get(target) === room);

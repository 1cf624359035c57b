/** The documents of a room that still name an account that is being erased. */
import { readAhead } from '#src/concurrency/read-ahead.js';
import { type CollectionName, logId, seqIn } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';
import type { ScanPosition } from '../commands/anonymize-commands.js';
import type { AnonymizationBatch } from '../model/reads.js';

/** Documents that one turn rewrites. */
const BATCH_MAX = 100;
/** Documents of one scan. */
const PAGE_SIZE = 1_000;
/** Scans before one turn: a turn that rewrites something waits for the store and loads the room anew, however little it is. */
const PAGES_MAX = 25;
/** Scans of rows under way: the store finds the next page while one is looked through. */
const SCAN_CONCURRENCY = 3;

/** Where somebody may stand; the room's head comes last. */
const places: readonly CollectionName[] = [
  'members',
  'readers',
  'bans',
  'requests',
  'invites',
  'reactions',
  'votes',
  'log',
  'rooms',
];

export const start: ScanPosition = { in: 'members', after: '' };

interface Look {
  room: string;
  account: string;
  /** The last entry that was stored when the look began. */
  storedSeq: number;
  isLeft(doc: Doc): boolean;
}

type Found = AnonymizationBatch['docs'][number];

interface Page {
  in: CollectionName;
  docs: Found[];
  /** The place behind it. */
  next: ScanPosition;
}

/** The next documents that refer to the account, and the place behind them or behind the last one that was read. */
export async function leftoversFrom(
  reader: Reader,
  look: Look,
  from: ScanPosition,
): Promise<Omit<AnonymizationBatch, 'storedSeq'>> {
  const docs: Found[] = [];
  let next = from;
  let pages = 0;
  for await (const page of pagesFrom(reader, look, from)) {
    for (const doc of page.docs) {
      if (!look.isLeft(doc)) continue;
      docs.push(doc);
      if (docs.length === BATCH_MAX) return { in: page.in, docs, next: { in: page.in, after: doc._id } };
    }
    next = page.next;
    pages += 1;
    // The documents of one turn are of one collection.
    if (docs.length > 0 && next.in !== page.in) return { in: page.in, docs, next };
    if (pages === PAGES_MAX) break;
  }
  return { in: docs.length > 0 ? next.in : from.in, docs, next };
}

async function* pagesFrom(reader: Reader, look: Look, from: ScanPosition): AsyncGenerator<Page> {
  for (let place = from; place.in !== 'rooms'; ) {
    if (place.in === 'log') {
      for await (const page of storedRows(reader, look, place.after)) {
        place = page.next;
        yield page;
      }
    }
    const page = await pageAt(reader, look, place);
    place = page.next;
    yield page;
  }
}

/** Whole pages of entries that are stored. Their keys are known beforehand, so that one is read while another is looked at. */
function storedRows(reader: Reader, { room, account, storedSeq }: Look, after: string): AsyncGenerator<Page> {
  const read = async (seq: number): Promise<Page> => {
    const last = seq + PAGE_SIZE;
    const range = { gt: logId(room, seq), lt: logId(room, last + 1) };
    const { docs } = await reader.scan<Found>('log', { text: account, ...range, limit: PAGE_SIZE });
    return { in: 'log', docs, next: { in: 'log', after: logId(room, last) } };
  };
  return readAhead(wholePages(after === '' ? 0 : seqIn(after), storedSeq), read, SCAN_CONCURRENCY);
}

/** The seqs before the first entries of pages that end with a stored entry. */
function* wholePages(from: number, storedSeq: number): Generator<number> {
  for (let seq = from; seq + PAGE_SIZE <= storedSeq; seq += PAGE_SIZE) yield seq;
}

async function pageAt(reader: Reader, { room, account }: Look, place: ScanPosition): Promise<Page> {
  const gt = place.after === '' ? `${room}:` : place.after;
  const { docs, last } = await reader.scan<Found>(place.in, { text: account, gt, lt: `${room};`, limit: PAGE_SIZE });
  return { in: place.in, docs, next: last === null ? placeAfter(place.in) : { in: place.in, after: last } };
}

const placeAfter = (from: CollectionName): ScanPosition => ({
  in: places[places.indexOf(from) + 1] as CollectionName,
  after: '',
});

/** The store names the newest format (domain/format.ts) of the versions that had it, and the oldest that may still run. */
import { FORMAT, OLDEST_FORMAT } from '#src/domain/format.js';
import { formatTable } from '#src/domain/log/format-table.js';
import { VERSION } from '#src/domain/version.js';
import { type Doc, type Reader, type Store, StoreUnavailable } from '../store.js';

export const FORMAT_ID = 'format';
const { archivedStretches: ARCHIVE_FORMAT } = formatTable;
/** There while a restore or a copy into the store has not finished. */
export const RESTORE_ID = 'restore';
/** A value that each restore changes: what clients hold of another epoch may not exist. */
export const EPOCH_ID = 'epoch';

/** Before the first restore. */
const FIRST_EPOCH = '0';

export async function epochOf(reader: Reader): Promise<string> {
  return (await reader.get<Doc & { value: string }>('meta', EPOCH_ID))?.value ?? FIRST_EPOCH;
}

/** A store that holds a part of a backup serves nobody. */
export function refuseUnfinished(restoring: Doc | null): void {
  if (restoring) throw new StoreUnavailable('a restore into this store has not finished: run the same command again');
}

export interface StoreFormat extends Doc {
  current: number;
  oldest: number;
  /** The oldest that may read the documents, where it is older than that: the form of the store's rows may need more. */
  documents?: number;
  /** The version of the service that wrote `current` first. */
  version: string;
}

/** Refuses a store that this version could misread. Nothing has been changed in it yet. */
export function refuseNewerFormat(stored: StoreFormat | null): void {
  if (!stored || stored.oldest <= FORMAT) return;
  throw new StoreUnavailable(
    `the store was written by version ${stored.version} and needs store format ${stored.oldest} or newer; ` +
      `this is version ${VERSION} with format ${FORMAT}: start version ${stored.version} or newer`,
  );
}

/** Whether a newer version that still admits this one has written into the store. */
export const isOfNewerVersion = (stored: StoreFormat | null): boolean =>
  stored !== null && stored.current > FORMAT && stored.oldest <= FORMAT;

/** The format of a store whose rows, but not their documents, need this format; null if the store says so already. */
export function withRowFormat(stored: StoreFormat | null, rows: number): StoreFormat | null {
  if (stored && stored.oldest >= rows) return null;
  const documents = stored?.oldest ?? OLDEST_FORMAT;
  return { _id: FORMAT_ID, current: Math.max(stored?.current ?? 0, rows), oldest: rows, documents, version: VERSION };
}

/** Before the first stretch is archived: an older version would see a hole in its place. Backups hold its rows. */
export async function recordArchiving(store: Store): Promise<void> {
  const stored = await store.get<StoreFormat>('meta', FORMAT_ID);
  if (stored && stored.oldest >= ARCHIVE_FORMAT) return;
  const doc: StoreFormat = {
    _id: FORMAT_ID,
    current: Math.max(stored?.current ?? 0, ARCHIVE_FORMAT),
    oldest: ARCHIVE_FORMAT,
    documents: stored?.documents ?? stored?.oldest ?? OLDEST_FORMAT,
    version: VERSION,
  };
  if (!(await replaceFormat(store, stored, doc))) await recordArchiving(store);
}

/** False if another node has recorded its format meanwhile. */
async function replaceFormat(store: Store, stored: StoreFormat | null, doc: StoreFormat): Promise<boolean> {
  const guard = stored
    ? ({ equals: { current: stored.current, oldest: stored.oldest } } as const)
    : ({ absent: true } as const);
  const [isRecorded = false] = await store.write([{ op: 'put', in: 'meta', doc: { ...doc }, guard }]);
  return isRecorded;
}

/** Names this version in the store, unless a newer one is named already. */
export async function recordFormat(store: Store): Promise<void> {
  const stored = await store.get<StoreFormat>('meta', FORMAT_ID);
  refuseNewerFormat(stored);
  if (stored && stored.current >= FORMAT && stored.oldest >= OLDEST_FORMAT) return;
  const doc: StoreFormat = {
    _id: FORMAT_ID,
    current: Math.max(stored?.current ?? 0, FORMAT),
    oldest: Math.max(stored?.oldest ?? 0, OLDEST_FORMAT),
    version: VERSION,
  };
  if (stored?.documents !== undefined) doc.documents = Math.max(stored.documents, OLDEST_FORMAT);
  // The format that another node has recorded may refuse this version.
  if (!(await replaceFormat(store, stored, doc))) await recordFormat(store);
}

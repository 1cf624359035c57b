/**
 * Sweeps files that are due: unused uploads, files without references, expired documents, and new files whose content
 * type has to be verified. A step that a crash interrupts is repeated.
 */

import type { Rooms } from '#actors/room/commands.js';
import type { SponsoredItems } from '#actors/sponsored/commands.js';
import type { Users } from '#actors/user/commands.js';
import type { FileWriter } from '#actors/writers/commands.js';
import type { ObjectStore, StoredObject } from '#src/adapters/object-store/object-store.js';
import { mapLimit } from '#src/concurrency/map-limit.js';
import { isAccountPhoto, isPhoto, PHOTO_BYTES_MAX } from '#src/domain/accounts/photo.js';
import { type FileUse, nextStep, type StoredFile, uploadsOverAt } from '#src/domain/messages/file.js';
import { isOfType, START_BYTES, sidesOf } from '#src/domain/messages/file-type.js';
import { SIDE_MAX } from '#src/domain/messages/media.js';
import { isSponsoredPicture } from '#src/domain/sponsored/sponsored.js';
import type { Reader } from '#src/store/store.js';
import { LATE_WRITES_MS } from './late-writes.js';
import { sweepRetryDelayMs } from './put-off.js';
import { accepted, throwFailures } from './sweep-each.js';

export interface SweepFilesDeps {
  files: FileWriter;
  rooms: Rooms;
  users: Users;
  sponsored: SponsoredItems;
  objects: Pick<ObjectStore, 'head' | 'readStart' | 'remove'>;
  reader: Reader;
  /** Lifetime of an upload link. Until it expires, an object may be uploaded or replaced. */
  uploadLinkTtlS: number;
  /** So late may a write be carried out; an hour by default. */
  lateWritesMs?: number;
  now(): number;
}

const BATCH_MAX = 100;
/** More than one at a time, because the object store may have a high latency. */
const CONCURRENCY = 10;
const BATCHES_MAX = 50;
const USES_MAX = 1_000;
/** An object store that answers none of so many files is out of reach: the next run tries again. */
const FAILED_BATCHES_MAX = 3;

/**
 * Returns the number of processed files. The next run continues with the rest. A file that fails delays no other one: it
 * is passed over in this run and put off for later ones. The run rejects at its end, and names some of them.
 */
export async function sweepFiles(given: SweepFilesDeps): Promise<number> {
  const reach = { hasAnswered: false };
  const deps = { ...given, objects: noting(given.objects, reach) };
  const failed = new Map<string, unknown>();
  let swept = 0;
  for (let batch = 0, inVain = 0; batch < BATCHES_MAX && inVain < FAILED_BATCHES_MAX; batch += 1) {
    const range = { index: 'due', lte: deps.now(), limit: BATCH_MAX + failed.size };
    const found = await deps.reader.range<StoredFile>('files', range);
    const due = found.filter(({ _id }) => !failed.has(_id)).slice(0, BATCH_MAX);
    const before = failed.size;
    await mapLimit(due, CONCURRENCY, (file) => sweepOrFail(deps, file, failed));
    const done = due.length - (failed.size - before);
    swept += done;
    inVain = done === 0 ? inVain + 1 : 0;
    if (due.length < BATCH_MAX) break;
  }
  await mapLimit([...failed.keys()], CONCURRENCY, (key) => putOff(deps, key, reach.hasAnswered));
  throwFailures(failed, 'files');
  return swept;
}

async function sweepOrFail(deps: SweepFilesDeps, file: StoredFile, failed: Map<string, unknown>): Promise<void> {
  try {
    await sweepFile(deps, file);
  } catch (error) {
    failed.set(file._id, error);
  }
}

type Objects = SweepFilesDeps['objects'];

/** The object store that notes whether it has answered any request. */
function noting(objects: Objects, reach: { hasAnswered: boolean }): Objects {
  const noted = async <T>(request: Promise<T>): Promise<T> => {
    const answer = await request;
    reach.hasAnswered = true;
    return answer;
  };
  return {
    head: (key) => noted(objects.head(key)),
    readStart: (key, length) => noted(objects.readStart(key, length)),
    remove: (keys) => noted(objects.remove(keys)),
  };
}

/**
 * After its first failure a file is tried again in the next run, then later with every failure. An object store that has
 * answered nothing is out of reach, which says nothing of the file: it is tried in every run, after those that were due before.
 * The record is read again, because the step may have changed it before it failed.
 */
async function putOff({ files, reader, now }: SweepFilesDeps, key: string, isReached: boolean): Promise<void> {
  const current = await reader.get<StoredFile>('files', key);
  if (!current) return;
  const known = current.failures ?? 0;
  if (!isReached) return files.postpone(current, { state: current.state, dueAt: now(), failures: known });
  const failures = known + 1;
  const dueAt = now() + sweepRetryDelayMs(failures);
  await files.postpone(current, { state: current.state, dueAt, failures });
}

/** The next step of one due file. */
export async function sweepFile(deps: SweepFilesDeps, file: StoredFile): Promise<void> {
  const { files, now } = deps;
  const uses = await usesOf(deps, file);
  const step = nextStep(file, uses.length > 0, now());
  switch (step.do) {
    case 'let_go':
      return files.letGo(file);
    case 'remove':
      return remove(deps, file);
    case 'check':
      return check(deps, file, uses);
    case 'wait':
      return files.postpone(file, { state: step.state, dueAt: step.dueAt });
  }
}

/**
 * Removes the object now, and again after the last upload link has expired, because a link could upload the object
 * again. The record stays until then: it refuses late uploads to the local store, and finds late uploads to an S3
 * store. It also stays until no late write can store a use of the file, which is removed together with the record.
 */
async function remove(deps: SweepFilesDeps, file: StoredFile): Promise<void> {
  const { files, objects, uploadLinkTtlS, lateWritesMs = LATE_WRITES_MS, now } = deps;
  const isMarked = file.state === 'removed';
  const staysUntil = isMarked ? (file.staysUntil ?? 0) : now() + lateWritesMs;
  if (!isMarked && !(await files.markRemoved(file, staysUntil))) return;
  await objects.remove([file._id]);
  const overAt = uploadsOverAt(file, uploadLinkTtlS);
  if (now() >= Math.max(overAt, staysUntil)) return files.forget(file);
  const dueAt = now() < overAt ? overAt : staysUntil;
  return files.postpone({ ...file, state: 'removed' }, { state: 'removed', dueAt });
}

/** The first uses that have not ended. */
async function usesOf({ reader }: SweepFilesDeps, { _id }: StoredFile): Promise<FileUse[]> {
  for (let after = `${_id}:`; ; ) {
    const found = await reader.range<FileUse>('fileUses', { index: '_id', gt: after, lt: `${_id};`, limit: USES_MAX });
    const uses = found.filter(({ released }) => !released);
    if (uses.length > 0 || found.length < USES_MAX) return uses;
    after = found.at(-1)?._id as string;
  }
}

/** Verified when the file is used, and again after the last upload link has expired. */
async function check(deps: SweepFilesDeps, file: StoredFile, uses: FileUse[]): Promise<void> {
  const { files, objects, uploadLinkTtlS, now } = deps;
  const settledAt = uploadsOverAt(file, uploadLinkTtlS);
  const isSettled = now() >= settledAt;
  const found = await objects.head(file._id);
  if (found && !(await isAsSaid(deps, file, found))) return reject(deps, file, uses);
  const until = file.until ?? null;
  if (isSettled) return files.postpone(file, { state: 'kept', dueAt: until, checked: true });
  return files.postpone(file, { state: 'kept', dueAt: until === null ? settledAt : Math.min(until, settledAt) });
}

async function isAsSaid({ objects }: SweepFilesDeps, file: StoredFile, found: StoredObject): Promise<boolean> {
  const { _id: key, contentType, maxBytes } = file;
  // The contract promises not to verify the content of profile and room photos: only their size is checked.
  if (isPhoto(key)) return found.bytes <= PHOTO_BYTES_MAX;
  if (found.bytes > maxBytes || found.contentType !== contentType) return false;
  const start = await objects.readStart(key, START_BYTES);
  if (start === null) return true;
  const sides = sidesOf(start, contentType);
  return isOfType(start, contentType) && (sides === null || Math.max(sides.width, sides.height) <= SIDE_MAX);
}

/**
 * The rows that use the file are updated first, so that no row refers to a missing file. A row that could not be updated
 * is a failure of the file.
 */
async function reject(deps: SweepFilesDeps, file: StoredFile, uses: FileUse[]): Promise<void> {
  await Promise.all(uses.map((use) => notifyUse(deps, use)));
  // Releasing the file from its rows has changed its due time, so the record is read again.
  const current = await deps.reader.get<StoredFile>('files', file._id);
  if (current) await remove(deps, current);
}

async function notifyUse(deps: SweepFilesDeps, use: FileUse): Promise<void> {
  const answer = await askOwner(deps, use);
  if (answer.ok || answer.code === 'not_found' || answer.code === 'unauthorized') return;
  accepted(answer);
}

function askOwner({ rooms, users, sponsored }: SweepFilesDeps, { key, owner, by }: FileUse) {
  if (isAccountPhoto(key)) return users.tryAsk(owner, { type: 'drop_photo', photoId: String(by) });
  if (isSponsoredPicture(key)) return sponsored.tryAsk(owner, { type: 'remove_image', key, itemId: String(by) });
  return rooms.tryAsk(owner, { type: 'remove_file', key, use: by });
}

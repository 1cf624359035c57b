/**
 * Replays one room's log against everything derived from it, and checks each promise that can be read from it:
 * no hole, no double, time never back, rows only of members, ordinals, prev_seq, rows, members, cursors, the slug.
 */
import { Semaphore } from '#src/concurrency/semaphore.js';
import type { Member, ReadState, RoomId } from '#src/domain/rooms/room.js';
import { type Doc, type Reader, StretchDamaged } from '#src/store/store.js';
import type { HeadDoc } from '../log/head-projection.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import { isErased } from '../model/erased-docs.js';
import { Admission, checkAdmission } from './admission.js';
import { verifyDeletedRoom } from './deleted-room.js';
import { checkRoomWords, Digests, digestsAfter } from './digests.js';
import { DmCheck } from './dm.js';
import { FilesCheck } from './files.js';
import { Lifetimes } from './lifetimes.js';
import { LogCheck } from './log-check.js';
import { People } from './people.js';
import { Findings, type Verified } from './problem.js';
import { Rows } from './rows.js';
import { checkSlug } from './slug.js';
import { Talk } from './talk.js';

const PAGE = 2_000;
/** So few that most documents of a page are gone before the collector looks for them. */
const ENTRIES_PAGE = 500;

export async function verifyRoom(reader: Reader, room: RoomId): Promise<Verified> {
  const findings = new Findings(room);
  const head = await reader.get<HeadDoc>('rooms', room);
  if (head?.deleted) return verifyDeletedRoom(findings, reader, head);
  const members = await all<Member>(reader, 'members', room);
  const readers = await all<ReadState>(reader, 'readers', room);
  const people = new People(findings, members, readers);
  const wanted = new Set([...readers.map(({ cursor }) => cursor.seq), head?.rev ?? 0]);
  const rows = new Rows(findings, head?.appliedSeq ?? 0);
  const log = new LogCheck(findings, { people, rows, head, wanted });
  const admission = new Admission(findings);
  const talk = new Talk(findings);
  const lifetimes = new Lifetimes(findings, head);
  const dm = new DmCheck(findings);
  const files = new FilesCheck(findings);
  const digests = new Digests(findings, head);
  findings.known(0, head ?? {});
  const follow = (doc: EntryDoc): void => {
    if (!findings.known(doc.seq, doc)) return;
    const entry = unpackEntry(doc);
    log.follow(doc, entry);
    admission.follow(entry);
    talk.follow(entry);
    dm.follow(entry);
    files.follow(entry);
    lifetimes.follow(entry);
    digests.follow(entry);
  };
  const damage = await eachPage(reader, room, async (page) => {
    digests.add(page.digests);
    for (const doc of page.docs) follow(doc);
    await lifetimes.checkSweeps(reader, room);
  });
  if (damage) findings.expect(false, damage.seq, damage.message);
  // Without what a newer version wrote, and without a stretch, every later check would speak of differences that are none.
  if (damage || findings.isUnknown) return { room, entries: log.seq, problems: findings.problems };
  rows.finish();
  lifetimes.finish();
  talk.finish(head, log.seq);
  digests.finish();
  await checkRoomWords(findings, reader, head);
  log.finish();
  checkMembers(findings, people, members, head);
  checkReaders(findings, readers, people, log);
  await dm.finish(reader, head, members);
  await files.finish(reader, head, log.seq);
  await checkAdmission(findings, reader, admission, head);
  await checkSlug(findings, reader, head);
  return { room, entries: log.seq, problems: findings.problems };
}

/** Ends with an archived stretch that cannot be read. */
async function eachPage(
  reader: Reader,
  room: RoomId,
  follow: (page: Page) => Promise<void>,
): Promise<StretchDamaged | null> {
  for (let next = pageAfter(reader, room, { _id: `${room}:`, seq: 0 }); ; ) {
    const page = await next;
    if (page instanceof StretchDamaged) return page;
    const last = page.docs.at(-1);
    const isEnd = !last || page.docs.length < ENTRIES_PAGE;
    // The store reads the next page while this one is followed.
    if (!isEnd) {
      next = pageAfter(reader, room, last);
      next.catch(() => undefined);
    }
    await follow(page);
    if (isEnd) return null;
  }
}

/** Entries, and the digests of their spans as they were before the entries were read. */
interface Page {
  docs: EntryDoc[];
  digests: Doc[];
}

async function pageAfter(
  reader: Reader,
  room: RoomId,
  { _id: gt, seq }: Pick<EntryDoc, '_id' | 'seq'>,
): Promise<Page | StretchDamaged> {
  try {
    const digests = await digestsAfter(reader, room, seq, ENTRIES_PAGE);
    const range = { index: '_id', gt, lt: `${room};`, limit: ENTRIES_PAGE };
    return { docs: await reader.range<EntryDoc>('log', range), digests };
  } catch (cause) {
    if (cause instanceof StretchDamaged) return cause;
    throw cause;
  }
}

async function all<T extends Doc>(reader: Reader, from: 'members' | 'readers', room: RoomId): Promise<T[]> {
  const found: T[] = [];
  for (let edge = `${room}:`; ; ) {
    const docs = await reader.range<T>(from, { index: '_id', gt: edge, lt: `${room};`, limit: PAGE });
    found.push(...docs.filter((doc) => !isErased(doc)));
    const last = docs.at(-1);
    if (!last || docs.length < PAGE) return found;
    edge = last._id;
  }
}

function checkMembers(findings: Findings, people: People, members: Member[], head: HeadDoc | null): void {
  const stored = new Map(members.map((member) => [member.account, member]));
  for (const [account, standing] of people.standing) {
    const member = stored.get(account);
    const mayLag = standing.changed > (head?.appliedSeq ?? 0) && (member?.rev ?? 0) < standing.changed;
    if (mayLag) continue;
    findings.expect(member !== undefined, standing.changed, `member ${account} has no document`);
    if (!member) continue;
    const { present, changed, own, ...wanted } = standing;
    const keys = Object.keys(wanted) as (keyof typeof wanted)[];
    const found = Object.fromEntries(keys.map((key) => [key, member[key]]));
    findings.same(member.present === true, present, changed, `presence of ${account}`);
    findings.same(found, wanted, changed, `member ${account}`);
  }
  for (const { account, rev } of members) {
    findings.expect(people.standing.has(account), rev, `member ${account} is not in the log`);
  }
}

function checkReaders(findings: Findings, readers: ReadState[], people: People, log: LogCheck): void {
  for (const { account, rev, cursor } of readers) {
    findings.expect(cursor.seq <= log.seq, cursor.seq, `the cursor of ${account} is past the newest entry`);
    findings.same(cursor.counts, log.countsAt.get(cursor.seq), cursor.seq, `the count at the cursor of ${account}`);
    const standing = people.standing.get(account);
    if (standing?.present) findings.same(rev, standing.joinedSeq, rev, `the joining of the cursor of ${account}`);
  }
}

/** Which rooms are verified; by default all. */
export interface RoomChoice {
  /** Rooms with an entry of this time (ms) or later. */
  since?: number;
  /** Whether a room is taken, for a sample. */
  takes?: (room: RoomId) => boolean;
  /** Rooms that are verified at once. */
  concurrency?: number;
  /** How a room is verified; by default with the reader that lists the rooms. */
  verify?: (room: RoomId) => Promise<Verified>;
}

const ROOMS_CONCURRENCY = 4;
/** Rooms whose results wait for a longer one before them, for each that is verified at once. */
const WAITING_PER_ROOM = 16;
const HEADS_PAGE = 200;

/** Every chosen room, several at once; results come in the order of the rooms. */
export async function* verifyAllRooms(reader: Reader, choice: RoomChoice = {}): AsyncGenerator<Verified> {
  const { since, takes = () => true, concurrency = ROOMS_CONCURRENCY } = choice;
  const { verify = (room: RoomId) => verifyRoom(reader, room) } = choice;
  const places = new Semaphore(concurrency);
  const running: Promise<Verified>[] = [];
  for await (const room of roomIds(reader)) {
    if (!takes(room) || (since !== undefined && !(await hasEntrySince(reader, room, since)))) continue;
    const verifying = places.run(() => verify(room));
    // The failure is thrown where the result is awaited.
    verifying.catch(() => undefined);
    running.push(verifying);
    if (running.length >= concurrency * WAITING_PER_ROOM) yield await (running.shift() as Promise<Verified>);
  }
  for (const verifying of running) yield await verifying;
}

async function* roomIds(reader: Reader): AsyncGenerator<RoomId> {
  for (let edge = ''; ; ) {
    const heads = await reader.range<HeadDoc>('rooms', { index: '_id', gt: edge, limit: HEADS_PAGE });
    for (const { _id } of heads) yield _id;
    const last = heads.at(-1);
    if (!last || heads.length < HEADS_PAGE) return;
    edge = last._id;
  }
}

async function hasEntrySince(reader: Reader, room: RoomId, since: number): Promise<boolean> {
  const range = { index: '_id', gt: `${room}:`, lt: `${room};`, desc: true, limit: 1 };
  const [newest] = await reader.range<EntryDoc>('log', range);
  return newest !== undefined && newest.at >= since;
}

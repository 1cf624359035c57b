/**
 * Replays one room's log against everything derived from it, and checks each promise that can be read from it:
 * no hole, no double, time never back, rows only of members, ordinals, prev_seq, rows, members, cursors, the slug.
 */
import { Semaphore } from '#src/concurrency/semaphore.js';
import type { Member, ReadState, RoomId } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';
import type { HeadDoc } from '../log/head-projection.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import { Admission, checkAdmission } from './admission.js';
import { verifyDeletedRoom } from './deleted-room.js';
import { Digests } from './digests.js';
import { DmCheck } from './dm.js';
import { FilesCheck } from './files.js';
import { Lifetimes } from './lifetimes.js';
import { LogCheck } from './log-check.js';
import { eachPage, firstPages, type PageRead, pagesOf } from './log-pages.js';
import { People } from './people.js';
import { Findings, type Verified } from './problem.js';
import { type RoomDocs, readRoomDocs } from './room-docs.js';
import { Rows } from './rows.js';
import { checkSlug } from './slug.js';
import { Talk } from './talk.js';

/** The documents beside the logs are read for all rooms at once; the logs are replayed one after the other. */
export async function verifyRooms(reader: Reader, rooms: readonly RoomId[]): Promise<Verified[]> {
  const verified: Verified[] = [];
  for (const group of pagesOf(await readRoomDocs(reader, rooms))) {
    const isThere = group.filter(({ head }) => !head?.deleted);
    const pages = await firstPages(
      reader,
      isThere.map(({ room }) => room),
    );
    for (const docs of group) verified.push(await verifyOne(reader, docs, pages[isThere.indexOf(docs)]));
  }
  return Promise.all(verified.map((each) => unlessDeleted(reader, each)));
}

/** A room that was deleted after its head was read has lost what its log tells of. */
async function unlessDeleted(reader: Reader, verified: Verified): Promise<Verified> {
  if (verified.problems.length === 0 || verified.isDeleted) return verified;
  const head = await reader.get<HeadDoc>('rooms', verified.room);
  return head?.deleted ? verifyRoom(reader, verified.room) : verified;
}

export async function verifyRoom(reader: Reader, room: RoomId): Promise<Verified> {
  const [verified] = await verifyRooms(reader, [room]);
  return verified as Verified;
}

async function verifyOne(reader: Reader, docs: RoomDocs, first: PageRead | undefined): Promise<Verified> {
  const { room, head, members, readers } = docs;
  const findings = new Findings(room);
  if (head?.deleted || !first) return verifyDeletedRoom(findings, reader, { head: head as HeadDoc, docs });
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
  const damage = await eachPage(reader, { room, first }, async (page) => {
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
  findings.expect(docs.hasWords, head?.rev ?? 0, 'a word of its name by which the room is not found');
  log.finish();
  checkMembers(findings, people, members, head);
  checkReaders(findings, readers, people, log);
  await dm.finish(reader, head, members);
  files.finish(docs, log.seq);
  checkAdmission(findings, admission, docs);
  if (head) checkSlug(findings, head, docs);
  return { room, entries: log.seq, problems: findings.problems };
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
  /** Windows of rooms that are verified at once. */
  concurrency?: number;
  /** How the rooms of a window are verified; by default with the reader that lists the rooms. */
  verify?: (rooms: RoomId[]) => Promise<Verified[]>;
}

const WINDOWS_CONCURRENCY = 4;
/** Windows whose results wait for a longer one before them, for each that is verified at once. */
const WAITING_PER_WINDOW = 16;
const HEADS_PAGE = 200;
/** The bounds of a window with more than one room, by the heads of its rooms. */
const WINDOW = { rooms: 32, members: 2_000, entries: 10_000 };

/** Every chosen room, several at once; results come in the order of the rooms. */
export async function* verifyAllRooms(reader: Reader, choice: RoomChoice = {}): AsyncGenerator<Verified> {
  const { concurrency = WINDOWS_CONCURRENCY, verify = (rooms: RoomId[]) => verifyRooms(reader, rooms) } = choice;
  const places = new Semaphore(concurrency);
  const running: Promise<Verified[]>[] = [];
  for await (const rooms of windowsOf(chosen(reader, choice))) {
    const verifying = places.run(() => verify(rooms));
    // The failure is thrown where the result is awaited.
    verifying.catch(() => undefined);
    running.push(verifying);
    if (running.length >= concurrency * WAITING_PER_WINDOW) yield* await (running.shift() as Promise<Verified[]>);
  }
  for (const verifying of running) yield* await verifying;
}

/** Rooms in their order, as many at a time as are read together. */
async function* windowsOf(heads: AsyncIterable<HeadDoc>): AsyncGenerator<RoomId[]> {
  let [rooms, members, entries]: [RoomId[], number, number] = [[], 0, 0];
  for await (const { _id, memberCount, rev } of heads) {
    const isFull =
      rooms.length === WINDOW.rooms || members + memberCount > WINDOW.members || entries + rev > WINDOW.entries;
    if (isFull && rooms.length > 0) {
      yield rooms;
      [rooms, members, entries] = [[], 0, 0];
    }
    rooms.push(_id);
    members += memberCount;
    entries += rev;
  }
  if (rooms.length > 0) yield rooms;
}

async function* chosen(reader: Reader, { since, takes = () => true }: RoomChoice): AsyncGenerator<HeadDoc> {
  for await (const head of heads(reader)) {
    if (takes(head._id) && (since === undefined || (await hasEntrySince(reader, head._id, since)))) yield head;
  }
}

async function* heads(reader: Reader): AsyncGenerator<HeadDoc> {
  for (let edge = ''; ; ) {
    const page = await reader.range<HeadDoc>('rooms', { index: '_id', gt: edge, limit: HEADS_PAGE });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < HEADS_PAGE) return;
    edge = last._id;
  }
}

async function hasEntrySince(reader: Reader, room: RoomId, since: number): Promise<boolean> {
  const range = { index: '_id', gt: `${room}:`, lt: `${room};`, desc: true, limit: 1 };
  const [newest] = await reader.range<EntryDoc>('log', range);
  return newest !== undefined && newest.at >= since;
}

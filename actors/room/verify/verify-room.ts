/**
 * Replays one room's log against everything derived from it, and checks each promise that can be read from it:
 * no hole, no double, time never back, rows only of members, ordinals, prev_seq, rows, members, cursors, the slug.
 */
import type { LogEntry } from '#src/domain/log.js';
import type { Member, ReaderState, RoomId } from '#src/domain/room.js';
import { countRow, noOrdinals } from '#src/domain/unread.js';
import { logId } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';
import { channelsOf } from '../announce.js';
import { type EntryDoc, unpackEntry } from '../codec.js';
import { countedAs } from '../counting.js';
import type { HeadDoc } from '../put-head.js';
import { checkRoomWords, Digests } from './digests.js';
import { checkDoors, Doors } from './doors.js';
import { verifyGravestone } from './gravestone.js';
import { Lifetimes } from './lifetimes.js';
import { People } from './people.js';
import { Findings, type Problem } from './problem.js';
import { Rows } from './rows.js';
import { Talk } from './talk.js';

const PAGE = 2_000;

export interface Verified {
  room: RoomId;
  entries: number;
  problems: Problem[];
}

export async function verifyRoom(reader: Reader, room: RoomId): Promise<Verified> {
  const findings = new Findings(room);
  const head = await reader.get<HeadDoc>('rooms', room);
  if (head?.deleted) return verifyGravestone(findings, reader, head);
  const members = await all<Member>(reader, 'members', room);
  const readers = await all<ReaderState>(reader, 'readers', room);
  const people = new People(findings, members, readers);
  const wanted = new Set([...readers.map(({ cursor }) => cursor.seq), head?.rev ?? 0]);
  const rows = new Rows(findings, head?.appliedSeq ?? 0);
  const log = new LogCheck(findings, { people, rows, head, wanted });
  const doors = new Doors(findings);
  const talk = new Talk(findings);
  const lifetimes = new Lifetimes(findings, head);
  const digests = await Digests.open(findings, reader, room, head);
  await eachEntry(reader, room, (doc) => {
    log.follow(doc);
    const entry = unpackEntry(doc);
    doors.follow(entry);
    talk.follow(entry);
    lifetimes.follow(entry);
    digests.follow(entry);
  });
  rows.finish();
  lifetimes.finish();
  talk.finish(head, log.seq);
  digests.finish();
  await checkRoomWords(findings, reader, head);
  log.finish();
  checkMembers(findings, people, members, head);
  checkReaders(findings, readers, people, log);
  await checkDoors(findings, reader, doors, head);
  await checkSlug(findings, reader, head);
  return { room, entries: log.seq, problems: findings.problems };
}

async function eachEntry(reader: Reader, room: RoomId, follow: (doc: EntryDoc) => void): Promise<void> {
  for (let edge = `${room}:`; ; ) {
    const docs = await reader.range<EntryDoc>('log', { index: '_id', gt: edge, lt: `${room};`, limit: PAGE });
    for (const doc of docs) follow(doc);
    const last = docs.at(-1);
    if (!last || docs.length < PAGE) return;
    edge = last._id;
  }
}

async function all<T extends Doc>(reader: Reader, from: 'members' | 'readers', room: RoomId): Promise<T[]> {
  const found: T[] = [];
  for (let edge = `${room}:`; ; ) {
    const docs = await reader.range<T>(from, { index: '_id', gt: edge, lt: `${room};`, limit: PAGE });
    found.push(...docs);
    const last = docs.at(-1);
    if (!last || docs.length < PAGE) return found;
    edge = last._id;
  }
}

interface Beside {
  people: People;
  rows: Rows;
  head: HeadDoc | null;
  /** Entries whose counts are asked for later: where cursors and the head stand. */
  wanted: Set<number>;
}

/** The log on its own: order, time, uniqueness, and the running values that every entry carries. */
class LogCheck {
  seq = 0;
  isDeleted = false;
  readonly countsAt = new Map<number, LogEntry['head']['counts']>();
  #at = 0;
  #counts = { ...noOrdinals };
  #prevAll = 0;
  #prevAdmins = 0;
  readonly #commits = new Set<string>();
  readonly #requests = new Set<string>();
  readonly #findings: Findings;
  readonly #people: People;
  readonly #rows: Rows;
  readonly #head: HeadDoc | null;
  readonly #wanted: Set<number>;

  constructor(findings: Findings, { people, rows, head, wanted }: Beside) {
    this.#findings = findings;
    this.#people = people;
    this.#rows = rows;
    this.#head = head;
    this.#wanted = wanted;
  }

  follow(doc: EntryDoc): void {
    const entry = unpackEntry(doc);
    this.#checkOrder(doc, entry);
    this.#checkUnique(entry);
    this.#people.follow(entry);
    this.#rows.follow(entry);
    this.#checkRunningValues(entry);
    this.isDeleted ||= entry.facts.some(({ type }) => type === 'room_deleted');
  }

  #checkOrder(doc: EntryDoc, { room, seq, at, facts, row }: LogEntry): void {
    const findings = this.#findings;
    findings.same(seq, this.seq + 1, seq, 'seq (a hole or a double)');
    findings.same(doc._id, logId(room, seq), seq, 'its key');
    findings.expect(at >= this.#at, seq, `time goes back by ${this.#at - at} ms`);
    findings.same(
      facts.some(({ type }) => type === 'room_created'),
      seq === 1,
      seq,
      'being the creation',
    );
    findings.expect(!this.isDeleted, seq, 'an entry after the room was deleted');
    if (row)
      findings.expect(
        row.id.endsWith(seq.toString(16).padStart(10, '0')),
        seq,
        'the id of the row carries another seq',
      );
    this.seq = seq;
    this.#at = at;
  }

  #checkUnique({ commit, dedup, seq }: LogEntry): void {
    this.#findings.expect(!this.#commits.has(commit), seq, `commit ${commit} stands twice`);
    this.#commits.add(commit);
    if (dedup === null) return;
    this.#findings.expect(!this.#requests.has(dedup), seq, 'the same client_id made a second row');
    this.#requests.add(dedup);
  }

  #checkRunningValues({ seq, row, facts, head }: LogEntry): void {
    const findings = this.#findings;
    if (row) this.#counts = countRow(this.#counts, countedAs(row), row.mentionsAll);
    findings.same(head.counts, this.#counts, seq, 'the count of rows');
    findings.same(head.memberCount, this.#people.count, seq, 'member_count');
    const last = this.#rows.conversation.at(-1);
    findings.same([head.lastMessageSeq, head.lastMessageAt], [last?.seq ?? 0, last?.at ?? 0], seq, 'last_message');
    findings.same([head.prevAll, head.prevAdmins], [this.#prevAll, this.#prevAdmins], seq, 'prev_seq');
    const { onAll, onAdmins } = channelsOf(facts, row);
    findings.same([head.onAll, head.onAdmins], [onAll, onAdmins], seq, 'being on the two channels');
    if (onAll) this.#prevAll = seq;
    if (onAdmins) this.#prevAdmins = seq;
    if (this.#wanted.has(seq)) this.countsAt.set(seq, this.#counts);
  }

  finish(): void {
    const head = this.#head;
    this.#findings.expect((this.seq === 0) === (head === null), 0, 'a head without a log, or a log without a head');
    if (!head) return;
    this.#findings.expect(head.rev <= this.seq, head.rev, 'the head is ahead of the log');
    this.#findings.expect(head.appliedSeq <= head.rev, head.rev, 'the checkpoint is ahead of the head');
    this.#findings.same(head.counts, this.countsAt.get(head.rev), head.rev, 'the count of rows in the head');
    if (head.rev >= this.seq) this.#findings.same(head.deleted, this.isDeleted, head.rev, 'being deleted');
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

function checkReaders(findings: Findings, readers: ReaderState[], people: People, log: LogCheck): void {
  for (const { account, rev, cursor } of readers) {
    findings.expect(cursor.seq <= log.seq, cursor.seq, `the cursor of ${account} is past the newest entry`);
    findings.same(cursor.counts, log.countsAt.get(cursor.seq), cursor.seq, `the count at the cursor of ${account}`);
    const standing = people.standing.get(account);
    if (standing?.present) findings.same(rev, standing.joinedSeq, rev, `the joining of the cursor of ${account}`);
  }
}

export async function checkSlug(findings: Findings, reader: Reader, head: HeadDoc | null): Promise<void> {
  if (!head) return;
  const slug = await reader.get<Doc & { room: RoomId }>('slugs', head.slug);
  if (head.deleted) findings.expect(slug?.room !== head.id, head.rev, 'the slug of a deleted room is not free');
  else findings.same(slug?.room, head.id, head.rev, 'the holder of the slug');
}

/** Every room there is, one after the other. */
export async function* verifyAllRooms(reader: Reader): AsyncGenerator<Verified> {
  for (let edge = ''; ; ) {
    const heads = await reader.range<HeadDoc>('rooms', { index: '_id', gt: edge, limit: 200 });
    for (const { _id } of heads) yield await verifyRoom(reader, _id);
    const last = heads.at(-1);
    if (!last || heads.length < 200) return;
    edge = last._id;
  }
}

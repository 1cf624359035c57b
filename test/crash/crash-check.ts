/** After all crashes: everything acknowledged is there once, in order, and everything derived agrees with it. */
import type { Row } from '#src/domain/messages/message.js';
import type { Store } from '#src/store/store.js';
import { allRows } from '../model/client-cache.js';
import { type ModelRow, ReferenceRoom } from '../model/reference-room.js';
import { RoomFixture } from '../support/rooms/room-fixture.js';
import type { CrashRun } from './crash-run.js';
import { operationsOf, people, rooms, type ScriptedOperation } from './script.mjs';

export async function checkRooms(store: Store, run: CrashRun): Promise<void> {
  for (const room of rooms) await checkRoom(store, room, run);
}

async function checkRoom(store: Store, room: string, run: CrashRun): Promise<void> {
  const model = liveThrough(room);
  const fixture = new RoomFixture(store, {}, room);
  const founder = people.find(({ accountId }) => model.members[0] && model.member(accountId)?.founder);
  if (!founder) throw new Error('the script leaves nobody in the room');
  const { rows } = await allRows(fixture, founder);
  const texts = rows.filter(({ kind }) => kind === 'text');
  expect(texts.map(summary)).toEqual(model.rows.filter(({ kind }) => kind === 'text').map(modelSummary));
  for (const { id, clientId } of texts) expect([clientId, run.ids.get(`${room} ${clientId}`)]).toEqual([clientId, id]);
  const { members } = await fixture.ok(founder, { type: 'list_members' });
  expect(members.map(({ account, role }) => [account, role])).toEqual(
    model.members.map(({ account, founder: isFounder }) => [account, isFounder ? 'founder' : 'member']),
  );
  for (const member of members) await checkUnread(fixture, member.account, rows);
  checkDelivered(run, room, await entriesOf(store, room));
  await fixture.stop();
  expect(await fixture.problems()).toEqual([]);
  expect(fixture.errors).toEqual([]);
}

/** The script without any crash, as the reference tells it. */
function liveThrough(room: string): ReferenceRoom {
  const model = new ReferenceRoom(
    'account-ada',
    { eventsVisibility: 'all' as const, historyForNewMembers: true, messageTtlHours: null },
    () => 0,
  );
  const byClientId = new Map<string, ModelRow>();
  for (const operation of operationsOf(room)) step(model, byClientId, operation);
  return model;
}

function step(model: ReferenceRoom, said: Map<string, ModelRow>, operation: ScriptedOperation): void {
  const by = people[operation.who]?.accountId ?? '';
  const row = said.get(operation.target ?? '');
  const { op, body = '', clientId = null, emoji = '', on = true } = operation;
  if (op === 'join') model.join(by);
  if (op === 'leave') model.leave(by);
  if (op === 'send') {
    const outcome = model.send(by, body, clientId, people);
    if ('row' in outcome) said.set(clientId ?? '', outcome.row as ModelRow);
  }
  if (!row) return;
  if (op === 'edit') model.edit(by, row, body, undefined);
  if (op === 'delete') model.delete(by, row);
  if (op === 'react') model.react(by, row, emoji, on);
}

/** Counted by hand from the rows there are: repeated leavings and joinings write more of them than the script. */
async function checkUnread(fixture: RoomFixture, account: string, rows: Omit<Row, 'edits'>[]): Promise<void> {
  const by = people.find(({ accountId }) => accountId === account);
  if (!by) throw new Error(`who is ${account}?`);
  const found = await fixture.ok(by, { type: 'view_list_row' });
  const readSeq = found?.readSeq ?? -1;
  const unread = rows.filter(({ seq, owner, deletedAt }) => seq > readSeq && owner !== account && deletedAt === null);
  const mentions = unread.filter(({ mentioned, mentionsAll }) => mentionsAll || mentioned.includes(account));
  expect({ account, unread: found?.unread, mentions: found?.unreadMentions }).toEqual({
    account,
    unread: unread.length,
    mentions: mentions.length,
  });
}

const entriesOf = async (store: Store, room: string): Promise<number> =>
  (await store.range('log', { index: '_id', gt: `${room}:`, lt: `${room};`, limit: 10_000 })).length;

/** What somebody saw is there; and nobody saw a gap or a repetition within one life. */
function checkDelivered(run: CrashRun, room: string, entries: number): void {
  for (const life of run.delivered) {
    const seqs = life[room] ?? [];
    expect(seqs).toEqual(seqs.map((_, at) => (seqs[0] ?? 0) + at));
    expect(seqs.at(-1) ?? 0).toBeLessThanOrEqual(entries);
  }
}

const summary = ({ clientId, owner, body, deletedAt, editedAt, reactions }: Omit<Row, 'edits'>) => ({
  clientId,
  owner,
  body,
  reactions: { ...reactions },
  deleted: deletedAt !== null,
  edited: editedAt !== null,
});

const modelSummary = ({ clientId, owner, body, deleted, edited, reactions }: ModelRow) => ({
  clientId,
  owner,
  body,
  deleted,
  edited,
  reactions: Object.fromEntries([...reactions].map(([emoji, { size }]) => [emoji, size])),
});

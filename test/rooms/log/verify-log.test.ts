import type { EntryDoc } from '#actors/room/model/codec.js';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { createNode } from '#src/node.js';
import { logId } from '#src/store/collections.js';
import type { Store, Write } from '#src/store/store.js';
import { describeOnBothEngines } from '../../support/store/engines.js';

const ROOM = 'room-1';
const caller = (name: string): Caller => ({
  accountId: `account-${name}`,
  username: name,
  sessionId: 's',
  language: null,
});
const [ada, bob] = [caller('ada'), caller('bob')];

/** A room with a life: ada made it, bob came, talked, edited, deleted, reacted, read, and left. */
async function liveThrough(store: Store): Promise<void> {
  const node = createNode({ store, env: systemEnv, owner: 'owner-1', alone: true, brand: 'meydan' });
  const { rooms } = node;
  const say = async (by: Caller, body: string, clientId: string | null = null) =>
    (await rooms.ask(ROOM, { type: 'send_message', by, draft: { body, clientId, replyTo: null, discussionOf: null } }))
      .message.row;
  await rooms.ask(ROOM, {
    type: 'create_room',
    by: ada,
    slug: 'kahve',
    settings: { ...defaultSettings, name: 'Kahve' },
  });
  await rooms.ask(ROOM, { type: 'join_room', by: bob });
  const first = await say(ada, 'selam #kahve', 'c1');
  const second = await say(bob, 'merhaba');
  await rooms.ask(ROOM, { type: 'react', by: bob, messageId: first.id, emoji: '👍', on: true });
  await rooms.ask(ROOM, { type: 'edit_message', by: ada, messageId: first.id, body: 'selamlar' });
  await rooms.ask(ROOM, { type: 'delete_message', by: bob, messageId: second.id });
  await rooms.ask(ROOM, { type: 'mark_read', by: ada, seq: 4 });
  await rooms.ask(ROOM, { type: 'leave_room', by: bob });
  await say(ada, 'kimse var mı', 'c2');
  await node.system.stop();
}

const put = (doc: EntryDoc): Write => ({ op: 'put', in: 'log', doc: doc as EntryDoc & Record<string, unknown> });

describeOnBothEngines('verify-log', (openStore) => {
  let store: Store;
  const entry = async (seq: number) => (await store.get<EntryDoc>('log', logId(ROOM, seq))) as EntryDoc;
  const problems = async () => (await verifyRoom(store, ROOM)).problems.map(({ what }) => what).join('; ');

  beforeEach(async () => {
    store = await openStore();
    await liveThrough(store);
  });

  it('finds nothing wrong with a room that lived through everything', async () => {
    expect(await verifyRoom(store, ROOM)).toMatchObject({ entries: 9, problems: [] });
  });

  it('refuses a hole', async () => {
    await store.write([{ op: 'del', in: 'log', id: logId(ROOM, 5) }]);
    expect(await problems()).toMatch(/a hole or a double/);
  });

  it('refuses an entry that stands twice', async () => {
    const { dedup, ...last } = await entry(9);
    await store.write([put({ ...last, _id: logId(ROOM, 10) })]);
    expect(dedup).toBeDefined();
    expect(await problems()).toMatch(/a hole or a double.*commit .* stands twice/);
  });

  it('refuses a row of somebody who was banned before it', async () => {
    const last = await entry(9);
    const ban = await entry(8);
    const facts = ban.facts?.map((fact) =>
      fact.type === 'member_left' ? { ...fact, reason: 'banned' as const } : fact,
    );
    const sender = { accountId: bob.accountId, username: 'bob', role: 'member' as const, tag: null };
    await store.write([
      put({ ...ban, ...(facts ? { facts } : {}) }),
      put({ ...last, row: { ...last.row, id: last.row?.id ?? '', kind: 'text', sender } }),
    ]);
    expect(await problems()).toMatch(/a row of somebody who is not in the room/);
  });

  it('refuses a row whose text is not what its last edit made it', async () => {
    await store.write([{ op: 'set', in: 'log', id: logId(ROOM, 3), set: { content: { body: 'başka' } } }]);
    expect(await problems()).toMatch(/content is/);
  });

  it('refuses a row that its last change did not reach', async () => {
    const { rev } = await entry(3);
    await store.write([{ op: 'set', in: 'log', id: logId(ROOM, 3), set: { rev: rev - 1 } }]);
    expect(await problems()).toMatch(/its change of row 3 is not in the row/);
  });

  it('refuses a member document that says otherwise than the log', async () => {
    await store.write([{ op: 'set', in: 'members', id: `${ROOM}:${bob.accountId}`, set: { present: true } }]);
    expect(await problems()).toMatch(/presence of account-bob is true/);
  });

  it('refuses time that goes back, and counts that do not add up', async () => {
    const last = await entry(9);
    await store.write([
      put({ ...last, at: last.at - 3_600_000, head: [99, ...last.head.slice(1)] as EntryDoc['head'] }),
    ]);
    expect(await problems()).toMatch(/time goes back.*count of rows/);
  });

  it('refuses a cursor whose counts are not those of its place', async () => {
    const cursor = {
      seq: 4,
      counts: { all: 9, admins: 9, mentionsAll: 0 },
      own: { all: 1, admins: 1, mentionsAll: 0 },
    };
    await store.write([{ op: 'set', in: 'readers', id: `${ROOM}:${ada.accountId}`, set: { cursor } }]);
    expect(await problems()).toMatch(/the count at the cursor/);
  });
});

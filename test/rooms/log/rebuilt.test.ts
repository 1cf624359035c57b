/** What is derived from a room's log can be made anew from it; and a deleted room is swept to its gravestone. */
import type { PeopleCommand, RoomCommand } from '#actors/room/commands.js';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { sweepDeletedRooms } from '#jobs/sweep-deleted-rooms.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { createNode, type Node } from '#src/node.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Store, Write } from '#src/store/store.js';
import { describeOnBothEngines } from '../../support/store/engines.js';
import { poll } from '../../support/time/poll.js';

const ROOM = 'room-1';
const HOUR_MS = 3_600_000;
const caller = (username: string): Caller => ({ accountId: `a-${username}`, username, sessionId: 's', language: null });
const [ada, bob, cem, can] = [caller('ada'), caller('bob'), caller('cem'), caller('can')];

type Step = PeopleCommand extends infer C ? (C extends { by: Caller } ? Omit<C, 'by'> : never) : never;

const nodeOn = (store: Store): Node =>
  createNode({ store, env: systemEnv, owner: 'owner-1', alone: true, brand: 'meydan' });

async function begin(store: Store): Promise<Node> {
  for (const { accountId, username } of [ada, bob, cem, can]) {
    await store.write([{ op: 'put', in: 'accounts', doc: { _id: accountId, username, fingerprint: username } }]);
  }
  const node = nodeOn(store);
  const settings = { ...defaultSettings, name: 'Kahve' };
  await node.rooms.ask(ROOM, { type: 'create_room', by: ada, slug: 'kahve', settings });
  return node;
}

/** Every fact about people, permissions and settings there is. */
async function liveThrough({ rooms }: Node): Promise<void> {
  const as = (by: Caller, step: Step) => rooms.ask(ROOM, { ...step, by } as PeopleCommand);
  const account = bob.accountId;
  await rooms.ask(ROOM, { type: 'join_room', by: bob });
  await as(ada, { type: 'mute_member', account, minutes: 5 });
  await as(ada, { type: 'unmute_member', account });
  await as(ada, { type: 'tag_member', account, tag: 'usta' });
  await as(ada, { type: 'promote_member', account });
  await as(ada, { type: 'grant_permissions', account, granted: ['group.can_ban_members'] });
  await as(bob, { type: 'ban_member', account: cem.accountId, reason: 'gürültü' });
  await as(ada, { type: 'unban_member', account: cem.accountId });
  const settings = { joinApproval: true, membersCanPin: false };
  await as(ada, { type: 'change_settings', settings, names: ['join_approval', 'members_can_pin'] });
  await rooms.ask(ROOM, { type: 'join_room', by: cem });
  await rooms.ask(ROOM, { type: 'join_room', by: can });
  await as(ada, { type: 'reject_request', account: can.accountId });
  await as(ada, { type: 'approve_request', account: cem.accountId });
  await as(ada, { type: 'deny_permissions', denied: ['send_message.links'] });
  const invite = (await as(ada, { type: 'create_invite', expiresInHours: null, maxUses: 2 })) as { code: string };
  await rooms.ask(ROOM, { type: 'join_by_invite', by: can, code: invite.code });
  await as(ada, { type: 'cancel_invite', code: invite.code });
  await as(ada, { type: 'kick_member', account: can.accountId });
  await as(ada, { type: 'ban_member', account: can.accountId, reason: null });
  await as(ada, { type: 'hand_over', account });
  await as(bob, { type: 'demote_admin', account: ada.accountId });
}

const draft = { body: 'selam', clientId: null, replyTo: null, discussionOf: null };
const say = ({ rooms }: Node) => rooms.ask(ROOM, { type: 'send_message', by: bob, draft } as RoomCommand);

describeOnBothEngines('what is derived from the log of a room', (openStore) => {
  const derived: CollectionName[] = ['members', 'bans', 'requests', 'invites'];
  const problems = async (store: Store) => (await verifyRoom(store, ROOM)).problems;
  const documents = async (store: Store) =>
    Object.fromEntries(
      await Promise.all(
        derived.map(async (from) => {
          const docs = await store.range(from, { index: '_id', gt: `${ROOM}:`, lt: `${ROOM};` });
          return [from, docs.map((doc) => ({ ...doc, own: 0, ownFloor: 0 }))] as const;
        }),
      ),
    );

  const kept: CollectionName[] = ['log', 'readers', ...derived];
  const inRoom = { index: '_id', gt: `${ROOM}:`, lt: `${ROOM};` };
  /** The documents as they are now, as writes of an owner that does not know that they were stored. */
  const writtenBefore = async (store: Store): Promise<Write[]> => {
    const found = await Promise.all(
      kept.map(async (from) => {
        const docs = await store.range<Doc & Record<string, unknown> & { rev: number }>(from, inRoom);
        return docs.map((doc): Write => {
          const guard = from === 'log' ? { absent: true as const } : { olderThan: doc.rev };
          return { op: 'put', in: from, doc, guard };
        });
      }),
    );
    return found.flat();
  };
  const left = async (store: Store) => ({
    ...Object.fromEntries(
      await Promise.all(kept.map(async (from) => [from, await store.count(from, inRoom)] as const)),
    ),
    slugs: await store.count('slugs', { index: 'room', prefix: [ROOM] }),
  });

  it('is as the facts make it, and made anew from them when it was lost', async () => {
    const store = await openStore();
    const node = await begin(store);
    await liveThrough(node);
    await node.system.stop();
    expect(await problems(store)).toEqual([]);
    const before = await documents(store);
    for (const [from, docs] of Object.entries(before)) {
      expect(docs.length).toBeGreaterThan(0);
      await store.write(docs.map(({ _id }) => ({ op: 'del' as const, in: from as CollectionName, id: _id })));
    }
    await store.write([{ op: 'set', in: 'rooms', id: ROOM, set: { appliedSeq: 0 } }]);
    const again = nodeOn(store);
    const room = await again.rooms.ask(ROOM, { type: 'view_room', by: bob });
    expect(room).toMatchObject({ myRole: 'founder', memberCount: 3 });
    await again.system.stop();
    expect(await problems(store)).toEqual([]);
    const after = await documents(store);
    for (const from of ['members', 'bans', 'invites']) expect(after[from]).toEqual(before[from]);
  });

  it('shows in verify-log when a ban, a request, an invite or a setting says otherwise', async () => {
    const store = await openStore();
    const node = await begin(store);
    await liveThrough(node);
    await node.system.stop();
    const told = async () => (await problems(store)).map(({ what }) => what).join('; ');
    await store.write([{ op: 'set', in: 'bans', id: `${ROOM}:${can.accountId}`, set: { active: null } }]);
    expect(await told()).toMatch(/bans a-can is/);
    await store.write([{ op: 'set', in: 'rooms', id: ROOM, set: { memberDenied: [] } }]);
    expect(await told()).toMatch(/what members are denied/);
    await store.write([{ op: 'set', in: 'members', id: `${ROOM}:${bob.accountId}`, set: { tag: 'başka' } }]);
    expect(await told()).toMatch(/member a-bob/);
  });

  it('goes in batches once the room is deleted, and goes on after a kill in the middle', async () => {
    const store = await openStore();
    const node = await begin(store);
    await liveThrough(node);
    for (let batch = 0; batch < 4; batch += 1) await Promise.all(Array.from({ length: 300 }, () => say(node)));
    await node.rooms.ask(ROOM, { type: 'delete_room', by: bob, scope: 'everyone' });
    for (let turn = 0; turn < 6; turn += 1) await node.rooms.ask(ROOM, { type: 'sweep_deleted_room' });
    // No farewell: what this node still held in memory must not come back either.
    const next = nodeOn(store);
    const isSwept = async () => {
      await sweepDeletedRooms({ rooms: next.rooms, reader: store, now: systemEnv.now });
      return (await store.range('rooms', { index: 'toSweep', prefix: [true] })).length === 0;
    };
    await poll(isSwept, { until: 'nothing is left to sweep', withinMs: 60_000 });
    await next.system.stop();
    await node.system.stop();
    expect(await problems(store)).toEqual([]);
    expect(await store.count('log', { index: '_id', gt: `${ROOM}:`, lt: `${ROOM};` })).toBe(1);
  });

  it('is asked for by nobody once the room is deleted, whatever memory still holds of its members', async () => {
    const store = await openStore();
    const parts = { store, env: systemEnv, owner: 'owner-1', alone: true, brand: 'meydan' };
    const node = createNode({ ...parts, roomBounds: { entries: 2, rows: 1, oldRows: 1 } });
    const settings = { ...defaultSettings, name: 'Kahve', messageTtlHours: 1 };
    await node.rooms.ask(ROOM, { type: 'create_room', by: ada, slug: 'kahve', settings });
    for (let row = 0; row < 6; row += 1) await node.rooms.ask(ROOM, { type: 'send_message', by: ada, draft });
    await node.rooms.ask(ROOM, { type: 'delete_room', by: ada, scope: 'everyone' });
    await sweepDeletedRooms({ rooms: node.rooms, reader: store, now: systemEnv.now });
    const commands = [
      { type: 'list_messages', limit: 5 },
      { type: 'open_room', limit: 5 },
      { type: 'mark_read', seq: 3 },
    ] as const;
    for (const command of commands) {
      expect(await node.rooms.tryAsk(ROOM, { ...command, by: ada })).toMatchObject({ code: 'room_not_found' });
    }
    await node.system.stop();
  });

  it('is over for a follower that is behind when its room is swept: it hears of the end, and waits for nothing else', async () => {
    const store = await openStore();
    const node = await begin(store);
    await liveThrough(node);
    await node.rooms.ask(ROOM, { type: 'delete_room', by: bob, scope: 'everyone' });
    await sweepDeletedRooms({ rooms: node.rooms, reader: store, now: systemEnv.now });
    const { seq: newest } = await node.rooms.ask(ROOM, { type: 'replay', after: null });
    expect(newest).toBeGreaterThan(20);
    await node.system.stop();
    const again = nodeOn(store);
    const { items, ...place } = await again.rooms.ask(ROOM, { type: 'replay', after: 7 });
    expect(items).toMatchObject([{ seq: 8, announcements: [{ event: { type: 'room:deleted' } }] }]);
    expect([items[0]?.toMembers, place]).toEqual([{ type: 'room:gone' }, { seq: 8, hasMore: false }]);
    const upToDate = await again.rooms.ask(ROOM, { type: 'replay', after: newest });
    expect(upToDate).toEqual({ items: [], seq: newest, hasMore: false });
    await again.system.stop();
  });

  it('does not outlive a deleted room when the store carries out earlier writes late', async () => {
    const store = await openStore();
    const node = await begin(store);
    await liveThrough(node);
    for (let row = 0; row < 3; row += 1) await say(node);
    const late = await writtenBefore(store);
    await node.rooms.ask(ROOM, { type: 'delete_room', by: bob, scope: 'everyone' });
    const sweepAt = (now: number) => sweepDeletedRooms({ rooms: node.rooms, reader: store, now: () => now });
    const deletedAt = systemEnv.now();
    await sweepAt(deletedAt);
    expect(await left(store)).toEqual({ log: 1, members: 0, readers: 0, bans: 0, requests: 0, invites: 0, slugs: 0 });
    const slug: Write = { op: 'put', in: 'slugs', doc: { _id: 'kahve', room: ROOM }, guard: { absent: true } };
    expect(new Set(await store.write([...late, slug]))).toEqual(new Set([true]));
    await sweepAt(deletedAt + HOUR_MS - 1);
    expect(await left(store)).toMatchObject({ members: 4, slugs: 1 });
    await sweepAt(deletedAt + HOUR_MS);
    expect(await left(store)).toEqual({ log: 1, members: 0, readers: 0, bans: 0, requests: 0, invites: 0, slugs: 0 });
    expect(await store.range('rooms', { index: 'toSweep' })).toEqual([]);
    await node.system.stop();
    expect(await problems(store)).toEqual([]);
  });
});

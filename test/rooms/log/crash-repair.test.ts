import type { HeadDoc } from '#actors/room/log/head-projection.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { memberId } from '#src/store/collections.js';
import { documentOf } from '#src/store/store.js';
import { type Asked, ada, bob, cem, RoomFixture, registerNames, sending } from '../../support/rooms/room-fixture.js';
import { describeOnBothEngines } from '../../support/store/engines.js';
import { dropReplies, FaultyStore, type StoreCall } from '../../support/store/faulty-store.js';
import { poll } from '../../support/time/poll.js';

const HOUR_MS = 3_600_000;

const isWrite = ({ op }: StoreCall): boolean => op === 'write';

describeOnBothEngines('after a crash between an entry and what is derived from it', (openStore) => {
  let store: FaultyStore;
  let fixture: RoomFixture;

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    await registerNames(store);
    fixture = await new RoomFixture(store).found({}, [bob, cem]);
  });
  const finish = async () => {
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  };

  /** The entries land, their projections do not; then others own the room. */
  async function crashBeforeProjections(act: () => Promise<unknown>): Promise<void> {
    store.fault = (call, phase) => {
      if (isWrite(call) && phase === 'before') throw new Error('the process is gone');
    };
    await act();
    store.fault = () => undefined;
    fixture.abandon();
  }

  it('a reaction is there once, and giving it again changes nothing', async () => {
    const { id } = await fixture.say(ada, 'selam');
    const react = { type: 'react' as const, messageId: id, emoji: '👍', on: true };
    await crashBeforeProjections(() => fixture.ask(bob, react));
    expect(await fixture.ok(bob, react)).toEqual({ reactions: { '👍': 1 } });
    expect(await fixture.ok(bob, { ...react, on: false })).toEqual({ reactions: {} });
    await finish();
  });

  it('an edit, a deletion, a joining and a leaving are carried out', async () => {
    const [edited, deleted] = [await fixture.say(ada, 'bir'), await fixture.say(ada, 'iki')];
    await crashBeforeProjections(() => fixture.ask(ada, { type: 'edit_message', messageId: edited.id, body: 'bir!' }));
    await crashBeforeProjections(() => fixture.ask(ada, { type: 'delete_message', messageId: deleted.id }));
    await crashBeforeProjections(() => fixture.ask(bob, { type: 'leave_room' }));
    // Repairs come before anything new is decided: a store that refuses them lets nobody in.
    await fixture.ok(cem, { type: 'view_room' });
    await crashBeforeProjections(() => fixture.ask(bob, { type: 'join_room' }));
    const { message } = await fixture.ok(cem, { type: 'view_message', messageId: edited.id });
    expect(message.row).toMatchObject({ body: 'bir!', edits: [6] });
    expect((await fixture.ok(cem, { type: 'view_message', messageId: deleted.id })).message.row.body).toBe('');
    expect(await fixture.ok(bob, { type: 'view_list_row' })).toMatchObject({ unread: 0, room: { memberCount: 3 } });
    await finish();
  });

  it('an edit of a row from before the window is shown while its document is being repaired', async () => {
    const { id, seq } = await fixture.say(ada, 'bir');
    for (let n = 0; n < 80; n += 1) await fixture.say(bob, `söz ${n}`);
    await fixture.restart();
    await crashBeforeProjections(() => fixture.ask(ada, { type: 'edit_message', messageId: id, body: 'bir!' }));
    store.calls.length = 0;
    let repair = (): void => undefined;
    const repairing = new Promise<void>((resolve) => {
      repair = resolve;
    });
    store.fault = (call, phase) => (isWrite(call) && phase === 'before' ? repairing : undefined);
    const around = { type: 'list_messages' as const, aroundSeq: seq, limit: 3 };
    const asked = Promise.all([fixture.ok(cem, { type: 'view_message', messageId: id }), fixture.ok(cem, around)]);
    // Reads that the two may begin are over before the document is repaired.
    await fixture.env.until(poll(() => store.calls.findLast(isWrite) !== undefined, { until: 'a repair begins' }));
    for (let n = 0; n < 5; n += 1) await fixture.env.until(store.range('log', { index: '_id', limit: 100 }));
    repair();
    const [{ message }, { messages }] = await asked;
    expect(message.row.body).toBe('bir!');
    expect(messages.map(({ row }) => row.body)).toContain('bir!');
    await finish();
  });

  it('changes of members after a checkpoint are carried out', async () => {
    const about = { account: bob.accountId };
    const changes: [by: Caller, change: Asked][] = [
      [ada, { type: 'mute_member', ...about, minutes: 60 }],
      [ada, { type: 'tag_member', ...about, tag: 'kaptan' }],
      [ada, { type: 'promote_member', ...about }],
      [ada, { type: 'grant_permissions', ...about, granted: ['group.can_ban_members'] }],
      [ada, { type: 'hand_over', account: cem.accountId }],
      [cem, { type: 'demote_admin', ...about }],
      [cem, { type: 'kick_member', ...about }],
    ];
    for (const [by, change] of changes) {
      await fixture.restart();
      await crashBeforeProjections(() => fixture.ask(by, change));
      // A new entry makes the stop write a checkpoint, after which no document may lag.
      await fixture.say(ada, 'selam');
      await finish();
    }
  });

  it('somebody who came and went often is written once', async () => {
    for (let at = 0; at < 5; at += 1) {
      await fixture.ok(bob, { type: 'leave_room' });
      await fixture.ok(bob, { type: 'join_room' });
    }
    fixture.abandon();
    const calls = store.calls.length;
    await fixture.ok(cem, { type: 'view_room' });
    const repaired = store.calls
      .slice(calls)
      .flatMap((call) => (call.op === 'write' ? call.writes.map(documentOf) : []));
    const once = documentOf({ op: 'del', in: 'members', id: memberId(fixture.id, bob.accountId) });
    expect(repaired.filter((document) => document === once)).toEqual([once]);
    await finish();
  });

  it('rows that were deleted before it stay out of every count', async () => {
    const own = await fixture.say(bob, 'benim');
    const foreign = await fixture.say(ada, 'senin @bob');
    await fixture.ok(bob, { type: 'delete_message', messageId: own.id });
    await fixture.ok(ada, { type: 'delete_message', messageId: foreign.id });
    fixture.abandon();
    expect(await fixture.ok(bob, { type: 'view_list_row' })).toMatchObject({ unread: 1, unreadMentions: 0 });
    expect(await fixture.ok(cem, { type: 'view_list_row' })).toMatchObject({ unread: 0, lastMessage: null });
    await finish();
  });

  it('a message that ended a silence is swept in its time', async () => {
    const lasting = await new RoomFixture(store, { env: fixture.env }).found({ messageTtlHours: 1 }, [bob]);
    await lasting.env.leap(HOUR_MS);
    await lasting.node.rooms.ask(lasting.id, { type: 'expire_rows' });
    const sweepAt = async () => (await store.get<HeadDoc>('rooms', lasting.id))?.sweepAt;
    expect(await sweepAt()).toBeNull();
    store.fault = (call, phase) => {
      if (isWrite(call) && phase === 'before') throw new Error('the process is gone');
    };
    await lasting.ask(ada, sending('yine ben'));
    store.fault = () => undefined;
    lasting.abandon();
    expect(await sweepAt()).toBeNull();
    await lasting.ok(bob, { type: 'view_room' });
    expect(await sweepAt()).toBe(lasting.env.now() + HOUR_MS);
    await lasting.stop();
    expect(await lasting.problems()).toEqual([]);
    await finish();
  });

  it.each(['before', 'after'] as const)('an answer lost %s the store is no duplicate to its sender', async (phase) => {
    store.fault = dropReplies('append', phase);
    const answer = await fixture.env.until(fixture.ask(ada, sending('bir kez', { clientId: 'c1' })));
    expect(answer).toMatchObject({ ok: true, value: { duplicate: false } });
    const again = await fixture.ok(ada, sending('bir kez', { clientId: 'c1' }));
    expect(again).toMatchObject({ duplicate: true, message: { row: { clientId: 'c1' } } });
    await finish();
  });

  it.each(['before', 'after'] as const)('a creation whose answer is lost %s the store is made once', async (phase) => {
    store.fault = dropReplies('transaction', phase);
    const other = new RoomFixture(store, { env: fixture.env });
    await fixture.env.until(other.found());
    expect(await other.ok(ada, { type: 'view_room' })).toMatchObject({ isMember: true, memberCount: 1 });
    await other.stop();
    expect(await other.problems()).toEqual([]);
  });
});

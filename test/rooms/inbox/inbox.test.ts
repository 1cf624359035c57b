/** What a page of the inbox reads, how replies of one instant are told apart, and what is left of them later. */

import { createInbox } from '#actors/room/inbox/inbox.js';
import { eraseFromRooms } from '#jobs/erase-rooms.js';
import type { Reader } from '#src/store/store.js';
import { callerNamed, RoomNode, StillClock } from '../../support/rooms/room-node.js';
import { describeOnBothEngines } from '../../support/store/engines.js';

const HOUR = 3_600_000;

describeOnBothEngines('the inbox over the store', (openStore) => {
  let room: RoomNode;
  const bob = callerNamed('bob');

  beforeEach(async () => {
    room = new RoomNode(await openStore(), { clock: new StillClock() });
    await room.create('ada', { messageTtlHours: 10 });
    await room.join('bob');
  });
  afterEach(async () => {
    await room.node.system.stop();
    expect(await room.problems()).toEqual([]);
  });

  const discuss = (name: string, root: string, body: string) =>
    room.ask({
      type: 'send_message',
      by: callerNamed(name),
      draft: { body, clientId: null, replyTo: null, discussionOf: root },
    });
  const bodies = async (limit: number): Promise<string[]> => {
    const found: string[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await room.node.inbox.replies(bob, { limit, ...(before && { before }) });
      found.push(...page.messages.map(({ row }) => row.body));
      before = page.next;
    }
    return found;
  };

  it('pages through replies of one instant without losing or repeating one', async () => {
    const { id } = await room.say('bob', 'kök');
    for (let at = 0; at < 20; at += 1) await room.say('ada', { body: `${at}`, replyTo: id });
    const expected = Array.from({ length: 20 }, (_, at) => `${19 - at}`);
    for (const limit of [1, 3, 50]) expect(await bodies(limit)).toEqual(expected);
  });

  it('reads as much as it shows, however many messages the room and its discussions have', async () => {
    const roots: string[] = [];
    for (let at = 0; at < 4; at += 1) {
      room.clock.move(1);
      roots.push((await room.say('ada', `konu ${at}`)).id);
    }
    await room.sayMany('ada', 400, () => 'sohbet');
    for (let at = 0; at < 150; at += 1) await discuss('bob', roots[0] as string, `${at}`);
    for (const root of roots) await discuss('bob', root, 'ben de');
    let docs = 0;
    const reader = Object.create(room.store) as Reader;
    reader.range = async (...given) => {
      const found = await room.store.range(...given);
      docs += found.length;
      return found as never;
    };
    const page = await createInbox(room.node.rooms, reader).discussions(bob, { limit: 10 });
    expect(page.messages.map(({ row }) => row.body)).toEqual(['konu 3', 'konu 2', 'konu 1', 'konu 0']);
    expect(docs).toBeLessThan(40);
  });

  it('lists no expired reply, and keeps no mark of it', async () => {
    const { id } = await room.say('bob', 'kök');
    await room.say('ada', { body: 'eski', replyTo: id });
    room.clock.move(9 * HOUR);
    await room.say('ada', { body: 'yeni', replyTo: (await room.say('bob', 'kök 2')).id });
    room.clock.move(2 * HOUR);
    expect(await bodies(5)).toEqual(['yeni']);
    await room.ask({ type: 'expire_rows' });
    const marked = await room.store.range('log', { index: 'quotes', prefix: [bob.accountId] });
    expect(marked).toHaveLength(1);
  });

  it('keeps no trace of an erased account in the replies to it', async () => {
    await room.settings('ada', { messageTtlHours: null });
    const { id } = await room.say('bob', 'kök');
    await room.say('ada', { body: 'alıntı', replyTo: id });
    await discuss('ada', id, 'tartışma');
    await room.store.write([{ op: 'del', in: 'accounts', id: bob.accountId }]);
    const { rooms, users } = room.node;
    expect(await eraseFromRooms({ rooms, users, reader: room.store }, bob.accountId, false)).toBe(0);
    const docs = await room.store.range('log', { index: '_id', gt: `${room.id}:`, lt: `${room.id};` });
    expect(docs).not.toHaveLength(0);
    expect(JSON.stringify(docs)).not.toContain(bob.accountId);
  });

  it('marks no message that replies to nobody else', async () => {
    const { id } = await room.say('ada', 'kendi sözüm');
    await room.say('ada', { body: 'kendime', replyTo: id });
    await room.say('bob', { body: 'ona', replyTo: id });
    const docs = await room.store.range('log', { index: '_id', gt: `${room.id}:`, lt: `${room.id};` });
    expect(docs.filter((doc) => 'quotedOf' in doc || 'rootOf' in doc)).toHaveLength(1);
  });
});

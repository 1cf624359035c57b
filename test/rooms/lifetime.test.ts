import type { HeadDoc } from '#actors/room/log/head-projection.js';
import type { EntryDoc } from '#actors/room/model/codec.js';
import { expireMessages } from '#jobs/expire-messages.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import { callerNamed, RoomNode } from '../support/rooms/room-node.js';
import { describeOnBothEngines } from '../support/store/engines.js';

const HOUR = 3_600_000;

describeOnBothEngines('the lifetime of messages', (openStore) => {
  // Within: what is checked after each test is checked before its store is closed.
  describe('in a room', () => {
    let room: RoomNode;
    const jobDeps = () => ({ rooms: room.node.rooms, reader: room.store, now: room.clock.env.now });
    const sweep = () => expireMessages(jobDeps());
    const stored = async (seq: number) => (await room.store.get<EntryDoc>('log', logId(room.id, seq))) as EntryDoc;

    beforeEach(async () => {
      room = new RoomNode(await openStore());
      await room.create('ada', { messageTtlHours: 2, eventsVisibility: 'none' });
      await room.join('bob');
    });
    afterEach(async () => {
      await room.node.system.stop();
      expect(await room.problems()).toEqual([]);
    });

    it('takes a message from every read at its millisecond, before any sweep', async () => {
      const old = await room.say('ada', 'eski @bob');
      room.clock.move(HOUR);
      await room.say('ada', 'yeni @bob');
      expect(await room.listRow('bob')).toMatchObject({ unread: 2, unreadMentions: 2 });
      room.clock.move(HOUR + 1);
      expect(await room.bodies('bob')).toEqual(['yeni @bob']);
      const opened = await room.ask({ type: 'open_room', by: callerNamed('bob'), limit: 50, afterSeq: 2 });
      expect(opened.messages.map(({ row }) => row.body)).toEqual(['yeni @bob']);
      await expect(room.ask({ type: 'view_message', by: callerNamed('bob'), messageId: old.id })).rejects.toMatchObject(
        {
          refusal: { code: 'not_found' },
        },
      );
      expect(await room.listRow('bob')).toMatchObject({ unread: 1, unreadMentions: 1 });
      expect((await stored(old.seq)).content).toBeDefined();
    });

    it('counts unread after the later of cursor and boundary, own rows left out', async () => {
      await room.sayMany('bob', 50, (at) => `benim ${at}`);
      await room.say('ada', 'eski');
      room.clock.move(2 * HOUR + 1);
      await room.say('bob', 'benim');
      await room.say('ada', 'yeni');
      expect(await room.listRow('bob')).toMatchObject({ unread: 1, readSeq: 2 });
      room = await room.again();
      expect(await room.listRow('bob')).toMatchObject({ unread: 1, readSeq: 2 });
      room.clock.move(2 * HOUR + 1);
      expect(await room.listRow('bob')).toMatchObject({ unread: 0, lastMessage: null });
    });

    it('finds the boundary in a log that memory does not hold', async () => {
      await room.sayMany('ada', 700, (at) => `eski ${at}`);
      room.clock.move(HOUR);
      await room.sayMany('ada', 600, (at) => `yeni ${at}`);
      room.clock.move(HOUR + HOUR / 2);
      room = await room.again();
      expect(await room.listRow('bob')).toMatchObject({ unread: 600 });
      const page = await room.ask({ type: 'list_messages', by: callerNamed('bob'), afterSeq: 0, limit: 5 });
      expect(page).toMatchObject({ hasMore: true });
      expect(page.messages[0]?.row.body).toBe('yeni 0');
      const back = await room.ask({ type: 'list_messages', by: callerNamed('bob'), beforeSeq: 708, limit: 50 });
      expect(back).toMatchObject({ hasMore: false });
      expect(back.messages.map(({ row }) => row.body)).toEqual(['yeni 0', 'yeni 1', 'yeni 2', 'yeni 3', 'yeni 4']);
    });

    it('never brings back what a setting let expire', async () => {
      await room.say('ada', 'eski');
      room.clock.move(2 * HOUR + 1);
      await room.say('ada', 'yeni');
      await room.settings('ada', { messageTtlHours: 100 });
      expect(await room.bodies('bob')).toEqual(['yeni']);
      await room.settings('ada', { messageTtlHours: null });
      expect(await room.bodies('bob')).toEqual(['yeni']);
      room = await room.again();
      expect(await room.bodies('bob')).toEqual(['yeni']);
      expect(await room.listRow('bob')).toMatchObject({ unread: 1 });
      await sweep();
      expect((await stored(3)).content).toBeUndefined();
      room.clock.move(1_000 * HOUR);
      await sweep();
      expect(await room.bodies('bob')).toEqual(['yeni']);
    });

    it('is swept in batches: content and its edits go, the skeletons stay, and readers are told', async () => {
      const first = await room.say('ada', { body: 'eski', clientId: 'c1' });
      await room.ask({ type: 'edit_message', by: callerNamed('ada'), messageId: first.id, body: 'eski olan' });
      await room.sayMany('bob', 300, (at) => `eski ${at}`);
      await room.ask({ type: 'delete_message', by: callerNamed('ada'), messageId: first.id });
      room.clock.move(2 * HOUR + 1);
      const kept = await room.say('ada', 'yeni');
      expect(await sweep()).toBe(2);
      expect(await sweep()).toBe(0);
      const blank = await stored(10);
      expect(blank).toMatchObject({ expired: true, row: { kind: 'text' } });
      expect(blank.content).toBeUndefined();
      expect((await stored(4)).content).toBeUndefined();
      expect((await stored(kept.seq)).content).toBeDefined();
      const told = room.items.flatMap(({ announcements }) => announcements.map(({ event }) => event));
      const expired = told.flatMap((event) => (event.type === 'message:expired' ? event.messageIds : []));
      expect(expired).toHaveLength(300);
      room = await room.again();
      expect(await room.bodies('bob')).toEqual(['yeni']);
      expect(await sweep()).toBe(0);
    });

    it('answers a resend of something expired with the blank row, swept or not', async () => {
      const first = await room.say('ada', { body: 'eski', clientId: 'c1' });
      room.clock.move(2 * HOUR + 1);
      const again = await room.say('ada', { body: 'eski', clientId: 'c1' });
      expect(again).toMatchObject({ id: first.id, body: '', expired: true });
      await sweep();
      room = await room.again();
      expect(await room.say('ada', { body: 'eski', clientId: 'c1' })).toMatchObject({ id: first.id, expired: true });
    });

    /** What lies in the store of the room itself, and how long its log is. */
    const head = async () => (await room.store.get<HeadDoc>('rooms', room.id)) as HeadDoc;
    const logLength = async () => {
      const entries = await room.store.range('log', { index: '_id', gt: logId(room.id, 0), lt: `${room.id};` });
      return entries.length;
    };

    it('writes nothing while nobody speaks and nothing expires, for a week', async () => {
      await room.say('ada', 'tek söz');
      room.clock.move(2 * HOUR);
      expect(await sweep()).toBe(1);
      const [entries, before] = [await logLength(), await head()];
      expect(before.sweepAt).toBeNull();
      for (let hour = 0; hour < 7 * 24; hour += 1) {
        room.clock.move(HOUR);
        expect(await sweep()).toBe(0);
      }
      expect(await logLength()).toBe(entries);
      expect(await head()).toEqual(before);
    });

    it('is not swept for entries that say nothing', async () => {
      const { id } = await room.say('ada', 'tek söz');
      for (const on of [true, false])
        await room.ask({ type: 'react', by: callerNamed('bob'), messageId: id, emoji: '👍', on });
      await room.ask({ type: 'delete_message', by: callerNamed('ada'), messageId: id });
      room.clock.move(2 * HOUR);
      await sweep();
      expect((await head()).sweepAt).toBeNull();
    });

    it('is swept again once somebody has spoken after a silence, also when memory was lost meanwhile', async () => {
      room.clock.move(50 * HOUR);
      await sweep();
      expect((await head()).sweepAt).toBeNull();
      const { seq, at } = await room.say('ada', 'yine ben');
      expect((await head()).sweepAt).toBe(at + 2 * HOUR);
      const { rev } = await head();
      await room.say('ada', 'bir daha');
      // The next ones cost nothing beside their entry.
      expect((await head()).rev).toBe(rev);
      room.clock.move(2 * HOUR + 1_000);
      // Another node, which has never had the room in memory.
      const other = new RoomNode(room.store, { id: room.id, clock: room.clock });
      expect(await expireMessages({ rooms: other.node.rooms, reader: room.store, now: room.clock.env.now })).toBe(1);
      expect((await stored(seq)).content).toBeUndefined();
      expect((await stored(seq + 1)).content).toBeUndefined();
      await other.node.system.stop();
    });

    it('does not forget what is said while the sweep is reading', async () => {
      await room.say('ada', 'eski');
      room.clock.move(2 * HOUR);
      const [, late] = await Promise.all([room.ask({ type: 'expire_rows' }), room.say('ada', 'tam o anda')]);
      expect((await head()).sweepAt).toBe(late.at + 2 * HOUR);
      room.clock.move(2 * HOUR);
      await sweep();
      expect((await stored(late.seq)).content).toBeUndefined();
    });

    it('is swept in one run, however many rooms are due', async () => {
      const ids = Array.from({ length: 7 }, (_, nth) => `other-${nth}`);
      const settings = { ...defaultSettings, name: 'Oda', messageTtlHours: 2 };
      for (const id of ids) {
        await room.node.rooms.ask(id, { type: 'create_room', by: callerNamed('ada'), slug: id, settings });
        const draft = { body: 'eski', clientId: null, replyTo: null, discussionOf: null };
        await room.node.rooms.ask(id, { type: 'send_message', by: callerNamed('ada'), draft });
      }
      room.clock.move(2 * HOUR);
      expect(await expireMessages({ ...jobDeps(), pageSize: 3 })).toBe(8);
      expect(await sweep()).toBe(0);
    });

    it('goes on where a kill in the middle of a sweep left it', async () => {
      await room.sayMany('bob', 250, (at) => `eski ${at}`);
      room.clock.move(3 * HOUR);
      expect(await room.ask({ type: 'expire_rows' })).toEqual({ more: true });
      room = await room.again();
      await sweep();
      expect((await stored(240)).content).toBeUndefined();
    });
  });
});

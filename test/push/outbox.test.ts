/** The log is the outbox: what was acknowledged is pushed, whatever ends in between. */

import { createRetentionWriter } from '#actors/writers/retention-writer.js';
import { logId } from '#src/store/collections.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';
import { PushFixture } from './support/push-fixture.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

describeOnBothEngines('the outbox of pushes', (openStore) => {
  // Its hooks come before the outer ones: actors end before their store does.
  describe('in the log', () => {
    let fixture: PushFixture;
    beforeEach(async () => {
      fixture = await PushFixture.open(await openStore());
    });
    afterEach(() => fixture[Symbol.asyncDispose]());

    const withoutFollower = async () => {
      await fixture.stop();
      fixture.start(false);
    };

    it('marks the first message of many, by the write that keeps it', async () => {
      await withoutFollower();
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      const before = fixture.writes;
      for (const body of ['bir', 'iki', 'üç']) await fixture.say(ada, body);
      expect(await fixture.marks()).toHaveLength(1);
      expect(fixture.writes).toBe(before);
    });

    it('marks the first message after a start: a mark from before may be removed by a write that comes late', async () => {
      await withoutFollower();
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      await fixture.say(ada, 'önce');
      const [before] = await fixture.marks();
      await withoutFollower();
      const messageId = await fixture.say(ada, 'sonra');
      const id = logId(fixture.room, before?.seq ?? 0);
      await fixture.store.write([{ op: 'set', in: 'log', id, unset: ['toPush'] }]);
      await fixture.restart();
      await fixture.settled();
      expect(fixture.pushed).toMatchObject([{ token: 'bob', messageId }]);
    });

    it('is carried on by whoever comes after', async () => {
      await withoutFollower();
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      const messageId = await fixture.say(ada, 'merhaba');
      await fixture.restart();
      await fixture.settled();
      expect(fixture.pushed).toMatchObject([{ token: 'bob', messageId }]);
    });

    it('is carried on for many rooms, each as it stands', async () => {
      await withoutFollower();
      const [ada, bob] = await fixture.phones('ada', 'bob');
      const ids: string[] = [];
      for (let rooms = 0; rooms < 20; rooms += 1) {
        await fixture.found(ada, [bob]);
        await fixture.say(ada, 'önce');
        const last = await fixture.say(ada, 'sonra');
        if (rooms % 2 === 0) ids.push(last);
        else await fixture.ask(bob, { type: 'mark_read', messageId: last });
      }
      await fixture.restart();
      await fixture.settled();
      expect(fixture.pushed.map(({ messageId }) => messageId).sort()).toEqual(ids.sort());
    });

    it('holds what a service could not take until it could, across a restart too', async () => {
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      fixture.fcm.answerAlways({ status: 503 });
      const messageId = await fixture.say(ada, 'merhaba');
      await poll(() => fixture.results.length > 0, { until: 'it was tried' });
      await fixture.stop();
      fixture.fcm.answerAlways({ status: 200 });
      fixture.start();
      await fixture.settled();
      expect(fixture.pushed.at(-1)).toMatchObject({ token: 'bob', messageId });
      expect(fixture.results.at(-1)).toBe('sent');
    });

    it('moves its mark on when there is more, so that little is sent twice', async () => {
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      await fixture.say(ada, 'bir');
      const [first] = await fixture.marks();
      await poll(() => fixture.results.length > 0, { until: 'the first one is sent', everyMs: 1 });
      await fixture.say(ada, 'iki');
      await fixture.settled();
      const second = await fixture.say(ada, 'üç');
      const [mark] = await fixture.marks();
      expect(mark?.seq).toBeGreaterThan(first?.seq ?? 0);
      await fixture.settled();
      expect(fixture.pushed.at(-1)?.messageId).toBe(second);
    });

    it('is looked at again when something is said in the moment it is settled', async () => {
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      let last = '';
      fixture.around.after = async (type) => {
        if (type !== 'push_passed' || last !== '') return;
        last = await fixture.say(ada, 'tam o anda');
      };
      await fixture.say(ada, 'önce');
      await poll(() => fixture.pushed.some(({ messageId }) => messageId === last), {
        until: 'bob is told of that too',
      });
      await fixture.settled();
    });

    it('holds what concerns somebody who comes while it is looked at', async () => {
      const [ada, bob, cem] = await fixture.phones('ada', 'bob', 'cem');
      await fixture.found(ada, [bob]);
      let last = '';
      fixture.around.before = async (type) => {
        if (type !== 'view_pushes' || last !== '') return;
        last = 'soon';
        await fixture.ask(cem, { type: 'join_room' });
        last = await fixture.say(ada, 'hoş geldin');
      };
      await fixture.say(ada, 'önce');
      await poll(() => fixture.told.includes('cem message'), { until: 'cem is told' });
      expect(fixture.pushed.find(({ token }) => token === 'cem')?.messageId).toBe(last);
      await fixture.settled();
    });

    it('is looked at again when the first device comes while nobody is found to have one', async () => {
      const [ada, bob] = [await fixture.person('ada'), await fixture.person('bob')];
      await fixture.phone('başka');
      await fixture.found(ada, [bob]);
      let last = '';
      fixture.around.before = async (type) => {
        if (type !== 'push_passed' || last !== '') return;
        last = 'soon';
        await fixture.register(bob, 'bob');
        last = await fixture.say(ada, 'duyar mısın');
      };
      await fixture.say(ada, 'önce');
      await poll(() => fixture.told.includes('bob message'), { until: 'bob is told' });
      expect(fixture.pushed).toMatchObject([{ token: 'bob', messageId: last }]);
    });

    it('is cleared of the marks that a crash between two writes has left', async () => {
      await withoutFollower();
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      await fixture.say(ada, 'bir');
      const newest = await fixture.say(ada, 'iki');
      const [mark] = await fixture.marks();
      const id = logId(fixture.room, (mark?.seq ?? 0) + 1);
      await fixture.store.write([{ op: 'set', in: 'log', id, set: { toPush: fixture.clock.env.now() } }]);
      expect(await fixture.marks()).toHaveLength(2);
      await fixture.restart();
      await fixture.settled();
      expect(fixture.pushed).toMatchObject([{ token: 'bob', messageId: newest }]);
    });

    it('forgets what nobody took for a day', async () => {
      await withoutFollower();
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      await fixture.say(ada, 'dün');
      fixture.clock.move(DAY_MS + 1);
      await fixture.restart();
      const today = await fixture.say(ada, 'bugün');
      await fixture.settled();
      expect(fixture.pushed).toMatchObject([{ token: 'bob', messageId: today }]);
    });

    it('keeps the marks of rooms where nobody has a device for a day after the last row that needs them', async () => {
      const [ada, bob] = [await fixture.person('ada'), await fixture.person('bob')];
      await fixture.found(ada, [bob]);
      const sweep = () => createRetentionWriter(fixture.store, fixture.clock.env).sweep();
      const marked = async () => (await fixture.marks()).map(({ seq }) => seq);
      await fixture.say(ada, 'ilk');
      const [first] = await marked();
      fixture.clock.move(HOUR_MS - 5_000);
      await fixture.say(ada, 'bir saat dolmadan');
      expect(await marked()).toEqual([first]);
      fixture.clock.move(5_000);
      await fixture.say(ada, 'bir saat sonra');
      expect(await marked()).toEqual([first, (first as number) + 2]);
      fixture.clock.move(DAY_MS - 5_000);
      await sweep();
      expect(await marked()).toHaveLength(2);
      fixture.clock.move(5_000);
      await sweep();
      expect(await marked()).toEqual([(first as number) + 2]);
      fixture.clock.move(HOUR_MS);
      await sweep();
      expect(await marked()).toEqual([]);
      // The room is in memory, and marks what is said now.
      await fixture.say(ada, 'bugün');
      expect(await marked()).toEqual([(first as number) + 3]);
    });

    it('is looked through without waking rooms where nobody has a device', async () => {
      await withoutFollower();
      const [ada, bob] = [await fixture.person('ada'), await fixture.person('bob')];
      const [eda, fuat] = await fixture.phones('eda', 'fuat');
      for (let rooms = 0; rooms < 5; rooms += 1) {
        await fixture.found(ada, [bob]);
        await fixture.say(ada, 'kimse duymuyor');
      }
      const { room, slug } = fixture;
      // As if it had begun long ago: an old mark is a mark.
      const old = (await fixture.marks()).find((mark) => mark.room === room);
      const id = logId(room, old?.seq ?? 0);
      await fixture.store.write([{ op: 'set', in: 'log', id, set: { toPush: 1 } }]);
      await fixture.found(eda, [fuat]);
      await fixture.say(eda, 'duyar');
      await fixture.restart();
      await poll(() => fixture.told.includes('fuat message'), { until: 'the last of the rooms is looked at' });
      expect(fixture.node.system.activeCount).toBe(1);
      await fixture.register(bob, 'bob');
      Object.assign(fixture, { room, slug });
      const messageId = await fixture.say(ada, 'şimdi duyar');
      await poll(() => fixture.told.includes('bob message'), { until: 'bob is told' });
      expect(fixture.pushed.at(-1)).toMatchObject({ token: 'bob', messageId });
    });

    it('finds a mention among more than a room keeps in memory', async () => {
      await withoutFollower();
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      const mention = await fixture.say(ada, '@bob bak');
      await Promise.all(Array.from({ length: 400 }, (_, at) => fixture.say(ada, `${at}`)));
      await fixture.restart();
      await fixture.settled();
      expect(fixture.pushed).toMatchObject([{ token: 'bob', type: 'mention', messageId: mention }]);
    }, 30_000);

    it('is emptied by the end of its room', async () => {
      await withoutFollower();
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      await fixture.say(ada, 'merhaba');
      await fixture.ask(ada, { type: 'delete_room', scope: 'everyone' });
      await fixture.restart();
      await poll(async () => (await fixture.node.rooms.ask(fixture.room, { type: 'sweep_deleted_room' })) === 0, {
        until: 'the room is swept',
      });
      await fixture.settled();
      expect(fixture.pushed).toEqual([]);
    });
  });
});

/** The log is the outbox: what was acknowledged is pushed, whatever ends in between. */

import { logId } from '#src/store/collections.js';
import { describeOnBothEngines } from '../support/engines.js';
import { poll } from '../support/poll.js';
import { PushHouse } from './support/push-house.js';

const DAY_MS = 86_400_000;

describeOnBothEngines('the outbox of pushes', (openStore) => {
  // Its hooks come before the outer ones: actors end before their store does.
  describe('in the log', () => {
    let house: PushHouse;
    beforeEach(async () => {
      house = await PushHouse.open(await openStore());
    });
    afterEach(() => house[Symbol.asyncDispose]());

    const withoutFollower = async () => {
      await house.stop();
      house.start(false);
    };

    it('marks the first message of many, by the write that keeps it', async () => {
      await withoutFollower();
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      const before = house.writes;
      for (const body of ['bir', 'iki', 'üç']) await house.say(ada, body);
      expect(await house.marks()).toHaveLength(1);
      expect(house.writes).toBe(before);
    });

    it('is carried on by whoever comes after', async () => {
      await withoutFollower();
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      const messageId = await house.say(ada, 'merhaba');
      await house.restart();
      await house.settled();
      expect(house.pushed).toMatchObject([{ token: 'bob', messageId }]);
    });

    it('is carried on for many rooms, each as it stands', async () => {
      await withoutFollower();
      const [ada, bob] = await house.phones('ada', 'bob');
      const ids: string[] = [];
      for (let rooms = 0; rooms < 20; rooms += 1) {
        await house.found(ada, [bob]);
        await house.say(ada, 'önce');
        const last = await house.say(ada, 'sonra');
        if (rooms % 2 === 0) ids.push(last);
        else await house.ask(bob, { type: 'mark_read', messageId: last });
      }
      await house.restart();
      await house.settled();
      expect(house.pushed.map(({ messageId }) => messageId).sort()).toEqual(ids.sort());
    });

    it('holds what a service could not take until it could, across a restart too', async () => {
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      house.fcm.answerAlways({ status: 503 });
      const messageId = await house.say(ada, 'merhaba');
      await poll(() => house.results.length > 0, { until: 'it was tried' });
      await house.stop();
      house.fcm.answerAlways({ status: 200 });
      house.start();
      await house.settled();
      expect(house.pushed.at(-1)).toMatchObject({ token: 'bob', messageId });
      expect(house.results.at(-1)).toBe('sent');
    });

    it('moves its mark on when there is more, so that little is sent twice', async () => {
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      await house.say(ada, 'bir');
      const [first] = await house.marks();
      await poll(() => house.results.length > 0, { until: 'the first one is sent', everyMs: 1 });
      await house.say(ada, 'iki');
      await house.settled();
      const second = await house.say(ada, 'üç');
      const [mark] = await house.marks();
      expect(mark?.seq).toBeGreaterThan(first?.seq ?? 0);
      await house.settled();
      expect(house.pushed.at(-1)?.messageId).toBe(second);
    });

    it('is looked at again when something is said in the moment it is settled', async () => {
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      let last = '';
      house.around.after = async (type) => {
        if (type !== 'push_passed' || last !== '') return;
        last = await house.say(ada, 'tam o anda');
      };
      await house.say(ada, 'önce');
      await poll(() => house.pushed.some(({ messageId }) => messageId === last), { until: 'bob is told of that too' });
      await house.settled();
    });

    it('holds what concerns somebody who comes while it is looked at', async () => {
      const [ada, bob, cem] = await house.phones('ada', 'bob', 'cem');
      await house.found(ada, [bob]);
      let last = '';
      house.around.before = async (type) => {
        if (type !== 'view_pushes' || last !== '') return;
        last = 'soon';
        await house.ask(cem, { type: 'join_room' });
        last = await house.say(ada, 'hoş geldin');
      };
      await house.say(ada, 'önce');
      await poll(() => house.told.includes('cem message'), { until: 'cem is told' });
      expect(house.pushed.find(({ token }) => token === 'cem')?.messageId).toBe(last);
      await house.settled();
    });

    it('is looked at again when the first device comes while nobody is found to have one', async () => {
      const [ada, bob] = [await house.person('ada'), await house.person('bob')];
      await house.phone('başka');
      await house.found(ada, [bob]);
      let last = '';
      house.around.before = async (type) => {
        if (type !== 'push_passed' || last !== '') return;
        last = 'soon';
        await house.register(bob, 'bob');
        last = await house.say(ada, 'duyar mısın');
      };
      await house.say(ada, 'önce');
      await poll(() => house.told.includes('bob message'), { until: 'bob is told' });
      expect(house.pushed).toMatchObject([{ token: 'bob', messageId: last }]);
    });

    it('is cleared of the marks that a crash between two writes has left', async () => {
      await withoutFollower();
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      await house.say(ada, 'bir');
      const newest = await house.say(ada, 'iki');
      const [mark] = await house.marks();
      const id = logId(house.room, (mark?.seq ?? 0) + 1);
      await house.store.write([{ op: 'set', in: 'log', id, set: { toPush: house.clock.env.now() } }]);
      expect(await house.marks()).toHaveLength(2);
      await house.restart();
      await house.settled();
      expect(house.pushed).toMatchObject([{ token: 'bob', messageId: newest }]);
    });

    it('forgets what nobody took for a day', async () => {
      await withoutFollower();
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      await house.say(ada, 'dün');
      house.clock.move(DAY_MS + 1);
      await house.restart();
      const today = await house.say(ada, 'bugün');
      await house.settled();
      expect(house.pushed).toMatchObject([{ token: 'bob', messageId: today }]);
    });

    it('is looked through without waking rooms where nobody has a device', async () => {
      await withoutFollower();
      const [ada, bob] = [await house.person('ada'), await house.person('bob')];
      const [eda, fuat] = await house.phones('eda', 'fuat');
      for (let rooms = 0; rooms < 5; rooms += 1) {
        await house.found(ada, [bob]);
        await house.say(ada, 'kimse duymuyor');
      }
      const { room, slug } = house;
      // As if it had begun long ago: an old mark is a mark.
      const old = (await house.marks()).find((mark) => mark.room === room);
      const id = logId(room, old?.seq ?? 0);
      await house.store.write([{ op: 'set', in: 'log', id, set: { toPush: 1 } }]);
      await house.found(eda, [fuat]);
      await house.say(eda, 'duyar');
      await house.restart();
      await poll(() => house.told.includes('fuat message'), { until: 'the last of the rooms is looked at' });
      expect(house.node.system.activeCount).toBe(1);
      await house.register(bob, 'bob');
      Object.assign(house, { room, slug });
      const messageId = await house.say(ada, 'şimdi duyar');
      await poll(() => house.told.includes('bob message'), { until: 'bob is told' });
      expect(house.pushed.at(-1)).toMatchObject({ token: 'bob', messageId });
    });

    it('finds a mention among more than a room keeps in memory', async () => {
      await withoutFollower();
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      const mention = await house.say(ada, '@bob bak');
      await Promise.all(Array.from({ length: 400 }, (_, at) => house.say(ada, `${at}`)));
      await house.restart();
      await house.settled();
      expect(house.pushed).toMatchObject([{ token: 'bob', type: 'mention', messageId: mention }]);
    }, 30_000);

    it('is emptied by the end of its room', async () => {
      await withoutFollower();
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      await house.say(ada, 'merhaba');
      await house.ask(ada, { type: 'delete_room', scope: 'everyone' });
      await house.restart();
      await poll(async () => (await house.node.rooms.ask(house.room, { type: 'sweep_deleted_room' })) === 0, {
        until: 'the room is swept',
      });
      await house.settled();
      expect(house.pushed).toEqual([]);
    });
  });
});

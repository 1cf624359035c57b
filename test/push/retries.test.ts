/** Services that are full, gone or in trouble: what is sent again, when, and what is not. */

import type { Device } from '#actors/user/commands.js';
import { ATTEMPTS_MAX, backOffMs } from '#jobs/push/back-off.js';
import type { Account } from '#src/domain/account.js';
import { describeOnBothEngines } from '../support/engines.js';
import { poll } from '../support/poll.js';
import { fcmError } from './support/fcm-server.js';
import { PushHouse } from './support/push-house.js';

const MINUTE_MS = 60_000;
/** Asked to wait long enough for whatever a test does meanwhile. */
const unavailable = { ...fcmError(503, 'UNAVAILABLE'), headers: { 'retry-after': '30' } };

describeOnBothEngines('a push that could not be sent', (openStore) => {
  // Its hooks come before the outer ones: actors end before their store does.
  describe('at once', () => {
    let house: PushHouse;
    beforeEach(async () => {
      house = await PushHouse.open(await openStore());
    });
    afterEach(() => house[Symbol.asyncDispose]());

    const devices = () => house.store.range<Device>('devices', { index: '_id' });
    const tried = (times: number) =>
      poll(() => house.results.length >= times, { until: `there were ${times} tries`, everyMs: 5 });

    it('is sent again after a while, and only to whom it was late', async () => {
      const [ada, bob, cem] = await house.phones('ada', 'bob', 'cem');
      await house.found(ada, [bob, cem]);
      house.fcm.answerNext(unavailable);
      const messageId = await house.say(ada, 'merhaba');
      await tried(2);
      expect((await house.marks()).length).toBe(1);
      expect(house.told).toEqual(['bob message', 'cem message']);
      house.clock.move(MINUTE_MS);
      await house.settled();
      expect(house.pushed).toHaveLength(3);
      expect(house.pushed[2]).toMatchObject({ token: house.pushed[0]?.token, messageId });
    });

    it('is not sent again before the service asked for it', async () => {
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      house.fcm.answerNext({ ...fcmError(429, 'QUOTA_EXCEEDED'), headers: { 'retry-after': '120' } });
      await house.say(ada, 'merhaba');
      await tried(1);
      house.clock.move(MINUTE_MS);
      // Something that is pushed at once shows that the late one has been looked at and left.
      const [eda, fuat] = await house.phones('eda', 'fuat');
      const { room } = house;
      await house.found(eda, [fuat]);
      await house.say(eda, 'başka oda');
      await tried(2);
      expect(house.told).toEqual(['bob message', 'fuat message']);
      house.clock.move(2 * MINUTE_MS);
      await house.settled();
      expect(house.told).toEqual(['bob message', 'bob message', 'fuat message']);
      expect(room).not.toBe(house.room);
    });

    it('gives way to what was said since, and is one with it', async () => {
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      house.fcm.answerNext(unavailable);
      const mention = await house.say(ada, '@bob bak');
      await tried(1);
      await house.say(ada, 'bir şey daha');
      house.clock.move(MINUTE_MS);
      await house.settled();
      expect(house.pushed).toHaveLength(2);
      expect(house.pushed[1]).toMatchObject({ token: 'bob', type: 'mention', messageId: mention });
    });

    it.each([
      ['was read', { type: 'mark_read', seq: 1_000 }],
      ['was silenced with its room', { type: 'set_flag', flag: 'muted', on: true }],
      ['is left behind with its room', { type: 'leave_room' }],
    ] as const)('is not sent again when it %s', async (_, command) => {
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      house.fcm.answerNext(unavailable);
      await house.say(ada, 'merhaba');
      await tried(1);
      await house.ask(bob, command);
      house.clock.move(MINUTE_MS);
      await house.settled();
      expect(house.pushed).toHaveLength(1);
    });

    it('is given up after some tries, and the next one has as many', async () => {
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      house.fcm.answerAlways(unavailable);
      await house.say(ada, 'merhaba');
      for (let times = 1; times <= ATTEMPTS_MAX; times += 1) {
        await tried(times);
        house.clock.move(10 * MINUTE_MS);
      }
      await house.settled();
      expect(house.results).toEqual([...Array(ATTEMPTS_MAX - 1).fill('retry'), 'given_up']);
      expect(house.warnings.join()).toContain('a push was given up');
      house.fcm.answerAlways({ status: 200 });
      await house.say(ada, 'yine');
      await house.settled();
      expect(house.results.at(-1)).toBe('sent');
    }, 30_000);

    it('does not hold up the end of the process, and is sent by the next one', async () => {
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      house.fcm.answerNext({ status: 0 });
      const messageId = await house.say(ada, 'merhaba');
      await poll(() => house.pushed.length > 0, { until: 'it is under way' });
      const before = performance.now();
      await house.restart();
      expect(performance.now() - before).toBeLessThan(9_000);
      await poll(() => house.pushed.length > 1, { until: 'it is sent again' });
      expect(house.pushed[1]).toMatchObject({ token: 'bob', messageId });
    }, 30_000);

    it('costs a dead token its place, and nobody else', async () => {
      const [ada, bob, cem] = await house.phones('ada', 'bob', 'cem');
      const tablet = { ...bob, sessionId: await house.login(bob.accountId) };
      await house.register(tablet, 'tablet', 'ios');
      await house.found(ada, [bob, cem]);
      house.apns.answerNext({ status: 410, reason: 'Unregistered' });
      await house.say(ada, 'merhaba');
      await house.settled();
      expect((await devices()).map(({ token }) => token).sort()).toEqual(['ada', 'bob', 'cem']);
      await house.say(ada, 'yine');
      await house.settled();
      expect(house.apns.requests).toHaveLength(1);
      const session = await house.node.users.ask(bob.accountId, { type: 'view_session', sessionId: tablet.sessionId });
      expect(session?.session.platform).toBe('ios');
      house.fcm.answerAlways(fcmError(404, 'UNREGISTERED'));
      await house.say(ada, 'son');
      await house.settled();
      expect((await devices()).map(({ token }) => token)).toEqual(['ada']);
      expect(await house.store.get<Account>('accounts', bob.accountId)).toMatchObject({ devices: [] });
    });

    it('is told to the log and forgotten when the service wants none of it', async () => {
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      house.fcm.answerNext(fcmError(403, 'PERMISSION_DENIED'));
      await house.say(ada, 'merhaba');
      await house.settled();
      expect(house.results).toEqual(['refused']);
      expect(house.warnings).toEqual([expect.stringContaining('a push was refused')]);
      expect(house.warnings.join()).not.toMatch(/bob|merhaba/);
      expect(await devices()).toHaveLength(2);
    });
  });
});

describe('the pause between tries', () => {
  it('doubles, ends growing at five minutes, and keeps apart what failed together', () => {
    expect([1, 2, 3, 8, 9, 10].map((attempts) => backOffMs(attempts, 0.5))).toEqual([
      ...[1_000, 2_000, 4_000, 128_000, 256_000, 300_000],
    ]);
    expect([backOffMs(3, 0), backOffMs(3, 1)]).toEqual([3_000, 5_000]);
  });

  it('is at least what the service asks for, within an hour', () => {
    expect(backOffMs(1, 0.5, 30_000)).toBe(30_000);
    expect(backOffMs(9, 0.5, 30_000)).toBe(256_000);
    expect(backOffMs(1, 0.5, 10 ** 9)).toBe(3_600_000);
  });
});

/** Services that are full, gone or in trouble: what is sent again, when, and what is not. */

import type { Device } from '#actors/user/commands.js';
import { ATTEMPTS_MAX, pushRetryDelayMs } from '#jobs/push/push-retry-delay.js';
import type { Account } from '#src/domain/accounts/account.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';
import { fcmError } from './support/fcm-server.js';
import { PushFixture } from './support/push-fixture.js';

const MINUTE_MS = 60_000;
/** Asked to wait long enough for whatever a test does meanwhile. */
const unavailable = { ...fcmError(503, 'UNAVAILABLE'), headers: { 'retry-after': '30' } };

describeOnBothEngines('a push that could not be sent', (openStore) => {
  // Its hooks come before the outer ones: actors end before their store does.
  describe('at once', () => {
    let fixture: PushFixture;
    beforeEach(async () => {
      fixture = await PushFixture.open(await openStore());
    });
    afterEach(() => fixture[Symbol.asyncDispose]());

    const devices = () => fixture.store.range<Device>('devices', { index: '_id' });
    const tried = (times: number) =>
      poll(() => fixture.results.length >= times, { until: `there were ${times} tries`, everyMs: 5 });

    it('is sent again after a while, and only to whom it was late', async () => {
      const [ada, bob, cem] = await fixture.phones('ada', 'bob', 'cem');
      await fixture.found(ada, [bob, cem]);
      fixture.fcm.answerNext(unavailable);
      const messageId = await fixture.say(ada, 'merhaba');
      await tried(2);
      expect((await fixture.marks()).length).toBe(1);
      expect(fixture.told).toEqual(['bob message', 'cem message']);
      fixture.clock.move(MINUTE_MS);
      await fixture.settled();
      expect(fixture.pushed).toHaveLength(3);
      expect(fixture.pushed[2]).toMatchObject({ token: fixture.pushed[0]?.token, messageId });
    });

    it('is not sent again before the service asked for it', async () => {
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      fixture.fcm.answerNext({ ...fcmError(429, 'QUOTA_EXCEEDED'), headers: { 'retry-after': '120' } });
      await fixture.say(ada, 'merhaba');
      await tried(1);
      fixture.clock.move(MINUTE_MS);
      // Something that is pushed at once shows that the late one has been looked at and left.
      const [eda, fuat] = await fixture.phones('eda', 'fuat');
      const { room } = fixture;
      await fixture.found(eda, [fuat]);
      await fixture.say(eda, 'başka oda');
      await tried(2);
      expect(fixture.told).toEqual(['bob message', 'fuat message']);
      fixture.clock.move(2 * MINUTE_MS);
      await fixture.settled();
      expect(fixture.told).toEqual(['bob message', 'bob message', 'fuat message']);
      expect(room).not.toBe(fixture.room);
    });

    it('gives way to what was said since, and is one with it', async () => {
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      fixture.fcm.answerNext(unavailable);
      const mention = await fixture.say(ada, '@bob bak');
      await tried(1);
      await fixture.say(ada, 'bir şey daha');
      fixture.clock.move(MINUTE_MS);
      await fixture.settled();
      expect(fixture.pushed).toHaveLength(2);
      expect(fixture.pushed[1]).toMatchObject({ token: 'bob', type: 'mention', messageId: mention });
    });

    it.each([
      ['was read', { type: 'mark_read', seq: 1_000 }],
      ['was silenced with its room', { type: 'set_flag', flag: 'muted', on: true }],
      ['is left behind with its room', { type: 'leave_room' }],
    ] as const)('is not sent again when it %s', async (_, command) => {
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      fixture.fcm.answerNext(unavailable);
      await fixture.say(ada, 'merhaba');
      await tried(1);
      await fixture.ask(bob, command);
      fixture.clock.move(MINUTE_MS);
      await fixture.settled();
      expect(fixture.pushed).toHaveLength(1);
    });

    it('is given up after some tries, and the next one has as many', async () => {
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      fixture.fcm.answerAlways(unavailable);
      await fixture.say(ada, 'merhaba');
      for (let times = 1; times <= ATTEMPTS_MAX; times += 1) {
        await tried(times);
        fixture.clock.move(10 * MINUTE_MS);
      }
      await fixture.settled();
      expect(fixture.results).toEqual([...Array(ATTEMPTS_MAX - 1).fill('retry'), 'given_up']);
      expect(fixture.warnings.join()).toContain('push expired undelivered');
      fixture.fcm.answerAlways({ status: 200 });
      await fixture.say(ada, 'yine');
      await fixture.settled();
      expect(fixture.results.at(-1)).toBe('sent');
    }, 30_000);

    it('does not hold up the end of the process, and is sent by the next one', async () => {
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      fixture.fcm.answerNext({ status: 0 });
      const messageId = await fixture.say(ada, 'merhaba');
      await poll(() => fixture.pushed.length > 0, { until: 'it is under way' });
      const before = performance.now();
      await fixture.restart();
      expect(performance.now() - before).toBeLessThan(9_000);
      await poll(() => fixture.pushed.length > 1, { until: 'it is sent again' });
      expect(fixture.pushed[1]).toMatchObject({ token: 'bob', messageId });
    }, 30_000);

    it('costs a dead token its place, and nobody else', async () => {
      const [ada, bob, cem] = await fixture.phones('ada', 'bob', 'cem');
      const tablet = { ...bob, sessionId: await fixture.login(bob.accountId) };
      await fixture.register(tablet, 'tablet', 'ios');
      await fixture.found(ada, [bob, cem]);
      fixture.apns.answerNext({ status: 410, reason: 'Unregistered' });
      await fixture.say(ada, 'merhaba');
      await fixture.settled();
      expect((await devices()).map(({ token }) => token).sort()).toEqual(['ada', 'bob', 'cem']);
      await fixture.say(ada, 'yine');
      await fixture.settled();
      expect(fixture.apns.requests).toHaveLength(1);
      const session = await fixture.node.users.ask(bob.accountId, {
        type: 'view_session',
        sessionId: tablet.sessionId,
      });
      expect(session?.session.platform).toBe('ios');
      fixture.fcm.answerAlways(fcmError(404, 'UNREGISTERED'));
      await fixture.say(ada, 'son');
      await fixture.settled();
      expect((await devices()).map(({ token }) => token)).toEqual(['ada']);
      expect(await fixture.store.get<Account>('accounts', bob.accountId)).toMatchObject({ devices: [] });
    });

    it('is told to the log and forgotten when the service wants none of it', async () => {
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      fixture.fcm.answerNext(fcmError(403, 'PERMISSION_DENIED'));
      await fixture.say(ada, 'merhaba');
      await fixture.settled();
      expect(fixture.results).toEqual(['refused']);
      expect(fixture.warnings).toEqual([expect.stringContaining('push rejected')]);
      expect(fixture.warnings.join()).not.toMatch(/bob|merhaba/);
      expect(await devices()).toHaveLength(2);
    });
  });
});

describe('the pause between tries', () => {
  it('doubles, ends growing at five minutes, and keeps apart what failed together', () => {
    expect([1, 2, 3, 8, 9, 10].map((attempts) => pushRetryDelayMs(attempts, 0.5))).toEqual([
      1_000, 2_000, 4_000, 128_000, 256_000, 300_000,
    ]);
    expect([pushRetryDelayMs(3, 0), pushRetryDelayMs(3, 1)]).toEqual([3_000, 5_000]);
  });

  it('is at least what the service asks for, within an hour', () => {
    expect(pushRetryDelayMs(1, 0.5, 30_000)).toBe(30_000);
    expect(pushRetryDelayMs(9, 0.5, 30_000)).toBe(256_000);
    expect(pushRetryDelayMs(1, 0.5, 10 ** 9)).toBe(3_600_000);
  });
});

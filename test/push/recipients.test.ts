/** Who gets a push of what, through the real actors, at servers that speak both services' protocols. */
import { setTimeout } from 'node:timers/promises';
import { mapLimit } from '#src/concurrency/map-limit.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { PushFixture } from './support/push-fixture.js';

describeOnBothEngines('who gets a push', (openStore) => {
  // Its hooks come before the outer ones: actors end before their store does.
  describe('a push', () => {
    let fixture: PushFixture;
    beforeEach(async () => {
      fixture = await PushFixture.open(await openStore());
    });
    afterEach(() => fixture[Symbol.asyncDispose]());

    it('goes to every member with a device, on each of their devices, and not to who said it', async () => {
      const [ada, bob, cem] = await fixture.phones('ada', 'bob', 'cem');
      const tablet = { ...bob, sessionId: await fixture.login(bob.accountId) };
      await fixture.register(tablet, 'tablet', 'ios', { language: 'en' });
      await fixture.found(ada, [bob, cem]);
      const messageId = await fixture.say(ada, 'merhaba');
      await fixture.settled();
      expect(fixture.told).toEqual(['bob message', 'cem message', 'tablet message']);
      expect(fixture.pushed.map((push) => push.messageId)).toEqual([messageId, messageId, messageId]);
      expect(fixture.apns.requests[0]?.body).toEqual({
        aps: { alert: { body: 'You have a new message' }, 'mutable-content': 1, 'thread-id': fixture.slug },
        type: 'message',
        room_slug: fixture.slug,
        message_id: messageId,
      });
    });

    it('is one for what was said at once: the newest, or rather the newest that mentions', async () => {
      const [ada, bob, cem] = await fixture.phones('ada', 'bob', 'cem');
      await fixture.found(ada, [bob, cem]);
      const release = fixture.hold();
      await fixture.say(ada, 'bir');
      const mention = await fixture.say(ada, '@bob iki');
      const newest = await fixture.say(ada, 'üç');
      release();
      await fixture.settled();
      expect(fixture.told).toEqual(['bob mention', 'cem message']);
      expect(fixture.pushed.find(({ token }) => token === 'bob')?.messageId).toBe(mention);
      expect(fixture.pushed.find(({ token }) => token === 'cem')?.messageId).toBe(newest);
    });

    it('comes again for what is said after it', async () => {
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      for (const count of [1, 2, 3]) {
        await fixture.say(ada, `${count}`);
        await fixture.settled();
        expect(fixture.pushed).toHaveLength(count);
      }
    });

    it('does not come from a muted room, not even for a mention; from an archived one for mentions alone', async () => {
      const [ada, bob, cem, eda] = await fixture.phones('ada', 'bob', 'cem', 'eda');
      await fixture.found(ada, [bob, cem, eda]);
      await fixture.ask(bob, { type: 'set_flag', flag: 'muted', on: true });
      await fixture.ask(cem, { type: 'set_flag', flag: 'archived', on: true });
      await fixture.say(ada, 'merhaba');
      await fixture.settled();
      expect(fixture.told).toEqual(['eda message']);
      await fixture.say(ada, '@bob @cem @eda');
      await fixture.settled();
      expect(fixture.told).toEqual(['cem mention', 'eda mention', 'eda message']);
      await fixture.say(ada, '@all');
      await fixture.settled();
      expect(fixture.told).toEqual(['cem mention', 'cem mention', 'eda mention', 'eda mention', 'eda message']);
    });

    it('comes for mentions alone where that was chosen, and again for all when a mute has ended', async () => {
      const [ada, bob, cem] = await fixture.phones('ada', 'bob', 'cem');
      await fixture.found(ada, [bob, cem]);
      await fixture.ask(bob, { type: 'set_notifications', level: 'mentions', minutes: null });
      await fixture.ask(cem, { type: 'set_notifications', level: 'none', minutes: 1 });
      await fixture.say(ada, 'merhaba');
      await fixture.say(ada, '@bob @cem');
      await fixture.settled();
      expect(fixture.told).toEqual(['bob mention']);
      fixture.clock.move(60_000);
      await fixture.say(ada, 'yine');
      await fixture.settled();
      expect(fixture.told).toEqual(['bob mention', 'cem message']);
    });

    it('does not come for what was read, deleted or expired meanwhile', async () => {
      const [ada, bob, cem] = await fixture.phones('ada', 'bob', 'cem');
      await fixture.found(ada, [bob, cem], { messageTtlHours: 1 });
      let release = fixture.hold();
      const read = await fixture.say(ada, 'okunan');
      await fixture.ask(bob, { type: 'mark_read', messageId: read });
      release();
      await fixture.settled();
      expect(fixture.told).toEqual(['cem message']);
      release = fixture.hold();
      const deleted = await fixture.say(ada, 'silinen');
      await fixture.ask(ada, { type: 'delete_message', messageId: deleted });
      release();
      await fixture.settled();
      release = fixture.hold();
      await fixture.say(ada, 'geçen');
      fixture.clock.move(3_600_001);
      release();
      await fixture.settled();
      expect(fixture.told).toEqual(['cem message']);
    });

    it('does not come for events, or for what is for admins alone', async () => {
      const [ada, bob, cem] = await fixture.phones('ada', 'bob', 'cem');
      await fixture.found(ada, [bob]);
      await fixture.ask(cem, { type: 'join_room' });
      await fixture.ask(ada, { type: 'mute_member', account: cem.accountId, minutes: 5 });
      expect(await fixture.marks()).toEqual([]);
      await fixture.say(ada, 'merhaba');
      await fixture.settled();
      expect(fixture.told).toEqual(['bob message', 'cem message']);
    });

    it('does not come to who left, was thrown out, logged out, let the session expire, or took the token back', async () => {
      const [ada, bob, cem, eda, fuat, gul, han] = await fixture.phones(
        'ada',
        'bob',
        'cem',
        'eda',
        'fuat',
        'gül',
        'han',
      );
      const short = await fixture.login(fuat.accountId, 60_000);
      await fixture.register({ ...fuat, sessionId: short }, 'kısa');
      await fixture.found(ada, [bob, cem, eda, fuat, gul, han]);
      await fixture.ask(bob, { type: 'leave_room' });
      await fixture.ask(ada, { type: 'kick_member', account: cem.accountId });
      const { users } = fixture.node;
      await users.ask(eda.accountId, { type: 'close_session', sessionId: eda.sessionId });
      await users.ask(gul.accountId, { type: 'forget_token', sessionId: gul.sessionId });
      fixture.clock.move(60_001);
      await fixture.say(ada, 'merhaba');
      await fixture.settled();
      expect(fixture.told).toEqual(['fuat message', 'han message']);
    });

    it('of somebody who is blocked is no mention', async () => {
      const [ada, bob] = await fixture.phones('ada', 'bob');
      await fixture.found(ada, [bob]);
      await fixture.node.users.ask(bob.accountId, { type: 'set_block', other: ada.accountId, on: true });
      await fixture.say(ada, '@bob bak');
      await fixture.settled();
      expect(fixture.told).toEqual(['bob message']);
    });

    it('tells a newcomer of nothing that was said before, nor a device of what was said before it was there', async () => {
      const [ada, bob, cem] = [await fixture.phone('ada'), await fixture.phone('bob'), await fixture.person('cem')];
      await fixture.found(ada, [cem]);
      await fixture.say(ada, 'önce');
      await fixture.ask(bob, { type: 'join_room' });
      await fixture.register(cem, 'cem');
      await fixture.settled();
      expect(fixture.told).toEqual([]);
      await fixture.say(ada, 'sonra');
      await fixture.settled();
      expect(fixture.told).toEqual(['bob message', 'cem message']);
    });

    it('follows the token to whoever has it now', async () => {
      const [ada, bob, cem] = [await fixture.phone('ada'), await fixture.phone('bob'), await fixture.person('cem')];
      await fixture.found(ada, [bob]);
      await fixture.say(ada, 'bob burada');
      await fixture.settled();
      await fixture.register(cem, 'bob');
      await fixture.say(ada, 'cem üye değil');
      await fixture.settled();
      await fixture.ask(cem, { type: 'join_room' });
      const last = await fixture.say(ada, 'cem burada');
      await fixture.settled();
      expect(fixture.pushed.map(({ token }) => token)).toEqual(['bob', 'bob']);
      expect(fixture.pushed.at(-1)?.messageId).toBe(last);
    });

    it('costs nothing but the message where nobody has a device, until somebody has one', async () => {
      const [ada, bob] = [await fixture.person('ada'), await fixture.person('bob')];
      const [stranger] = await fixture.phones('yabancı');
      await fixture.found(ada, [bob]);
      const before = fixture.writes;
      // Long enough for several looks at the room, and not so many messages that a checkpoint is due.
      for (const end = performance.now() + 400; performance.now() < end; await setTimeout(5)) {
        await fixture.say(ada, 'sözlerim');
      }
      expect(fixture.writes).toBe(before);
      expect((await fixture.marks()).map(({ room }) => room)).toEqual([fixture.room]);
      await fixture.register(bob, 'bob');
      const messageId = await fixture.say(ada, 'şimdi');
      await fixture.settled();
      expect(fixture.pushed).toMatchObject([{ token: 'bob', messageId }]);
      expect(stranger.username).toBe('yabancı');
    });

    it('reaches everybody in a room of many pages', async () => {
      const ada = await fixture.phone('ada');
      const many = await mapLimit(
        Array.from({ length: 120 }, (_, at) => `kisi${at}`),
        16,
        (name) => fixture.phone(name),
      );
      await fixture.found(ada, many);
      await fixture.say(ada, 'herkese');
      await fixture.settled();
      expect(new Set(fixture.pushed.map(({ token }) => token)).size).toBe(120);
      expect(fixture.pushed).toHaveLength(120);
    }, 60_000);
  });
});

/** Who gets a push of what, through the real actors, at servers that speak both services' protocols. */
import { describeOnBothEngines } from '../support/engines.js';
import { PushHouse } from './support/push-house.js';

describeOnBothEngines('who gets a push', (openStore) => {
  // Its hooks come before the outer ones: actors end before their store does.
  describe('a push', () => {
    let house: PushHouse;
    beforeEach(async () => {
      house = await PushHouse.open(await openStore());
    });
    afterEach(() => house[Symbol.asyncDispose]());

    it('goes to every member with a device, on each of their devices, and not to who said it', async () => {
      const [ada, bob, cem] = await house.phones('ada', 'bob', 'cem');
      const tablet = { ...bob, sessionId: await house.login(bob.accountId) };
      await house.register(tablet, 'tablet', 'ios', { language: 'en' });
      await house.found(ada, [bob, cem]);
      const messageId = await house.say(ada, 'merhaba');
      await house.settled();
      expect(house.told).toEqual(['bob message', 'cem message', 'tablet message']);
      expect(house.pushed.map((push) => push.messageId)).toEqual([messageId, messageId, messageId]);
      expect(house.apns.requests[0]?.body).toEqual({
        aps: { alert: { body: 'You have a new message' }, 'mutable-content': 1, 'thread-id': house.slug },
        type: 'message',
        room_slug: house.slug,
        message_id: messageId,
      });
    });

    it('is one for what was said at once: the newest, or rather the newest that mentions', async () => {
      const [ada, bob, cem] = await house.phones('ada', 'bob', 'cem');
      await house.found(ada, [bob, cem]);
      const release = house.hold();
      await house.say(ada, 'bir');
      const mention = await house.say(ada, '@bob iki');
      const newest = await house.say(ada, 'üç');
      release();
      await house.settled();
      expect(house.told).toEqual(['bob mention', 'cem message']);
      expect(house.pushed.find(({ token }) => token === 'bob')?.messageId).toBe(mention);
      expect(house.pushed.find(({ token }) => token === 'cem')?.messageId).toBe(newest);
    });

    it('comes again for what is said after it', async () => {
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      for (const count of [1, 2, 3]) {
        await house.say(ada, `${count}`);
        await house.settled();
        expect(house.pushed).toHaveLength(count);
      }
    });

    it('does not come from a muted room, not even for a mention; from an archived one for mentions alone', async () => {
      const [ada, bob, cem, eda] = await house.phones('ada', 'bob', 'cem', 'eda');
      await house.found(ada, [bob, cem, eda]);
      await house.ask(bob, { type: 'set_flag', flag: 'muted', on: true });
      await house.ask(cem, { type: 'set_flag', flag: 'archived', on: true });
      await house.say(ada, 'merhaba');
      await house.settled();
      expect(house.told).toEqual(['eda message']);
      await house.say(ada, '@bob @cem @eda');
      await house.settled();
      expect(house.told).toEqual(['cem mention', 'eda mention', 'eda message']);
      await house.say(ada, '@all');
      await house.settled();
      expect(house.told).toEqual(['cem mention', 'cem mention', 'eda mention', 'eda mention', 'eda message']);
    });

    it('does not come for what was read, deleted or expired meanwhile', async () => {
      const [ada, bob, cem] = await house.phones('ada', 'bob', 'cem');
      await house.found(ada, [bob, cem], { messageTtlHours: 1 });
      let release = house.hold();
      const read = await house.say(ada, 'okunan');
      await house.ask(bob, { type: 'mark_read', messageId: read });
      release();
      await house.settled();
      expect(house.told).toEqual(['cem message']);
      release = house.hold();
      const deleted = await house.say(ada, 'silinen');
      await house.ask(ada, { type: 'delete_message', messageId: deleted });
      release();
      await house.settled();
      release = house.hold();
      await house.say(ada, 'geçen');
      house.clock.move(3_600_001);
      release();
      await house.settled();
      expect(house.told).toEqual(['cem message']);
    });

    it('does not come for events, or for what is for admins alone', async () => {
      const [ada, bob, cem] = await house.phones('ada', 'bob', 'cem');
      await house.found(ada, [bob]);
      await house.ask(cem, { type: 'join_room' });
      await house.ask(ada, { type: 'mute_member', account: cem.accountId, minutes: 5 });
      expect(await house.marks()).toEqual([]);
      await house.say(ada, 'merhaba');
      await house.settled();
      expect(house.told).toEqual(['bob message', 'cem message']);
    });

    it('does not come to who left, was thrown out, logged out, let the session expire, or took the token back', async () => {
      const [ada, bob, cem, eda, fuat, gul, han] = await house.phones('ada', 'bob', 'cem', 'eda', 'fuat', 'gül', 'han');
      const short = await house.login(fuat.accountId, 60_000);
      await house.register({ ...fuat, sessionId: short }, 'kısa');
      await house.found(ada, [bob, cem, eda, fuat, gul, han]);
      await house.ask(bob, { type: 'leave_room' });
      await house.ask(ada, { type: 'kick_member', account: cem.accountId });
      const { users } = house.node;
      await users.ask(eda.accountId, { type: 'close_session', sessionId: eda.sessionId });
      await users.ask(gul.accountId, { type: 'forget_token', sessionId: gul.sessionId });
      house.clock.move(60_001);
      await house.say(ada, 'merhaba');
      await house.settled();
      expect(house.told).toEqual(['fuat message', 'han message']);
    });

    it('of somebody who is blocked is no mention', async () => {
      const [ada, bob] = await house.phones('ada', 'bob');
      await house.found(ada, [bob]);
      await house.node.users.ask(bob.accountId, { type: 'set_block', other: ada.accountId, on: true });
      await house.say(ada, '@bob bak');
      await house.settled();
      expect(house.told).toEqual(['bob message']);
    });

    it('tells a newcomer of nothing that was said before, nor a device of what was said before it was there', async () => {
      const [ada, bob, cem] = [await house.phone('ada'), await house.phone('bob'), await house.person('cem')];
      await house.found(ada, [cem]);
      await house.say(ada, 'önce');
      await house.ask(bob, { type: 'join_room' });
      await house.register(cem, 'cem');
      await house.settled();
      expect(house.told).toEqual([]);
      await house.say(ada, 'sonra');
      await house.settled();
      expect(house.told).toEqual(['bob message', 'cem message']);
    });

    it('follows the token to whoever has it now', async () => {
      const [ada, bob, cem] = [await house.phone('ada'), await house.phone('bob'), await house.person('cem')];
      await house.found(ada, [bob]);
      await house.say(ada, 'bob burada');
      await house.settled();
      await house.register(cem, 'bob');
      await house.say(ada, 'cem üye değil');
      await house.settled();
      await house.ask(cem, { type: 'join_room' });
      const last = await house.say(ada, 'cem burada');
      await house.settled();
      expect(house.pushed.map(({ token }) => token)).toEqual(['bob', 'bob']);
      expect(house.pushed.at(-1)?.messageId).toBe(last);
    });

    it('costs nothing but the message where nobody has a device, until somebody has one', async () => {
      const [ada, bob] = [await house.person('ada'), await house.person('bob')];
      const [stranger] = await house.phones('yabancı');
      await house.found(ada, [bob]);
      const before = house.writes;
      // Long enough for several looks at the room.
      for (const end = performance.now() + 400; performance.now() < end; ) await house.say(ada, 'sözlerim');
      expect(house.writes).toBe(before);
      expect((await house.marks()).map(({ room }) => room)).toEqual([house.room]);
      await house.register(bob, 'bob');
      const messageId = await house.say(ada, 'şimdi');
      await house.settled();
      expect(house.pushed).toMatchObject([{ token: 'bob', messageId }]);
      expect(stranger.username).toBe('yabancı');
    });

    it('reaches everybody in a room of many pages', async () => {
      const ada = await house.phone('ada');
      const many = await Promise.all(Array.from({ length: 120 }, (_, at) => house.phone(`kisi${at}`)));
      await house.found(ada, many);
      await house.say(ada, 'herkese');
      await house.settled();
      expect(new Set(house.pushed.map(({ token }) => token)).size).toBe(120);
      expect(house.pushed).toHaveLength(120);
    }, 60_000);
  });
});

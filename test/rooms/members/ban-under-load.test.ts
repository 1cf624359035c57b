import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { RefusalError } from '#src/errors.js';
import { type Booted, bootApp, type Person } from '../../support/clients/boot-app.js';
import { ChatClient } from '../../support/clients/chat-client.js';
import { callerOf } from '../../support/rooms/room-scene.js';
import { onEachEngine } from '../../support/store/engine-settings.js';
import { poll } from '../../support/time/poll.js';

const MESSAGES = 2_400;
const UNDER_WAY = 24;

onEachEngine('a ban while messages flow at full speed', (engine) => {
  // Within: the service is closed before its engine.
  describe('in a room', () => {
    let booted: Booted;
    let roomId: string;
    const clients: ChatClient[] = [];

    beforeAll(async () => {
      booted = await bootApp({ settings: engine() });
    });
    afterAll(async () => {
      for (const client of clients) client.close();
      await booted[Symbol.asyncDispose]();
    });

    const send = (by: Person, body: string) =>
      booted.app.node.rooms.ask(roomId, {
        type: 'send_message',
        by: callerOf(by),
        draft: { body, clientId: null, replyTo: null, discussionOf: null },
      });
    const follow = (person: Person): ChatClient => {
      const { name, accessToken: token } = person;
      const client = new ChatClient({ url: booted.url, name, token, rooms: ['kahve'] });
      clients.push(client);
      return client;
    };

    it('lets no row of the banned follow it, fails nobody else and leaves no hole', async () => {
      const names = ['ada', 'bob', 'cem', 'dem', 'eda'];
      const [ada, bob, ...others] = (await Promise.all(names.map((name) => booted.person(name)))) as [
        Person,
        Person,
        ...Person[],
      ];
      roomId = (await booted.ask(ada, 'POST', '/api/rooms', { name: 'Kahve' })).body.room.id;
      for (const person of [bob, ...others]) await booted.ask(person, 'POST', '/api/rooms/kahve/join');
      const readers = others.map(follow);
      const banned = follow(bob);
      await poll(() => clients.every((client) => client.heldSeq('kahve') > 0), { until: 'everybody follows' });

      let banSeq = 0;
      booted.app.node.streams.watch(roomId, ({ seq, announcements }) => {
        if (announcements.some(({ event }) => event.type === 'member:left')) banSeq = seq;
      });
      let sent = 0;
      let refusedBob = 0;
      const talk = async (speakers: Person[]) => {
        while (sent < MESSAGES) {
          sent += 1;
          await send(speakers[sent % speakers.length] as Person, `mesaj ${sent}`);
        }
      };
      const spam = async () => {
        while (sent < MESSAGES) {
          try {
            await send(bob, 'spam');
          } catch (error) {
            expect(error instanceof RefusalError && error.refusal.code).toBe('not_member');
            refusedBob += 1;
            await new Promise((resolve) => setImmediate(resolve));
          }
        }
      };
      const speaking = Array.from({ length: UNDER_WAY }, () => talk([ada, ...others]));
      const spamming = Array.from({ length: 4 }, spam);
      await poll(() => sent > MESSAGES / 3, { until: 'messages flow', everyMs: 1 });
      const answer = await booted.ask(ada, 'PUT', `/api/rooms/kahve/bans/${bob.accountId}`, { reason: 'spam' });
      expect(answer.status).toBeLessThan(300);
      await Promise.all([...speaking, ...spamming]);

      const newest = (await send(ada, 'son')).message.row.seq;
      await poll(() => readers.every((reader) => reader.heldSeq('kahve') === newest), { until: 'all have caught up' });
      for (const reader of readers) {
        const { rows, holes } = reader.readingOf('kahve');
        expect(holes).toEqual([]);
        expect(rows.filter(({ body, seq }) => body === 'spam' && seq > banSeq)).toEqual([]);
        expect(rows.filter(({ body }) => body !== 'spam')).toHaveLength(MESSAGES + 1);
      }
      expect(banned.heldSeq('kahve')).toBeLessThanOrEqual(banSeq);
      expect(refusedBob).toBeGreaterThan(0);
      expect((await verifyRoom(booted.app.store, roomId)).problems).toEqual([]);
    });
  });
});

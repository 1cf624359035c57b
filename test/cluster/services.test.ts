/** Two whole services on one database and one Redis, each with its own people: what one does the other shows. */

import { io, type Socket } from 'socket.io-client';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { holdToDocument } from '../support/clients/event-validation.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

type Told = Record<string, never> & { room: string; seq: number; message?: { body: string } };
type Activity = Told & { last_message: { body: string } | null };

describeOnRedis('two services', (redis) => {
  describeOnMongo('with a shared database', (_, mongod) => {
    describe('and people', () => {
      let here: Booted;
      let there: Booted;
      let ada: Person;
      let bora: Person;
      const sockets: Socket[] = [];

      beforeAll(async () => {
        const MONGODB_URI = mongod().freshUri();
        const shared = { MONGODB_URI, REDIS_URL: redis().url, SECRET: 'x'.repeat(32), LEASE_MS: '2400' };
        const boot = (name: string) => bootApp({ settings: { ...shared, NODE_NAME: name, RATE_LIMITS: 'on' } });
        [here, there] = await Promise.all([boot('a'), boot('b')]);
        [ada, bora] = await Promise.all([here.person('ada'), there.person('bora')]);
      }, 60_000);
      afterEach(() => {
        for (const socket of sockets.splice(0)) socket.close();
      });
      afterAll(async () => {
        await Promise.all([here, there].map((booted) => booted[Symbol.asyncDispose]()));
      });

      async function connect({ url }: Booted, { accessToken }: Person): Promise<Socket> {
        const socket = io(url, { transports: ['websocket'], auth: { token: accessToken } });
        holdToDocument(socket);
        sockets.push(socket);
        await new Promise((resolve, reject) => {
          socket.once('ready', resolve);
          socket.once('connect_error', reject);
        });
        return socket;
      }

      const ask = (socket: Socket, name: string, payload: object) => socket.timeout(8_000).emitWithAck(name, payload);

      async function room(slug: string): Promise<void> {
        expect((await here.ask(ada, 'POST', '/api/rooms', { name: slug, slug })).status).toBe(201);
        expect((await there.ask(bora, 'POST', `/api/rooms/${slug}/join`, {})).status).toBe(200);
      }

      it('show a newcomer of another node no row from before they came, where history is cut', async () => {
        const settings = { history_for_new_members: false };
        const made = await here.ask(ada, 'POST', '/api/rooms', { name: 'Yeni', slug: 'yeni', ...settings });
        expect(made.status).toBe(201);
        const a = await connect(here, ada);
        expect(await ask(a, 'message:new', { room: 'yeni', body: 'SECRET' })).toMatchObject({ ok: true });
        const b = await connect(there, bora);
        const heard: Activity[] = [];
        b.on('room:activity', (event) => heard.push(event));
        expect((await there.ask(bora, 'POST', '/api/rooms/yeni/join', {})).status).toBe(200);
        await poll(
          async () => {
            await ask(a, 'message:new', { room: 'yeni', body: 'welcome' });
            return heard.some(({ room, last_message }) => room === 'yeni' && last_message !== null);
          },
          { until: 'the newcomer hears of it', everyMs: 300 },
        );
        expect(JSON.stringify(heard)).not.toContain('SECRET');
      });

      it('carry a conversation: every message on both, once and in order', async () => {
        await room('sohbet');
        const [a, b] = [await connect(here, ada), await connect(there, bora)];
        const heard: Told[][] = [[], []];
        a.on('message:new', (event: Told) => heard[0]?.push(event));
        b.on('message:new', (event: Told) => heard[1]?.push(event));
        expect(await ask(a, 'room:open', { room: 'sohbet' })).toMatchObject({ ok: true });
        expect(await ask(b, 'room:open', { room: 'sohbet' })).toMatchObject({ ok: true });
        for (let at = 0; at < 10; at += 1) {
          expect(await ask(a, 'message:new', { room: 'sohbet', body: `a${at}` })).toMatchObject({ ok: true });
          expect(await ask(b, 'message:new', { room: 'sohbet', body: `b${at}` })).toMatchObject({ ok: true });
        }
        const wanted = Array.from({ length: 10 }, (_, at) => [`a${at}`, `b${at}`]).flat();
        for (const events of heard) {
          await poll(() => events.length === 20, { until: 'all are heard' });
          expect(events.map(({ message }) => message?.body)).toEqual(wanted);
        }
      });

      it('tell activity, typing and what concerns one person across nodes', async () => {
        await room('haberler');
        const [a, b] = [await connect(here, ada), await connect(there, bora)];
        // Other rooms, and the arrival in this one, may be told late.
        const activity = new Promise<Activity>((resolve) => {
          const isOfMessage = ({ room, last_message }: Activity) => room === 'haberler' && last_message !== null;
          b.on('room:activity', (event: Activity) => isOfMessage(event) && resolve(event));
        });
        await ask(a, 'room:open', { room: 'haberler' });
        await ask(a, 'message:new', { room: 'haberler', body: 'duyuldu mu' });
        expect(await activity).toMatchObject({ room: 'haberler', last_message: { body: 'duyuldu mu' } });
        await ask(b, 'room:open', { room: 'haberler' });
        const typing = new Promise<Told>((resolve) => b.once('typing', resolve));
        a.emit('typing', { room: 'haberler', on: true });
        expect(await typing).toMatchObject({ room: 'haberler', username: 'ada' });
        const gone = new Promise<Told>((resolve) => b.once('room:gone', resolve));
        await here.ask(ada, 'DELETE', `/api/rooms/haberler/members/${bora.accountId}`);
        expect(await gone).toEqual({ room: 'haberler', reason: 'kicked' });
        expect(await ask(b, 'message:new', { room: 'haberler', body: 'hâlâ' })).toMatchObject({
          error: { code: 'not_member' },
        });
      });

      it('bind an acknowledged ban on the other node at once', async () => {
        await room('yasak');
        const b = await connect(there, bora);
        await ask(b, 'room:open', { room: 'yasak' });
        const banned = await here.ask(ada, 'PUT', `/api/rooms/yasak/bans/${bora.accountId}`, {});
        expect(banned.status).toBe(204);
        expect(await ask(b, 'message:new', { room: 'yasak', body: 'son söz' })).toMatchObject({ ok: false });
        expect((await there.ask(bora, 'POST', '/api/rooms/yasak/join', {})).body.error.code).toBe('banned');
      });

      it('know who is connected to the other', async () => {
        await room('kimler');
        const memberAt = async () => {
          const { body } = await here.ask(ada, 'GET', '/api/rooms/kimler/members');
          return body.members.find(({ username }: { username: string }) => username === 'bora').online;
        };
        const b = await connect(there, bora);
        await poll(memberAt, { until: 'bora is online' });
        b.close();
        await poll(async () => !(await memberAt()), { until: 'bora is gone', withinMs: 15_000 });
      }, 40_000);

      it('drop the sockets of a session that ends on the other, soon', async () => {
        const again = await here.person('bora');
        const b = await connect(there, again);
        const closed = new Promise((resolve) => b.once('session:closed', resolve));
        const began = performance.now();
        await here.ask(null, 'POST', '/api/auth/logout', { refresh_token: again.refreshToken });
        expect(await closed).toEqual({ reason: 'session_closed' });
        expect(performance.now() - began).toBeLessThan(2_000);
      });

      it('count a limit together', async () => {
        const asked = await Promise.all(
          Array.from({ length: 70 }, (_, at) =>
            (at % 2 ? here : there).ask(ada, 'GET', `/api/link-preview?url=${encodeURIComponent('http://127.0.0.1/')}`),
          ),
        );
        const counts = asked.reduce<Record<number, number>>((sum, { status }) => {
          sum[status] = (sum[status] ?? 0) + 1;
          return sum;
        }, {});
        // Alone, each would have let all of its thirty-five pass. Where Redis is late, a node counts a few by itself.
        expect(counts).toEqual({ 200: expect.any(Number), 429: expect.any(Number) });
        expect(counts[200]).toBeGreaterThanOrEqual(60);
        expect(counts[429]).toBeGreaterThan(5);
      });

      it('refuse a third of a name that is taken', async () => {
        const settings = {
          MONGODB_URI: mongod().freshUri(),
          REDIS_URL: redis().url,
          SECRET: 'x'.repeat(32),
          LEASE_MS: '2400',
          NODE_NAME: 'a',
        };
        await expect(bootApp({ settings })).rejects.toThrow('another node called a is alive');
      });
    });
  });
});

/** What one node tells another over Redis can get lost without anybody noticing: what must not depend on it. */
import { io, type Socket } from 'socket.io-client';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { startProxy, type TcpProxy } from '../support/servers/proxy.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

/** Longer than commands wait for a connection that comes back, shorter than trust in a lease. */
const CUT_MS = 1_500;
const PEOPLE = 8;

describeOnRedis('two services of which one is cut off from Redis for a moment', (redis) => {
  describeOnMongo('with a shared database', (_, mongod) => {
    let proxy: TcpProxy;
    let here: Booted;
    let there: Booted;

    beforeAll(async () => {
      proxy = await startProxy(redis().port);
      const shared = { MONGODB_URI: mongod().freshUri(), SECRET: 'x'.repeat(32), SESSION_RECHECK_S: '2' };
      const boot = (name: string, port: number) =>
        bootApp({ settings: { ...shared, NODE_NAME: name, REDIS_URL: `redis://127.0.0.1:${port}` } });
      here = await boot('here', proxy.port);
      there = await boot('there', redis().port);
    }, 60_000);
    afterAll(async () => {
      await Promise.all([here?.[Symbol.asyncDispose](), there?.[Symbol.asyncDispose]()]);
      await proxy?.stop();
    });

    async function connect({ accessToken }: Person): Promise<Socket> {
      const socket = io(there.url, { transports: ['websocket'], auth: { token: accessToken }, reconnection: false });
      await new Promise((resolve, reject) => {
        socket.once('ready', resolve);
        socket.once('connect_error', reject);
      });
      return socket;
    }

    it('end the sockets of a session that was closed meanwhile, and no others', async () => {
      const people = await Promise.all(Array.from({ length: PEOPLE }, (_, at) => here.person(`person${at}`)));
      const other = await connect(await here.person('other'));
      const sockets = await Promise.all(people.map(connect));
      const reasons = sockets.map((socket) => {
        const told: string[] = [];
        socket.on('session:closed', ({ reason }: { reason: string }) => told.push(reason));
        return told;
      });
      proxy.cut();
      const cutAt = performance.now();
      const logouts = await Promise.all(
        people.map(({ refreshToken }) => here.ask(null, 'POST', '/api/auth/logout', { refresh_token: refreshToken })),
      );
      await poll(() => performance.now() - cutAt > CUT_MS, { until: 'what was to be told is given up' });
      proxy.mend();
      // The others are kept by the other node, which could not be asked.
      const closed = people.map((_, at) => at).filter((at) => logouts[at]?.status === 204);
      expect(closed.length).toBeGreaterThan(0);
      await poll(() => closed.every((at) => !sockets[at]?.connected), {
        until: 'the sockets of closed sessions have ended',
        withinMs: 10_000,
      });
      for (const at of closed) expect(reasons[at]).toEqual(['session_closed']);
      expect(other.connected).toBe(true);
      for (const socket of [other, ...sockets]) socket.close();
    });
  });
});

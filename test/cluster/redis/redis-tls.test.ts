/** Redis as a shared network needs it: `rediss`, a user with a password, and no more rights than docs/operating.md asks for. */
import { readFileSync } from 'node:fs';
import { io, type Socket } from 'socket.io-client';
import { explainFailure } from '#src/app/explain-failure.js';
import { type Booted, bootApp } from '../../support/clients/boot-app.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { redisForTests } from '../../support/servers/redis.js';
import { startTlsRedis, type TlsRedis } from '../../support/servers/redis-tls.js';
import { describeWith } from '../../support/skipped-suites.js';
import { describeOnMongo } from '../../support/store/engines.js';
import { poll } from '../../support/time/poll.js';

const [USER, PASSWORD] = ['meydan-node', 'p@ss:word/1'];
/** So many that each node owns some of them. */
const ROOMS = 8;

describeWith({ 'redis-server': redisForTests() }, 'a Redis behind TLS', ({ 'redis-server': binary }) => {
  describeOnMongo('with a user of its own', (_, mongod) => {
    let redis: TlsRedis;
    let settings: Record<string, string>;
    /** In a process of its own, because Node reads the authorities that it trusts at its start. */
    let behindTls: ServerProcess;
    /** On the other port of the same server. */
    let near: Booted;
    let socket: Socket | undefined;

    beforeAll(async () => {
      redis = await startTlsRedis(binary, { user: USER, password: PASSWORD, rules: documentedRules() });
      settings = {
        MONGODB_URI: mongod().freshUri(),
        REDIS_URL: redis.plainUrlFor(USER, PASSWORD),
        SECRET: 'x'.repeat(32),
        // Everything between the nodes goes through Redis.
        NODE_LINK: 'off',
        LEASE_MS: '2400',
        RATE_LIMITS: 'off',
      };
      const overTls = { REDIS_URL: redis.urlFor(USER, PASSWORD), NODE_EXTRA_CA_CERTS: redis.certificate };
      [near, behindTls] = await Promise.all([
        bootApp({ settings: { ...settings, NODE_NAME: 'a' } }),
        startServer({ ...settings, ...overTls, NODE_NAME: 'b' }),
      ]);
    }, 120_000);
    afterAll(async () => {
      socket?.close();
      await behindTls?.remove();
      await near?.[Symbol.asyncDispose]();
      await redis?.[Symbol.asyncDispose]();
    }, 60_000);

    it('leases slots to both nodes, and carries messages from the one to the sockets of the other', async () => {
      const ada = await near.person('ada');
      const slugs = Array.from({ length: ROOMS }, (_, at) => `oda-${at}`);
      const made = async (path: string, body: object) => (await near.ask(ada, 'POST', path, body)).status === 201;
      for (const slug of slugs) {
        await poll(() => made('/api/rooms', { name: slug, slug }), { until: `${slug} exists`, everyMs: 50 });
      }
      socket = io(behindTls.url, { transports: ['websocket'], auth: { token: ada.accessToken }, forceNew: true });
      const arrived = new Set<string>();
      socket.on('message:new', ({ message }: { message: { body: string } }) => arrived.add(message.body));
      await new Promise((resolve) => socket?.once('ready', resolve));
      for (const room of slugs) {
        expect(await socket.timeout(10_000).emitWithAck('room:open', { room })).toMatchObject({ ok: true });
      }
      for (const slug of slugs) {
        const sent = () => made(`/api/rooms/${slug}/messages`, { body: `selam ${slug}`, client_id: slug });
        await poll(sent, { until: `the message of ${slug} is stored`, everyMs: 50 });
      }
      await poll(() => arrived.size === ROOMS, { until: 'the socket of the node behind TLS has all messages' });
      expect(new Set(await redis.owners()).size).toBe(2);
      expect(behindTls.output()).not.toContain('"level"');
      expect(await redis.refusedCommands()).toEqual([]);
    }, 60_000);

    it('refuses a start that cannot work, and says what to correct', async () => {
      const failed = async (REDIS_URL: string): Promise<string> => {
        const booting = bootApp({ settings: { ...settings, REDIS_URL, NODE_NAME: 'c' } });
        return explainFailure(await booting.catch((error: unknown) => error));
      };
      expect(await failed(redis.plainUrlFor(USER, 'guess'))).toMatch(
        /^REDIS_URL: .*WRONGPASS.*the user and the password/,
      );
      expect(await failed(redis.urlFor(USER, PASSWORD))).toMatch(/^REDIS_URL: .*self-signed.*NODE_EXTRA_CA_CERTS/);
      await redis.setRules(`${documentedRules()} -time`);
      expect(await failed(settings.REDIS_URL as string)).toMatch(/^REDIS_URL: the user may not do.*lists the rights/);
    }, 60_000);
  });
});

/** The rules as the page for operators gives them, for the default prefix. */
function documentedRules(): string {
  const page = readFileSync('docs/operating.md', 'utf8');
  const [, commands, keys, channels] =
    /A user of Redis 6 and newer needs `([^`]+)` on `([^`]+)` and\s+`([^`]+)`/.exec(page) ?? [];
  if (!commands || !keys || !channels) throw new Error('docs/operating.md names no rights of a user of Redis');
  return `${keys} ${channels} ${commands}`;
}

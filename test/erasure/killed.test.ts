/** A process that dies again and again over the erasure of an account: it ends complete all the same. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAllRooms } from '#actors/room/verify/verify-room.js';
import type { CrashPoint } from '#actors/runtime/crash-points.js';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { findReferences } from '#src/store/find-references.js';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import type { Store } from '#src/store/store.js';
import { call, newcomer } from '../http/client.js';
import type { Person } from '../support/clients/boot-app.js';
import { CrashingServer } from '../support/processes/crashing-server.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { liveFully } from './full-life.js';

/** Every step that makes something durable or lets something out, at another place of the work each time. */
const deaths: [CrashPoint, number][] = [
  ['append:after', 1],
  ['project:before', 1],
  ['project:after', 2],
  ['transaction:before', 1],
  ['transaction:after', 1],
  ['settle:before', 3],
  ['deliver:after', 5],
  ['project:after', 9],
  ['project:before', 14],
  ['settle:after', 20],
];

beforeAll(buildFresh, 120_000);

onEachEngine('a process that dies over an erasure', (engine) => {
  describe('and comes back', () => dyingProcess(engine));
});

function dyingProcess(engine: EngineSettings): void {
  let folder: string;
  let settings: Record<string, string>;
  let server: CrashingServer;
  let ada: Person;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meydan-erasing-'));
    const quick = { RATE_LIMITS: 'off', LOG_LEVEL: 'error', SWEEP_INTERVAL_S: '1' };
    settings = { NODE_ENV: 'test', DATA_DIR: folder, PORT: '0', METRICS_PORT: 'off', ...quick, ...engine() };
    server = new CrashingServer(settings);
    await server.start();
    ({ ada } = await liveFully({ ask, person }));
  }, 60_000);
  afterAll(async () => {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  });

  async function ask(who: Person | null, method: string, path: string, json?: unknown, headers = {}) {
    const token = who?.accessToken;
    return call(server, method, path, { ...(token === undefined ? {} : { token }), json, headers });
  }

  async function person(name: string): Promise<Person> {
    const { id, token } = await newcomer(server, name);
    await call(server, 'PUT', '/api/me/username', { token, json: { username: name } });
    return { name, accountId: id, accessToken: token, refreshToken: '' };
  }

  const openStore = (): Promise<Store> =>
    settings.MONGODB_URI ? openMongoStore({ uri: settings.MONGODB_URI }) : openEmbeddedStore({ dir: folder });

  /** One life of the erasure's job: until the process dies, or everything was gone over. */
  async function liveOn(): Promise<boolean> {
    const isOver = async () => !server.isAlive || ((await server.erasureOf(ada.accountId))?.passedAt ?? null) !== null;
    await poll(isOver, { until: 'the process dies, or the erasure has come to its end', withinMs: 60_000 });
    return server.isAlive;
  }

  it('leaves nothing of the account behind, and every room sound', async () => {
    let died = 0;
    // The mark itself may be lost with the process: then nothing has happened yet, and the owner asks again.
    // With a database each life begins with the end of the lease of the one before.
    const every = process.env.DEATHS === 'all' ? 1 : settings.MONGODB_URI ? 4 : 3;
    const some = deaths.filter((_, at) => at % every === 0);
    for (const [point, nth] of some) {
      await server.dieAt(point, nth);
      await ask(ada, 'DELETE', '/api/me').catch(() => null);
      if (await liveOn()) break;
      died += 1;
      await server.start();
    }
    expect(died).toBeGreaterThanOrEqual(some.length / 2);
    await ask(ada, 'DELETE', '/api/me');
    expect(await liveOn()).toBe(true);
    await server.kill();

    const store = await openStore();
    try {
      const traces = [];
      for await (const trace of findReferences(store, [ada.accountId], ['erasures'])) traces.push(trace);
      expect(traces).toEqual([]);
      const problems = [];
      for await (const verified of verifyAllRooms(store)) problems.push(...verified.problems);
      expect(problems).toEqual([]);
    } finally {
      await store.close();
    }
  }, 280_000);
}

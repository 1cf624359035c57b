/** A process that dies around the commit: who asks again under the same key gets one effect and its answer. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrashPoint } from '#actors/runtime/crash-points.js';
import { call, newcomer } from '../http/client.js';
import { CrashingServer } from '../support/processes/crashing-server.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';

const points: CrashPoint[] = [
  'transaction:before',
  'transaction:after',
  'deliver:before',
  'deliver:after',
  'settle:before',
  'settle:after',
];

/** With a database each life begins with the end of the lease of the one before: there, what differs is enough. */
const fewPoints: CrashPoint[] = ['transaction:before', 'transaction:after', 'settle:before'];

beforeAll(buildFresh, 120_000);

onEachEngine('a process that dies over a request with a key', (engine) => {
  describe('and comes back', () => dyingProcess(engine));
});

function dyingProcess(engine: EngineSettings): void {
  let folder: string;
  let server: CrashingServer;
  let token: string;
  let places: CrashPoint[];
  const ask = (method: string, path: string, json?: unknown, key?: string) =>
    call(server, method, path, { token, json, headers: key ? { 'idempotency-key': key } : {} });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meydan-keyed-'));
    const place = { DATA_DIR: folder, PORT: '0', METRICS_PORT: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
    const database = engine();
    places = database.MONGODB_URI ? fewPoints : points;
    server = new CrashingServer({ NODE_ENV: 'test', ...place, ...database });
    await server.start();
    ({ token } = await newcomer(server, 'ada'));
    await ask('PUT', '/api/me/username', { username: 'ada' });
    await ask('POST', '/api/rooms', { name: 'Oda', slug: 'oda' });
  }, 60_000);
  afterAll(async () => {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  });

  /** The request while the process dies, then twice more in the next life. */
  async function askThrice(point: CrashPoint, path: string, json: object, key: string) {
    await server.dieAt(point);
    const lost = await ask('POST', path, json, key).catch(() => null);
    expect([point, await server.death()]).toEqual([point, 'SIGKILL']);
    // What left the gate may have reached the caller.
    if (point !== 'settle:after') expect(lost).toBeNull();
    await server.start();
    const again = await ask('POST', path, json, key);
    expect([point, again.outcome]).toEqual([point, [201, undefined]]);
    const oncemore = await ask('POST', path, json, key);
    expect([oncemore.status, oncemore.body]).toEqual([again.status, again.body]);
    return again.body;
  }

  it('sends one message, wherever it dies', async () => {
    const sent: string[] = [];
    for (const point of places) {
      const { message } = await askThrice(point, '/api/rooms/oda/messages', { body: point }, `say-${sent.length}`);
      sent.push(message.id);
    }
    const { body } = await ask('GET', '/api/rooms/oda/messages');
    const kept = body.messages.filter(({ kind }: { kind: string }) => kind === 'text');
    expect(kept.map(({ id }: { id: string }) => id).reverse()).toEqual(sent);
    expect(kept.map((message: { body: string }) => message.body).reverse()).toEqual(places);
  }, 280_000);

  it('makes one room with an address of its own, wherever it dies', async () => {
    const made: string[] = [];
    for (const point of places.slice(-1)) {
      const { room } = await askThrice(point, '/api/rooms', { name: 'Köşe' }, `make-${made.length}`);
      made.push(room.id);
    }
    const { body } = await ask('GET', '/api/rooms');
    const rooms = body.rooms.filter(({ name }: { name: string }) => name === 'Köşe');
    expect(rooms.map(({ id }: { id: string }) => id).sort()).toEqual(made.sort());
  }, 120_000);
}

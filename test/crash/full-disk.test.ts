/** A disk that takes no more: what was acknowledged stays, the rest is refused and can be sent again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRoom, developer, type Person, RestError, rest } from '../support/clients/rest.js';
import { cCompiler } from '../support/processes/faulty-machine.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { describeWith } from '../support/skipped-suites.js';
import { poll } from '../support/time/poll.js';
import { canMount, type FullDisk, failingSync, sizeLimit, smallFileSystem } from './full-disk.js';

interface Sent {
  clientId: string;
  isAcknowledged: boolean;
}

const FAILURES = 8;
const TRIES_MAX = 4_000;

beforeAll(buildFresh, 120_000);

describe('a disk that reports an error at every write', () => full(sizeLimit));

describeWith({ 'C compiler': cCompiler() }, 'a disk that fails to', ({ 'C compiler': compiler }) => {
  describe('make anything durable', () => full(failingSync(compiler)));
});

// Left to `npm run test:soak -- disks`, which says so where it is not possible.
if (process.env.FULL_DISKS) {
  describeWith({ 'unshare that may mount': canMount() }, 'a disk that is full', () => full(smallFileSystem));
}

function full(open: (dir: string) => Promise<FullDisk>): void {
  let dir: string;
  let disk: FullDisk;
  let server: ServerProcess;
  let ada: Person;
  let link: { url: string; headers: Record<string, string> };
  const sent: Sent[] = [];

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'meydan-disk-'));
    disk = await open(dir);
    server = await startServer({ DATA_DIR: dir, RATE_LIMITS: 'off', LOG_LEVEL: 'error' }, disk.through);
    ada = await developer(server.url, 'ada');
    for (const slug of ['oda', 'sakin']) await createRoom(server.url, ada, slug);
    const call = { method: 'POST', token: ada.token, body: { content_type: 'image/jpeg' } };
    ({ full: link } = await rest<{ full: typeof link }>(server.url, '/rooms/oda/media/presign', call));
  }, 180_000);
  afterAll(async () => {
    await server?.remove();
    await disk?.close();
    await rm(dir, { recursive: true, force: true });
  });

  const upload = async (): Promise<number> => {
    const body = new Uint8Array(100_000);
    return (await fetch(link.url, { method: 'PUT', headers: link.headers, body })).status;
  };

  /** The status of the answer. */
  async function say(clientId = `mesaj-${sent.length}`): Promise<number> {
    const body = { body: `${clientId} ${'söz '.repeat(300)}`, client_id: clientId };
    const path = '/rooms/oda/messages';
    const status = await rest(server.url, path, { method: 'POST', token: ada.token, body }).then(
      () => 201,
      (error: unknown) => (error instanceof RestError ? error.status : 0),
    );
    sent.push({ clientId, isAcknowledged: status === 201 });
    return status;
  }

  async function clientIds(): Promise<(string | null)[]> {
    const all: (string | null)[] = [];
    for (let after = 0; ; ) {
      const path = `/rooms/oda/messages?after_seq=${after}&limit=100`;
      const page = await rest<{ messages: { seq: number; client_id: string | null }[] }>(server.url, path, {
        token: ada.token,
      });
      all.push(...page.messages.map(({ client_id }) => client_id));
      const last = page.messages.at(-1);
      if (!last) return all.filter((each) => each !== null);
      after = last.seq;
    }
  }

  it('refuses what it cannot keep, and goes on to show what it has', async () => {
    for (let at = 0; at < 20; at += 1) expect(await say()).toBe(201);
    await disk.fill(server);
    // A process that has not had the room yet would have to claim it.
    const path = '/rooms/sakin/messages';
    await rest(server.url, path, { token: ada.token });
    let status = 201;
    for (let tries = 0; status === 201 && tries < TRIES_MAX; tries += 1) status = await say();
    const others = await Promise.all(Array.from({ length: FAILURES }, () => say()));
    expect([status, ...others]).toEqual([503, ...others.map(() => 503)]);
    // A room whose last write has an unknown outcome claims its log before it answers; others go on.
    expect(await rest(server.url, path, { token: ada.token })).toMatchObject({ messages: [] });
    if (disk.isWhole) expect(await upload()).toBe(503);
  }, 240_000);

  it('takes messages again once there is space, those that it has refused as well', async () => {
    await disk.mend(server);
    expect(await upload()).toBe(200);
    await poll(async () => (await say()) === 201, { until: 'messages are taken again', withinMs: 30_000 });
    for (const { clientId } of sent.filter(({ isAcknowledged }) => !isAcknowledged)) {
      expect([clientId, await say(clientId)]).toEqual([clientId, 201]);
    }
    const acknowledged = new Set(sent.filter((each) => each.isAcknowledged).map(({ clientId }) => clientId));
    const stored = await clientIds();
    expect(stored.length).toBe(new Set(stored).size);
    expect(new Set(stored)).toEqual(acknowledged);
  }, 180_000);

  it('has lost nothing when it is killed, and its logs agree with everything derived from them', async () => {
    const before = await clientIds();
    await server.kill();
    await disk.losePower?.();
    await server.start(disk.through);
    expect(await clientIds()).toEqual(before);
    expect(await server.stop()).toBe(0);
    server.verifyLog(disk.through);
  }, 180_000);
}

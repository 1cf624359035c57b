/** A disk that is slow, and a clock that somebody sets: nothing is refused for it, lost, doubled or out of its order. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRoom, developer, type Person, RestError, rest } from '../support/clients/rest.js';
import { cCompiler, FaultyMachine } from '../support/processes/faulty-machine.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { describeWith } from '../support/skipped-suites.js';

const MINUTE_MS = 60_000;
/** For so many seconds messages are sent while the clock is set; the soak takes longer. */
const SOAK_S = Number(process.env.MACHINE_S ?? 3);

interface Row {
  seq: number;
  client_id: string | null;
}

beforeAll(buildFresh, 120_000);

describeWith({ 'C compiler': cCompiler() }, 'a process on a machine', ({ 'C compiler': compiler }) => {
  let dir: string;
  let machine: FaultyMachine;
  let server: ServerProcess;
  let ada: Person;
  const acknowledged: string[] = [];
  let said = 0;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'meydan-odd-'));
    machine = await FaultyMachine.build(dir, compiler);
    server = await startServer({ DATA_DIR: dir, RATE_LIMITS: 'off', LOG_LEVEL: 'error' }, machine.through);
    ada = await developer(server.url, 'ada');
    await createRoom(server.url, ada, 'oda');
  }, 180_000);
  afterAll(async () => {
    await server?.remove();
    await machine?.remove();
    await rm(dir, { recursive: true, force: true });
  });

  /** The status of the answer. */
  async function say(): Promise<number> {
    said += 1;
    const clientId = `mesaj-${said}`;
    const call = { method: 'POST', token: ada.token, body: { body: clientId, client_id: clientId } };
    try {
      await rest(server.url, '/rooms/oda/messages', call);
      acknowledged.push(clientId);
      return 201;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      return error.status;
    }
  }

  async function stored(): Promise<Row[]> {
    const all: Row[] = [];
    for (let after = 0; ; after = all.at(-1)?.seq as number) {
      const path = `/rooms/oda/messages?after_seq=${after}&limit=100`;
      const { messages } = await rest<{ messages: Row[] }>(server.url, path, { token: ada.token });
      if (messages.length === 0) return all;
      all.push(...messages);
    }
  }

  async function expectAll(): Promise<void> {
    const rows = await stored();
    const seqs = rows.map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
    expect(rows.flatMap(({ client_id }) => client_id ?? []).sort()).toEqual([...acknowledged].sort());
  }

  it('whose disk takes half a second for every fsync is slow, and keeps what it has acknowledged', async () => {
    machine.set('syncMs', 500);
    for (let round = 0; round < 3; round += 1) {
      expect(new Set(await Promise.all(Array.from({ length: 10 }, say)))).toEqual(new Set([201]));
    }
    await server.kill();
    await machine.losePower();
    machine.set('syncMs', 0);
    await server.start(machine.through);
    await expectAll();
  }, 180_000);

  it(
    'whose clock is set forward and back goes on, and its rows keep their order',
    async () => {
      const until = performance.now() + SOAK_S * 1_000;
      for (let turn = 0; performance.now() < until || turn < 4; turn += 1) {
        machine.set('clockMs', ([10, -10, 20, -20, 0][turn % 5] as number) * MINUTE_MS);
        expect(await say()).toBe(201);
        await expectAll();
      }
      machine.set('clockMs', 0);
      expect(await say()).toBe(201);
    },
    180_000 + SOAK_S * 1_000,
  );

  it('has logs that agree with everything derived from them', async () => {
    expect(await server.stop()).toBe(0);
    server.verifyLog(machine.through);
    await server.start(machine.through);
    await expectAll();
  }, 180_000);
});

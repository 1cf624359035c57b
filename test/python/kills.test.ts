/** Programs in Python speak and follow while they and the service are killed. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { describeWith } from '../support/skipped-suites.js';
import { poll } from '../support/time/poll.js';
import { type InstalledClient, installClient, needs, type Running } from './python-client.js';

const LINES = 60;
const NEVER = -1;

let client: InstalledClient;
let server: ServerProcess;
const started: Running[] = [];

describeWith(needs, 'programs in Python that are killed', ({ 'packages of the Python client': packages }) => {
  beforeAll(async () => {
    [client, server] = await Promise.all([installClient(packages), startServer({ RATE_LIMITS: 'off' })]);
  }, 120_000);

  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL');
    await server?.remove();
    await client?.[Symbol.asyncDispose]();
  });

  it('lose nothing, say nothing twice, and hear the same order; so does a killed service', async () => {
    const ada = await folderOf('ada');
    const killed = program('speak.py', 'ada', ada, 'found', String(LINES));
    expect([await killed.ended, killed.output()]).toEqual([null, '']);

    const followers = [await follower('bora', NEVER), await follower('cem', 40)] as const;
    const second = program('speak.py', 'ada', ada, 'resume');
    const other = program('speak.py', 'deniz', await folderOf('deniz'), 'talk', String(LINES), String(server.pid));
    await server.ended();
    await server.start();

    expect([await followers[1].ended, followers[1].output()]).toEqual([null, 'OPEN\n']);
    const again = await follower('cem', NEVER);
    for (const each of [second, other]) expect([await each.ended, each.output()]).toEqual([0, 'SAID\n']);
    for (const each of [followers[0], again]) expect([await each.ended, each.output()]).toEqual([0, 'OPEN\n']);

    const stored = await storedTexts();
    for (const name of ['ada', 'deniz']) expect(linesOf(stored, name)).toEqual(numbered(name));
    const [atBora, atCem] = [await heardBy('bora'), await heardBy('cem')];
    expect(atCem).toEqual(atBora);
    // Half of ada's lines were in the room before it was followed.
    expect(atBora).toEqual(stored.slice(-atBora.length));
    expect(atBora.length).toBeGreaterThan(LINES);
    await server.stop();
    server.verifyLog();
  }, 120_000);
});

const numbered = (name: string) => Array.from({ length: LINES }, (_, at) => `${name} ${at}`);
const linesOf = (texts: string[], name: string) => texts.filter((text) => text.startsWith(`${name} `));

function program(file: string, name: string, ...more: string[]): Running {
  const one = client.start(file, server.url, name, ...more);
  started.push(one);
  return one;
}

async function follower(name: string, diesAfter: number): Promise<Running> {
  const last = ['ada', 'deniz'].map((speaker) => numbered(speaker).at(-1)).join(',');
  const one = program('follow.py', name, await folderOf(name), last, String(diesAfter));
  await poll(() => one.output().includes('OPEN'), { until: `${name} follows the room` });
  return one;
}

async function folderOf(name: string): Promise<string> {
  const folder = join(client.folder, name);
  await mkdir(folder, { recursive: true });
  return folder;
}

async function heardBy(name: string): Promise<string[]> {
  const text = await readFile(join(client.folder, name, 'heard.jsonl'), 'utf8');
  const heard = text.trimEnd().split('\n');
  return heard.map((line) => (JSON.parse(line) as { body: string | null }).body).filter((body) => body !== null);
}

async function storedTexts(): Promise<string[]> {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"name":"ada"}' };
  const login = await fetch(`${server.url}/api/auth/developer`, post);
  const { access_token } = (await login.json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}` };
  const page = await fetch(`${server.url}/api/rooms/kahve/messages?after_seq=0&limit=200`, { headers });
  const { messages } = (await page.json()) as { messages: { kind: string; body: string }[] };
  return messages.filter(({ kind }) => kind === 'text').map(({ body }) => body);
}

import { readFile, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { createLocalLinks } from '#src/adapters/object-store/local/links.js';
import type { PutLink } from '#src/adapters/object-store/object-store.js';
import { createRoom, developer, type Person, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';
import { get, getLinkFor, someBytes } from './client.js';

const SECRET = 'k'.repeat(32);
const UPLOADS = 200;
const CHUNK = someBytes(65_536);
const CHUNKS = 48;
const GROWTH_MAX = 64 * 1_048_576;

/** Node 24 lets its young generation grow by as much as the bound in any work; here it has one size on every Node. */
const YOUNG_GENERATION = '--max-semi-space-size=16';

const ROOM = 'kahve';

let server: ServerProcess;
let ada: Person;
beforeAll(async () => {
  server = await startServer({ SECRET, RATE_LIMITS: 'off', NODE_OPTIONS: YOUNG_GENERATION });
  ada = await developer(server.url, 'ada');
  await createRoom(server.url, ada, ROOM);
});
afterAll(() => server.remove());

const links = () => createLocalLinks({ publicUrl: server.url, secrets: [SECRET], now: () => Date.now() });

async function memory(of: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(new RegExp(`^${of}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024;
}

/** From here on VmHWM tells the most it has been since. */
const forgetPeak = () => writeFile(`/proc/${server.pid}/clear_refs`, '5');

interface Upload {
  request: ClientRequest;
  status: Promise<number>;
}

function begin(link: PutLink): Upload {
  const headers = { ...link.headers, 'Content-Length': CHUNK.length * CHUNKS };
  const started = request(link.url.replace('localhost', '127.0.0.1'), { method: 'PUT', headers, agent: false });
  const status = new Promise<number>((resolve, reject) => {
    started.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)));
    started.on('error', reject);
  });
  return { request: started, status };
}

async function linkFromService(): Promise<PutLink> {
  const asked = { method: 'POST', token: ada.token, body: { content_type: 'image/jpeg' } };
  return (await rest<{ full: PutLink }>(server.url, `/rooms/${ROOM}/media/presign`, asked)).full;
}

/** A chunk of each in turn, so that all of them are under way from the first to the last. */
async function uploadTogether(targets: PutLink[]): Promise<void> {
  const uploads = targets.map(begin);
  for (let at = 0; at < CHUNKS; at += 1) {
    await Promise.all(uploads.map(({ request }) => new Promise((resolve) => request.write(CHUNK, resolve))));
  }
  for (const { request } of uploads) request.end();
  const statuses = await Promise.all(uploads.map(({ status }) => status));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
}

it('two hundred uploads at once do not pile up in memory', async () => {
  await uploadTogether([await linkFromService()]);
  const targets = await Promise.all(Array.from({ length: UPLOADS }, linkFromService));
  await forgetPeak();
  const before = await memory('VmRSS');
  await uploadTogether(targets);
  const growth = (await memory('VmHWM')) - before;
  expect(growth).toBeLessThan(GROWTH_MAX);
  expect((await get(getLinkFor(links(), targets.at(-1)?.key ?? ''))).bytes.length).toBe(CHUNK.length * CHUNKS);
}, 120_000);

it('a hundred downloads that nobody takes do not pile up either', async () => {
  const link = await linkFromService();
  await uploadTogether([link]);
  await forgetPeak();
  const before = await memory('VmRSS');
  let begun = 0;
  const url = getLinkFor(links(), link.key).replace('localhost', '127.0.0.1');
  const asked = Array.from({ length: 100 }, () => {
    const each = request(url, { agent: false }, () => {
      begun += 1;
    });
    each.on('error', () => undefined).end();
    return each;
  });
  await poll(() => begun === 100, { until: 'all downloads have begun' });
  // Sent beside them, so that each of them has gone as far as its connection takes.
  expect((await get(url)).bytes.length).toBe(CHUNK.length * CHUNKS);
  const growth = (await memory('VmHWM')) - before;
  for (const each of asked) each.destroy();
  expect(growth).toBeLessThan(GROWTH_MAX);
}, 60_000);

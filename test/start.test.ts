import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Start } from './support/processes/npm-start.js';

let folder: string;
let started: Start[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meydan-start-'));
  started = [];
});

afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.map(({ exit }) => exit));
  rmSync(folder, { recursive: true, force: true });
});

function start(settings?: Record<string, string>): Start {
  const one = new Start(folder, settings);
  started.push(one);
  return one;
}

describe('starting', () => {
  it('prints where it is, answers there, and ends with 0 when told to stop', async () => {
    const server = start();
    const address = await server.ready();
    expect((await fetch(`${address}/api/ready`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  });

  it('starts again on the same data after a kill', async () => {
    const first = start();
    await first.ready();
    first.child.kill('SIGKILL');
    await first.exit;
    const second = start();
    expect((await fetch(`${await second.ready()}/api/health`)).status).toBe(200);
  });

  it('reads the settings file of its folder, after the environment', async () => {
    writeFileSync(join(folder, '.env'), 'DRAIN_S=7\nPORT=1\n');
    const server = start();
    await server.ready();
    expect(server.output).toContain('within 7 s of SIGTERM');
  });

  it('is refused beside another on the same data, which is not disturbed', async () => {
    const first = start();
    const address = await first.ready();
    const second = start();
    expect(await second.exit).toBe(1);
    expect(second.output).toContain(`${first.child.pid}`);
    expect(second.output).not.toMatch(/^ +at /m);
    expect((await fetch(`${address}/api/ready`)).status).toBe(200);
  });

  it('is refused on a port in use, with the setting that helps', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const server = start({ PORT: String(port) });
    expect(await server.exit).toBe(1);
    expect(server.output).toMatch(new RegExp(`${port}.*in use.*PORT`));
    taken.close();
  });

  it.each([
    ['a wrong setting', { PORT: '70000' }, 'PORT=70000 is wrong'],
    ['production without a secret', { NODE_ENV: 'production' }, 'SECRET is missing'],
    ['Redis without MongoDB', { REDIS_URL: 'redis://a' }, 'without MONGODB_URI'],
  ])('is refused with %s, in a sentence without a stack', async (_what, settings, sentence) => {
    const server = start(settings);
    expect(await server.exit).toBe(1);
    expect(server.output).toContain(sentence);
    expect(server.output).not.toMatch(/^ +at /m);
  });

  it('is refused with a damaged settings file', async () => {
    writeFileSync(join(folder, '.env'), '\u0000\u0000\u0000');
    const server = start();
    expect(await server.exit).toBe(1);
    expect(server.output).toContain('is damaged in line 1');
  });

  it('asks the disk only: nothing is installed or built a second time', async () => {
    const before = performance.now();
    const server = start();
    await server.ready();
    expect(server.output).not.toMatch(/Installing|Building/);
    // Grossly less than packages and a build take; a busy machine needs ten seconds for what takes one.
    expect(performance.now() - before).toBeLessThan(30_000);
  });
});

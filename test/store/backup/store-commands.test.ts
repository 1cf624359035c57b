/** The commands about a store, as an operator mistypes them or begins them too early. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-commands-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

interface Ran {
  code: unknown;
  out: string;
  err: string;
}

function run(command: string, ...words: string[]): Promise<Ran> {
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'test', DATA_DIR: join(dir, 'data') };
  return new Promise((resolve) => {
    execFile(process.execPath, [`scripts/store/${command}.mjs`, ...words], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

describe('schema', () => {
  it('names an option that it does not know, before it looks for a store', async () => {
    const { code, err } = await run('schema', '--vacum');
    expect([code, err]).toEqual([1, expect.stringContaining("Unknown option '--vacum'")]);
    expect(err).toContain('npm run schema -- --contract <collection>.<index>');
  });
});

describe('migrate-store', () => {
  it('copies no store that a service still writes, and copies it afterwards', async () => {
    const store = await openEmbeddedStore({ dir: join(dir, 'data') });
    const migrate = () => run('migrate-store', '--to', join(dir, 'moved'));
    const said = `process ${process.pid} holds the data folder ${join(dir, 'data')}; stop it first\n`;
    expect(await migrate()).toEqual({ code: 1, out: '', err: said });
    await store.close();
    expect(await migrate()).toMatchObject({ code: 0, out: expect.stringMatching(/documents copied and compared/) });
    const again = await openEmbeddedStore({ dir: join(dir, 'data') });
    await again.close();
  });
});

/** The commands about a store, as an operator mistypes them or. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

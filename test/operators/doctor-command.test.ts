/** `npm run doctor` on the command line: what is wrong with it is said in a sentence. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/servers/free-port.mjs';

describe('the command of the doctor', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meydan-doctor-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function run(words: string[]): Promise<{ code: unknown; err: string }> {
    const settings = { DATA_DIR: folder, WEB_PUSH_HOSTS: 'off', PUBLIC_URL: `http://127.0.0.1:${await freePort()}` };
    const env = { PATH: process.env.PATH ?? '', ...settings };
    return new Promise((resolve) => {
      execFile(process.execPath, ['scripts/admin/doctor.mjs', ...words], { env }, (error, _, err) =>
        resolve({ code: error?.code ?? 0, err }),
      );
    });
  }

  it('names an option that it does not know, and those that it knows', async () => {
    const { code, err } = await run(['--jsn']);
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toEqual([
      expect.stringContaining("Unknown option '--jsn'"),
      'npm run doctor [-- --json] [-- --bundle <file>]',
    ]);
  });

  it.each(['', '/not/there'])('names a bundle that cannot be written, as %j beside the data', async (place) => {
    const { code, err } = await run(['--bundle', `${folder}${place}`]);
    expect([code, err]).toEqual([1, expect.stringMatching(/^--bundle \S+ cannot be written: E\w+:.*\n$/)]);
  });
});

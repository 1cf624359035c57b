/** The guides for operators, done literally: every block for the shell, against the service as its users run it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { archiveOf, slackFiles } from '../import/support/exports.js';
import { People } from '../sdk/people.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

const run = promisify(execFile);

async function blocksOf(guide: string, language: string): Promise<string[]> {
  const text = await readFile(`docs/guides/${guide}.md`, 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return blocks.filter(([, found]) => found === language).map(([, , code = '']) => code);
}

describe('an operator who does what a guide says', () => {
  let folder: string;
  let service: ServerProcess;
  let env: Record<string, string | undefined>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meydan-guide-'));
    env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: join(folder, 'data'), BACKUPS: folder };
    service = await startServer({ DATA_DIR: join(folder, 'data') });
    await using people = new People();
    const ada = await people.enter(service.url, 'ada');
    await ada.request('POST /api/rooms', { body: { name: 'Kahve', slug: 'kahve' } });
    await ada.room('kahve').send('selam');
    const moment = Date.now();
    env.MOMENT = new Date(moment).toISOString();
    await poll(() => Date.now() > moment, { until: 'the moment is over' });
    await ada.room('kahve').send('sonradan');
  }, 60_000);
  afterEach(async () => {
    await service?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const shell = async (script: string) =>
    (await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], { env })).stdout;

  it('backs up the running service, restores the backup elsewhere, and moves the copy', async () => {
    const output = await shell((await blocksOf('backup', 'bash')).join('\n'));
    expect(output).toMatch(/\d+ parts, \d+ documents, \d+ bytes, verified/);
    expect(output).toMatch(/\d+ documents of .* restored and compared/);
    expect(output).toMatch(/\d+ documents copied and compared/);
    expect(output).toContain('1 rooms taken back, 0 later changes made again, 0 later rooms deleted');
    const verified = [...output.matchAll(/1 rooms, (\d+) entries, 0 problems/g)].map(([, entries]) => Number(entries));
    const [all = 0] = verified;
    expect(verified).toEqual([all, all - 1, all, all]);
  }, 120_000);

  it('imports an export', async () => {
    await using people = new People();
    await people.enter(service.url, 'grace');
    const [mapping = ''] = await blocksOf('import', 'json');
    env.EXPORT = await archiveOf(slackFiles());
    env.MAPPING = join(folder, 'mapping.json');
    await writeFile(env.MAPPING, mapping);
    expect(await service.stop()).toBe(0);
    const output = await shell((await blocksOf('import', 'sh')).join('\n'));
    expect(output).toMatch(/genel +5\n/);
    expect(output).toMatch(/1 rooms, 7 rows, 0 problems/);
    expect(JSON.parse(await readFile(`${env.EXPORT}.left-out.json`, 'utf8')).leftOut).toHaveLength(2);
    service.verifyLog();
  }, 120_000);

  it('checks before an upgrade, and lists the indexes afterwards', async () => {
    expect(await shell((await blocksOf('upgrading', 'bash')).join('\n'))).toMatch(/1 rooms, \d+ entries, 0 problems/);
    expect(await service.stop()).toBe(0);
    const [list = '', contract = ''] = (await blocksOf('upgrading', 'sh')).join('').trim().split('\n');
    expect(await shell(list)).toMatch(/0 differences/);
    await expect(shell(contract)).rejects.toMatchObject({
      stdout: expect.stringContaining('log.byOld is no index that may be dropped'),
    });
  }, 120_000);
});

/** `npm run verify-erasure`: what operators run to see that nothing names an account any more. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bootApp } from '../support/clients/boot-app.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { poll } from '../support/time/poll.js';
import { type FullLife, liveFully } from './full-life.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
let dataDir: string;
let life: FullLife;

beforeAll(async () => {
  buildFresh();
  dataDir = await mkdtemp(join(tmpdir(), 'meydan-verify-'));
  const booted = await bootApp({ dataDir });
  life = await liveFully(booted);
  await booted[Symbol.asyncDispose]();
}, 120_000);
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function verify(...names: string[]) {
  const { PATH, HOME } = process.env;
  const env = { ...(PATH && { PATH }), ...(HOME && { HOME }), NODE_ENV: 'test', DATA_DIR: dataDir };
  const script = [join(root, 'scripts/verify-erasure.mjs'), ...names];
  const { status, stdout, stderr } = spawnSync(process.execPath, script, { cwd: root, env, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

describe('npm run verify-erasure', () => {
  it('names every place of an account that is there, and ends with 1', () => {
    const { status, said } = verify(life.ada.accountId, '', life.ada.name);
    expect(status).toBe(1);
    expect(said).toMatch(/^members · .* · its username$/m);
    for (const place of [
      'accounts',
      'members',
      'log',
      'answers',
      'photos',
      `object · avatars/${life.ada.accountId}/`,
    ]) {
      expect(said).toContain(place);
    }
    expect(said).toMatch(/^\d{2,} traces$/m);
  }, 60_000);

  it('asks which account', () => {
    expect(verify()).toMatchObject({ status: 1, said: expect.stringContaining('Which account?') });
    expect(verify('ada').status).toBe(1);
  }, 60_000);

  it('finds nothing after the deletion, tells that it is gone over once more, and ends with 0', async () => {
    const booted = await bootApp({ dataDir });
    await booted.ask(life.ada, 'DELETE', '/api/me');
    await poll(() => booted.app.erasing.erase(life.ada.accountId), { until: 'it is erased', withinMs: 60_000 });
    await booted[Symbol.asyncDispose]();
    const { status, said } = verify(life.ada.accountId, '', life.ada.name);
    expect(said).toContain('gone over, and once more from');
    expect(said).toContain('0 traces');
    expect(status).toBe(0);
  }, 120_000);
});

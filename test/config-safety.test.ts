/** Settings that would open the service to strangers, or take memory that is not there. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, type Environment, loadConfig } from '#src/config/config.js';

const secret = '0123456789abcdef0123456789ABCDEF';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meydan-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (env: Environment = {}) => loadConfig({ DATA_DIR: join(folder, 'data'), ...env });
const production = (env: Environment = {}) => load({ NODE_ENV: 'production', SECRET: secret, ...env });

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('outside production', () => {
  it.each([
    ['an address of every interface', { HOST: '0.0.0.0' }, 'HOST=0.0.0.0 is refused outside production'],
    ['a host that others reach', { HOST: '192.0.2.7' }, 'HOST=192.0.2.7 is refused outside production'],
    ['a public address', { PUBLIC_URL: 'https://chat.example.org' }, 'PUBLIC_URL=https://chat'],
  ])('%s is refused, and may be confirmed', (_what, env, reason) => {
    expect(refusal(() => load(env))).toContain(reason);
    expect(refusal(() => load(env))).toContain('Example: ALLOW_DEV_DOORS=yes');
    expect(load({ ...env, ALLOW_DEV_DOORS: 'yes' }).environment).toBe('development');
  });

  it.each(['localhost', '127.0.0.1', '127.0.1.1', '::1'])('HOST=%s needs no confirmation', (host) => {
    expect(load({ HOST: host }).http.host).toBe(host);
  });
});

describe('in production', () => {
  it.each([
    ['developer logins', { DEV_LOGIN: 'on' }, 'DEV_LOGIN=on is refused'],
    ['a public address over plain http', { PUBLIC_URL: 'http://chat.example.org' }, 'PUBLIC_URL=http://chat'],
  ])('%s is refused', (_what, env, reason) => {
    expect(refusal(() => production(env))).toContain(reason);
  });

  it('an address of this machine may be plain, and developer logins confirmed', () => {
    const confirmed = { PUBLIC_URL: 'http://localhost:8080', DEV_LOGIN: 'on', ALLOW_DEV_DOORS: 'yes' };
    expect(production(confirmed).devLogin).toBe(true);
  });
});

describe('the memory budget', () => {
  it('is as many MiB as told, and a share of the heap when it is not', () => {
    expect(load({ ACTOR_BUDGET_MB: '512' }).actorBudgetMb).toBe(512);
    expect(load({ ACTOR_BUDGET_MB: '' }).actorBudgetMb).toBeNull();
  });

  it.each(['15', '1.5', '2GB', '-64'])('%s is refused', (given) => {
    expect(refusal(() => load({ ACTOR_BUDGET_MB: given }))).toContain(`ACTOR_BUDGET_MB=${given} is wrong`);
  });
});

/** `npm run admin`: a person does on the command line what the interface offers, and nothing besides. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '#src/protocol/endpoints.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { TestClock } from '../support/time/test-clock.js';

interface Ran {
  code: number;
  out: string;
  err: string;
}

describe('the command line of operators', () => {
  let booted: Booted;
  let ada: Person;
  const clock = new TestClock();
  beforeAll(async () => {
    booted = await bootApp({ parts: { env: clock.env } });
    ada = await booted.person('ada');
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  function run(words: string[], env: Record<string, string> = {}): Promise<Ran> {
    const key = { MEYDAN_URL: booted.url, MEYDAN_KEY: booted.app.config.consoleKey ?? '' };
    const options = { env: { PATH: process.env.PATH ?? '', ...key, ...env } };
    return new Promise((resolve) => {
      execFile(process.execPath, ['scripts/admin.mjs', ...words], options, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
  }
  const asked = async (...words: string[]) => {
    const { code, out, err } = await run(words);
    if (code !== 0) throw new Error(`${words.join(' ')}: ${err}`);
    return out === '' ? null : JSON.parse(out);
  };

  it('suspends an abuser, lifts it, and shows who did it', async () => {
    const { accounts } = await asked('accounts', 'find', '--username', 'ada');
    const { id } = accounts[0];
    const { account } = await asked('accounts', 'suspend', id, '--until', '3d', '--reason', 'spam');
    expect(Date.parse(account.suspension.until) - Date.now()).toBeGreaterThan(71 * 3_600_000);
    expect(outcomeOf(await booted.ask(ada, 'GET', '/api/me'))).toBe('403 account_suspended');
    await asked('accounts', 'lift', id, '--reason', 'hata');
    expect(outcomeOf(await booted.ask(ada, 'GET', '/api/me'))).toBe('200');
    const { entries } = await asked('audit', 'list', '--target', id, '--limit', '2');
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['liftSuspension', 'suspendAccount']);
  });

  it('decides a report with its action', async () => {
    const bob = await booted.person('bob');
    const kind = { kind: 'account', id: bob.accountId, reason: 'spam' };
    const { id } = (await booted.ask(ada, 'POST', '/api/reports', kind)).body.report;
    expect((await asked('reports', 'list')).reports.map((report: { id: string }) => report.id)).toEqual([id]);
    const action = ['--note', 'haklı', '--action', 'suspend_account', '--until', 'never'];
    const { report } = await asked('reports', 'decide', id, 'uphold', ...action);
    expect(report).toMatchObject({ status: 'settled', decision: 'uphold', note: 'haklı' });
    expect(outcomeOf(await booted.ask(bob, 'GET', '/api/me'))).toBe('403 account_suspended');
  });

  it('creates a key, works with it from a file, and revokes it', async () => {
    const { key, secret } = await asked('keys', 'create', 'Ayşe', 'support', '--expires_in_days', '30');
    const file = join(booted.dataDir, 'key');
    await writeFile(file, `${secret}\n`);
    const mine = { MEYDAN_KEY_FILE: file };
    const own = (words: string[]) => run(words, mine).then(({ code, err }) => [code, err]);
    const withFile = (words: string[]): Promise<Ran> =>
      new Promise((resolve) => {
        const env = { PATH: process.env.PATH ?? '', MEYDAN_URL: booted.url, ...mine };
        execFile(process.execPath, ['scripts/admin.mjs', ...words], { env }, (error, out, err) =>
          resolve({ code: error ? Number(error.code) : 0, out, err }),
        );
      });
    expect(JSON.parse((await withFile(['whoami'])).out).operator).toMatchObject({ name: 'Ayşe', role: 'support' });
    expect(await withFile(['keys', 'list'])).toMatchObject({ code: 1, err: expect.stringContaining('not_allowed') });
    await asked('keys', 'revoke', key.id);
    expect(await withFile(['whoami'])).toMatchObject({ code: 1, err: expect.stringContaining('401 unauthorized') });
    expect(await own(['whoami'])).toEqual([0, '']);
  });

  it('exports the audit log to its end, by dates and as a table', async () => {
    clock.move(20_000);
    const stored = await booted.app.store.count('audit', { index: '_id' });
    const { out } = await run(['audit', 'export']);
    expect(out.trimEnd().split('\n')).toHaveLength(stored);
    expect(await run(['audit', 'export', '--to', '2020-01-01'])).toEqual({ code: 0, out: '', err: '' });
    const table = await run(['audit', 'export', '--from', '2020-01-01', '--format', 'csv', '--limit', '2']);
    expect(table).toMatchObject({ code: 2, err: expect.stringContaining('--limit is no option') });
    const rows = (await run(['audit', 'export', '--from', '2020-01-01', '--format', 'csv'])).out
      .trimEnd()
      .split('\r\n');
    expect(rows[0]).toMatch(/^id,at,/);
    expect(rows.length).toBeGreaterThan(stored);
  });

  it.each([
    [['accounts', 'erase', 'x', '--reason', 'istek'], 2, 'repeat it with --yes'],
    [['accounts', 'suspend', 'x', '--until', 'yarın', '--reason', 'x'], 2, '--until takes'],
    [['accounts', 'suspend', 'x', '--until', '3d'], 2, '--reason is needed'],
    [['accounts', 'ban', 'x'], 2, 'there is no command'],
    [['whoami', '--key', 'x'], 2, 'no option'],
    [['accounts', 'lift', 'x', '--reason', 'y'], 1, '404 not_found'],
    [['audit', 'export', '--from', 'dün'], 1, '400 invalid_request'],
    [['audit', 'list', '--from', '2026-02-02', '--to', '2026-02-01'], 1, '`to` must be later than `from`'],
  ])('says what is wrong with %j', async (words, code, says) => {
    expect(await run(words)).toMatchObject({ code, out: '', err: expect.stringContaining(says) });
  });

  it('takes the address of the service with a slash at its end', async () => {
    const { code, out } = await run(['whoami'], { MEYDAN_URL: `${booted.url}/` });
    expect([code, JSON.parse(out).operator.role]).toEqual([0, 'admin']);
  });

  it.each([
    [{ MEYDAN_URL: 'localhost:3000' }, 'MEYDAN_URL=localhost:3000 is no address of a service. Example: https://'],
    [{ MEYDAN_URL: 'chat' }, 'MEYDAN_URL=chat is no address'],
    [{ MEYDAN_URL: 'http://:0' }, 'MEYDAN_URL=http://:0 is no address'],
    [{ MEYDAN_KEY: '', MEYDAN_KEY_FILE: '/nowhere/key' }, 'MEYDAN_KEY_FILE=/nowhere/key cannot be read: ENOENT'],
  ])('names the variable that is wrong in %j', async (env, says) => {
    expect(await run(['whoami'], env)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) });
  });

  it('says that nobody answers', async () => {
    const { code, err } = await run(['whoami'], { MEYDAN_URL: 'http://127.0.0.1:9' });
    expect([code, err]).toEqual([1, expect.stringContaining('no answer from http://127.0.0.1:9')]);
  });

  it('has a command for each operation on people, bots, rooms, reports, slots, keys and the audit log', async () => {
    const { commands } = await import('../../scripts/admin/commands.mjs');
    const called = commands.map(({ call }: { call: string[] }) => call.join(' '));
    const parts = /^\/(me|(v1-)?accounts|rooms|reports|keys|logins|audit|slots|bots|webhooks)/;
    const offered = endpoints
      .filter(({ access, id }) => access === 'console' && !['grantStars', 'setPremium'].includes(id))
      .map(({ method, path }) => [method.toUpperCase(), path.replace('/api/console', '')] as const)
      .filter(([, path]) => parts.test(path));
    expect(called.sort()).toEqual(offered.map((each) => each.join(' ')).sort());
  });
});

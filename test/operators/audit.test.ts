/** The audit log: who did what to whom, also when it was refused, and nothing that changes a row. */
import { endpoints } from '#src/protocol/endpoints.js';
import type { Store } from '#src/store/store.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { TestClock } from '../support/time/test-clock.js';
import { lastResort, named } from './operator-people.js';

onEachEngine('the audit log', (engine) => {
  describe('of operators', () => auditing(engine));
});

interface Line {
  id: string;
  operator: { id: string };
}

function auditing(engine: EngineSettings): void {
  let booted: Booted;
  const clock = new TestClock();
  beforeAll(async () => {
    const { MONGODB_URI } = engine();
    booted = await bootApp({ ...(MONGODB_URI ? { mongodbUri: MONGODB_URI } : {}), parts: { env: clock.env } });
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  const rowsOf = async (target: string) => (await lastResort(booted)('GET', `/audit?target=${target}`)).body.entries;

  it('names the operator, the action, the target, the reason and the request', async () => {
    const ada = await booted.person('denetim.ada');
    const admin = await named(booted, 'admin', 'Deniz');
    const headers = { 'x-request-id': 'istek-7' };
    await admin.ask('POST', `/accounts/${ada.accountId}/stars`, { delta: 5, reason: 'hediye' }, headers);
    expect(await rowsOf(ada.accountId)).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        operator: { id: admin.id, name: 'Deniz', role: 'admin' },
        action: 'grantStars',
        target: ada.accountId,
        given: { id: ada.accountId, delta: 5 },
        reason: 'hediye',
        request_id: 'istek-7',
        before: null,
        outcome: 'done',
        ended_at: expect.any(String),
      },
    ]);
  });

  it('has a row of what was refused, with the code', async () => {
    const ada = await booted.person('denetim.bob');
    await lastResort(booted)('POST', `/accounts/${ada.accountId}/stars`, { delta: -5, reason: 'x' });
    await lastResort(booted)('PUT', `/accounts/${ada.accountId}/premium`, { premium: 'yes' });
    expect((await rowsOf(ada.accountId)).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'validation_failed',
      'no_credit',
    ]);
  });

  it('says how it was before', async () => {
    const { id } = await named(booted, 'moderator');
    await lastResort(booted)('DELETE', `/keys/${id}`);
    expect((await rowsOf(id))[0]).toMatchObject({
      action: 'revokeOperatorKey',
      before: { role: 'moderator', revoked_at: null },
    });
  });

  it('has a row of a look at private content, without the name that was looked for', async () => {
    const { ask, id } = await named(booted, 'support');
    await booted.person('denetim.cem');
    await ask('GET', '/accounts?username=denetim.cem');
    const { entries } = (await lastResort(booted)('GET', `/audit?operator=${id}`)).body;
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ action: 'findAccounts', outcome: 'done' });
    expect(JSON.stringify(entries)).not.toContain('denetim.cem');
  });

  it('is written before the action: a store that takes no row lets nothing happen', async () => {
    const ada = await booted.person('denetim.eda');
    const { store } = booted.app;
    const write = store.write.bind(store);
    Object.assign(store, {
      write: ((writes, how) =>
        writes.some((each) => each.in === 'audit')
          ? Promise.reject(new Error('full'))
          : write(writes, how)) as Store['write'],
    });
    const answer = await lastResort(booted)('POST', `/accounts/${ada.accountId}/stars`, { delta: 5, reason: 'x' });
    Object.assign(store, { write });
    expect(outcomeOf(answer)).toBe('500 internal_error');
    expect((await booted.ask(ada, 'GET', '/api/me')).body.account.stars).toBe(0);
  });

  it('is exported as JSON lines, page by page, each row once', async () => {
    for (let n = 0; n < 5; n += 1) await lastResort(booted)('GET', '/reports');
    clock.move(15_001);
    const seen: Line[] = [];
    for (let after = ''; ; after = (seen.at(-1) as Line).id) {
      const { body, headers } = await lastResort(booted)('GET', `/audit/export?limit=3&after=${after}`);
      expect(headers.get('content-type')).toMatch(/^application\/x-ndjson/);
      if (body === null) break;
      const text = typeof body === 'string' ? body : `${JSON.stringify(body)}\n`;
      seen.push(
        ...text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      );
    }
    const stored = await booted.app.store.range('audit', { index: '_id' });
    expect(seen.map(({ id }) => id)).toEqual(stored.map(({ _id }) => _id));
  });

  it('is listed page by page by operator, each row once', async () => {
    const { ask, id } = await named(booted, 'support');
    for (let n = 0; n < 5; n += 1) await ask('GET', '/reports');
    const seen: string[] = [];
    for (let before = ''; ; before = seen.at(-1) as string) {
      const { entries } = (await lastResort(booted)('GET', `/audit?operator=${id}&limit=2&before=${before}`)).body;
      if (entries.length === 0) break;
      seen.push(...entries.map((entry: Line) => entry.id));
    }
    expect(seen).toHaveLength(5);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  it('has no endpoint that changes it', () => {
    const changing = endpoints.filter(({ path, method }) => path.includes('/audit') && method !== 'get');
    expect(changing).toEqual([]);
  });
}

/** The audit log: who did what to whom, also when it was refused, and nothing that changes a row. */

import { type AuditEntry, auditId } from '#src/domain/operators/audit.js';
import { endpoints } from '#src/protocol/endpoints.js';
import { asDoc, type Store } from '#src/store/store.js';
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
  at: string;
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
        before: { stars: 0 },
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

  it('says how it was before, and why it was done', async () => {
    const { id } = await named(booted, 'moderator');
    await lastResort(booted)('DELETE', `/keys/${id}?reason=ayrıldı`);
    expect(await rowsOf(id)).toMatchObject([
      {
        action: 'revokeOperatorKey',
        reason: 'ayrıldı',
        before: { role: 'moderator', revoked_at: null, expires_at: expect.stringMatching(/^20.*Z$/) },
      },
      { action: 'createOperatorKey', given: { role: 'moderator' }, before: null },
    ]);
  });

  it('names whose message was deleted, but not what it said, and how many sessions ended', async () => {
    const ada = await booted.person('denetim.fer');
    const { room } = (await booted.ask(ada, 'POST', '/api/rooms', { name: 'Denetim', slug: 'denetim' })).body;
    const said = await booted.ask(ada, 'POST', '/api/rooms/denetim/messages', { body: 'gizli söz' });
    const { id, seq } = said.body.message;
    await lastResort(booted)('DELETE', `/rooms/denetim/messages/${id}?reason=kişisel`);
    const [row] = await rowsOf('denetim');
    expect(row).toMatchObject({ given: { message_id: id }, before: { room: room.id, seq, sender: ada.accountId } });
    expect(JSON.stringify(row)).not.toContain('gizli');
    await lastResort(booted)('PUT', `/accounts/${ada.accountId}/premium`, { premium: true });
    await lastResort(booted)('POST', `/accounts/${ada.accountId}/sessions/end`, { reason: 'kayıp telefon' });
    const rows = await rowsOf(ada.accountId);
    expect(rows.map(({ before }: { before: object }) => before)).toEqual([{ sessions: 1 }, { premium: false }]);
  });

  it('has a row of a look at private content, without the name that was looked for', async () => {
    const { ask, id } = await named(booted, 'support');
    const { accountId } = await booted.person('denetim.cem');
    await ask('GET', '/accounts?username=denetim.cem');
    const { entries } = (await lastResort(booted)('GET', `/audit?operator=${id}`)).body;
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ action: 'findAccounts', target: accountId, outcome: 'done' });
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

  const fileOf = async (query = '') => {
    const { body, headers } = await lastResort(booted)('GET', `/audit/export?${query}`);
    const text = typeof body === 'string' ? body : body === null ? '' : `${JSON.stringify(body)}\n`;
    return { text, type: headers.get('content-type') ?? '' };
  };
  const linesOf = ({ text }: { text: string }): Line[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  it('is exported as JSON lines, in parts or whole, each row once', async () => {
    for (let n = 0; n < 5; n += 1) await lastResort(booted)('GET', '/reports');
    clock.move(15_001);
    const stored = (await booted.app.store.range('audit', { index: '_id' })).map(({ _id }) => _id);
    const seen: string[] = [];
    for (let after = ''; ; after = seen.at(-1) as string) {
      const part = await fileOf(`limit=3&after=${after}`);
      expect(part.type).toMatch(/^application\/x-ndjson/);
      if (part.text === '') break;
      seen.push(...linesOf(part).map(({ id }) => id));
    }
    expect(seen).toEqual(stored);
    expect(linesOf(await fileOf()).map(({ id }) => id)).toEqual(stored);
    clock.move(15_001);
    const last = (await lastResort(booted)('GET', '/audit?limit=1')).body.entries[0];
    expect(last).toMatchObject({ action: 'exportAudit', outcome: 'done' });
  });

  it('is exported and listed by time, from the first instant on and without the last', async () => {
    const { ask, id } = await named(booted, 'support');
    for (let n = 0; n < 3; n += 1) {
      clock.move(60_000);
      await ask('GET', '/reports');
    }
    clock.move(60_000);
    const own = linesOf(await fileOf(`operator=${id}`)).map(({ at }) => at);
    const [first = '', second = '', third = ''] = own;
    expect(own).toHaveLength(3);
    const exported = async (query: string) => linesOf(await fileOf(`operator=${id}&${query}`)).map(({ at }) => at);
    const listed = async (query: string) =>
      (await lastResort(booted)('GET', `/audit?${query}`)).body.entries.map(({ at }: Line) => at).reverse();
    expect(await exported(`from=${first}&to=${third}`)).toEqual([first, second]);
    expect(await exported(`from=${second}`)).toEqual([second, third]);
    expect(await listed(`operator=${id}&from=${first}&to=${third}`)).toEqual([first, second]);
    expect(await listed(`from=${second}&to=${third}`)).toEqual([second]);
    expect(await exported('to=2020-01-01')).toEqual([]);
  });

  it.each(['from=yesterday', 'to=2026-13-01', 'from=2026-02-02&to=2026-02-02', 'format=xml'])(
    'refuses an export with %s',
    async (query) => {
      expect(outcomeOf(await lastResort(booted)('GET', `/audit/export?${query}`))).toBe('400 invalid_request');
    },
  );

  it('is exported as a table that calculates nothing, one row a line', async () => {
    const ada = await booted.person('denetim.gül');
    const reason = '=HYPERLINK("http://x";"y"), bak';
    await lastResort(booted)('POST', `/accounts/${ada.accountId}/stars`, { delta: 1, reason });
    clock.move(15_001);
    const { text, type } = await fileOf(`format=csv&target=${ada.accountId}`);
    expect(type).toMatch(/^text\/csv; charset=utf-8/);
    const [head, line, ...rest] = text.split('\r\n');
    expect(head).toMatch(/^id,at,operator_id,operator_name,operator_role,action,target,reason,outcome,/);
    expect(line).toContain(`,grantStars,${ada.accountId},"'=HYPERLINK(""http://x"";""y""), bak",done,`);
    expect(rest).toEqual(['']);
  });

  it('is read in small parts, however long it is, and cut off if the store fails', async () => {
    const { store } = booted.app;
    const row = (await store.range<AuditEntry>('audit', { index: '_id', limit: 1 }))[0] as AuditEntry;
    for (let at = 0; at < 1_200; at += 400) {
      const docs = Array.from({ length: 400 }, (_, n) => ({
        ...row,
        _id: auditId(1_000 + at + n, 'x'),
        at: 1_000 + at + n,
      }));
      await store.write(docs.map((doc) => ({ op: 'put', in: 'audit', doc: asDoc(doc) })));
    }
    const range = store.range.bind(store);
    const limits: (number | undefined)[] = [];
    const watch = (failAt: number) =>
      Object.assign(store, {
        range: ((name, how) => {
          if (name !== 'audit') return range(name, how);
          limits.push(how.limit);
          return limits.length === failAt ? Promise.reject(new Error('away')) : range(name, how);
        }) as Store['range'],
      });
    watch(0);
    expect(linesOf(await fileOf('to=1970-01-02'))).toHaveLength(1_200);
    expect(limits).toEqual([500, 500, 500]);
    limits.length = 0;
    watch(2);
    await expect(fileOf('to=1970-01-02')).rejects.toThrow();
    Object.assign(store, { range });
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

/** The console inside the service: where it is, where it is not, and what of a person stays in it. */
import { uuidOf } from '#src/domain/text/hash.js';
import { findReferences } from '#src/store/find-references.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';
import { draftOf } from './support.js';

const OPERATORS = { CONSOLE_KEY: 'the-key-of-operators' };

const keyed = (key: string | undefined) => ({ authorization: `Bearer ${key}` });

function serviceKey({ app }: Booted): string | undefined {
  const { dictionary } = app.config;
  return dictionary?.kind === 'embedded' ? dictionary.key : undefined;
}

describe('the console inside the service', () => {
  let booted: Booted;
  beforeAll(async () => {
    booted = await bootApp({ settings: OPERATORS });
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  const service = (method: string, path: string, body?: unknown) =>
    booted.ask(null, method, `/console/dictionary${path}`, body, keyed(serviceKey(booted)));
  const operator = (method: string, path: string, body?: unknown) =>
    booted.ask(null, method, `/console/admin${path}`, body, keyed(OPERATORS.CONSOLE_KEY));

  it('answers the service by its own key and operators by theirs', async () => {
    expect((await service('GET', '/categories')).status).toBe(200);
    expect((await operator('GET', '/categories')).status).toBe(200);
    const ada = await booted.person('ada');
    for (const path of ['/console/dictionary/categories', '/console/admin/categories', '/console/admin/nothing'])
      expect((await booted.ask(ada, 'GET', path)).status).toBe(401);
    const { headers } = await operator('GET', '/categories');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  it('leaves the rest to the service', async () => {
    expect((await booted.ask(null, 'GET', '/api/health')).status).toBe(200);
    expect((await booted.ask(null, 'GET', '/console/dictionaryx')).body.error.code).toBe('not_found');
  });

  it('forgets who wrote an entry, and that they were banned, when the account is erased', async () => {
    const eda = await booted.person('eda');
    const entry = draftOf({ message: 'of-eda' });
    const told = await service('POST', '/entries', { ...entry, author_id: eda.accountId });
    expect(told.status).toBe(201);
    const { id } = told.body.entry;
    await operator('POST', `/entries/${id}/decision`, { decision: 'publish' });
    await operator('PUT', `/authors/${eda.accountId}/ban`, { reason: 'Enough.' });
    await booted.ask(eda, 'DELETE', '/api/me');
    await poll(() => booted.app.erasing.erase(eda.accountId), { until: 'eda is erased', withinMs: 60_000 });
    const traces = [];
    for await (const trace of findReferences(booted.app.store, [eda.accountId], ['erasures'])) traces.push(trace);
    expect(traces).toEqual([]);
    expect((await service('GET', `/entries/${id}`)).body.entry).toMatchObject({ status: 'published', author_id: null });
    expect((await operator('GET', `/entries/${id}`)).body.author).toBeNull();
    expect((await operator('GET', '/authors')).body.authors).toEqual([]);
  });
});

describe('the console of somebody else', () => {
  it.each([{ DICTIONARY_URL: 'off' }, { DICTIONARY_URL: 'http://127.0.0.1:9/', DICTIONARY_KEY: 'a-key-of-sixteen-' }])(
    'is not stood in for with %j',
    async (settings) => {
      const booted = await bootApp({ settings: { ...OPERATORS, ...settings } });
      for (const key of [OPERATORS.CONSOLE_KEY, 'a-key-of-sixteen-', uuidOf('none')])
        for (const path of ['/console/dictionary/categories', '/console/admin/categories'])
          expect((await booted.ask(null, 'GET', path, undefined, keyed(key))).status).toBe(404);
      await booted[Symbol.asyncDispose]();
    },
  );
});

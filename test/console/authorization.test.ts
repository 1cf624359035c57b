/** Keys, bodies and paths: what the console refuses, and in which words. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidOf } from '#src/domain/text/hash.js';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import type { Store } from '#src/store/store.js';
import { draftOf, OPERATOR_KEY, type RunningConsole, runConsole, SERVICE_KEY } from './support.js';

describe('the authorization of the console', () => {
  let dir: string;
  let store: Store;
  let console_: RunningConsole;
  let known: number;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'meydan-doors-'));
    store = await openEmbeddedStore({ dir });
    console_ = await runConsole(store);
    known = await console_.submit({ message: 'known' });
    await console_.operator('POST', '/categories', { slug: 'food', name: 'Food' });
  });
  afterAll(async () => {
    await console_[Symbol.asyncDispose]();
    await store.close();
    await rm(dir, { recursive: true });
  });

  it.each([
    ['/console/dictionary/categories', OPERATOR_KEY],
    ['/console/dictionary/categories', `${SERVICE_KEY}x`],
    ['/console/dictionary/categories', undefined],
    ['/console/dictionary/nothing', undefined],
    ['/console/admin/categories', SERVICE_KEY],
    ['/console/admin/nothing', undefined],
    ['/console/admin', undefined],
  ])('%s with the key %s is refused before anything is told', async (path, key) => {
    const told = await console_.ask('GET', path, key === undefined ? {} : { key });
    expect(told.status).toBe(401);
    expect(told.body).toEqual({ error: { code: 'unauthorized', message: expect.any(String) } });
    expect(told.headers.get('www-authenticate')).toBe('Bearer');
    expect(told.headers.get('cache-control')).toBe('no-store');
  });

  it('a key in the address opens nothing', async () => {
    const told = await console_.ask('GET', `/console/dictionary/categories?key=${SERVICE_KEY}&token=${SERVICE_KEY}`);
    expect(told.status).toBe(401);
  });

  it('without a key of operators there is no way in for them', async () => {
    const other = await runConsole(store, { consoleKey: null });
    expect((await other.operator('GET', '/categories')).status).toBe(404);
    expect((await other.dictionary('GET', '/categories')).status).toBe(200);
    await other[Symbol.asyncDispose]();
  });

  it('unknown paths and methods are told with the key', async () => {
    expect((await console_.dictionary('GET', '/nothing')).body.error.code).toBe('not_found');
    const told = await console_.dictionary('DELETE', '/categories');
    expect([told.status, told.body.error.code]).toEqual([405, 'method_not_allowed']);
    expect(told.headers.get('allow')).toContain('GET');
  });

  it.each(['0', '-1', '1.5', 'abc', '1e3', '9999999999999', 'null', '%00', '1%20'])(
    'there is no entry %s',
    async (id) => {
      expect((await console_.dictionary('GET', `/entries/${id}`)).status).toBe(404);
      expect((await console_.dictionary('PUT', `/entries/${id}/reactions`, { total: 1 })).status).toBe(404);
    },
  );

  it.each(['{"total":', '[1]', '"text"', '7'])('the body %s is no object', async (body) => {
    const told = await console_.ask('PUT', '/console/dictionary/entries/1/reactions', { key: SERVICE_KEY, body });
    expect([told.status, told.body.error.code]).toEqual([400, 'invalid_request']);
  });

  it.each([{ total: -1 }, { total: '3' }, { total: 1.5 }, { total: 2e9 }, { total: null }, {}, { total: { $gt: 1 } }])(
    '%j is no count of reactions',
    async (body) => {
      const told = await console_.dictionary('PUT', `/entries/${known}/reactions`, body);
      expect([told.status, told.body.error.code]).toEqual([400, 'invalid_request']);
    },
  );

  it.each([
    ['author_id', 'ada'],
    ['author_id', { $ne: null }],
    ['room_id', ''],
    ['message_id', 7],
    ['tag', ''],
    ['title', ' '],
    ['title', 'x'.repeat(301)],
    ['excerpt', 'x'.repeat(2_001)],
    ['excerpt', null],
  ])('an article with %s %j is refused', async (field, value) => {
    const draft = { ...draftOf({ message: 'm1' }), [field]: value };
    const told = await console_.dictionary('POST', '/entries', draft);
    expect([told.status, told.body.error.code]).toEqual([400, 'invalid_request']);
    expect((await console_.operator('GET', '/entries')).body.total).toBe(1);
  });

  it.each(['#', 'two words', '..', 'a/b', 'x'.repeat(121)])('%s can be no topic', async (tag) => {
    const told = await console_.dictionary('POST', '/entries', draftOf({ message: 'm1', tag }));
    expect([told.status, told.body.error.code]).toEqual([422, 'topic_not_found']);
    expect((await console_.operator('GET', '/topics')).body.total).toBe(1);
  });

  it('a body that is too large is refused, with or without its length told', async () => {
    const big = { ...draftOf({ message: 'm1' }), excerpt: 'x'.repeat(2 * 1_048_576) };
    const told = await console_.dictionary('POST', '/entries', big);
    expect([told.status, told.body.error.code]).toEqual([413, 'payload_too_large']);
    const stream = new Blob([JSON.stringify(big)]).stream();
    const headers = { authorization: `Bearer ${SERVICE_KEY}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit;
    const streamed = await fetch(`${console_.url}/console/dictionary/entries`, init);
    expect(streamed.status).toBe(413);
  });

  it('what is not JSON is refused', async () => {
    const path = '/console/dictionary/entries';
    const told = await console_.ask('POST', path, { key: SERVICE_KEY, body: 'a=b', type: 'text/plain' });
    expect([told.status, told.body.error.code]).toEqual([415, 'unsupported_media_type']);
  });

  it.each([
    ['POST', '/categories', { slug: 'Big Letters', name: 'x' }, 400, 'invalid_request'],
    ['POST', '/categories', { slug: 'food' }, 400, 'invalid_request'],
    ['POST', '/topics', { tag: 'çay', title: 'Çay', category: 'none' }, 422, 'category_not_found'],
    ['POST', '/topics', { tag: 'çay', title: 'Çay', category: 'food', languages: ['türkçe'] }, 400, 'invalid_request'],
    ['PATCH', '/topics/none', { title: 'x' }, 404, 'not_found'],
    ['PATCH', '/categories/none', { archived: true }, 404, 'not_found'],
    ['PATCH', '/categories/food', {}, 400, 'invalid_request'],
    ['PUT', '/categories', { slugs: ['none'] }, 422, 'category_not_found'],
    ['POST', '/topics/none/decision', { decision: 'publish' }, 404, 'not_found'],
    ['POST', '/entries/77/decision', { decision: 'publish' }, 404, 'not_found'],
    ['POST', '/entries/77/decision', { decision: 'burn' }, 400, 'invalid_request'],
    ['PUT', `/authors/${uuidOf('ada')}/ban`, {}, 400, 'invalid_request'],
    ['PUT', '/authors/%24ne/ban', { reason: 'x' }, 404, 'not_found'],
    ['DELETE', `/authors/${uuidOf('ada')}/ban`, undefined, 404, 'not_found'],
    ['GET', '/entries?status=lost', undefined, 400, 'invalid_request'],
  ])('an operator is refused %s %s %j with %d %s', async (method, path, body, status, code) => {
    const told = await console_.operator(method, path, body);
    expect([told.status, told.body.error.code]).toEqual([status, code]);
  });
});

/** A client finds each refusal that it meets in the OpenAPI document, under its status. */
import { endpoints } from '#src/protocol/endpoints.js';
import { openApiDocument } from '#src/protocol/openapi.js';
import { type Answer, call, person, type Visitor } from '../http/client.js';
import { type HttpFixture, openHttpFixture } from '../http/http-fixture.js';

interface Documented {
  description: string;
  content?: Record<string, unknown>;
}
type Operations = Record<string, Record<string, { responses: Record<string, Documented> }>>;

const paths = openApiDocument(endpoints, { version: '0' }).paths as unknown as Operations;

function answerOf(operation: string, status: number): Documented {
  const [method = '', path = ''] = operation.split(' ');
  return paths[path]?.[method.toLowerCase()]?.responses[status] ?? { description: '' };
}

/** The codes of the document for this status of the operation. */
function documented(operation: string, status: number): string[] {
  const { description } = answerOf(operation, status);
  return [...description.matchAll(/`(\w+)`:/g)].map(([, code = '']) => code);
}

function expectDocumented(operation: string, { outcome: [status, code] }: Answer, refusal: string): void {
  expect(`${status} ${code}`).toBe(refusal);
  expect(documented(operation, status)).toContain(code);
}

const SEND = 'POST /api/rooms/{slug}/messages';
const message = '/api/rooms/{slug}/messages/{id}';

let fixture: HttpFixture;
let ada: Visitor;
let bob: Visitor;
beforeAll(async () => {
  fixture = await openHttpFixture();
  ada = await person(fixture, 'ada');
  bob = await person(fixture, 'bob');
});
afterAll(() => fixture.close());

describe('in a direct chat across a block', () => {
  let slug: string;
  let id: string;
  beforeAll(async () => {
    slug = (await ada.call('POST', '/api/dm/bob')).body.room.slug;
    id = (await ada.call('POST', `/api/rooms/${slug}/messages`, { body: 'merhaba' })).body.message.id;
    await bob.call('PUT', `/api/me/blocks/${ada.id}`);
  });

  it.each([
    [SEND, { body: 'yine' }],
    ['PATCH /api/rooms/{slug}', { wallpaper: 'kum' }],
    [`PATCH ${message}`, { body: 'selam' }],
    [`PUT ${message}/pin`, undefined],
    [`DELETE ${message}/pin`, undefined],
    [`POST ${message}/discussion/close`, undefined],
    [`POST ${message}/discussion/reopen`, undefined],
    [`PUT ${message}/vote`, { options: [0] }],
  ])('%s is documented as blocked', async (operation, json) => {
    const [method = '', path = ''] = operation.split(' ');
    const answer = await ada.call(method, path.replace('{slug}', slug).replace('{id}', id), json);
    expectDocumented(operation, answer, '403 blocked');
  });
});

describe('a message', () => {
  const say = (who: Visitor, json: object) => who.call('POST', '/api/rooms/oda/messages', json);
  let bobs: string;
  beforeAll(async () => {
    await ada.call('POST', '/api/rooms', { name: 'Oda', slug: 'oda' });
    await bob.call('POST', '/api/rooms/oda/join');
    bobs = (await say(bob, { body: 'merhaba' })).body.message.id;
  });

  it('that is a command of somebody without the right is documented', async () => {
    expectDocumented(SEND, await say(bob, { body: '/mute @ada' }), '403 not_admin');
    expectDocumented(SEND, await say(ada, { body: '/mute @ada' }), '409 founder_protected');
  });

  it('that forwards what is not there, or was deleted, is documented', async () => {
    const forward = (id: string) => say(ada, { forward_of: { room: 'oda', message_id: id } });
    expectDocumented(SEND, await forward(bob.id), '404 not_found');
    const { id } = (await say(ada, { body: 'eski' })).body.message;
    await ada.call('DELETE', `/api/rooms/oda/messages/${id}`);
    expectDocumented(SEND, await forward(id), '409 invalid_state');
  });

  it('that forwards an expired document is documented', () => {
    // test/files/documents.test.ts meets it.
    expect(documented(SEND, 410)).toEqual(['document_expired']);
  });

  it('to a peer whose account was deleted is documented', async () => {
    const cem = await person(fixture, 'cem');
    const { slug } = (await ada.call('POST', '/api/dm/cem')).body.room;
    await ada.call('POST', `/api/rooms/${slug}/messages`, { body: 'merhaba' });
    expect((await cem.call('DELETE', '/api/me')).status).toBe(204);
    const answer = await ada.call('POST', `/api/rooms/${slug}/messages`, { body: 'orada mısın' });
    expectDocumented(SEND, answer, '403 dm_closed');
  });

  it('that its muted author edits is documented', async () => {
    await ada.call('PUT', `/api/rooms/oda/members/${bob.id}/mute`);
    const answer = await bob.call('PATCH', `/api/rooms/oda/messages/${bobs}`, { body: 'selam' });
    expectDocumented(`PATCH ${message}`, answer, '403 muted');
  });
});

it('joining a room that has banned the person is documented', async () => {
  const eda = await person(fixture, 'eda');
  await ada.call('POST', '/api/rooms', { name: 'Kapalı', slug: 'kapali' });
  await ada.call('PUT', `/api/rooms/kapali/bans/${eda.id}`);
  const answer = await eda.call('POST', '/api/rooms/kapali/join');
  expectDocumented('POST /api/rooms/{slug}/join', answer, '403 banned');
});

describe('a suspended account', () => {
  const post = (path: string, json: object) => call(fixture, 'POST', path, { json });
  const refusal = '403 account_suspended';

  it('is documented at logins, at a refresh and at the claim of a panel', async () => {
    const { body: pair } = await post('/api/auth/developer', { name: 'fem' });
    await call(fixture, 'PUT', '/api/me/username', { token: pair.access_token, json: { username: 'fem' } });
    const { body: shown } = await post('/api/panel/link', {});
    await call(fixture, 'POST', '/api/me/panels', { token: pair.access_token, json: { code: shown.code } });
    const suspension = { json: { until: null, reason: 'spam' }, token: fixture.app.config.consoleKey ?? '' };
    await call(fixture, 'PUT', `/api/console/accounts/${pair.account.id}/suspension`, suspension);
    const tries: [string, object][] = [
      ['/api/auth/developer', { name: 'fem' }],
      ['/api/auth/refresh', { refresh_token: pair.refresh_token }],
      ['/api/panel/link/claim', { claim: shown.claim }],
    ];
    for (const [path, json] of tries) expectDocumented(`POST ${path}`, await post(path, json), refusal);
    // test/operators/suspension.test.ts meets it.
    expect(documented('POST /api/auth/identity', 403)).toEqual(['account_suspended']);
  });
});

it('a token of a bot is documented at what is for people, the panel included', async () => {
  const { id } = (await ada.call('POST', '/api/bots', { username: 'yanki' })).body.bot;
  const { secret: token } = (await ada.call('POST', `/api/bots/${id}/tokens`, { name: 'server' })).body;
  for (const path of ['/api/panel/me', '/api/contacts']) {
    expectDocumented(`GET ${path}`, await call(fixture, 'GET', path, { token }), '403 not_allowed');
  }
  const unlinked = await call(fixture, 'DELETE', `/api/me/panels/${id}`, { token });
  expectDocumented('DELETE /api/me/panels/{id}', unlinked, '403 not_allowed');
});

it('what an installation has switched off is documented', async () => {
  const off = await openHttpFixture({ BOTS: 'off' });
  const { token } = await person(off, 'ada');
  for (const path of ['/api/bots', '/api/webhooks']) {
    expectDocumented(`GET ${path}`, await call(off, 'GET', path, { token }), '404 not_found');
    const answer = await call(off, 'POST', path, { token, json: {} });
    expectDocumented(`POST ${path}`, answer, '404 not_found');
  }
  const incoming = await call(off, 'POST', '/api/webhooks/incoming/x/messages', { json: { body: 'x' } });
  expectDocumented('POST /api/webhooks/incoming/{token}/messages', incoming, '404 not_found');
  await off.close();
});

describe('an answer that is no JSON', () => {
  async function expectType(operation: string, path: string, type: string, options: object): Promise<void> {
    const { status, headers } = await call(fixture, 'GET', path, options);
    expect(headers.get('content-type')?.split(';')[0]).toBe(type);
    expect(Object.keys(answerOf(operation, status).content ?? {})).toContain(type);
  }

  it('is documented where a browser is shown that its login cannot continue', async () => {
    const options = { headers: { accept: 'text/html' } };
    const login = '/v1/auth/login_with_idp';
    await expectType(`GET ${login}`, `${login}?redirect_uri=https://evil.example`, 'text/html', options);
    await expectType('GET /v1/auth/idp_callback', '/v1/auth/idp_callback', 'text/html', options);
  });

  it('is documented in both forms of an export of the audit log', async () => {
    const path = '/api/console/audit/export';
    const options = { token: fixture.app.config.consoleKey ?? '' };
    await expectType(`GET ${path}`, `${path}?format=jsonl`, 'application/x-ndjson', options);
    await expectType(`GET ${path}`, `${path}?format=csv`, 'text/csv', options);
  });
});

/** How `/v1` is spoken to, and how it answers: bodies, errors, paths, health. */
import { request } from 'node:http';
import { v1ErrorShape } from '#src/protocol/v1/v1-error.js';
import type { Answer } from '../support/clients/boot-app.js';
import { openV1Fixture, outcomeOf, PASSWORD, type V1Fixture } from './v1-fixture.js';

let fixture: V1Fixture;
beforeAll(async () => {
  fixture = await openV1Fixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fixture.ask('POST', `/v1/auth/${path}`, body, { headers });

function expectOwnShape({ body, headers }: Answer): void {
  expect(v1ErrorShape.validate(body).error).toBeUndefined();
  expect(body.error.request_id).toBe(headers.get('x-request-id'));
  expect(headers.get('cache-control')).toBe('no-store');
}

describe('an error of /v1', () => {
  it('names the request as its client did, when that is a decent name', async () => {
    const named = await fixture.ask('GET', '/v1/me', undefined, { headers: { 'x-request-id': 'mine.1-2_3' } });
    expect(named.body).toEqual({
      error: { code: 'unauthorized', message: expect.any(String), request_id: 'mine.1-2_3' },
    });
    const odd = await fixture.ask('GET', '/v1/me', undefined, { headers: { 'x-request-id': 'mine 1' } });
    expect(odd.body.error.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expectOwnShape(odd);
  });

  it.each([
    ['GET', '/v1', '404 not_found', null],
    ['GET', '/v1/', '404 not_found', null],
    ['GET', '/v1/auth', '404 not_found', null],
    ['GET', '/v1/ME', '404 not_found', null],
    ['POST', '/v1/nowhere', '404 not_found', null],
    ['GET', '/v1/auth/login', '405 method_not_allowed', 'POST, OPTIONS'],
    ['PUT', '/v1/me', '405 method_not_allowed', 'DELETE, GET, HEAD, OPTIONS'],
    ['POST', '/v1/health', '405 method_not_allowed', 'GET, HEAD, OPTIONS'],
  ])('%s %s is %s', async (method, path, outcome, allow) => {
    const answer = await fixture.ask(method, path);
    expect(outcomeOf(answer)).toBe(outcome);
    expect(answer.headers.get('allow')).toBe(allow);
    expectOwnShape(answer);
  });

  it('nobody foresaw is internal: the cause stays here', async () => {
    const { addresses } = fixture.booted.app.node;
    const { ask } = addresses;
    addresses.ask = () => Promise.reject(new TypeError('secret cause'));
    try {
      const answer = await post('register', { email: 'ada@example.com', password: PASSWORD });
      expect(outcomeOf(answer)).toBe('500 internal');
      expect(JSON.stringify(answer.body)).not.toContain('secret');
      expectOwnShape(answer);
    } finally {
      addresses.ask = ask;
    }
  });
});

describe('a body of /v1', () => {
  const good = { email: 'ada@example.com', password: PASSWORD };

  it.each<[string, unknown]>([
    ['no JSON', '{"email":'],
    ['a list', '[]'],
    ['a list of bodies', JSON.stringify([good])],
    ['null', 'null'],
    ['a word', '"email"'],
    ['a number', '7'],
    ['an unknown field', { ...good, role: 'admin' }],
    ['an unknown field that is empty', { ...good, name: null }],
    ['the id of an account', { ...good, id: 'x', verifiedAt: 1, verified_at: 1 }],
    ['a prototype', `{"email":"ada@example.com","password":"${PASSWORD}","__proto__":{"verified":true}}`],
    ['a constructor', { ...good, constructor: {} }],
    ['a field in another case', { Email: good.email, password: good.password }],
    ['nesting without end', `${'{"email":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ])('that is or holds %s is invalid_json', async (_what, body) => {
    for (const path of ['register', 'login']) {
      const answer = await post(path, body);
      expect(outcomeOf(answer)).toBe('400 invalid_json');
      expectOwnShape(answer);
    }
  });

  it.each<[string, string, string]>([
    ['no JSON', '{"email":', 'The body is not valid JSON.'],
    ['a list', '[]', 'The body must be a JSON object.'],
    ['null', 'null', 'The body must be a JSON object.'],
    ['a prototype', '{"__proto__":{}}', 'No member may be named __proto__.'],
    ['an unknown field', '{"email":"ada@example.com","e_mail":"x"}', 'There is no field "e_mail" here.'],
    ['a long unknown field', `{"${'ş'.repeat(500)}":1}`, `There is no field "${'ş'.repeat(64)}" here.`],
  ])('that is or holds %s is told what is wrong', async (_what, body, message) => {
    expect((await post('login', body)).body.error.message).toBe(message);
  });

  it.each<[string, object, string[]]>([
    ['nothing', {}, ['email', 'password']],
    ['wrong types', { email: 7, password: ['a'] }, ['email', 'password']],
    ['operators', { email: { $ne: null }, password: { $gt: '' } }, ['email', 'password']],
    ['null', { email: null, password: null }, ['email', 'password']],
    ['booleans', { email: true, password: false }, ['email', 'password']],
    ['empty texts', { email: '', password: '' }, ['email', 'password']],
    ['no address', { email: 'ada', password: PASSWORD }, ['email']],
    ['a huge address', { email: `${'a'.repeat(50_000)}@example.com`, password: PASSWORD }, ['email']],
    ['a huge password', { email: 'ada@example.com', password: 'x'.repeat(50_000) }, ['password']],
  ])('with %s is validation_failed, with one sentence for each field', async (_what, body, fields) => {
    for (const path of ['register', 'login']) {
      const answer = await post(path, body);
      expect(outcomeOf(answer)).toBe('422 validation_failed');
      expect(Object.keys(answer.body.error.fields).sort()).toEqual(fields);
      for (const sentence of Object.values(answer.body.error.fields)) expect(typeof sentence).toBe('string');
      expectOwnShape(answer);
    }
  });

  it('is needed only where something is asked for, and then JSON', async () => {
    expect((await post('logout')).status).toBe(204);
    expect(outcomeOf(await post('login'))).toBe('422 validation_failed');
    const form = await post('login', 'email=ada', { 'content-type': 'application/x-www-form-urlencoded' });
    expect(outcomeOf(form)).toBe('415 unsupported_media_type');
    expectOwnShape(form);
    const large = await post('login', { email: 'x'.repeat(70_000) });
    expect(outcomeOf(large)).toBe('413 payload_too_large');
    expectOwnShape(large);
  });

  it('may not come where none is known', async () => {
    await fixture.account('govde@example.com');
    const { access: token } = await fixture.logIn('govde@example.com');
    const answer = await fixture.ask('DELETE', '/v1/auth/sessions/x', { all: true }, { token });
    expect(outcomeOf(answer)).toBe('400 invalid_json');
  });

  it('that never ends is cut off', async () => {
    const answered = new Promise<number>((resolve, reject) => {
      const sent = request(`${fixture.booted.url}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      });
      sent.on('response', ({ statusCode = 0 }) => resolve(statusCode));
      sent.on('error', reject);
      const chunk = Buffer.alloc(65_536, 'x');
      // Who writes again after a write that failed is called back at once, without end: Node 26 does so.
      const more = (error?: Error | null): void => {
        if (!error && sent.writable) sent.write(chunk, more);
      };
      more();
    });
    expect(await answered).toBe(413);
  });
});

describe('a password', () => {
  const register = async (password: string) => {
    const answer = await post('register', { email: 'sifre@example.com', password });
    return [outcomeOf(answer), answer.body.error?.fields?.password];
  };

  it.each([
    ['kq7vw2mzp1', 202],
    ['x'.repeat(9), 422],
    ['x'.repeat(128), 202],
    ['x'.repeat(129), 422],
    ['🦊'.repeat(10), 202],
    ['🦊'.repeat(9), 422],
    ['ş'.repeat(128), 202],
    ['e\u0301'.repeat(9), 422],
    ['iloveyou12', 422],
    ['1234567890', 422],
    ['Password123', 422],
    ['QWERTYUIOP', 422],
    ['\ud800'.repeat(10), 422],
    [' '.repeat(10), 202],
  ])('%p: %d', async (password, status) => {
    const [outcome, problem] = await register(password);
    expect(outcome).toBe(status === 202 ? '202' : '422 validation_failed');
    if (status === 422) expect(problem).toEqual(expect.any(String));
  });

  it('is the same however its characters were composed', async () => {
    await fixture.account('birlesik@example.com', 'şifre-çok-güzel');
    const typed = 'şifre-çok-güzel'.normalize('NFD');
    expect((await post('login', { email: 'birlesik@example.com', password: typed })).status).toBe(200);
  });
});

describe('GET /v1/health', () => {
  it('tells the state and latency of each part', async () => {
    const part = { status: 'ok', latency_ms: expect.any(Number) };
    const { status, body } = await fixture.ask('GET', '/v1/health');
    expect([status, body]).toEqual([
      200,
      { status: 'ok', components: { database: part, cache: part, object_store: part } },
    ]);
  });

  it('is 503 as soon as one does not work', async () => {
    const { objects } = fixture.booted.app;
    const { ping } = objects;
    objects.ping = () => Promise.reject(new Error('gone'));
    try {
      const { status, body } = await fixture.ask('GET', '/v1/health');
      expect([status, body.status, body.components.object_store]).toEqual([
        503,
        'degraded',
        { status: 'failed', latency_ms: null },
      ]);
    } finally {
      objects.ping = ping;
    }
    expect((await fixture.ask('GET', '/v1/health')).status).toBe(200);
  });
});

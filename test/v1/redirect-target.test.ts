import { createLoginStates } from '#http/v1/browser/login-state.js';
import { readRedirectTarget } from '#http/v1/login/redirect-target.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';

const allowed = ['https://app.example.org', 'http://localhost:5173'];

describe('S6: the address a login ends at', () => {
  it.each([
    ['https://app.example.org', 'https://app.example.org/'],
    ['https://app.example.org/', 'https://app.example.org/'],
    ['https://app.example.org/a/b?c=d&e=%20', 'https://app.example.org/a/b?c=d&e=%20'],
    ['https://app.example.org/a#kept-for-the-code', 'https://app.example.org/a'],
    ['HTTPS://APP.Example.ORG/Path', 'https://app.example.org/Path'],
    ['https://app.example.org:443/', 'https://app.example.org/'],
    ['https://app.example.org?a', 'https://app.example.org/?a'],
    ['http://localhost:5173/', 'http://localhost:5173/'],
    ['https://app.example.org/?next=https://evil.example', 'https://app.example.org/?next=https://evil.example'],
  ])('is taken when its origin is allowed: %s', (text, target) => {
    expect(readRedirectTarget(text, allowed)).toBe(target);
  });

  it.each([
    'http://app.example.org/',
    'https://app.example.org:444/',
    'https://app.example.org:80/',
    'http://localhost/',
    'https://evil.example/',
    'https://app.example.org.evil.example/',
    'https://evil-app.example.org/',
    'https://example.org/',
    'https://a.app.example.org/',
    'https://app.example.org./',
    'https://app.example.orgx/',
    '//app.example.org/',
    '//evil.example',
    '/docs',
    'docs',
    'app.example.org',
    'https:app.example.org/',
    'https:/app.example.org/',
    'https:///app.example.org/',
    'https:\\\\app.example.org/',
    'https://evil.example\\@app.example.org/',
    'https://app.example.org\\@evil.example/',
    'https://app.example.org\\evil.example/',
    'https://app.example.org/\\evil.example',
    'https://app.example.org@evil.example/',
    'https://evil.example@app.example.org/',
    'https://user:pass@app.example.org/',
    'https://app.example.org:443@evil.example/',
    'https://app.example.org%2eevil.example/',
    'https://app%2eexample.org/',
    'https://evil.example%23.app.example.org/',
    'https://evil.example#@app.example.org/',
    'https://evil.example?@app.example.org/',
    'https://evil.example#.app.example.org',
    'https://evil.example/https://app.example.org/',
    'https://app。example。org/',
    'https://аpp.example.org/',
    'https://ａpp.example.org/',
    'https://app.example.org／x',
    'https://app.example.org/ü',
    'https://app.example.org/a b',
    ' https://app.example.org/',
    'https://app.example.org/ ',
    'https://app.exa\tmple.org/',
    'https://app.example.org/\r\nSet-Cookie: a=b',
    'https://app.example.org/\u0000',
    'javascript:alert(1)',
    'javascript://app.example.org/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://app.example.org/x',
    'view-source:https://app.example.org/',
    'ftp://app.example.org/',
    'app://x',
    'null',
    '*',
    'https://*.example.org/',
    'https://',
    'http://[::1]:5173/',
    'http://127.0.0.1:5173/',
    `https://app.example.org/${'a'.repeat(2_048)}`,
  ])('is refused: %j', (text) => {
    expect(readRedirectTarget(text, allowed)).toBeNull();
  });
});

describe('GET /v1/auth/login_with_idp', () => {
  let booted: Booted;
  beforeAll(async () => {
    booted = await bootApp({ settings: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => booted[Symbol.asyncDispose]());
  const begin = (query: string) =>
    fetch(`${booted.url}/v1/auth/login_with_idp${query}`, { redirect: 'manual', headers: { 'x-request-id': 'mine' } });

  it.each([
    '?redirect_uri=https://evil.example/',
    '?redirect_uri=//evil.example',
    '?redirect_uri=%00',
    '?redirect_uri=%20',
    '?redirect_uri=http://localhost/&redirect_uri=http://localhost/',
    '?redirect_uri=%F0',
  ])('leads nowhere with %s', async (query) => {
    const answer = await begin(query);
    expect([answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([400, null, []]);
    const { error } = (await answer.json()) as { error: Record<string, string> };
    expect(error).toEqual({ code: 'invalid_redirect_uri', message: expect.any(String), request_id: 'mine' });
  });

  it('tells a person in a browser with a page, in their language', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'tr' };
    const paths = ['login_with_idp?redirect_uri=https://evil.example', 'idp_callback?state=%22%3E%3Cscript%3E'];
    for (const path of paths) {
      const answer = await fetch(`${booted.url}/v1/auth/${path}`, { redirect: 'manual', headers });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      const text = await answer.text();
      expect(text).toContain('Giriş yapılamadı');
      expect(text).not.toMatch(/<script|evil/);
    }
  });

  it('takes thirty requests a minute from one address, whatever comes of them, and not one more', async () => {
    const taken = 7;
    for (let count = taken; count < 30; count += 1) expect((await begin('')).status).toBe(302);
    const refused = await begin('');
    expect(refused.status).toBe(429);
    expect(((await refused.json()) as { error: { code: string } }).error.code).toBe('rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([refused.headers.get('x-ratelimit-limit'), refused.headers.get('x-ratelimit-remaining')]).toEqual([
      '30',
      '0',
    ]);
  });
});

describe('what travels in state', () => {
  let now = 1_000_000;
  const states = createLoginStates(['new secret', 'old secret'], () => now);

  it('is read in the browser it was made for, within the hour, and by every secret that is still good', () => {
    const old = createLoginStates(['old secret'], () => now);
    for (const maker of [states, old]) {
      const begun = maker.begin('https://app.example.org/', 'browser');
      expect(states.read(begun.state, 'browser')).toEqual(begun);
      expect(states.read(begun.state, 'another')).toBeNull();
    }
    expect(old.read(states.begin('https://app.example.org/', 'browser').state, 'browser')).toBeNull();
  });

  it('ends after an hour, to the millisecond', () => {
    const { state } = states.begin('https://app.example.org/', 'browser');
    now += 3_599_999;
    expect(states.read(state, 'browser')).not.toBeNull();
    now += 1;
    expect(states.read(state, 'browser')).toBeNull();
  });

  it.each(['', '.', 'a.b', `a.${'A'.repeat(43)}`, '..', 'é'.repeat(50)])('is not made up: %j', (state) => {
    expect(states.read(state, 'browser')).toBeNull();
  });

  it('tells neither nonce nor verifier, and both differ each time', () => {
    const [one, two] = [states.begin('https://a/', 'b'), states.begin('https://a/', 'b')];
    expect(Buffer.from(one.state.split('.')[0] ?? '', 'base64url').toString()).not.toContain(one.codeVerifier);
    expect(new Set([one.state, two.state, one.nonce, two.nonce, one.codeVerifier, two.codeVerifier]).size).toBe(6);
  });
});

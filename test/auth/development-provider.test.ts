import type { ExchangeRequest } from '#src/adapters/identity/identity-provider.js';
import { Browser, formAction } from './support/browser.js';
import { beginFlow, type Flow, walk } from './support/code-flow.js';
import { hostProvider, type ProviderHost } from './support/provider-host.js';

let host: ProviderHost;
beforeAll(async () => {
  host = await hostProvider();
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  expect(host.errors).toEqual([]);
});

const begin = () => beginFlow(host.provider.issuer(), host.redirectUri);

function posted(flow: Flow, back: URL, changes: Partial<ExchangeRequest> = {}): ExchangeRequest {
  const { redirectUri, codeVerifier, nonce } = flow;
  return { code: back.searchParams.get('code') ?? '', redirectUri, codeVerifier, nonce, ...changes };
}

describe('logging in through the development provider', () => {
  it('leads from a page that asks who it is, over consent, back to the app with a code and the state', async () => {
    const flow = begin();
    const back = await walk(flow, { name: 'ada' });
    expect(back.searchParams.get('state')).toBe(flow.state);
    expect(back.searchParams.get('iss')).toBe(host.provider.issuer());
    expect(back.searchParams.get('code')).toMatch(/^.{20,}$/);
  });

  it('tells birth date and gender, and nothing else', async () => {
    const flow = begin();
    const back = await walk(flow, { name: 'ada', birthdate: '1988-12-31', gender: 'other' });
    const result = await host.identity.exchange(posted(flow, back));
    expect(result).toEqual({
      ok: true,
      issuer: host.provider.issuer(),
      subject: expect.stringMatching(/^[0-9a-f]{32}$/),
      birthDate: '1988-12-31',
      gender: 'other',
    });
  });

  it('gives the same subject for the same name and another one for another', async () => {
    const subjects = [];
    for (const name of ['ada', 'bob', 'ada']) {
      const flow = begin();
      const result = await host.identity.exchange(posted(flow, await walk(flow, { name })));
      subjects.push(result.ok && result.subject);
    }
    expect(subjects[0]).toBe(subjects[2]);
    expect(subjects[0]).not.toBe(subjects[1]);
  });

  it('asks again who it is, so that one browser can be many people', async () => {
    const browser = new Browser();
    await walk(begin(), { name: 'ada' }, browser);
    const flow = begin();
    const back = await walk(flow, { name: 'bob' }, browser);
    expect(await host.identity.exchange(posted(flow, back))).toMatchObject({ ok: true });
  });

  it('sends the person back with access_denied when they do not allow it', async () => {
    const back = await walk(begin(), { name: 'ada', answer: 'deny' });
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.has('code')).toBe(false);
  });

  it.each([
    ['no name', { name: ' ', birthdate: '1990-01-01', gender: 'male' }],
    ['a day that does not exist', { name: 'ada', birthdate: '1990-02-30', gender: 'male' }],
    ['an unknown gender', { name: 'ada', birthdate: '1990-01-01', gender: '<b>' }],
  ])('asks once more after %s', async (_, form) => {
    const browser = new Browser();
    const flow = begin();
    const login = await browser.follow(await browser.get(flow.url), flow.redirectUri);
    const again = await browser.post(formAction(login), form);
    expect(again.status).toBe(422);
    expect(again.html).toContain('role="alert"');
    expect(again.html).not.toContain('<b>');
  });

  it('shows what a name says as text, never as markup', async () => {
    const browser = new Browser();
    const flow = begin();
    const login = await browser.follow(await browser.get(flow.url), flow.redirectUri);
    const form = { name: '<script>alert(1)</script>', birthdate: '1990-01-01', gender: 'male' };
    const consent = await browser.follow(await browser.post(formAction(login), form), flow.redirectUri);
    expect(consent.html).toContain('&lt;script&gt;');
    expect(consent.html).not.toContain('<script>');
  });

  it('does not let another browser answer the question', async () => {
    const flow = begin();
    const browser = new Browser();
    const login = await browser.follow(await browser.get(flow.url), flow.redirectUri);
    const stranger = await new Browser().post(formAction(login), {
      name: 'eve',
      birthdate: '1990-01-01',
      gender: 'male',
    });
    expect(stranger.status).toBe(400);
  });
});

describe('the development provider refuses', () => {
  it('an address to come back to that is not registered, on a page and not by a redirect', async () => {
    const page = await new Browser().get(beginFlow(host.provider.issuer(), 'https://evil.example/').url);
    expect([page.status, page.location]).toEqual([400, null]);
    expect(page.html).toContain('role="alert"');
  });

  it('a request without PKCE', async () => {
    const url = new URL(begin().url);
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    const page = await new Browser().get(url.href);
    expect(new URL(page.location ?? '').searchParams.get('error')).toBe('invalid_request');
  });

  it('a plain PKCE challenge', async () => {
    const page = await new Browser().get(
      begin().url.replace('code_challenge_method=S256', 'code_challenge_method=plain'),
    );
    expect(new URL(page.location ?? '').searchParams.get('error')).toBe('invalid_request');
  });
});

describe('the service refuses what the provider refuses', () => {
  it('a code that was used before', async () => {
    const flow = begin();
    const back = await walk(flow, { name: 'ada' });
    expect(await host.identity.exchange(posted(flow, back))).toMatchObject({ ok: true });
    expect(await host.identity.exchange(posted(flow, back))).toMatchObject({ ok: false, code: 'idp_rejected' });
  });

  it('a code with the verifier of another login', async () => {
    const flow = begin();
    const back = await walk(flow, { name: 'ada' });
    const swapped = posted(flow, back, { codeVerifier: begin().codeVerifier });
    expect(await host.identity.exchange(swapped)).toMatchObject({ ok: false, code: 'idp_rejected' });
  });

  it('a code with another redirect_uri', async () => {
    const flow = begin();
    const back = await walk(flow, { name: 'ada' });
    for (const redirectUri of [`${host.redirectUri}x`, host.publicUrl, 'https://evil.example/', 'nonsense']) {
      const result = await host.identity.exchange(posted(flow, back, { redirectUri }));
      expect(result).toMatchObject({ ok: false, code: 'idp_rejected' });
    }
  });

  it('an invented code', async () => {
    const flow = begin();
    const result = await host.identity.exchange({ ...posted(flow, new URL(host.redirectUri)), code: 'invented' });
    expect(result).toMatchObject({ ok: false, code: 'idp_rejected' });
  });

  it.each([
    ['of another login', 'other'],
    ['left out', undefined],
  ])('a nonce %s', async (_, nonce) => {
    const flow = begin();
    const { nonce: right, ...rest } = posted(flow, await walk(flow, { name: 'ada' }));
    expect(right).toBe(flow.nonce);
    const result = await host.identity.exchange(nonce === undefined ? rest : { ...rest, nonce });
    expect(result).toMatchObject({ ok: false, code: 'invalid_id_token' });
  });
});

it('works under a public address that leads nowhere on this machine', async () => {
  await using elsewhere = await hostProvider(() => 'https://chat.example.org');
  const described = await elsewhere.identity.describe();
  expect(described?.authorizationEndpoint).toBe('https://chat.example.org/dev/oidc/auth');
});

it('starts and serves without a word on the console', async () => {
  const { warn, info } = console;
  const said: unknown[] = [];
  console.warn = console.info = (...words: unknown[]) => said.push(words);
  try {
    await using quiet = await hostProvider();
    await walk(beginFlow(quiet.provider.issuer(), quiet.redirectUri), { name: 'ada' });
  } finally {
    Object.assign(console, { warn, info });
  }
  expect(said).toEqual([]);
});

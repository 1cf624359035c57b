import type { ServerResponse } from 'node:http';
import { mayUseHttp } from '#src/adapters/identity/identity-provider.js';
import {
  type HostileProvider,
  hostileProvider,
  json,
  type Misdeeds,
  NONCE,
  SUBJECT,
} from './support/hostile-provider.js';

let provider: HostileProvider;
beforeEach(async () => {
  provider = await hostileProvider();
});
afterEach(() => provider[Symbol.asyncDispose]());

const redirectUri = 'https://chat.example.org/login?from=app';
const login = () => ({ code: 'a code', redirectUri, codeVerifier: 'v'.repeat(43), nonce: NONCE });
const exchange = () => provider.identity.exchange(login());

const drop = (res: ServerResponse) => res.destroy();
const hang = () => undefined;
const trickle = (res: ServerResponse) => void res.writeHead(200, { 'content-type': 'application/json' }).write('{');
const text = (status: number) => (res: ServerResponse) => void res.writeHead(status).end('<h1>Hello</h1>');
const flood = (res: ServerResponse) => {
  res.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!res.destroyed && res.write('"'.repeat(65_536)));
    if (!res.destroyed) res.once('drain', more);
  };
  more();
};
const refusing =
  (error: string, status = 400) =>
  (res: ServerResponse) =>
    json(res, status, { error });
const seconds = () => Math.floor(Date.now() / 1_000);

describe('an honest answer', () => {
  it('is taken: issuer, subject, birth date and gender, and nothing else of it', async () => {
    const { issuer } = provider;
    expect(await exchange()).toEqual({ ok: true, issuer, subject: SUBJECT, birthDate: '1990-04-23', gender: 'female' });
  });

  it('was asked for with the code, the verifier and the redirect_uri to the letter', async () => {
    await exchange();
    const { body, authorization } = provider.asked.find(({ path }) => path === '/token') ?? {};
    expect(Object.fromEntries(body ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'a code',
      code_verifier: 'v'.repeat(43),
      redirect_uri: redirectUri,
    });
    expect(authorization).toMatch(/^Basic /);
  });

  it.each([
    ['a bare year', { birthdate: '1990' }, { birthDate: null }],
    ['a day that does not exist', { birthdate: '1990-02-30' }, { birthDate: null }],
    ['an object', { gender: { $ne: null } }, { gender: null }],
    ['a novel', { gender: 'x'.repeat(1_000) }, { gender: null }],
    ['nothing', { birthdate: undefined, gender: undefined }, { birthDate: null, gender: null }],
  ])('that says %s for a claim keeps the rest', async (_, claims, kept) => {
    provider.misbehave({ claims: (honest) => ({ ...honest, ...claims }) });
    expect(await exchange()).toMatchObject({ ok: true, subject: SUBJECT, ...kept });
  });

  it('may leave the claims to userinfo, which must speak of the same person', async () => {
    const metadata = { userinfo_endpoint: `${provider.issuer}/userinfo` };
    const claims: Misdeeds['claims'] = ({ birthdate: _, gender: __, ...honest }) => honest;
    const of = (sub: string) => (res: ServerResponse) =>
      json(res, 200, { sub, birthdate: '1991-01-01', gender: 'male' });
    provider.misbehave({ metadata, claims, answer: { userinfo: of(SUBJECT) } });
    expect(await exchange()).toMatchObject({ ok: true, birthDate: '1991-01-01', gender: 'male' });
    provider.misbehave({ metadata, claims, answer: { userinfo: of('somebody else') } });
    expect(await exchange()).toMatchObject({ ok: false, code: 'invalid_id_token' });
    provider.misbehave({ metadata, claims, answer: { userinfo: hang } });
    expect(await exchange()).toMatchObject({ ok: false, code: 'idp_unavailable' });
  });

  it('is taken with Basic authentication where the list of ways to authenticate is none', async () => {
    provider.misbehave({ metadata: { token_endpoint_auth_methods_supported: {} } });
    expect(await exchange()).toMatchObject({ ok: true });
    expect(provider.asked.find(({ path }) => path === '/token')?.authorization).toMatch(/^Basic /);
  });

  it('is asked for once, however many log in first', async () => {
    await Promise.all(Array.from({ length: 10 }, exchange));
    expect(provider.asked.filter(({ path }) => path.startsWith('/.well-known/'))).toHaveLength(1);
  });
});

describe('an id_token is refused', () => {
  it.each<[string, Misdeeds]>([
    ['of another issuer', { claims: (honest) => ({ ...honest, iss: 'https://evil.example' }) }],
    ['for another audience', { claims: (honest) => ({ ...honest, aud: 'somebody-else' }) }],
    [
      'for several audiences, issued to another',
      { claims: (honest) => ({ ...honest, aud: ['meydan', 'x'], azp: 'x' }) },
    ],
    ['that has expired', { claims: (honest) => ({ ...honest, exp: seconds() - 120 }) }],
    ['without an expiry', { claims: ({ exp: _, ...honest }) => honest }],
    ['without a subject', { claims: ({ sub: _, ...honest }) => honest }],
    ['with the nonce of another login', { claims: (honest) => ({ ...honest, nonce: 'another' }) }],
    ['without the nonce', { claims: ({ nonce: _, ...honest }) => honest }],
    ['signed by a key that is not published', { signature: 'foreign' }],
    ['that is not signed (alg none)', { signature: 'none' }],
    ['signed with the client secret (alg HS256)', { signature: 'symmetric' }],
    ['whose claims were changed after it was signed', { signature: 'tampered' }],
    ['that is no token', { idToken: () => 'hello' }],
    ['that is three dots', { idToken: () => '...' }],
    ['that is missing', { idToken: () => undefined }],
  ])('%s', async (_, misdeeds) => {
    provider.misbehave(misdeeds);
    expect(await exchange()).toMatchObject({ ok: false, code: 'invalid_id_token' });
  });

  it('with a nonce that the caller does not know of', async () => {
    const { nonce: _, ...rest } = login();
    expect(await provider.identity.exchange(rest)).toMatchObject({ ok: false, code: 'invalid_id_token' });
  });
});

describe('a code is refused', () => {
  it.each(['invalid_grant', 'invalid_request', 'access_denied'])('when the provider says %s', async (error) => {
    provider.misbehave({ answer: { token: refusing(error) } });
    expect(await exchange()).toMatchObject({ ok: false, code: 'idp_rejected' });
  });
});

describe('the provider counts as unavailable', () => {
  it.each<[string, Misdeeds]>([
    ['when it drops the connection', { answer: { token: drop } }],
    ['when it does not answer', { answer: { token: hang } }],
    ['when it never finishes its answer', { answer: { token: trickle } }],
    ['when its answer has no end', { answer: { token: flood } }],
    ['when it answers 500', { answer: { token: refusing('server_error', 500) } }],
    ['when it answers 503 with a page', { answer: { token: text(503) } }],
    ['when it answers with a page', { answer: { token: text(200) } }],
    ['when it does not know this service', { answer: { token: refusing('invalid_client', 401) } }],
    ['when its keys cannot be had', { answer: { jwks: hang } }],
    ['when its keys are a page', { answer: { jwks: text(200) } }],
    ['when it cannot be discovered', { answer: { discovery: drop } }],
    ['when discovery answers 404', { answer: { discovery: text(404) } }],
    ['when discovery speaks of another issuer', { metadata: { issuer: 'https://evil.example' } }],
    [
      'when it redirects to elsewhere',
      { answer: { token: (res) => void res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end() } },
    ],
  ])('%s', async (_, misdeeds) => {
    provider.misbehave(misdeeds);
    expect(await exchange()).toMatchObject({ ok: false, code: 'idp_unavailable' });
  });

  it.each<[string, Record<string, unknown>]>([
    ['no place for codes', { token_endpoint: undefined }],
    ['no place for keys', { jwks_uri: 'soon' }],
    ['no page to log in', { authorization_endpoint: 42 }],
  ])('while its discovery has %s, and no longer', async (_, metadata) => {
    provider.misbehave({ metadata });
    expect(await exchange()).toMatchObject({ ok: false, code: 'idp_unavailable' });
    expect(await provider.identity.describe()).toBeNull();
    provider.misbehave({});
    expect(await exchange()).toMatchObject({ ok: true });
    expect(await provider.identity.describe()).toMatchObject({ authorizationEndpoint: `${provider.issuer}/auth` });
  });

  it('until it is well again', async () => {
    provider.misbehave({ answer: { discovery: text(500) } });
    expect(await exchange()).toMatchObject({ ok: false, code: 'idp_unavailable' });
    expect(await provider.identity.describe()).toBeNull();
    provider.misbehave({});
    expect(await exchange()).toMatchObject({ ok: true });
    expect(await provider.identity.describe()).toMatchObject({ authorizationEndpoint: `${provider.issuer}/auth` });
  });
});

it('is spoken to over plain http on this machine only, and never in production', () => {
  expect(mayUseHttp('http://localhost:4000/x', false)).toBe(true);
  expect(mayUseHttp('http://127.0.0.1:4000', false)).toBe(true);
  expect(mayUseHttp('http://127.0.0.1:4000', true)).toBe(false);
  expect(mayUseHttp('http://login.example.org', false)).toBe(false);
  expect(mayUseHttp('http://127.0.0.1.example.org', false)).toBe(false);
});

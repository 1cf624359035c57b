import { createRedirectIdentity, type RedirectIdentity } from '#src/adapters/identity/redirect-identity.js';
import { type HostileProvider, hostileProvider, json, type Misdeeds, NONCE } from '../auth/support/hostile-provider.js';

let provider: HostileProvider;
let identity: RedirectIdentity;
beforeEach(async () => {
  provider = await hostileProvider();
  const { issuer } = provider;
  identity = createRedirectIdentity({
    issuer,
    clientId: 'meydan',
    clientSecret: 'a client secret of thirty-two bytes or more',
    allowHttp: true,
    timeoutMs: 1_200,
  });
});
afterEach(() => provider[Symbol.asyncDispose]());

const redirectUri = 'https://chat.example.org/v1/auth/idp_callback';
const login = { redirectUri, state: 'the state', nonce: NONCE, codeVerifier: 'v'.repeat(43) };
const back = (more: Record<string, string> = {}) => {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ code: 'a code', state: login.state, ...more }))
    url.searchParams.set(name, value);
  return url;
};
const verified: Misdeeds['claims'] = (honest) => ({ ...honest, email_verified: true });
const seconds = () => Math.floor(Date.now() / 1_000);

describe('an honest provider', () => {
  it('is asked with the code, its verifier and the address that came back, and believed about the e-mail', async () => {
    provider.misbehave({ claims: verified });
    expect(await identity.end(back(), login)).toEqual({ ok: true, email: 'ada@example.org' });
    const { body } = provider.asked.find(({ path }) => path === '/token') ?? {};
    expect(Object.fromEntries(body ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'a code',
      code_verifier: login.codeVerifier,
      redirect_uri: redirectUri,
    });
  });

  it.each([
    ['does not say that it is verified', {}],
    ['says that it is not', { email_verified: false }],
    ['says so in a word that is no yes', { email_verified: 'yes' }],
    ['says so with a number', { email_verified: 1 }],
    ['names none', { email: undefined, email_verified: true }],
    ['names a list', { email: ['ada@example.org'], email_verified: true }],
  ])('is not believed about an e-mail when it %s', async (_, changes) => {
    provider.misbehave({ claims: (honest) => ({ ...honest, ...changes }) });
    expect(await identity.end(back(), login)).toMatchObject({ ok: false, code: 'email_not_verified' });
  });

  it('may keep the e-mail in userinfo, for the same person only', async () => {
    const claims: Misdeeds['claims'] = ({ email: _, ...honest }) => honest;
    const metadata = { userinfo_endpoint: `${provider.issuer}/userinfo` };
    const answering = (sub: string): Misdeeds => ({
      claims,
      metadata,
      answer: { userinfo: (res) => json(res, 200, { sub, email: 'ada@example.org', email_verified: true }) },
    });
    provider.misbehave(answering('person-1'));
    expect(await identity.end(back(), login)).toEqual({ ok: true, email: 'ada@example.org' });
    provider.misbehave(answering('person-2'));
    expect(await identity.end(back(), login)).toMatchObject({ ok: false });
  });
});

describe('S6: a hostile provider', () => {
  it.each<[string, Misdeeds]>([
    ['another issuer', { claims: (honest) => ({ ...honest, email_verified: true, iss: 'https://evil.example' }) }],
    ['another audience', { claims: (honest) => ({ ...honest, email_verified: true, aud: 'another' }) }],
    ['another nonce', { claims: (honest) => ({ ...honest, email_verified: true, nonce: 'another' }) }],
    ['no nonce', { claims: ({ nonce: _, ...honest }) => ({ ...honest, email_verified: true }) }],
    ['an end that is over', { claims: (honest) => ({ ...honest, email_verified: true, exp: seconds() - 60 }) }],
    ['no subject', { claims: ({ sub: _, ...honest }) => ({ ...honest, email_verified: true }) }],
    ['a foreign signature', { claims: verified, signature: 'foreign' }],
    ['no signature', { claims: verified, signature: 'none' }],
    ['the client secret for a key', { claims: verified, signature: 'symmetric' }],
    ['claims changed after signing', { claims: verified, signature: 'tampered' }],
    ['no id_token', { idToken: () => undefined }],
  ])('is not believed with %s', async (_, misdeeds) => {
    provider.misbehave(misdeeds);
    expect(await identity.end(back(), login)).toMatchObject({ ok: false, code: 'invalid_id_token' });
  });

  it.each([
    ['another state', { state: 'another' }],
    ['the issuer of another provider', { iss: 'https://evil.example' }],
    ['an error', { error: 'server_error' }],
  ])('is not even asked when the browser comes with %s', async (_, more) => {
    provider.misbehave({ claims: verified });
    expect(await identity.end(back(more), login)).toMatchObject({ ok: false });
    expect(provider.asked.some(({ path }) => path === '/token')).toBe(false);
  });

  it('has refused the code: it was used, or was not given to us', async () => {
    provider.misbehave({ answer: { token: (res) => json(res, 400, { error: 'invalid_grant' }) } });
    expect(await identity.end(back(), login)).toMatchObject({ ok: false, code: 'idp_rejected' });
  });

  it.each<[string, Misdeeds]>([
    ['is silent', { answer: { discovery: () => undefined } }],
    ['hangs up', { answer: { discovery: (res) => res.destroy() } }],
    ['is broken', { answer: { discovery: (res) => json(res, 500, {}) } }],
  ])('sends nobody anywhere while it %s, and is asked again the next time', async (_, misdeeds) => {
    provider.misbehave(misdeeds);
    expect(await identity.begin(login)).toBeNull();
    provider.misbehave({});
    expect(await identity.begin(login)).toContain(`${provider.issuer}/auth?`);
  });
});

/** Operators by a group of the identity provider, with the embedded provider: what the group gives, and what takes it away. */
import { Browser, formAction } from '../auth/support/browser.js';
import { beginFlow } from '../auth/support/code-flow.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { TestClock } from '../support/time/test-clock.js';
import { lastResort, named, withSecret } from './operator-people.js';

const settings = {
  OPERATOR_GROUPS: 'support=destek,moderator=denetim,admin=yönetim ekibi',
  OPERATOR_SCOPE: 'groups',
  OPERATOR_LOGIN_TTL_S: '3600',
};

onEachEngine('a login of operators', (engine) => {
  describe('through the identity provider', () => logins(engine));
});

function logins(engine: EngineSettings): void {
  let booted: Booted;
  const clock = new TestClock();
  beforeAll(async () => {
    const { MONGODB_URI } = engine();
    const parts = { env: clock.env };
    booted = await bootApp({ ...(MONGODB_URI ? { mongodbUri: MONGODB_URI } : {}), settings, parts });
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  const base = () => booted.app.config.http.publicUrl;
  /** The body of a login, as a page has it when the provider has sent the browser back. */
  async function proof(name: string, groups: string, page = '/console', scope = 'openid profile groups') {
    const flow = beginFlow(`${base()}/dev/oidc`, `${base()}${page}`);
    const url = new URL(flow.url);
    url.searchParams.set('scope', scope);
    const browser = new Browser();
    const login = await browser.follow(await browser.get(url.href), flow.redirectUri);
    const form = { name, birthdate: '1991-02-03', gender: 'female', groups };
    const consent = await browser.follow(await browser.post(formAction(login), form), flow.redirectUri);
    const back = await browser.follow(await browser.post(formAction(consent), { answer: 'allow' }), flow.redirectUri);
    const code = new URL(back.location ?? '').searchParams.get('code');
    return { code, redirect_uri: flow.redirectUri, code_verifier: flow.codeVerifier, nonce: flow.nonce };
  }
  const post = (body: object) => booted.ask(null, 'POST', '/api/console/login', body);
  const enter = async (name: string, groups: string) => post(await proof(name, groups));
  const entered = async (name: string, groups: string) => {
    const { status, body } = await enter(name, groups);
    if (status !== 200) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
    return { ...body, ask: withSecret(booted, body.secret) };
  };

  it('is described for the page that begins it', async () => {
    const { body } = await booted.ask(null, 'GET', '/api/console/login');
    expect(body.oidc).toEqual({
      authorization_endpoint: `${base()}/dev/oidc/auth`,
      client_id: 'meydan',
      redirect_uri: `${base()}/console`,
      scope: 'openid profile groups',
    });
  });

  it.each([
    ['destek', 'support'],
    ['başka, denetim', 'moderator'],
    ['destek, yönetim ekibi, denetim', 'admin'],
  ])('with the groups %s gives the role %s, under the name of the person', async (groups, role) => {
    const { operator, ask } = await entered('Ayşe', groups);
    expect(operator).toEqual({ id: expect.stringMatching(/^idp-[0-9a-f]{32}$/), name: 'Ayşe', role });
    const me = await ask('GET', '/me');
    expect(me.body.operator).toEqual(operator);
    expect(outcomeOf(await ask('GET', '/keys'))).toBe(role === 'admin' ? '200' : '403 not_allowed');
  });

  it.each(['', 'başka', 'Denetim', 'denetim2', 'admin', 'yönetim'])(
    'with the groups "%s" gives nothing',
    async (groups) => {
      expect(outcomeOf(await enter('Bora', groups))).toBe('403 not_allowed');
    },
  );

  it('gives nothing where the provider was not asked for the groups', async () => {
    expect(outcomeOf(await post(await proof('Bora', 'denetim', '/console', 'openid profile')))).toBe('403 not_allowed');
  });

  it('gives nothing for a code of the app, with another verifier or nonce, or a second time', async () => {
    expect(outcomeOf(await post(await proof('Can', 'denetim', '/')))).toBe('401 idp_rejected');
    const good = await proof('Can', 'denetim');
    expect(outcomeOf(await post({ ...(await proof('Can', 'denetim')), nonce: 'another' }))).toBe(
      '401 invalid_id_token',
    );
    const swapped = { ...(await proof('Can', 'denetim')), code_verifier: 'x'.repeat(43) };
    expect(outcomeOf(await post(swapped))).toBe('401 idp_rejected');
    const { nonce: _, ...without } = await proof('Can', 'denetim');
    expect(outcomeOf(await post(without))).toBe('400 invalid_request');
    expect(outcomeOf(await post(good))).toBe('200');
    expect(outcomeOf(await post(good))).toBe('401 idp_rejected');
  });

  it('is taken away with the group at the next login, on all devices of the person', async () => {
    const [desk, phone] = [await entered('Deniz', 'denetim'), await entered('Deniz', 'denetim')];
    expect([outcomeOf(await desk.ask('GET', '/me')), outcomeOf(await phone.ask('GET', '/me'))]).toEqual(['200', '200']);
    expect(outcomeOf(await enter('Deniz', 'başka'))).toBe('403 not_allowed');
    expect(outcomeOf(await desk.ask('GET', '/me'))).toBe('401 unauthorized');
    expect(outcomeOf(await phone.ask('GET', '/me'))).toBe('401 unauthorized');
  });

  it('has the role of the last login, and the one before ends', async () => {
    const before = await entered('Ece', 'yönetim ekibi');
    const after = await entered('Ece', 'destek');
    expect(after.operator.id).toBe(before.operator.id);
    expect(outcomeOf(await before.ask('GET', '/keys'))).toBe('401 unauthorized');
    expect(outcomeOf(await after.ask('GET', '/keys'))).toBe('403 not_allowed');
  });

  it('ends at its expiry, and not before', async () => {
    const { expires_at: end, ask } = await entered('Filiz', 'denetim');
    clock.move(Date.parse(end) - clock.env.now() - 30_000);
    expect(outcomeOf(await ask('GET', '/me'))).toBe('200');
    clock.move(30_000);
    expect(outcomeOf(await ask('GET', '/me'))).toBe('401 unauthorized');
  });

  it('ends by its operator, and by an admin; a named key does not end so, and goes on working', async () => {
    const { ask } = await entered('Gül', 'denetim');
    expect(outcomeOf(await ask('DELETE', '/login'))).toBe('204');
    expect(outcomeOf(await ask('GET', '/me'))).toBe('401 unauthorized');
    const key = await named(booted, 'moderator');
    expect(outcomeOf(await key.ask('DELETE', '/login'))).toBe('409 invalid_state');
    const again = await entered('Gül', 'denetim');
    const listed = (await lastResort(booted)('GET', '/logins')).body.logins;
    expect(JSON.stringify(listed)).not.toContain(again.secret);
    expect(listed).toContainEqual(expect.objectContaining({ operator: again.operator, groups: ['denetim'] }));
    const end = await lastResort(booted)('DELETE', `/logins/${again.operator.id}?reason=ayrıldı`);
    expect(outcomeOf(end)).toBe('204');
    expect(outcomeOf(await again.ask('GET', '/me'))).toBe('401 unauthorized');
    expect(outcomeOf(await key.ask('GET', '/me'))).toBe('200');
  });

  it('is a row of the audit log under the name of the person, and so is what the person does', async () => {
    const { operator, secret, ask } = await entered('Hale', 'denetim');
    await ask('PUT', `/accounts/${crypto.randomUUID()}/suspension`, { until: null, reason: 'deneme' });
    const { entries } = (await lastResort(booted)('GET', `/audit?operator=${operator.id}`)).body;
    expect(
      entries.map(({ action, operator: who, outcome }: Record<string, unknown>) => [action, who, outcome]),
    ).toEqual([
      ['suspendAccount', operator, 'not_found'],
      ['loginOperator', operator, 'done'],
    ]);
    expect(JSON.stringify(await booted.app.store.range('operatorLogins', { index: '_id' }))).not.toContain(
      secret.slice(-43),
    );
  });

  it('is bounded for a person: the sixth ends the first', async () => {
    const all = [];
    for (let at = 0; at < 6; at += 1) {
      all.push(await entered('İnci', 'destek'));
      clock.move(70_000);
    }
    const outcomes = await Promise.all(all.map(async ({ ask }) => outcomeOf(await ask('GET', '/me'))));
    expect(outcomes).toEqual(['401 unauthorized', '200', '200', '200', '200', '200']);
  });
}

describe('a login of operators that no setting allows', () => {
  it('is not there, and a secret of such a login is none', async () => {
    await using booted = await bootApp();
    expect((await booted.ask(null, 'GET', '/api/console/login')).body).toEqual({ oidc: null });
    const body = { code: 'x', redirect_uri: 'x', code_verifier: 'x', nonce: 'x' };
    expect(outcomeOf(await booted.ask(null, 'POST', '/api/console/login', body))).toBe('404 not_found');
    const secret = `mol_${'0'.repeat(32)}_${'x'.repeat(43)}`;
    expect(outcomeOf(await withSecret(booted, secret)('GET', '/me'))).toBe('401 unauthorized');
  });
});

import { randomUUID } from 'node:crypto';
import { type Answer, type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { individual, panelPerson } from './support/panel-people.js';

const KEY = 'operators-of-the-tests';

describe('packages and credits', () => {
  let booted: Booted;
  let ada: Person;
  let id: string;
  // biome-ignore lint/suspicious/noExplicitAny: as answered.
  let products: any[];

  beforeAll(async () => {
    booted = await bootApp({ settings: { CONSOLE_KEY: KEY } });
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  let number = 0;
  beforeEach(async () => {
    number += 1;
    ada = await panelPerson(booted, `ada${number}`);
    products = (await booted.ask(ada, 'GET', '/api/panel/me')).body.products;
    id = (await booted.ask(ada, 'POST', '/api/panel/organization', individual())).body.organization.id;
  });

  const operator = (method: string, path: string, body?: unknown, headers = {}) =>
    booted.ask(null, method, `/api/console/${path}`, body, { authorization: `Bearer ${KEY}`, ...headers });
  const request = (slug: string, lang = 'tr'): Promise<Answer> =>
    booted.ask(ada, 'POST', `/api/panel/organization/package?lang=${lang}`, {
      product_id: products.find((product) => product.slug === slug).id,
    });
  const decide = (decision: string) => operator('POST', `organizations/${id}/package-request`, { decision });
  const grant = (body: object, headers = {}) => operator('POST', `organizations/${id}/grants`, body, headers);
  const usage = async () => (await booted.ask(ada, 'GET', '/api/panel/usage')).body;
  const codeOf = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? ''}`.trim();

  it('names products in the language, with whole invoice amounts', async () => {
    const turkish = products.find(({ slug }) => slug === 'baslangic');
    expect(turkish).toEqual({
      id: expect.any(String),
      slug: 'baslangic',
      name: 'Başlangıç',
      price_cents: 49_900,
      net_cents: 41_583,
      vat_cents: 8_317,
      vat_rate: 20,
      currency: 'TRY',
      quotas: { message: 5_000, ai: 500, impression: 10_000, verification: 100 },
      features: ['sponsored'],
    });
    const me = async (lang: string) => (await booted.ask(ada, 'GET', `/api/panel/me?lang=${lang}`)).body;
    const nameIn = async (lang: string) =>
      // biome-ignore lint/suspicious/noExplicitAny: as answered.
      (await me(lang)).products.find(({ slug }: any) => slug === 'baslangic').name;
    expect([await nameIn('en'), await nameIn('tr'), await nameIn('de'), await nameIn('en&lang=tr')]).toEqual([
      'Starter',
      'Başlangıç',
      'Başlangıç',
      'Başlangıç',
    ]);
  });

  it('opens a free package at once and sets the counters', async () => {
    await grant({ counter: 'message', quantity: 900, note: 'hoş geldin' });
    const { status, body } = await request('ucretsiz', 'en');
    expect([status, body.role, body.organization]).toMatchObject([
      200,
      'owner',
      {
        subscription: { slug: 'ucretsiz', name: 'Free', price_cents: 0, started_at: expect.any(Number) },
        pending_request: null,
        balances: { message: 500, ai: 25, impression: 0, verification: 10 },
      },
    ]);
    const { balances, entries } = await usage();
    expect(balances).toEqual(body.organization.balances);
    const rows = entries.map((entry: Record<string, unknown>) => [
      entry.counter,
      entry.quantity,
      entry.source,
      entry.note,
    ]);
    expect(rows.slice(-1)).toEqual([['message', 900, 'grant:manual', 'hoş geldin']]);
    expect(rows.slice(0, -1).sort()).toEqual([
      ['ai', 25, 'grant:package', 'ucretsiz'],
      ['message', -400, 'grant:package', 'ucretsiz'],
      ['verification', 10, 'grant:package', 'ucretsiz'],
    ]);
  });

  it('lets a paid one wait for an operator, and a new request replace it', async () => {
    const waiting = await request('baslangic');
    expect(waiting.body.organization).toMatchObject({
      subscription: null,
      pending_request: { slug: 'baslangic', requested_at: expect.any(Number) },
      balances: { message: 0, ai: 0, impression: 0, verification: 0 },
    });
    await request('kurumsal');
    const { requests } = (await operator('GET', 'package-requests')).body;
    const own = requests.filter(({ organization }: { organization: { id: string } }) => organization.id === id);
    expect(own).toMatchObject([{ organization: { pending_request: { slug: 'kurumsal' } } }]);
    const approved = await decide('approve');
    expect([approved.status, approved.body.organization]).toMatchObject([
      200,
      {
        subscription: { slug: 'kurumsal' },
        pending_request: null,
        balances: { message: 50_000, ai: 5_000, impression: 100_000, verification: 1_000 },
      },
    ]);
    expect(codeOf(await decide('approve'))).toBe('409 invalid_state');
    expect((await operator('GET', 'package-requests')).body.requests).not.toContainEqual(
      expect.objectContaining({ organization: expect.objectContaining({ id }) }),
    );
  });

  it('drops a request that is rejected, withdrawn or replaced by a free one', async () => {
    await request('baslangic');
    expect((await decide('reject')).body.organization).toMatchObject({ subscription: null, pending_request: null });
    await request('baslangic');
    const withdraw = () => booted.ask(ada, 'DELETE', '/api/panel/organization/package/request');
    expect((await withdraw()).status).toBe(204);
    expect(codeOf(await withdraw())).toBe('404 not_found');
    await request('baslangic');
    expect((await request('ucretsiz')).body.organization.pending_request).toBeNull();
  });

  it('knows only what is on sale', async () => {
    const ask = (body: object) => booted.ask(ada, 'POST', '/api/panel/organization/package', body);
    expect(codeOf(await ask({}))).toBe('400 invalid_request');
    expect(codeOf(await ask({ product_id: 'kahve' }))).toBe('400 invalid_request');
    expect(codeOf(await ask({ product_id: randomUUID() }))).toBe('404 not_found');
  });

  it('is one package, whoever asks for however many at once', async () => {
    const slugs = ['ucretsiz', 'baslangic', 'ucretsiz', 'kurumsal', 'ucretsiz', 'baslangic'];
    const answers = await Promise.all(slugs.map((slug) => request(slug)));
    expect(answers.map(({ status }) => status)).toEqual(slugs.map(() => 200));
    const { balances, entries } = await usage();
    expect(balances).toEqual({ message: 500, ai: 25, impression: 0, verification: 10 });
    expect(entries).toHaveLength(3);
    const { pending_request: pending } = (await booted.ask(ada, 'GET', '/api/panel/me')).body;
    expect(pending.slug).toBe('baslangic');
  });

  it('is given and taken by operators, never below nothing, never nothing at all', async () => {
    expect(codeOf(await grant({ counter: 'ai', quantity: 0 }))).toBe('422 validation_failed');
    expect(codeOf(await grant({ counter: 'kahve', quantity: 1 }))).toBe('422 validation_failed');
    expect(codeOf(await grant({ counter: 'ai', quantity: -1 }))).toBe('409 no_credit');
    const given = await grant({ counter: 'ai', quantity: 5 });
    expect([given.status, given.body]).toEqual([
      200,
      {
        balances: { message: 0, ai: 5, impression: 0, verification: 0 },
        entry: {
          id: expect.any(String),
          counter: 'ai',
          quantity: 5,
          source: 'grant:manual',
          note: null,
          created_at: expect.any(Number),
        },
      },
    ]);
    expect((await grant({ counter: 'ai', quantity: -5 })).body.balances.ai).toBe(0);
    expect(codeOf(await operator('POST', `organizations/${randomUUID()}/grants`, { counter: 'ai', quantity: 1 }))).toBe(
      '404 not_found',
    );
  });

  it('takes what is left once, whoever takes it at the same time', async () => {
    await grant({ counter: 'impression', quantity: 10 });
    const answers = await Promise.all(Array.from({ length: 25 }, () => grant({ counter: 'impression', quantity: -1 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter((answer) => codeOf(answer) === '409 no_credit')).toHaveLength(15);
    const { balances, entries } = await usage();
    expect([balances.impression, entries.length]).toEqual([0, 11]);
  });

  it('is granted once under one key', async () => {
    const headers = { 'idempotency-key': `grant-${number}` };
    const [first, second] = [
      await grant({ counter: 'ai', quantity: 7 }, headers),
      await grant({ counter: 'ai', quantity: 7 }, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect(codeOf(await grant({ counter: 'ai', quantity: 8 }, headers))).toBe('409 idempotency_conflict');
    expect((await usage()).balances.ai).toBe(7);
  });

  it('lists the newest 50 movements', async () => {
    for (let i = 1; i <= 52; i += 1) await grant({ counter: 'ai', quantity: i });
    const { entries } = await usage();
    expect(entries).toHaveLength(50);
    expect(entries[0].quantity).toBe(52);
  });

  it('is told by suspension what operators think of it', async () => {
    const suspend = (suspended: unknown) => operator('PUT', `organizations/${id}/suspended`, { suspended });
    expect((await suspend(true)).body.organization.suspended).toBe(true);
    expect((await suspend(true)).status).toBe(200);
    expect((await booted.ask(ada, 'GET', '/api/panel/me')).body.organization.suspended).toBe(true);
    expect((await suspend(false)).body.organization.suspended).toBe(false);
    expect(codeOf(await suspend('yes'))).toBe('422 validation_failed');
    expect(codeOf(await operator('PUT', 'organizations/kahve/suspended', { suspended: true }))).toBe('404 not_found');
  });

  it('is for operators only', async () => {
    for (const [method, path, body] of [
      ['GET', 'package-requests'],
      ['PUT', 'catalog', { positions: [] }],
      ['PUT', 'products', { products: [] }],
    ] as const) {
      expect(codeOf(await booted.ask(ada, method, `/api/console/${path}`, body))).toBe('401 unauthorized');
    }
  });
});

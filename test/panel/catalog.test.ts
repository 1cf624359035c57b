import { randomUUID } from 'node:crypto';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { individual, panelPerson } from './support/panel-people.js';

const KEY = 'operators-of-the-tests';

describe('the catalog', () => {
  let booted: Booted;
  let ada: Person;

  beforeAll(async () => {
    booted = await bootApp({ settings: { CONSOLE_KEY: KEY } });
    ada = await panelPerson(booted, 'ada');
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  const put = (path: string, body: unknown) =>
    booted.ask(null, 'PUT', `/api/console/${path}`, body, { authorization: `Bearer ${KEY}` });
  const me = async (lang = 'tr') => (await booted.ask(ada, 'GET', `/api/panel/me?lang=${lang}`)).body;
  const product = (more: object = {}) => ({
    id: randomUUID(),
    slug: 'deneme',
    names: { tr: 'Deneme' },
    price_cents: 100,
    vat_rate: 20,
    currency: 'TRY',
    quotas: { message: 1, ai: 2, impression: 3, verification: 4 },
    features: [],
    on_sale: true,
    ...more,
  });

  it('is there from the first start, with one free package of three', async () => {
    const { catalog, products } = await me();
    for (const list of [catalog.positions, catalog.organization_types, catalog.group_types]) {
      expect(list.length).toBeGreaterThan(0);
      expect(list[0]).toEqual({ id: expect.any(String), name: expect.any(String) });
    }
    expect(products).toHaveLength(3);
    expect(products.filter(({ price_cents: price }: { price_cents: number }) => price === 0)).toHaveLength(1);
  });

  it.each([' ', '\u202e', 'x'.repeat(81)])('takes no name like %j', async (tr) => {
    const before = await me();
    for (const [path, body] of [
      ['catalog', { positions: [{ id: randomUUID(), names: { tr } }] }],
      ['products', { products: [product({ names: { tr } })] }],
    ] as const) {
      expect((await put(path, body)).status).toBe(422);
    }
    expect(await me()).toEqual(before);
  });

  it('falls back to English, then to Turkish', async () => {
    const [both, english, turkish] = [randomUUID(), randomUUID(), randomUUID()];
    await put('catalog', {
      group_types: [
        { id: both, names: { tr: 'Ekip', en: 'Team' } },
        { id: english, names: { en: 'Club' } },
        { id: turkish, names: { tr: 'Dernek' } },
      ],
    });
    // biome-ignore lint/suspicious/noExplicitAny: as answered.
    const names = async (lang: string) => (await me(lang)).catalog.group_types.map(({ name }: any) => name);
    expect(await names('tr')).toEqual(['Ekip', 'Club', 'Dernek']);
    expect(await names('en')).toEqual(['Team', 'Club', 'Dernek']);
  });

  it('takes out of the choice what is left out, and from nobody what they have', async () => {
    const before = (await me()).catalog;
    const [kept, gone] = before.positions;
    const founded = await booted.ask(ada, 'POST', '/api/panel/organization', individual({ position_id: gone.id }));
    expect(founded.status).toBe(201);
    const { status, body } = await put('catalog', {
      positions: [{ id: kept.id, names: { tr: 'Patron', en: 'Boss' } }],
    });
    expect(status).toBe(200);
    expect(body.positions).toContainEqual({ id: gone.id, names: expect.anything(), offered: false });

    const { catalog, organization } = await me();
    expect(catalog.positions).toEqual([{ id: kept.id, name: 'Patron' }]);
    expect(catalog.organization_types).toEqual(before.organization_types);
    expect(organization.position_id).toBe(gone.id);
    const change = (body: object) => booted.ask(ada, 'PATCH', '/api/panel/organization', body);
    expect((await change({ position_id: gone.id })).status).toBe(200);
    expect((await change({ position_id: kept.id })).status).toBe(200);
    expect((await change({ position_id: gone.id })).status).toBe(400);
  });

  it('takes products off sale that are left out; who has one keeps it as it was agreed', async () => {
    const mine = product({ price_cents: 0 });
    expect((await put('products', { products: [mine] })).status).toBe(200);
    const request = () => booted.ask(ada, 'POST', '/api/panel/organization/package', { product_id: mine.id });
    expect((await request()).status).toBe(200);
    await put('products', { products: [product({ slug: 'baska' })] });
    expect((await request()).body.error.code).toBe('not_found');
    const { products, subscription, balances } = await me();
    expect(products).toMatchObject([{ slug: 'baska', net_cents: 83, vat_cents: 17 }]);
    expect([subscription.slug, balances]).toEqual(['deneme', mine.quotas]);
    await put('products', { products: [{ ...mine, on_sale: false }] });
    expect((await me()).products).toEqual([]);
  });

  it.each([
    ['a catalog without lists', 'catalog', {}],
    ['an id that is no UUID', 'catalog', { positions: [{ id: 'kahve', names: { tr: 'x' } }] }],
    ['an item without names', 'catalog', { positions: [{ id: randomUUID(), names: {} }] }],
    ['products that are no list', 'products', { products: 'none' }],
    ['a negative price', 'products', { products: [product({ price_cents: -1 })] }],
    ['a tax above the price', 'products', { products: [product({ vat_rate: 101 })] }],
    ['an unknown feature', 'products', { products: [product({ features: ['kahve'] })] }],
    ['a missing quota', 'products', { products: [product({ quotas: { message: 1 } })] }],
    ['the same slug twice', 'products', { products: [product(), product()] }],
  ])('does not take %s', async (_, path, body) => {
    const { status, body: answer } = await put(path, body);
    expect([status, answer.error.code]).toEqual([422, 'validation_failed']);
  });
});

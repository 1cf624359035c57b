import { randomUUID } from 'node:crypto';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { billing, individual, panelPerson } from './support/panel-people.js';

describe('an organization', () => {
  let booted: Booted;
  let names = 0;
  // biome-ignore lint/suspicious/noExplicitAny: as answered.
  let catalog: any;

  beforeAll(async () => {
    booted = await bootApp();
    catalog = (await booted.ask(await panelPerson(booted, 'first'), 'GET', '/api/panel/me')).body.catalog;
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  const somebody = () => panelPerson(booted, `kisi${++names}`);
  const found = (person: Person, body: object, query = '') =>
    booted.ask(person, 'POST', `/api/panel/organization${query}`, body);
  const change = (person: Person, body: object) => booted.ask(person, 'PATCH', '/api/panel/organization', body);
  const company = (more: object = {}) => ({
    ...individual(),
    kind: 'company',
    type_id: catalog.organization_types[0].id,
    billing: billing(),
    ...more,
  });
  const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
    `${status} ${body?.error?.code ?? ''}`.trim();

  it('begins without package and credits, with its owner', async () => {
    const ada = await somebody();
    const { status, body } = await found(ada, individual({ display_name: '  Ayşe   Kahve ', slug: ' Ayse-Kahve ' }));
    expect(status).toBe(201);
    expect(body).toEqual({
      role: 'owner',
      organization: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind: 'individual',
        display_name: 'Ayşe Kahve',
        purpose: 'Kahve içenleri bir araya getirmek.',
        position_id: null,
        type_id: null,
        team_size: null,
        billing: null,
        slug: 'ayse-kahve',
        slug_editable: true,
        subscription: null,
        pending_request: null,
        balances: { message: 0, ai: 0, impression: 0, verification: 0 },
        suspended: false,
        created_at: expect.any(Number),
      },
    });
    const me = (await booted.ask(ada, 'GET', '/api/panel/me')).body;
    expect(me).toMatchObject({ role: 'owner', organization: body.organization, billing: null, slug_editable: true });
    expect(me.account).toEqual({ id: ada.accountId, username: ada.name, avatar: null });
  });

  it('is not there before: everything that needs one says so', async () => {
    const bob = await somebody();
    const me = (await booted.ask(bob, 'GET', '/api/panel/me?lang=en')).body;
    expect(me).toMatchObject({ organization: null, role: null, billing: null, subscription: null });
    expect(me.balances).toEqual({ message: 0, ai: 0, impression: 0, verification: 0 });
    for (const [method, path, body] of [
      ['PATCH', '/api/panel/organization', {}],
      ['POST', '/api/panel/organization/package', { product_id: randomUUID() }],
      ['DELETE', '/api/panel/organization/package/request'],
      ['GET', '/api/panel/usage'],
      ['GET', '/api/panel/members'],
      ['POST', '/api/panel/members', { username: 'first', role: 'ads' }],
    ] as const) {
      expect([path, codeOf(await booted.ask(bob, method, path, body))]).toEqual([path, '404 no_organization']);
    }
  });

  it('keeps of a company what belongs to one, and shows billing to those who manage it', async () => {
    const cem = await somebody();
    const long = 'x'.repeat(300);
    const sent = company({
      team_size: 20,
      position_id: catalog.positions[0].id,
      billing: billing({ address: `  ${long}`, country: 'tr', contact_phone: ' +90 (212) 555.12-34 ', region: '' }),
    });
    const { status, body } = await found(cem, sent);
    expect([status, body.organization]).toMatchObject([
      201,
      { kind: 'company', position_id: null, team_size: 20, type_id: catalog.organization_types[0].id },
    ]);
    expect(body.organization.billing).toEqual({
      ...billing({ address: long.slice(0, 200), contact_phone: '+902125551234' }),
      district: null,
      region: null,
      postal_code: null,
    });
    expect((await booted.ask(cem, 'GET', '/api/panel/me')).body.billing).toEqual(body.organization.billing);
  });

  it('ignores of an individual what belongs to companies', async () => {
    const eda = await somebody();
    const sent = individual({ type_id: 'kahve', team_size: 99, billing: 'none', position_id: catalog.positions[1].id });
    const { status, body } = await found(eda, sent);
    expect([status, body.organization]).toMatchObject([
      201,
      { type_id: null, team_size: null, billing: null, position_id: catalog.positions[1].id },
    ]);
  });

  const wrongs: [string, () => object, string][] = [
    ['an unknown kind', () => ({ ...individual(), kind: 'club' }), '400 invalid_request'],
    ['no kind', () => ({ display_name: 'Ayşe', purpose: 'x' }), '400 invalid_request'],
    ['a position that is not in the catalog', () => individual({ position_id: randomUUID() }), '400 invalid_request'],
    ['a position that is no UUID', () => individual({ position_id: 'kahve' }), '400 invalid_request'],
    ['a company without a type', () => company({ type_id: undefined }), '400 invalid_request'],
    ['a type that is not in the catalog', () => company({ type_id: randomUUID() }), '400 invalid_request'],
    ['a team of nobody', () => company({ team_size: 0 }), '400 invalid_request'],
    ['a team of 21', () => company({ team_size: 21 }), '400 invalid_request'],
    ['a team that is no number', () => company({ team_size: '5' }), '400 invalid_request'],
    ['a country that is none', () => company({ billing: billing({ country: 'QQ' }) }), '400 invalid_request'],
    ['a country of three letters', () => company({ billing: billing({ country: 'TUR' }) }), '400 invalid_request'],
    ['a short phone', () => company({ billing: billing({ contact_phone: '123456' }) }), '400 invalid_request'],
    ['a phone with words', () => company({ billing: billing({ contact_phone: 'ara beni' }) }), '400 invalid_request'],
    ['what is chosen before what is written', () => company({ display_name: '', team_size: 0 }), '400 invalid_request'],
    ['a name of one letter', () => individual({ display_name: 'A' }), '422 validation_failed'],
    ['a name of 81', () => individual({ display_name: 'A'.repeat(81) }), '422 validation_failed'],
    ['no name', () => individual({ display_name: undefined }), '422 validation_failed'],
    ['no purpose', () => individual({ purpose: ' ' }), '422 validation_failed'],
    ['a purpose of 1001', () => individual({ purpose: 'a'.repeat(1001) }), '422 validation_failed'],
    ['a company without billing', () => company({ billing: undefined }), '422 validation_failed'],
    ['billing without a city', () => company({ billing: billing({ city: ' ' }) }), '422 validation_failed'],
    ['billing without a country', () => company({ billing: billing({ country: undefined }) }), '422 validation_failed'],
    ['a wrong check digit', () => company({ billing: billing({ tax_id: '1234567891' }) }), '422 invalid_tax_id'],
    [
      'a German number with a sign',
      () => company({ billing: billing({ country: 'DE', tax_id: 'DE-1' }) }),
      '422 invalid_tax_id',
    ],
    ...['admin', 'www', 'SOZLUK', 'meydan', 'meydan-kafe', 'ab', 'a--b', '-ab', 'a b c', 'köşe', 'a'.repeat(49)].map(
      (slug): [string, () => object, string] => [`the slug ${slug}`, () => individual({ slug }), '422 invalid_slug'],
    ),
    ['a slug that is no text', () => individual({ slug: 7 }), '422 invalid_slug'],
  ];

  it('is refused for what is wrong with it', async () => {
    const fuat = await somebody();
    for (const [what, body, code] of wrongs) expect([what, codeOf(await found(fuat, body()))]).toEqual([what, code]);
    expect(codeOf(await found(fuat, individual({ slug: 'admin' })))).toBe('422 invalid_slug');
    expect(codeOf(await found(fuat, individual({ slug: 'fuat-kahve' })))).toBe('201');
  });

  it('names the fields that are missing in billing', async () => {
    const { body } = await found(await somebody(), company({ billing: { country: 'TR' } }));
    expect(Object.keys(body.error.fields)).toEqual(
      ['legal_name', 'tax_office', 'tax_id', 'address', 'city'].map((field) => `billing.${field}`),
    );
  });

  it('is the only one of a person, and the only one of its slug', async () => {
    const gul = await somebody();
    expect(codeOf(await found(gul, individual({ slug: 'gul-bahcesi' })))).toBe('201');
    expect(codeOf(await found(gul, individual()))).toBe('409 already_in_organization');
    expect(codeOf(await found(await somebody(), individual({ slug: 'GUL-bahcesi' })))).toBe('409 slug_taken');
  });

  it('has another address than one of the service when its name begins like that', async () => {
    const { status, body } = await found(await somebody(), individual({ display_name: 'Meydan Kafe' }));
    expect([status, body.organization.slug]).toEqual([201, 'org-meydan-kafe']);
  });

  it('gets the next free number when its derived slug is taken, reserved or too short', async () => {
    const slugs: string[] = [];
    for (const name of [
      'Şişli Çiğ Köfte',
      'Şişli Çiğ Köfte',
      'Şişli, Çiğ KÖFTE!',
      'Admin',
      'Admin',
      'Ay',
      '日本',
      'k'.repeat(60),
      'k'.repeat(60),
    ]) {
      const { body } = await found(await somebody(), individual({ display_name: name, slug: '' }));
      slugs.push(body.organization.slug);
    }
    expect(slugs.slice(0, 7)).toEqual([
      'sisli-cig-kofte',
      'sisli-cig-kofte-2',
      'sisli-cig-kofte-3',
      'admin-2',
      'admin-3',
      'ay-2',
      'org',
    ]);
    expect(slugs.slice(7)).toEqual(['k'.repeat(40), `${'k'.repeat(38)}-2`]);
  });

  it('gets its own number each time, however many take the same name at once', async () => {
    const people: Person[] = [];
    for (let i = 0; i < 12; i += 1) people.push(await somebody());
    const answers = await Promise.all(people.map((person) => found(person, individual({ display_name: 'Aynı Ad' }))));
    const numbers = Array.from({ length: 11 }, (_, i) => `ayni-ad-${i + 2}`);
    expect(answers.map(({ body }) => body.organization.slug).sort()).toEqual(['ayni-ad', ...numbers].sort());
  });

  it('changes what is sent and nothing else', async () => {
    const hale = await somebody();
    await found(hale, company({ slug: 'hale-as', team_size: 3 }));
    const { status, body } = await change(hale, {
      purpose: 'Çay da var.',
      kind: 'individual',
      billing: { city: 'İzmir' },
    });
    expect([status, body.role, body.organization]).toMatchObject([
      200,
      'owner',
      { kind: 'company', purpose: 'Çay da var.', display_name: 'Ayşe Kahve', team_size: 3, slug: 'hale-as' },
    ]);
    expect(body.organization.billing).toMatchObject(billing({ city: 'İzmir' }));
    const cleared = await change(hale, { type_id: '', billing: { contact_phone: '5551234567' } });
    expect(cleared.body.organization).toMatchObject({ type_id: null, billing: { contact_phone: '5551234567' } });
    expect((await change(hale, {})).body).toEqual(cleared.body);
  });

  it('clears a position that is sent empty or null', async () => {
    const ilk = await somebody();
    await found(ilk, individual({ position_id: catalog.positions[0].id }));
    expect((await change(ilk, { position_id: '' })).body.organization.position_id).toBeNull();
    expect(
      (await change(ilk, { position_id: catalog.positions[1].id.toUpperCase() })).body.organization.position_id,
    ).toBe(catalog.positions[1].id);
    expect((await change(ilk, { position_id: null })).body.organization.position_id).toBeNull();
  });

  it('refuses changes by the same rules', async () => {
    const jale = await somebody();
    await found(jale, company());
    const refusals: [object, string][] = [
      [{ type_id: randomUUID() }, '400 invalid_request'],
      [{ team_size: 21 }, '400 invalid_request'],
      [{ billing: { country: 'XX' } }, '400 invalid_request'],
      [{ billing: { contact_phone: '12' } }, '400 invalid_request'],
      [{ display_name: 'A' }, '422 validation_failed'],
      [{ display_name: null }, '422 validation_failed'],
      [{ purpose: '' }, '422 validation_failed'],
      [{ billing: { city: '' } }, '422 validation_failed'],
      [{ billing: 'none' }, '422 validation_failed'],
      [{ billing: { tax_id: '12345' } }, '422 invalid_tax_id'],
      [{ slug: 'admin' }, '422 invalid_slug'],
      [{ slug: 5 }, '422 invalid_slug'],
    ];
    for (const [body, code] of refusals) expect([body, codeOf(await change(jale, body))]).toEqual([body, code]);
    // The number is no Turkish one, but another country may have it.
    expect((await change(jale, { billing: { country: 'DE', tax_id: 'DE123' } })).status).toBe(200);
    expect(codeOf(await change(jale, { billing: { country: 'TR' } }))).toBe('422 invalid_tax_id');
  });

  it('moves to another slug as long as it has no rooms, and frees the one before', async () => {
    const kaan = await somebody();
    await found(kaan, individual({ slug: 'kaan-bir' }));
    expect((await change(kaan, { slug: ' Kaan-Iki ' })).body.organization.slug).toBe('kaan-iki');
    expect((await found(await somebody(), individual({ slug: 'kaan-bir' }))).status).toBe(201);
    expect(codeOf(await change(kaan, { slug: 'kaan-bir' }))).toBe('409 slug_taken');
    const group = { name: 'Kaan', group_type_id: catalog.group_types[0].id };
    const { room } = (await booted.ask(kaan, 'POST', '/api/panel/groups', group)).body;
    expect(room.organization_id).toEqual(expect.any(String));
    expect(codeOf(await change(kaan, { slug: 'kaan-uc' }))).toBe('409 slug_locked');
    const same = await change(kaan, { slug: 'KAAN-IKI' });
    expect([same.status, same.body.organization]).toMatchObject([200, { slug: 'kaan-iki', slug_editable: false }]);
  });
});

describe('the attempts to change a slug', () => {
  it('are ten a day for an organization; the current one does not count', async () => {
    await using booted = await bootApp({ settings: { RATE_LIMITS: 'on' } });
    const ada = await panelPerson(booted, 'ada');
    await booted.ask(ada, 'POST', '/api/panel/organization', individual({ slug: 'ada-0' }));
    const change = (slug: string) => booted.ask(ada, 'PATCH', '/api/panel/organization', { slug });
    expect((await change('ada-0')).status).toBe(200);
    for (let i = 1; i <= 10; i += 1) expect((await change(`ada-${i}`)).status).toBe(200);
    const refused = await change('ada-11');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect((await change('ada-10')).status).toBe(200);
    expect((await booted.ask(ada, 'PATCH', '/api/panel/organization', { purpose: 'Yine de' })).status).toBe(200);
  });
});

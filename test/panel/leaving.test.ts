import { RefusalError } from '#src/errors.js';
import { findReferences } from '#src/store/find-references.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { billing, individual, linkPanel, panelPerson } from './support/panel-people.js';

describe('whoever deletes their account', () => {
  let booted: Booted;

  beforeAll(async () => {
    booted = await bootApp();
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  const company = async (panel: Person, slug: string) => {
    const { catalog } = (await booted.ask(panel, 'GET', '/api/panel/me')).body;
    const type = catalog.organization_types[0].id;
    const body = { ...individual(), kind: 'company', type_id: type, billing: billing(), slug };
    return (await booted.ask(panel, 'POST', '/api/panel/organization', body)).body.organization;
  };
  const add = (by: Person, { name }: Person, role: string) =>
    booted.ask(by, 'POST', '/api/panel/members', { username: name, role });
  const leave = async (person: Person) => {
    // A panel may not: its owner does, in the app.
    const app = await booted.person(person.name);
    expect((await booted.ask(app, 'DELETE', '/api/me')).status).toBe(204);
    await booted.app.erasing.erase(person.accountId);
    const traces: unknown[] = [];
    for await (const trace of findReferences(booted.app.store, [person.accountId], ['erasures'])) traces.push(trace);
    expect(traces).toEqual([]);
  };

  it('leaves an organization to the admin who has been there longest', async () => {
    const owner = await panelPerson(booted, 'ada');
    const first = await panelPerson(booted, 'bob');
    const second = await panelPerson(booted, 'cem');
    const ads = await panelPerson(booted, 'eda');
    await company(owner, 'devam-eden');
    await add(owner, ads, 'ads');
    await add(owner, first, 'admin');
    await add(owner, second, 'admin');
    await leave(owner);
    const me = (await booted.ask(first, 'GET', '/api/panel/me')).body;
    expect([me.role, me.organization.slug]).toEqual(['owner', 'devam-eden']);
    expect((await booted.ask(second, 'GET', '/api/panel/me')).body.role).toBe('admin');
    expect((await booted.ask(first, 'GET', '/api/panel/members')).body.members).toHaveLength(3);
  });

  it('ends one that nobody can go on with; its slug stays taken, who it was is forgotten', async () => {
    const owner = await panelPerson(booted, 'fuat');
    const viewer = await panelPerson(booted, 'gul');
    const { id } = await company(owner, 'kapanan');
    await add(owner, viewer, 'viewer');
    await leave(owner);
    const closed = await booted.app.store.get('organizations', id);
    expect(JSON.stringify(closed)).not.toMatch(/Kahve|1234567890|Moda/);
    expect(closed).toMatchObject({ billing: null, closedAt: expect.any(Number) });
    const seen = await booted.ask(viewer, 'GET', '/api/panel/usage');
    expect(seen.body.error.code).toBe('no_organization');
    const again = await booted.ask(viewer, 'POST', '/api/panel/organization', individual({ slug: 'kapanan' }));
    expect(again.body.error.code).toBe('slug_taken');
    expect((await booted.ask(viewer, 'POST', '/api/panel/organization', individual())).status).toBe(201);
    const ask = booted.app.node.organizations.ask(id, { type: 'set_suspended', suspended: true });
    await expect(ask).rejects.toThrow(RefusalError);
  });

  it('is out of the panel at once', async () => {
    const hale = await booted.person('hale');
    const { panel } = await linkPanel(booted, hale);
    await leave(hale);
    expect((await booted.ask(panel, 'GET', '/api/panel/me')).status).toBe(401);
  });

  it('is written into no team any more', async () => {
    const owner = await panelPerson(booted, 'ilk');
    await company(owner, 'son-kapi');
    const jale = await booted.person('jale');
    await booted.app.node.users.ask(jale.accountId, { type: 'give_up' });
    const refused = await add(owner, jale, 'ads');
    expect(refused.body.error.code).toBe('not_found');
  });
});

import { randomUUID } from 'node:crypto';
import { botOf } from '../bots/bots-fixture.js';
import { type Answer, type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { individual, panelPerson } from './support/panel-people.js';

describe('the team of an organization', () => {
  let booted: Booted;
  let owner: Person;
  let admin: Person;
  let ads: Person;
  let viewer: Person;
  let outsider: Person;

  let number = 0;
  beforeAll(async () => {
    booted = await bootApp();
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    number += 1;
    const people: Person[] = [];
    for (const name of ['owner', 'admin', 'ads', 'viewer', 'outsider']) {
      people.push(await panelPerson(booted, `${name}${number}`));
    }
    [owner, admin, ads, viewer, outsider] = people as [Person, Person, Person, Person, Person];
    await booted.ask(owner, 'POST', '/api/panel/organization', individual({ slug: `takim-${number}` }));
    for (const [person, role] of [
      [admin, 'admin'],
      [ads, 'ads'],
      [viewer, 'viewer'],
    ] as const) {
      expect((await add(owner, person.name, role)).status).toBe(201);
    }
  });

  const add = (by: Person, username: string, role: string) =>
    booted.ask(by, 'POST', '/api/panel/members', { username, role });
  const give = (by: Person, { accountId }: { accountId: string }, role: string) =>
    booted.ask(by, 'PATCH', `/api/panel/members/${accountId}`, { role });
  const remove = (by: Person, { accountId }: { accountId: string }) =>
    booted.ask(by, 'DELETE', `/api/panel/members/${accountId}`);
  const codeOf = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? ''}`.trim();
  const roles = async (by: Person) =>
    // biome-ignore lint/suspicious/noExplicitAny: as answered.
    (await booted.ask(by, 'GET', '/api/panel/members')).body.members.map(({ username, role }: any) => [username, role]);

  it('is seen by everybody in it', async () => {
    const team = [
      [owner.name, 'owner'],
      [admin.name, 'admin'],
      [ads.name, 'ads'],
      [viewer.name, 'viewer'],
    ];
    for (const person of [owner, admin, ads, viewer]) expect(await roles(person)).toEqual(team);
    const { members } = (await booted.ask(viewer, 'GET', '/api/panel/members')).body;
    expect(members[0]).toEqual({
      account_id: owner.accountId,
      username: owner.name,
      role: 'owner',
      joined_at: expect.any(Number),
    });
    expect((await booted.ask(viewer, 'GET', '/api/panel/me')).body).toMatchObject({ role: 'viewer', billing: null });
  });

  it('is changed by owner and admins only', async () => {
    for (const person of [ads, viewer]) {
      for (const answer of [
        await add(person, outsider.name, 'ads'),
        await add(person, 'kimse', 'ads'),
        await give(person, admin, 'ads'),
        await remove(person, admin),
        await booted.ask(person, 'PATCH', '/api/panel/organization', { purpose: 'x', team_size: 99 }),
        await booted.ask(person, 'POST', '/api/panel/organization/package', { product_id: randomUUID() }),
        await booted.ask(person, 'DELETE', '/api/panel/organization/package/request'),
      ]) {
        expect(codeOf(answer)).toBe('403 not_allowed');
      }
    }
    expect((await add(admin, outsider.name, 'viewer')).status).toBe(201);
    expect((await give(admin, viewer, 'ads')).body.member).toMatchObject({ username: viewer.name, role: 'ads' });
    expect((await booted.ask(admin, 'PATCH', '/api/panel/organization', { purpose: 'Yeni' })).body.role).toBe('admin');
  });

  it('is judged before the fields of a body', async () => {
    const outcomes = async (person: Person) => {
      const found: string[] = [];
      for (const [method, path] of [
        ['POST', 'members'],
        ['PATCH', `members/${viewer.accountId}`],
        ['POST', 'organization/package'],
        ['POST', 'sponsored'],
        ['PATCH', `sponsored/${randomUUID()}`],
        ['POST', 'sponsored/media/presign'],
      ] as const) {
        const wrong = { username: 1, role: 1, product_id: 1, title: 1, content_type: 1 };
        found.push(codeOf(await booted.ask(person, method, `/api/panel/${path}`, wrong)));
      }
      return found;
    };
    expect(new Set(await outcomes(outsider))).toEqual(new Set(['404 no_organization']));
    expect(new Set(await outcomes(viewer))).toEqual(new Set(['403 not_allowed']));
    const unfit = [422, 422, 400, 422, 422, 400].map((status) => expect.stringMatching(`^${status} `));
    expect(await outcomes(admin)).toEqual(unfit);
  });

  it('keeps its owner', async () => {
    for (const person of [owner, admin]) {
      expect(codeOf(await give(person, owner, 'viewer'))).toBe('403 not_allowed');
      expect(codeOf(await remove(person, owner))).toBe('403 not_allowed');
    }
    expect(codeOf(await give(owner, admin, 'owner'))).toBe('422 validation_failed');
    expect(codeOf(await add(owner, outsider.name, 'owner'))).toBe('422 validation_failed');
  });

  it('takes people who are there and belong to nobody else', async () => {
    expect(codeOf(await add(owner, 'kimse', 'ads'))).toBe('404 not_found');
    expect(codeOf(await add(owner, viewer.name, 'ads'))).toBe('409 already_in_organization');
    await booted.ask(outsider, 'POST', '/api/panel/organization', individual({ slug: `baska-${number}` }));
    expect(codeOf(await add(owner, outsider.name, 'ads'))).toBe('409 already_in_organization');
    expect(codeOf(await booted.ask(viewer, 'POST', '/api/panel/organization', individual()))).toBe(
      '409 already_in_organization',
    );
    for (const id of [outsider.accountId, randomUUID(), 'kahve']) {
      expect(codeOf(await give(owner, { accountId: id }, 'ads'))).toBe('404 not_found');
      expect(codeOf(await remove(owner, { accountId: id }))).toBe('404 not_found');
    }
  });

  it('takes no bot, which could not open the panel as the heir of its owner', async () => {
    const bot = await botOf(booted, await booted.person(`yapan${number}`), `robot${number}`);
    expect(codeOf(await add(owner, bot.name, 'admin'))).toBe('403 not_allowed');
    expect((await roles(owner)).length).toBe(4);
  });

  it('lets people go, who may then found their own', async () => {
    expect((await remove(viewer, viewer)).status).toBe(204);
    expect(codeOf(await booted.ask(viewer, 'GET', '/api/panel/members'))).toBe('404 no_organization');
    expect((await remove(admin, ads)).status).toBe(204);
    expect(
      (await booted.ask(ads, 'POST', '/api/panel/organization', individual({ slug: `kendi-${number}` }))).status,
    ).toBe(201);
  });

  it('is founded into or joined, never both, whatever comes at once', async () => {
    const [added, founded] = await Promise.all([
      add(owner, outsider.name, 'ads'),
      booted.ask(outsider, 'POST', '/api/panel/organization', individual({ slug: `ikisi-${number}` })),
    ]);
    expect([added.status, founded.status].sort()).toEqual([201, 409]);
  });

  it('founds groups in the name of the organization, but not as a viewer', async () => {
    const { catalog, organization } = (await booted.ask(owner, 'GET', '/api/panel/me')).body;
    const group = { name: 'Duyurular', group_type_id: catalog.group_types[0].id };
    const founded = await booted.ask(ads, 'POST', '/api/panel/groups', group);
    expect(founded.body.room.organization_id).toBe(organization.id);
    expect(codeOf(await booted.ask(viewer, 'POST', '/api/panel/groups', group))).toBe('403 not_allowed');
    expect((await booted.ask(owner, 'GET', '/api/panel/me')).body.slug_editable).toBe(false);
  });
});

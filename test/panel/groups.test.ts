import { randomUUID } from 'node:crypto';
import { verifyAllRooms } from '#actors/room/verify/verify-room.js';
import { type Answer, type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { linkPanel } from './support/panel-people.js';

describe('groups of the panel', () => {
  let booted: Booted;
  let ada: Person;
  let panel: Person;
  let type: string;

  beforeAll(async () => {
    booted = await bootApp();
    ada = await booted.person('ada');
    panel = (await linkPanel(booted, ada)).panel;
    type = (await booted.ask(panel, 'GET', '/api/panel/me')).body.catalog.group_types[0].id;
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  const found = (body: object) => booted.ask(panel, 'POST', '/api/panel/groups', body);
  const codeOf = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? ''}`.trim();

  it('are rooms like others, in the list of the founder', async () => {
    const { status, body } = await found({
      name: ' Kahve  Köşesi ',
      group_type_id: type,
      welcome_message: 'Hoş geldin {username}',
    });
    expect([status, body.room]).toMatchObject([
      201,
      {
        name: 'Kahve Köşesi',
        slug: 'kahve-kosesi',
        visibility: 'open',
        kind: 'group',
        my_role: 'founder',
        member_count: 1,
        group_type_id: type,
        organization_id: null,
        welcome_message: 'Hoş geldin {username}',
      },
    ]);
    const { rooms } = (await booted.ask(ada, 'GET', '/api/rooms')).body;
    expect(rooms).toContainEqual(expect.objectContaining({ slug: 'kahve-kosesi', group_type_id: type }));
    const { founded, administered } = (await booted.ask(panel, 'GET', '/api/panel/groups')).body;
    expect([founded.map(({ slug }: { slug: string }) => slug), administered]).toEqual([['kahve-kosesi'], []]);
    expect(founded[0]).toMatchObject({ group_type_id: type, my_role: 'founder' });
  });

  it('are listed with those of the app, which have no type', async () => {
    await booted.ask(ada, 'POST', '/api/rooms', { name: 'Ahşap' });
    const { founded } = (await booted.ask(panel, 'GET', '/api/panel/groups')).body;
    expect(founded).toContainEqual(expect.objectContaining({ name: 'Ahşap', group_type_id: null }));
  });

  it('are what they are after they have left memory too', async () => {
    const { room } = (await found({ name: 'Kalıcı', group_type_id: type, visibility: 'closed' })).body;
    await booted.app.node.system.drain(() => true, 5_000);
    const again = (await booted.ask(ada, 'GET', `/api/rooms/${room.slug}`)).body.room;
    expect(again).toMatchObject({ group_type_id: type, visibility: 'closed' });
    const problems = [];
    for await (const verified of verifyAllRooms(booted.app.store)) problems.push(...verified.problems);
    expect(problems).toEqual([]);
  });

  it('are refused by type first, then by what is written', async () => {
    const taken = (await found({ name: 'Dolu', slug: 'dolu-yer', group_type_id: type })).body.room.slug;
    const wrongs: [object, string][] = [
      [{ name: 'x' }, '400 invalid_request'],
      [{ name: 'x', group_type_id: 'kahve' }, '400 invalid_request'],
      [{ name: 'x', group_type_id: 7 }, '400 invalid_request'],
      [{ name: '', group_type_id: randomUUID() }, '400 invalid_request'],
      [{ group_type_id: type }, '422 validation_failed'],
      [{ name: 'a'.repeat(81), group_type_id: type }, '422 validation_failed'],
      [{ name: 'x', group_type_id: type, visibility: 'secret' }, '422 validation_failed'],
      [{ name: 'x', group_type_id: type, slug: 'a--b' }, '422 validation_failed'],
      [{ name: 'x', group_type_id: type, welcome_message: 'a'.repeat(501) }, '422 validation_failed'],
      [{ name: 'x', group_type_id: type, slug: taken }, '422 validation_failed'],
    ];
    for (const [body, code] of wrongs) expect([body, codeOf(await found(body))]).toEqual([body, code]);
    const { error } = (await found({ name: 'x', group_type_id: type, slug: taken })).body;
    expect(error.fields).toEqual({ slug: ['has already been taken'] });
    expect((await found({ name: 'Dolu Yer', group_type_id: type })).body.room.slug).toMatch(/^dolu-yer-/);
  });
});

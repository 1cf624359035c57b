/** Articles of an organization's rooms stay there, whatever a dictionary would say; those of its people do not. */
import { individual, linkPanel } from '../panel/support/panel-people.js';
import { DiscoverHouse } from './discover-house.js';

it('an article of an organization’s room is not shared, one of a room from before is', async () => {
  const house = await DiscoverHouse.open();
  const { booted } = house.files;
  const { panel } = await linkPanel(booted, house.ada);
  const ask = async (path: string, body: object) => (await booted.ask(panel, 'POST', `/api/panel/${path}`, body)).body;
  const { catalog } = (await booted.ask(panel, 'GET', '/api/panel/me')).body;
  const group = { name: 'Oda', group_type_id: catalog.group_types[0].id };
  const { room: before } = await ask('groups', group);
  expect((await ask('organization', individual())).organization).toBeDefined();
  const { room: after } = await ask('groups', group);

  const outcomes = [];
  for (const { slug } of [before, after]) {
    await house.files.ok(house.bob, 'POST', `/rooms/${slug}/join`, {});
    const written = await house.article(house.bob, slug);
    const untagged = await house.article(house.bob, slug, { tag: null });
    for (const [who, what] of [
      [house.ada, written],
      [house.bob, untagged],
      [house.bob, written],
    ] as const) {
      const { status, body } = await house.share(who, what);
      outcomes.push(body.error?.code ?? status);
    }
  }
  const refused = 'not_available_in_organization';
  expect(outcomes).toEqual(['not_author', 'sozluk_tag_required', 201, 'not_author', refused, refused]);
  await house.close();
}, 60_000);

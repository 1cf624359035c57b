/** Articles of an organization's rooms stay there, whatever a dictionary would say; those of its people do not. */
import { individual, linkPanel } from '../panel/support/panel-people.js';
import { DiscoverFixture } from './discover-fixture.js';

it('an article of an organization’s room is not shared, one of a room from before is', async () => {
  const fixture = await DiscoverFixture.open();
  const { booted } = fixture.files;
  const { panel } = await linkPanel(booted, fixture.ada);
  const ask = async (path: string, body: object) => (await booted.ask(panel, 'POST', `/api/panel/${path}`, body)).body;
  const { catalog } = (await booted.ask(panel, 'GET', '/api/panel/me')).body;
  const group = { name: 'Oda', group_type_id: catalog.group_types[0].id };
  const { room: before } = await ask('groups', group);
  expect((await ask('organization', individual())).organization).toBeDefined();
  const { room: after } = await ask('groups', group);

  const outcomes = [];
  for (const { slug } of [before, after]) {
    await fixture.files.ok(fixture.bob, 'POST', `/rooms/${slug}/join`, {});
    const written = await fixture.article(fixture.bob, slug);
    const untagged = await fixture.article(fixture.bob, slug, { tag: null });
    for (const [who, what] of [
      [fixture.ada, written],
      [fixture.bob, untagged],
      [fixture.bob, written],
    ] as const) {
      const { status, body } = await fixture.share(who, what);
      outcomes.push(body.error?.code ?? status);
    }
  }
  const refused = 'not_available_in_organization';
  expect(outcomes).toEqual(['not_author', 'sozluk_tag_required', 201, 'not_author', refused, refused]);
  await fixture.close();
}, 60_000);

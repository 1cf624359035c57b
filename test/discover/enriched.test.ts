/** What an entry shows of the room that it is from: as it is now, and no more than what its author gave away. */
import { operator } from '../people/operator.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { DiscoverFixture } from './discover-fixture.js';

onEachEngine('an entry', (engine) => {
  describe('with what its room says of it', () => {
    let fixture: DiscoverFixture;

    beforeAll(async () => {
      fixture = await DiscoverFixture.open(engine());
      await fixture.files.room('kahve');
      await fixture.files.room('kapali');
      await fixture.files.ok(fixture.ada, 'PATCH', '/rooms/kapali', { visibility: 'closed' });
      await fixture.topic('kahve');
    }, 120_000);
    afterAll(() => fixture.close());

    const entryOf = async (reader: Parameters<DiscoverFixture['get']>[0], id: number) =>
      (await fixture.get(reader, `/entries/${id}`)).entry;

    it('has its blocks, pictures with links that work, reactions and its author', async () => {
      const picture = await fixture.files.media(fixture.bob, 'kahve');
      const blocks = [
        { type: 'heading', text: 'Kahve' },
        { type: 'image', key: picture.key, width: 64, height: 64 },
        { type: 'list', items: ['Türk', 'filtre'] },
      ];
      const published = await fixture.published(fixture.bob, 'kahve', { blocks });
      await fixture.react(fixture.ada, published, '👍');
      const entry = await entryOf(fixture.cem, published.entry);
      expect(entry).toEqual({
        id: published.entry,
        tag: 'kahve',
        status: 'published',
        title: 'Kahve',
        review_note: null,
        published_at: expect.any(Number),
        excerpt: 'Kahve Türk filtre',
        blocks: [blocks[0], { ...blocks[1], url: expect.any(String) }, blocks[2]],
        media: [{ type: 'photo', url: expect.any(String), thumb_url: expect.any(String), width: 64, height: 64 }],
        reshare_count: 0,
        reactions: { '👍': 1 },
        author: { id: fixture.bob.accountId, username: 'bob', avatar: null },
        discussion: { available: true },
        stats_visible: true,
      });
      const { status, headers } = await fetch(entry.media[0].url);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    });

    it('is reported as it is shown at that moment, and by its number where there is nothing to show', async () => {
      const published = await fixture.published(fixture.bob, 'kahve');
      const { booted } = fixture.files;
      for (const id of [published.entry, 999_999]) {
        await fixture.files.ok(fixture.cem, 'POST', '/reports', { kind: 'entry', id, reason: 'spam' });
      }
      await fixture.files.ok(fixture.bob, 'DELETE', `/rooms/kahve/messages/${published.id}`);
      const { body } = await booted.ask(operator(booted), 'GET', '/api/console/reports');
      const contents = new Map(body.reports.map(({ target, content }: never) => [target, content]));
      expect(contents.get(String(published.entry))).toMatchObject({ blocks: [{ text: 'Bir yudum.' }], title: 'Kahve' });
      expect(contents.get('999999')).toBeNull();
    });

    it('of a closed group is read by everybody, its numbers by its author alone', async () => {
      const { entry } = await fixture.published(fixture.bob, 'kapali');
      expect(await entryOf(fixture.cem, entry)).toMatchObject({
        stats_visible: false,
        blocks: [{ text: 'Bir yudum.' }],
      });
      expect(await entryOf(fixture.ada, entry)).toMatchObject({ stats_visible: false });
      expect(await entryOf(fixture.bob, entry)).toMatchObject({ stats_visible: true });
      expect(JSON.stringify(await entryOf(fixture.cem, entry))).not.toContain('kapali');
    });

    it('keeps what it is called when its message is deleted, and loses what it said', async () => {
      const published = await fixture.published(fixture.bob, 'kahve');
      await fixture.react(fixture.ada, published, '👍');
      await fixture.files.ok(fixture.bob, 'DELETE', `/rooms/kahve/messages/${published.id}`);
      expect(await entryOf(fixture.cem, published.entry)).toMatchObject({
        title: 'Kahve',
        blocks: null,
        media: [],
        reactions: {},
        discussion: { available: false },
        stats_visible: false,
        author: { username: 'bob' },
      });
      expect(await fixture.code(fixture.cem, `/entries/${published.entry}/discussion`)).toBe('404 not_found');
    });

    it('loses what it said when its message expires, before any sweep, and when its room is deleted', async () => {
      await fixture.files.room('kisa', [fixture.bob], { message_ttl_hours: 1 });
      const published = await fixture.published(fixture.bob, 'kisa');
      expect(await entryOf(fixture.cem, published.entry)).toMatchObject({ discussion: { available: true } });
      fixture.files.clock.move(3_600_000);
      expect(await entryOf(fixture.cem, published.entry)).toMatchObject({
        blocks: null,
        discussion: { available: false },
      });

      await fixture.files.room('gecici');
      const other = await fixture.published(fixture.bob, 'gecici');
      await fixture.files.ok(fixture.ada, 'DELETE', '/rooms/gecici?for=everyone');
      expect(await entryOf(fixture.cem, other.entry)).toMatchObject({ blocks: null, media: [], stats_visible: false });
    });

    it('shows its author’s face as that allows, the present name, and nobody once the account is deleted', async () => {
      const people = fixture.files.booted;
      const [dora, reader] = [await people.person('dora'), await people.person('okur')];
      await fixture.files.ok(dora, 'POST', '/rooms/kahve/join', {});
      const { full, thumb } = await fixture.files.ok(dora, 'POST', '/me/avatars/presign', {});
      const face = { key: full.key, thumb_key: thumb.key, byte_size: 1_000, size_px: 64 };
      await fixture.files.ok(dora, 'POST', '/me/avatars', face);
      const { entry } = await fixture.published(dora, 'kahve');
      expect((await entryOf(reader, entry)).author).toMatchObject({ username: 'dora', avatar: { is_primary: true } });
      await fixture.files.ok(dora, 'PUT', '/me/profile', { photo_visibility: 'nobody' });
      expect((await entryOf(reader, entry)).author).toEqual({ id: dora.accountId, username: 'dora', avatar: null });
      await fixture.files.ok(dora, 'PUT', '/me/username', { username: 'dora2' });
      expect((await entryOf(reader, entry)).author.username).toBe('dora2');
      await fixture.files.ok(dora, 'DELETE', '/me');
      expect((await entryOf(reader, entry)).author).toBeNull();
    });
  });
});

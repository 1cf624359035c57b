/** What an entry shows of the room that it is from: as it is now, and no more than what its author gave away. */
import { operator } from '../people/operator.js';
import { onEachEngine } from '../support/engine-settings.js';
import { DiscoverHouse } from './discover-house.js';

onEachEngine('an entry', (engine) => {
  describe('with what its room says of it', () => {
    let house: DiscoverHouse;

    beforeAll(async () => {
      house = await DiscoverHouse.open(engine());
      await house.files.room('kahve');
      await house.files.room('kapali');
      await house.files.ok(house.ada, 'PATCH', '/rooms/kapali', { visibility: 'closed' });
      await house.topic('kahve');
    }, 120_000);
    afterAll(() => house.close());

    const entryOf = async (reader: Parameters<DiscoverHouse['get']>[0], id: number) =>
      (await house.get(reader, `/entries/${id}`)).entry;

    it('has its blocks, pictures with links that work, reactions and its author', async () => {
      const picture = await house.files.media(house.bob, 'kahve');
      const blocks = [
        { type: 'heading', text: 'Kahve' },
        { type: 'image', key: picture.key, width: 64, height: 64 },
        { type: 'list', items: ['Türk', 'filtre'] },
      ];
      const published = await house.published(house.bob, 'kahve', { blocks });
      await house.react(house.ada, published, '👍');
      const entry = await entryOf(house.cem, published.entry);
      expect(entry).toEqual({
        ...{ id: published.entry, tag: 'kahve', status: 'published', title: 'Kahve', review_note: null },
        published_at: expect.any(Number),
        excerpt: 'Kahve Türk filtre',
        blocks: [blocks[0], { ...blocks[1], url: expect.any(String) }, blocks[2]],
        media: [{ type: 'photo', url: expect.any(String), thumb_url: expect.any(String), width: 64, height: 64 }],
        reshare_count: 0,
        reactions: { '👍': 1 },
        author: { id: house.bob.accountId, username: 'bob', avatar: null },
        discussion: { available: true },
        stats_visible: true,
      });
      const { status, headers } = await fetch(entry.media[0].url);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    });

    it('is reported as it is shown at that moment, and by its number where there is nothing to show', async () => {
      const published = await house.published(house.bob, 'kahve');
      const { booted } = house.files;
      for (const id of [published.entry, 999_999]) {
        await house.files.ok(house.cem, 'POST', '/reports', { kind: 'entry', id, reason: 'spam' });
      }
      await house.files.ok(house.bob, 'DELETE', `/rooms/kahve/messages/${published.id}`);
      const { body } = await booted.ask(operator(booted), 'GET', '/api/console/reports');
      const contents = new Map(body.reports.map(({ target, content }: never) => [target, content]));
      expect(contents.get(String(published.entry))).toMatchObject({ blocks: [{ text: 'Bir yudum.' }], title: 'Kahve' });
      expect(contents.get('999999')).toBeNull();
    });

    it('of a closed group is read by everybody, its numbers by its author alone', async () => {
      const { entry } = await house.published(house.bob, 'kapali');
      expect(await entryOf(house.cem, entry)).toMatchObject({ stats_visible: false, blocks: [{ text: 'Bir yudum.' }] });
      expect(await entryOf(house.ada, entry)).toMatchObject({ stats_visible: false });
      expect(await entryOf(house.bob, entry)).toMatchObject({ stats_visible: true });
      expect(JSON.stringify(await entryOf(house.cem, entry))).not.toContain('kapali');
    });

    it('keeps what it is called when its message is deleted, and loses what it said', async () => {
      const published = await house.published(house.bob, 'kahve');
      await house.react(house.ada, published, '👍');
      await house.files.ok(house.bob, 'DELETE', `/rooms/kahve/messages/${published.id}`);
      expect(await entryOf(house.cem, published.entry)).toMatchObject({
        ...{ title: 'Kahve', blocks: null, media: [], reactions: {}, discussion: { available: false } },
        ...{ stats_visible: false, author: { username: 'bob' } },
      });
      expect(await house.code(house.cem, `/entries/${published.entry}/discussion`)).toBe('404 not_found');
    });

    it('loses what it said when its message expires, before any sweep, and when its room is deleted', async () => {
      await house.files.room('kisa', [house.bob], { message_ttl_hours: 1 });
      const published = await house.published(house.bob, 'kisa');
      expect(await entryOf(house.cem, published.entry)).toMatchObject({ discussion: { available: true } });
      house.files.clock.move(3_600_000);
      expect(await entryOf(house.cem, published.entry)).toMatchObject({
        blocks: null,
        discussion: { available: false },
      });

      await house.files.room('gecici');
      const other = await house.published(house.bob, 'gecici');
      await house.files.ok(house.ada, 'DELETE', '/rooms/gecici?for=everyone');
      expect(await entryOf(house.cem, other.entry)).toMatchObject({ blocks: null, media: [], stats_visible: false });
    });

    it('shows its author’s face as that allows, the present name, and nobody once the account is deleted', async () => {
      const people = house.files.booted;
      const [dora, reader] = [await people.person('dora'), await people.person('okur')];
      await house.files.ok(dora, 'POST', '/rooms/kahve/join', {});
      const { full, thumb } = await house.files.ok(dora, 'POST', '/me/avatars/presign', {});
      const face = { key: full.key, thumb_key: thumb.key, byte_size: 1_000, size_px: 64 };
      await house.files.ok(dora, 'POST', '/me/avatars', face);
      const { entry } = await house.published(dora, 'kahve');
      expect((await entryOf(reader, entry)).author).toMatchObject({ username: 'dora', avatar: { is_primary: true } });
      await house.files.ok(dora, 'PUT', '/me/profile', { photo_visibility: 'nobody' });
      expect((await entryOf(reader, entry)).author).toEqual({ id: dora.accountId, username: 'dora', avatar: null });
      await house.files.ok(dora, 'PUT', '/me/username', { username: 'dora2' });
      expect((await entryOf(reader, entry)).author.username).toBe('dora2');
      await house.files.ok(dora, 'DELETE', '/me');
      expect((await entryOf(reader, entry)).author).toBeNull();
    });
  });
});

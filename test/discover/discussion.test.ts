/** What is said below a published article, for those who found it in Discover. */
import { onEachEngine } from '../support/store/engine-settings.js';
import { DiscoverFixture, type Written } from './discover-fixture.js';

onEachEngine('the discussion of an entry', (engine) => {
  describe('in its group', () => {
    let fixture: DiscoverFixture;

    beforeAll(async () => {
      fixture = await DiscoverFixture.open(engine());
      for (const slug of ['kahve', 'kapali']) await fixture.files.room(slug);
      await fixture.files.ok(fixture.ada, 'PATCH', '/rooms/kapali', { visibility: 'closed' });
      await fixture.topic('kahve');
    }, 120_000);
    afterAll(() => fixture.close());

    const reply = async ({ slug, id }: Written, body: string, by = fixture.ada) =>
      (await fixture.files.ok(by, 'POST', `/rooms/${slug}/messages`, { body, discussion_of: id })).message;
    const bodies = ({ messages }: { messages: { body: string }[] }) => messages.map(({ body }) => body);
    const talk = (reader: typeof fixture.ada, entry: number, query = '') =>
      fixture.get(reader, `/entries/${entry}/discussion${query}`);

    it('is read by anybody where the group is open, oldest first, as it stands in the room', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      const [first] = [await reply(article, 'bir'), await reply(article, 'iki', fixture.bob)];
      const found = await talk(fixture.cem, article.entry);
      expect(Object.keys(found)).toEqual(['room', 'is_member', 'root', 'messages']);
      expect([found.room, found.is_member]).toEqual([{ slug: 'kahve', name: 'kahve', visibility: 'open' }, false]);
      expect(found.root).toMatchObject({ id: article.id, kind: 'article', discussion: { count: 2 } });
      expect(bodies(found)).toEqual(['bir', 'iki']);
      expect(Object.keys(found.messages[0]).toSorted()).toEqual(Object.keys(first).toSorted());
      expect((await talk(fixture.ada, article.entry)).is_member).toBe(true);
    });

    it('is read by members alone where the group is closed', async () => {
      const article = await fixture.published(fixture.bob, 'kapali');
      await reply(article, 'içeride');
      expect(await fixture.code(fixture.cem, `/entries/${article.entry}/discussion`)).toBe('403 not_member');
      expect(bodies(await talk(fixture.ada, article.entry))).toEqual(['içeride']);
      await fixture.files.ok(fixture.ada, 'DELETE', `/rooms/kapali/members/${fixture.bob.accountId}`);
      expect(await fixture.code(fixture.bob, `/entries/${article.entry}/discussion`)).toBe('403 not_member');
      await fixture.files.ok(fixture.ada, 'POST', '/rooms/kapali/members', { username: 'bob' });
    });

    it('in a direct chat is read by its two people, who see it named after each other', async () => {
      const { room } = await fixture.files.ok(fixture.ada, 'POST', '/dm/bob');
      const article = await fixture.published(fixture.ada, room.slug);
      expect((await talk(fixture.ada, article.entry)).room).toEqual({
        slug: room.slug,
        name: 'bob',
        visibility: 'closed',
      });
      expect((await talk(fixture.bob, article.entry)).room.name).toBe('ada');
      expect(await fixture.code(fixture.cem, `/entries/${article.entry}/discussion`)).toBe('404 room_not_found');
      await fixture.files.ok(fixture.bob, 'POST', `/rooms/${room.slug}/leave`);
      expect(await fixture.code(fixture.bob, `/entries/${article.entry}/discussion`)).toBe('404 room_not_found');
    });

    it('has as many replies as are asked for, within bounds', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      for (let at = 1; at <= 12; at += 1) await reply(article, `söz ${at}`);
      expect(bodies(await talk(fixture.cem, article.entry, '?limit=2'))).toEqual(['söz 1', 'söz 2']);
      for (const query of ['?limit=0', '?limit=x', '?limit=999']) {
        expect(bodies(await talk(fixture.cem, article.entry, query))).toHaveLength(12);
      }
    });

    it('hides from a closed group’s newcomer what was said before them, as the group does', async () => {
      await fixture.files.room('taze', [fixture.bob], { history_for_new_members: false });
      await fixture.files.ok(fixture.ada, 'PATCH', '/rooms/taze', { visibility: 'closed' });
      const article = await fixture.published(fixture.bob, 'taze');
      await reply(article, 'önce');
      await fixture.files.ok(fixture.ada, 'POST', '/rooms/taze/members', { username: 'cem' });
      await reply(article, 'sonra');
      expect(bodies(await talk(fixture.ada, article.entry))).toEqual(['önce', 'sonra']);
      expect(bodies(await talk(fixture.cem, article.entry))).toEqual(['sonra']);
    });

    it('of a replied one that was deleted shows nothing of it', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      const gone = await reply(article, 'pişmanım');
      await reply(article, 'kalır');
      await fixture.files.ok(fixture.ada, 'DELETE', `/rooms/kahve/messages/${gone.id}`);
      expect(JSON.stringify(await talk(fixture.cem, article.entry))).not.toContain('pişmanım');
    });
  });
});

/** What is said below a published article, for those who found it in Discover. */
import { onEachEngine } from '../support/engine-settings.js';
import { DiscoverHouse, type Written } from './discover-house.js';

onEachEngine('the discussion of an entry', (engine) => {
  describe('in its group', () => {
    let house: DiscoverHouse;

    beforeAll(async () => {
      house = await DiscoverHouse.open(engine());
      for (const slug of ['kahve', 'kapali']) await house.files.room(slug);
      await house.files.ok(house.ada, 'PATCH', '/rooms/kapali', { visibility: 'closed' });
      await house.topic('kahve');
    }, 120_000);
    afterAll(() => house.close());

    const reply = async ({ slug, id }: Written, body: string, by = house.ada) =>
      (await house.files.ok(by, 'POST', `/rooms/${slug}/messages`, { body, discussion_of: id })).message;
    const bodies = ({ messages }: { messages: { body: string }[] }) => messages.map(({ body }) => body);
    const talk = (reader: typeof house.ada, entry: number, query = '') =>
      house.get(reader, `/entries/${entry}/discussion${query}`);

    it('is read by anybody where the group is open, oldest first, as it stands in the room', async () => {
      const article = await house.published(house.bob, 'kahve');
      const [first] = [await reply(article, 'bir'), await reply(article, 'iki', house.bob)];
      const found = await talk(house.cem, article.entry);
      expect(Object.keys(found)).toEqual(['room', 'is_member', 'root', 'messages']);
      expect([found.room, found.is_member]).toEqual([{ slug: 'kahve', name: 'kahve', visibility: 'open' }, false]);
      expect(found.root).toMatchObject({ id: article.id, kind: 'article', discussion: { count: 2 } });
      expect(bodies(found)).toEqual(['bir', 'iki']);
      expect(Object.keys(found.messages[0]).toSorted()).toEqual(Object.keys(first).toSorted());
      expect((await talk(house.ada, article.entry)).is_member).toBe(true);
    });

    it('is read by members alone where the group is closed', async () => {
      const article = await house.published(house.bob, 'kapali');
      await reply(article, 'içeride');
      expect(await house.code(house.cem, `/entries/${article.entry}/discussion`)).toBe('403 not_member');
      expect(bodies(await talk(house.ada, article.entry))).toEqual(['içeride']);
      await house.files.ok(house.ada, 'DELETE', `/rooms/kapali/members/${house.bob.accountId}`);
      expect(await house.code(house.bob, `/entries/${article.entry}/discussion`)).toBe('403 not_member');
      await house.files.ok(house.ada, 'POST', '/rooms/kapali/members', { username: 'bob' });
    });

    it('has as many replies as are asked for, within bounds', async () => {
      const article = await house.published(house.bob, 'kahve');
      for (let at = 1; at <= 12; at += 1) await reply(article, `söz ${at}`);
      expect(bodies(await talk(house.cem, article.entry, '?limit=2'))).toEqual(['söz 1', 'söz 2']);
      for (const query of ['?limit=0', '?limit=x', '?limit=999']) {
        expect(bodies(await talk(house.cem, article.entry, query))).toHaveLength(12);
      }
    });

    it('hides from a closed group’s newcomer what was said before them, as the group does', async () => {
      await house.files.room('taze', [house.bob], { history_for_new_members: false });
      await house.files.ok(house.ada, 'PATCH', '/rooms/taze', { visibility: 'closed' });
      const article = await house.published(house.bob, 'taze');
      await reply(article, 'önce');
      await house.files.ok(house.ada, 'POST', '/rooms/taze/members', { username: 'cem' });
      await reply(article, 'sonra');
      expect(bodies(await talk(house.ada, article.entry))).toEqual(['önce', 'sonra']);
      expect(bodies(await talk(house.cem, article.entry))).toEqual(['sonra']);
    });

    it('of a replied one that was deleted shows nothing of it', async () => {
      const article = await house.published(house.bob, 'kahve');
      const gone = await reply(article, 'pişmanım');
      await reply(article, 'kalır');
      await house.files.ok(house.ada, 'DELETE', `/rooms/kahve/messages/${gone.id}`);
      expect(JSON.stringify(await talk(house.cem, article.entry))).not.toContain('pişmanım');
    });
  });
});

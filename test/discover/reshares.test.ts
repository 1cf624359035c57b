/** How often an article was passed on: forwards of it and cards of its entry, in all rooms, as they are now. */
import { onEachEngine } from '../support/store/engine-settings.js';
import { DiscoverFixture, type Written } from './discover-fixture.js';

onEachEngine('reshares of an entry', (engine) => {
  describe('in all rooms', () => {
    let fixture: DiscoverFixture;

    beforeAll(async () => {
      fixture = await DiscoverFixture.open(engine());
      for (const slug of ['kahve', 'yan']) await fixture.files.room(slug);
      await fixture.files.ok(fixture.cem, 'POST', '/rooms/yan/join', {});
      await fixture.topic('kahve');
    }, 120_000);
    afterAll(() => fixture.close());

    const say = async (slug: string, message: object, by = fixture.ada): Promise<Written> => {
      const sent = await fixture.files.ok(by, 'POST', `/rooms/${slug}/messages`, message);
      return { slug, id: sent.message.id };
    };
    const forward = (slug: string, of: Written, by = fixture.ada) =>
      say(slug, { forward_of: { room: of.slug, message_id: of.id } }, by);
    const card = (slug: string, entry_id: number, by = fixture.ada) =>
      say(slug, { attachment: { type: 'entry', entry_id } }, by);
    const remove = ({ slug, id }: Written) => fixture.files.ok(fixture.ada, 'DELETE', `/rooms/${slug}/messages/${id}`);
    const count = async (entry: number) => (await fixture.get(fixture.bob, `/entries/${entry}`)).entry.reshare_count;

    it('counts forwards, forwards of forwards and cards, in every room', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      const other = await fixture.published(fixture.bob, 'kahve');
      const first = await forward('yan', article);
      await forward('kahve', first, fixture.bob);
      await card('yan', article.entry, fixture.cem);
      const passedOn = await card('kahve', article.entry);
      await forward('yan', passedOn);
      expect(await count(article.entry)).toBe(5);
      expect(await count(other.entry)).toBe(0);
      const listed = await fixture.get(fixture.cem, '/topics/kahve/entries');
      const counts = listed.entries.map(({ id, reshare_count }: never) => [id, reshare_count]);
      expect(counts).toEqual(
        expect.arrayContaining([
          [article.entry, 5],
          [other.entry, 0],
        ]),
      );
    });

    it('no longer counts what was deleted, nor a deleted room', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      const [forwarded, carded] = [await forward('yan', article), await card('yan', article.entry)];
      await fixture.files.room('gecici');
      await card('gecici', article.entry);
      expect(await count(article.entry)).toBe(3);
      await remove(forwarded);
      expect(await count(article.entry)).toBe(2);
      await remove(carded);
      expect(await count(article.entry)).toBe(1);
      await fixture.files.ok(fixture.ada, 'DELETE', '/rooms/gecici?for=everyone');
      expect(await count(article.entry)).toBe(0);
    });

    it('no longer counts what has expired, swept or not', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      const room = await fixture.files.room('kisa', [fixture.bob], { message_ttl_hours: 1 });
      await card('kisa', article.entry);
      await forward('kisa', article);
      expect(await count(article.entry)).toBe(2);
      fixture.files.clock.move(3_600_000);
      await card('kisa', article.entry);
      expect(await count(article.entry)).toBe(1);
      await fixture.files.booted.app.node.rooms.ask(room, { type: 'expire_rows' });
      expect(await count(article.entry)).toBe(1);
      expect(await fixture.files.problems(room)).toEqual([]);
    });

    it('outlives the article, and those who passed it on', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      const dora = await fixture.files.booted.person('dora');
      await fixture.files.ok(dora, 'POST', '/rooms/kahve/join', {});
      await forward('kahve', article, dora);
      await fixture.files.ok(fixture.bob, 'DELETE', `/rooms/kahve/messages/${article.id}`);
      await fixture.files.ok(dora, 'DELETE', '/me');
      expect(await count(article.entry)).toBe(1);
    });

    it('counts many at once exactly', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      const sent = await Promise.all(
        Array.from({ length: 40 }, (_, at) => card(at % 2 ? 'yan' : 'kahve', article.entry)),
      );
      await Promise.all(sent.slice(0, 13).map(remove));
      expect(await count(article.entry)).toBe(27);
    });

    it('counts more than are looked at one by one', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      const room = await fixture.files.room('kalabalik');
      const by = { accountId: fixture.ada.accountId, username: 'ada', sessionId: 's', language: null };
      const said = { clientId: null, body: '', replyTo: null, discussionOf: null, kind: 'entry' as const };
      const draft = { ...said, attachment: { type: 'entry', entry_id: article.entry } };
      const { rooms } = fixture.files.booted.app.node;
      for (let sent = 0; sent < 520; sent += 40) {
        await Promise.all(Array.from({ length: 40 }, () => rooms.ask(room, { type: 'send_message', by, draft })));
      }
      expect(await count(article.entry)).toBe(520);
    }, 30_000);

    it('takes no card whose number could be none', async () => {
      for (const entry_id of [0, -1, 1.5, '7', null, 2 ** 60]) {
        const refused = await fixture.files.refusal(fixture.ada, 'kahve', { type: 'entry', entry_id });
        expect([entry_id, refused]).toEqual([entry_id, '422 invalid_attachment']);
      }
    });
  });
});

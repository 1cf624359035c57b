/** Discover as its readers see it: what is listed, in which order, and what an entry shows of the room it is from. */
import { onEachEngine } from '../support/store/engine-settings.js';
import { DiscoverFixture } from './discover-fixture.js';

interface Titled {
  title: string;
}

const titles = (entries: Titled[]) => entries.map(({ title }) => title);

onEachEngine('discover', (engine) => {
  describe('topics', () => {
    let fixture: DiscoverFixture;

    beforeAll(async () => {
      fixture = await DiscoverFixture.open(engine());
      await fixture.files.room('kahve');
      await fixture.desk('POST', '/categories', { slug: 'spor', name: 'Spor' });
      await fixture.desk('POST', '/categories', { slug: 'eski', name: 'Eski' });
      await fixture.desk('PATCH', '/categories/eski', { archived: true });
      await fixture.topic('kahve', { title: 'Kahve içmek' });
      await fixture.topic('futbol', { category: 'spor', languages: ['tr'] });
      await fixture.topic('cricket', { category: 'spor', languages: ['en'] });
      await fixture.topic('çay_bahçesi');
      for (const tag of ['kahve', 'kahve', 'kahve', 'futbol', 'futbol', 'cricket', 'öneri']) {
        await fixture.published(fixture.bob, 'kahve', { tag, title: tag });
      }
      await fixture.article(fixture.bob, 'kahve', { tag: 'bekleyen' }).then((it) => fixture.shared(fixture.bob, it));
    }, 120_000);
    afterAll(() => fixture.close());

    const tags = async (person: Parameters<typeof fixture.get>[0], query = '') =>
      (await fixture.get(person, `/topics${query}`)).topics.map(({ tag }: { tag: string }) => tag);

    it('have categories in the console’s order, without archived ones', async () => {
      expect(await fixture.get(fixture.ada, '/categories')).toEqual({
        categories: [
          { slug: 'genel', name: 'Genel' },
          { slug: 'spor', name: 'Spor' },
        ],
      });
    });

    it('are listed by their entries, with their share of all that are published and their place', async () => {
      const { topics, total, has_more } = await fixture.get(fixture.ada, '/topics');
      const listed = topics.map(({ tag, entry_count, share, rank, status }: never) => [
        tag,
        entry_count,
        share,
        rank,
        status,
      ]);
      expect(listed.slice(0, 2)).toEqual([
        ['kahve', 3, 42.86, 1, 'published'],
        ['futbol', 2, 28.57, 2, 'published'],
      ]);
      expect(listed.slice(2, 4).map(([, count, share]: never[]) => [count, share])).toEqual([
        [1, 14.29],
        [1, 14.29],
      ]);
      expect(listed.at(-1)).toEqual(['çay_bahçesi', 0, 0, 5, 'published']);
      expect([total, has_more]).toEqual([5, false]);
    });

    it('come in pages whose bounds are clamped, never refused', async () => {
      const { topics, total, has_more } = await fixture.get(fixture.ada, '/topics?limit=2&offset=1');
      expect([topics.length, topics[0].rank, topics[1].rank, total, has_more]).toEqual([2, 2, 3, 5, true]);
      for (const query of [
        '?limit=0',
        '?limit=x&offset=-3',
        '?limit=1000',
        '?offset=1.5',
        '?limit=&offset=',
        '?limit=1&limit=2',
      ]) {
        expect(await tags(fixture.ada, query)).toHaveLength(5);
      }
      expect(await fixture.get(fixture.ada, '/topics?offset=99999999999')).toEqual({
        topics: [],
        total: 5,
        has_more: false,
      });
    });

    it('are those of one category, with shares among them', async () => {
      const { topics, total } = await fixture.get(fixture.ada, '/topics?category=spor');
      expect(topics.map(({ tag, share }: never) => [tag, share])).toEqual([
        ['futbol', 66.67],
        ['cricket', 33.33],
      ]);
      expect(total).toBe(2);
      expect(await tags(fixture.ada, '?category=yok')).toEqual([]);
      expect(await tags(fixture.ada, `?category=${'x'.repeat(4_000)}`)).toEqual([]);
    });

    it('are those of the session’s language, and of every language', async () => {
      const eda = await fixture.files.booted.person('eda');
      await fixture.files.ok(eda, 'PUT', '/me/device', { platform: 'android', language: 'tr' });
      expect(await tags(eda)).toEqual(expect.arrayContaining(['kahve', 'futbol', 'çay_bahçesi']));
      expect(await tags(eda)).not.toContain('cricket');
      expect(await tags(fixture.ada)).toContain('cricket');
      const found = await fixture.get(eda, '/topics/suggest?q=cri');
      expect(found).toEqual({ topics: [] });
      expect((await fixture.get(eda, '/topics/cricket')).topic.tag).toBe('cricket');
    });

    it('are suggested by how a tag or a word of the title begins', async () => {
      const suggested = async (q: string) =>
        (await fixture.get(fixture.ada, `/topics/suggest?q=${encodeURIComponent(q)}`)).topics;
      expect(await suggested('kah')).toEqual([{ tag: 'kahve', title: 'Kahve içmek', entry_count: 3 }]);
      expect(await suggested('#Kah')).toEqual(await suggested('kah'));
      expect(await suggested('içm')).toEqual(await suggested('kah'));
      expect(await suggested('yok')).toEqual([]);
      expect(await suggested('')).toHaveLength(5);
      expect((await fixture.get(fixture.ada, '/topics/suggest')).topics).toHaveLength(5);
      expect(await suggested('x'.repeat(5_000))).toEqual([]);
    });

    it('have a detail without share and rank, which those that are not published have not', async () => {
      expect(await fixture.get(fixture.ada, '/topics/kahve')).toEqual({
        topic: {
          tag: 'kahve',
          title: 'Kahve içmek',
          category: 'genel',
          entry_count: 3,
          share: 0,
          rank: null,
          status: 'published',
        },
      });
      expect((await fixture.get(fixture.ada, `/topics/${encodeURIComponent('çay_bahçesi')}`)).topic.entry_count).toBe(
        0,
      );
      expect((await fixture.get(fixture.ada, '/topics/%23Kahve')).topic.tag).toBe('kahve');
      for (const tag of ['yok', 'bekleyen', '...', '%2e%2e%2e', 'a%2Fb', '%F0%9F%98%80', 'x'.repeat(500)]) {
        expect([tag, await fixture.code(fixture.ada, `/topics/${tag}`)]).toEqual([tag, '404 not_found']);
      }
    });

    it('that are not there have no entries', async () => {
      for (const tag of ['yok', '...', 'x'.repeat(500)]) {
        expect(await fixture.get(fixture.ada, `/topics/${encodeURIComponent(tag)}/entries`)).toEqual({
          entries: [],
          has_more: false,
        });
      }
    });

    it('are looked for by whatever somebody types, and the dictionary is none the worse', async () => {
      const odd = [
        '\u0000',
        '%',
        '%25',
        '\\',
        "'",
        '"',
        '\uFFFF',
        '\u202E',
        '🏳️‍🌈',
        'a b',
        '?',
        '&',
        '+',
        '$ne',
        '__proto__',
        '*',
      ];
      for (const typed of [...odd, 'ı', 'İ', 'x'.repeat(3_000)]) {
        const word = encodeURIComponent(typed);
        expect([typed, await fixture.code(fixture.ada, `/topics?category=${word}`)]).toEqual([typed, '200']);
        expect([typed, await fixture.code(fixture.ada, `/topics/suggest?q=${word}`)]).toEqual([typed, '200']);
        expect([typed, await fixture.code(fixture.ada, `/topics/a${word}`)]).toEqual([
          typed,
          expect.stringMatching(/^40[04]/),
        ]);
        expect([typed, await fixture.code(fixture.ada, `/topics/a${word}/entries`)]).toEqual([
          typed,
          expect.stringMatching(/^(200|40[04])/),
        ]);
      }
    });

    it('need a token and no username', async () => {
      const nameless = await fixture.files.booted.person('adsiz', { username: null });
      expect(await fixture.code(null, '/topics')).toBe('401 unauthorized');
      expect(await fixture.code(nameless, '/topics')).toBe('200');
    });
  });

  describe('entries', () => {
    let fixture: DiscoverFixture;
    beforeAll(async () => {
      fixture = await DiscoverFixture.open(engine());
      await fixture.files.room('kahve');
      await fixture.topic('kahve');
    }, 120_000);
    afterAll(() => fixture.close());

    it('of a topic come newest first, oldest first, or those with the most reactions first', async () => {
      await fixture.topic('sira');
      const made = [];
      for (const title of ['bir', 'iki', 'üç'])
        made.push(await fixture.published(fixture.bob, 'kahve', { tag: 'sira', title }));
      for (const person of [fixture.ada, fixture.bob]) await fixture.react(person, made[1] as never, '👍');
      await fixture.react(fixture.ada, made[0] as never, '🔥');
      expect(await fixture.report()).toBe(2);
      const listed = async (query: string) =>
        titles((await fixture.get(fixture.ada, `/topics/sira/entries${query}`)).entries);
      expect(await listed('')).toEqual(['üç', 'iki', 'bir']);
      expect(await listed('?sort=new')).toEqual(['üç', 'iki', 'bir']);
      expect(await listed('?sort=old')).toEqual(['bir', 'iki', 'üç']);
      expect(await listed('?sort=top')).toEqual(['iki', 'bir', 'üç']);
      expect(await listed('?sort=best')).toEqual(['üç', 'iki', 'bir']);
      expect(await listed('?sort=new&sort=old')).toEqual(['üç', 'iki', 'bir']);
      const page = await fixture.get(fixture.ada, '/topics/sira/entries?limit=1&offset=1');
      expect([titles(page.entries), page.has_more, Object.keys(page)]).toEqual([
        ['iki'],
        true,
        ['entries', 'has_more'],
      ]);
    });

    it('of one’s own are shown in whatever state, and only published ones with what they say', async () => {
      const dora = await fixture.files.booted.person('dora');
      await fixture.files.ok(dora, 'POST', '/rooms/kahve/join', {});
      await fixture.published(dora, 'kahve', { title: 'çıktı' });
      await fixture.article(dora, 'kahve', { title: 'bekler' }).then((it) => fixture.shared(dora, it));
      const refused = await fixture.shared(dora, await fixture.article(dora, 'kahve', { title: 'olmadı' }));
      await fixture.decide(refused, 'reject', 'Kaynak yok.');
      const { entries, total } = await fixture.get(dora, '/me/entries');
      expect(total).toBe(3);
      expect(entries.map(({ status, review_note }: never) => [status, review_note])).toEqual([
        ['rejected', 'Kaynak yok.'],
        ['pending', null],
        ['published', null],
      ]);
      expect(Object.keys(entries[0])).toEqual(['id', 'tag', 'status', 'title', 'review_note', 'published_at']);
      expect(entries[2]).toMatchObject({
        excerpt: 'Bir yudum.',
        media: [],
        reshare_count: 0,
        published_at: expect.any(Number),
      });
      expect(entries[2].author).toEqual({ id: dora.accountId, username: 'dora', avatar: null });
      expect(await fixture.get(dora, '/me/entries?limit=1&offset=1')).toMatchObject({
        entries: [{ title: 'bekler' }],
        total: 3,
      });
      expect((await fixture.get(fixture.cem, '/me/entries')).entries).toEqual([]);
    });

    it('that are not published are shown to nobody, by whatever number', async () => {
      const waiting = await fixture.shared(fixture.bob, await fixture.article(fixture.bob, 'kahve'));
      for (const id of [waiting, 999_999, 0, -1, '1.5', 'x', '1e3', '00001', '9'.repeat(30)]) {
        expect([id, await fixture.code(fixture.bob, `/entries/${id}`)]).toEqual([id, '404 not_found']);
        expect([id, await fixture.code(fixture.bob, `/entries/${id}/discussion`)]).toEqual([id, '404 not_found']);
      }
    });
  });
});

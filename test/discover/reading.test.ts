/** Discover as its readers see it: what is listed, in which order, and what an entry shows of the room it is from. */
import { onEachEngine } from '../support/engine-settings.js';
import { DiscoverHouse } from './discover-house.js';

interface Titled {
  title: string;
}

const titles = (entries: Titled[]) => entries.map(({ title }) => title);

onEachEngine('discover', (engine) => {
  describe('topics', () => {
    let house: DiscoverHouse;

    beforeAll(async () => {
      house = await DiscoverHouse.open(engine());
      await house.files.room('kahve');
      await house.desk('POST', '/categories', { slug: 'spor', name: 'Spor' });
      await house.desk('POST', '/categories', { slug: 'eski', name: 'Eski' });
      await house.desk('PATCH', '/categories/eski', { archived: true });
      await house.topic('kahve', { title: 'Kahve içmek' });
      await house.topic('futbol', { category: 'spor', languages: ['tr'] });
      await house.topic('cricket', { category: 'spor', languages: ['en'] });
      await house.topic('çay_bahçesi');
      for (const tag of ['kahve', 'kahve', 'kahve', 'futbol', 'futbol', 'cricket', 'öneri']) {
        await house.published(house.bob, 'kahve', { tag, title: tag });
      }
      await house.article(house.bob, 'kahve', { tag: 'bekleyen' }).then((it) => house.shared(house.bob, it));
    }, 120_000);
    afterAll(() => house.close());

    const tags = async (person: Parameters<typeof house.get>[0], query = '') =>
      (await house.get(person, `/topics${query}`)).topics.map(({ tag }: { tag: string }) => tag);

    it('have categories in the console’s order, without archived ones', async () => {
      expect(await house.get(house.ada, '/categories')).toEqual({
        categories: [
          { slug: 'genel', name: 'Genel' },
          { slug: 'spor', name: 'Spor' },
        ],
      });
    });

    it('are listed by their entries, with their share of all that are published and their place', async () => {
      const { topics, total, has_more } = await house.get(house.ada, '/topics');
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
      const { topics, total, has_more } = await house.get(house.ada, '/topics?limit=2&offset=1');
      expect([topics.length, topics[0].rank, topics[1].rank, total, has_more]).toEqual([2, 2, 3, 5, true]);
      for (const query of [
        '?limit=0',
        '?limit=x&offset=-3',
        '?limit=1000',
        '?offset=1.5',
        '?limit=&offset=',
        '?limit=1&limit=2',
      ]) {
        expect(await tags(house.ada, query)).toHaveLength(5);
      }
      expect(await house.get(house.ada, '/topics?offset=99999999999')).toEqual({
        topics: [],
        total: 5,
        has_more: false,
      });
    });

    it('are those of one category, with shares among them', async () => {
      const { topics, total } = await house.get(house.ada, '/topics?category=spor');
      expect(topics.map(({ tag, share }: never) => [tag, share])).toEqual([
        ['futbol', 66.67],
        ['cricket', 33.33],
      ]);
      expect(total).toBe(2);
      expect(await tags(house.ada, '?category=yok')).toEqual([]);
      expect(await tags(house.ada, `?category=${'x'.repeat(4_000)}`)).toEqual([]);
    });

    it('are those of the session’s language, and of every language', async () => {
      const eda = await house.files.booted.person('eda');
      await house.files.ok(eda, 'PUT', '/me/device', { platform: 'android', language: 'tr' });
      expect(await tags(eda)).toEqual(expect.arrayContaining(['kahve', 'futbol', 'çay_bahçesi']));
      expect(await tags(eda)).not.toContain('cricket');
      expect(await tags(house.ada)).toContain('cricket');
      const found = await house.get(eda, '/topics/suggest?q=cri');
      expect(found).toEqual({ topics: [] });
      expect((await house.get(eda, '/topics/cricket')).topic.tag).toBe('cricket');
    });

    it('are suggested by how a tag or a word of the title begins', async () => {
      const suggested = async (q: string) =>
        (await house.get(house.ada, `/topics/suggest?q=${encodeURIComponent(q)}`)).topics;
      expect(await suggested('kah')).toEqual([{ tag: 'kahve', title: 'Kahve içmek', entry_count: 3 }]);
      expect(await suggested('#Kah')).toEqual(await suggested('kah'));
      expect(await suggested('içm')).toEqual(await suggested('kah'));
      expect(await suggested('yok')).toEqual([]);
      expect(await suggested('')).toHaveLength(5);
      expect((await house.get(house.ada, '/topics/suggest')).topics).toHaveLength(5);
      expect(await suggested('x'.repeat(5_000))).toEqual([]);
    });

    it('have a detail without share and rank, which those that are not published have not', async () => {
      expect(await house.get(house.ada, '/topics/kahve')).toEqual({
        topic: {
          ...{ tag: 'kahve', title: 'Kahve içmek', category: 'genel', entry_count: 3 },
          ...{ share: 0, rank: null, status: 'published' },
        },
      });
      expect((await house.get(house.ada, `/topics/${encodeURIComponent('çay_bahçesi')}`)).topic.entry_count).toBe(0);
      expect((await house.get(house.ada, '/topics/%23Kahve')).topic.tag).toBe('kahve');
      for (const tag of ['yok', 'bekleyen', '...', '%2e%2e%2e', 'a%2Fb', '%F0%9F%98%80', 'x'.repeat(500)]) {
        expect([tag, await house.code(house.ada, `/topics/${tag}`)]).toEqual([tag, '404 not_found']);
      }
    });

    it('that are not there have no entries', async () => {
      for (const tag of ['yok', '...', 'x'.repeat(500)]) {
        expect(await house.get(house.ada, `/topics/${encodeURIComponent(tag)}/entries`)).toEqual({
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
        expect([typed, await house.code(house.ada, `/topics?category=${word}`)]).toEqual([typed, '200']);
        expect([typed, await house.code(house.ada, `/topics/suggest?q=${word}`)]).toEqual([typed, '200']);
        expect([typed, await house.code(house.ada, `/topics/a${word}`)]).toEqual([
          typed,
          expect.stringMatching(/^40[04]/),
        ]);
        expect([typed, await house.code(house.ada, `/topics/a${word}/entries`)]).toEqual([
          typed,
          expect.stringMatching(/^(200|40[04])/),
        ]);
      }
    });

    it('need a token and no username', async () => {
      const nameless = await house.files.booted.person('adsiz', { username: null });
      expect(await house.code(null, '/topics')).toBe('401 unauthorized');
      expect(await house.code(nameless, '/topics')).toBe('200');
    });
  });

  describe('entries', () => {
    let house: DiscoverHouse;
    beforeAll(async () => {
      house = await DiscoverHouse.open(engine());
      await house.files.room('kahve');
      await house.topic('kahve');
    }, 120_000);
    afterAll(() => house.close());

    it('of a topic come newest first, oldest first, or those with the most reactions first', async () => {
      await house.topic('sira');
      const made = [];
      for (const title of ['bir', 'iki', 'üç'])
        made.push(await house.published(house.bob, 'kahve', { tag: 'sira', title }));
      for (const person of [house.ada, house.bob]) await house.react(person, made[1] as never, '👍');
      await house.react(house.ada, made[0] as never, '🔥');
      expect(await house.report()).toBe(2);
      const listed = async (query: string) =>
        titles((await house.get(house.ada, `/topics/sira/entries${query}`)).entries);
      expect(await listed('')).toEqual(['üç', 'iki', 'bir']);
      expect(await listed('?sort=new')).toEqual(['üç', 'iki', 'bir']);
      expect(await listed('?sort=old')).toEqual(['bir', 'iki', 'üç']);
      expect(await listed('?sort=top')).toEqual(['iki', 'bir', 'üç']);
      expect(await listed('?sort=best')).toEqual(['üç', 'iki', 'bir']);
      expect(await listed('?sort=new&sort=old')).toEqual(['üç', 'iki', 'bir']);
      const page = await house.get(house.ada, '/topics/sira/entries?limit=1&offset=1');
      expect([titles(page.entries), page.has_more, Object.keys(page)]).toEqual([
        ['iki'],
        true,
        ['entries', 'has_more'],
      ]);
    });

    it('of one’s own are shown in whatever state, and only published ones with what they say', async () => {
      const dora = await house.files.booted.person('dora');
      await house.files.ok(dora, 'POST', '/rooms/kahve/join', {});
      await house.published(dora, 'kahve', { title: 'çıktı' });
      await house.article(dora, 'kahve', { title: 'bekler' }).then((it) => house.shared(dora, it));
      const refused = await house.shared(dora, await house.article(dora, 'kahve', { title: 'olmadı' }));
      await house.decide(refused, 'reject', 'Kaynak yok.');
      const { entries, total } = await house.get(dora, '/me/entries');
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
      expect(await house.get(dora, '/me/entries?limit=1&offset=1')).toMatchObject({
        entries: [{ title: 'bekler' }],
        total: 3,
      });
      expect((await house.get(house.cem, '/me/entries')).entries).toEqual([]);
    });

    it('that are not published are shown to nobody, by whatever number', async () => {
      const waiting = await house.shared(house.bob, await house.article(house.bob, 'kahve'));
      for (const id of [waiting, 999_999, 0, -1, '1.5', 'x', '1e3', '00001', '9'.repeat(30)]) {
        expect([id, await house.code(house.bob, `/entries/${id}`)]).toEqual([id, '404 not_found']);
        expect([id, await house.code(house.bob, `/entries/${id}/discussion`)]).toEqual([id, '404 not_found']);
      }
    });
  });
});

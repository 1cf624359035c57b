/** What the service asks of the console, over real HTTP, on both engines. */
import { uuidOf } from '#src/domain/text/hash.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { draftOf, type RunningConsole, runConsole } from './support.js';

describeOnBothEngines('the dictionary contract', (openStore) => {
  let it_: RunningConsole;
  beforeEach(async () => {
    it_ = await runConsole(await openStore());
  });
  afterEach(() => it_[Symbol.asyncDispose]());

  const category = (slug: string) => it_.operator('POST', '/categories', { slug, name: slug.toUpperCase() });
  const topic = (tag: string, category: string, languages?: string[]) =>
    it_.operator('POST', '/topics', { tag, title: `Title of ${tag}`, category, languages });

  it('tells categories in the order of the console, archived ones with their flag', async () => {
    for (const slug of ['food', 'places', 'people']) expect((await category(slug)).status).toBe(201);
    await it_.operator('PUT', '/categories', { slugs: ['people', 'food'] });
    await it_.operator('PATCH', '/categories/food', { archived: true });
    expect((await it_.dictionary('GET', '/categories')).body).toEqual({
      categories: [
        { slug: 'people', name: 'PEOPLE', archived: false },
        { slug: 'food', name: 'FOOD', archived: true },
        { slug: 'places', name: 'PLACES', archived: false },
      ],
    });
  });

  it('takes an article into the queue and opens a proposal for a tag that has no topic', async () => {
    const told = await it_.dictionary('POST', '/entries', draftOf({ message: 'm1', tag: '#Kahve' }));
    expect(told.status).toBe(201);
    expect(told.body).toEqual({
      entry: { id: 1, status: 'pending' },
      topic: { tag: 'kahve', title: 'kahve', status: 'pending' },
      message: expect.any(String),
    });
    expect((await it_.dictionary('GET', '/topics/kahve')).status).toBe(404);
    expect((await it_.dictionary('GET', '/topics')).body).toEqual({ topics: [], total: 0, entries_total: 0 });
    expect((await it_.dictionary('GET', '/topics/kahve/entries')).body).toEqual({
      entries: [],
      total: 0,
      has_more: false,
    });
    expect((await it_.dictionary('GET', '/entries/1')).body).toEqual({
      entry: {
        id: 1,
        tag: 'kahve',
        status: 'pending',
        review_note: null,
        author_id: uuidOf('ada'),
        room_id: uuidOf('room'),
        room_slug: 'kahveciler',
        message_id: uuidOf('m1'),
        title: 'About m1',
        excerpt: 'It begins like this …',
        published_at: null,
        reactions: 0,
      },
    });
  });

  it('shows an entry with its topic once an operator has published it', async () => {
    const id = await it_.submit({ message: 'm1' });
    const published = await it_.publish(id);
    expect(published.body.entry).toMatchObject({ id, status: 'published', published_at: '2026-06-01T00:00:00.000Z' });
    expect((await it_.dictionary('GET', '/topics/kahve')).body).toEqual({
      topic: { tag: 'kahve', title: 'kahve', category: null, languages: [], entry_count: 1, status: 'published' },
    });
    const { body } = await it_.dictionary('GET', '/topics/kahve/entries');
    expect(body).toMatchObject({ entries: [{ id, status: 'published' }], total: 1, has_more: false });
  });

  it('says why an entry was rejected, to whoever asks for that entry', async () => {
    const id = await it_.submit({ message: 'm1' });
    const told = await it_.operator('POST', `/entries/${id}/decision`, { decision: 'reject', note: ' Say more. ' });
    expect(told.body.entry).toMatchObject({ status: 'rejected', review_note: 'Say more.', published_at: null });
    expect((await it_.dictionary('GET', `/entries/${id}`)).body.entry.review_note).toBe('Say more.');
    expect((await it_.dictionary('GET', '/topics/kahve')).status).toBe(404);
  });

  it('takes a message once, whatever became of it', async () => {
    const id = await it_.submit({ message: 'm1' });
    const again = await it_.dictionary('POST', '/entries', draftOf({ message: 'm1', tag: 'other' }));
    expect([again.status, again.body.error.code]).toEqual([409, 'already_shared']);
    await it_.operator('POST', `/entries/${id}/decision`, { decision: 'reject' });
    expect((await it_.dictionary('POST', '/entries', draftOf({ message: 'm1' }))).status).toBe(409);
    expect((await it_.operator('GET', '/topics')).body.total).toBe(1);
  });

  it('refuses a banned author with what the operator wrote, before anything else', async () => {
    await it_.submit({ message: 'm1' });
    await it_.operator('PUT', `/authors/${uuidOf('ada')}/ban`, { reason: 'Copied articles.' });
    const told = await it_.dictionary('POST', '/entries', draftOf({ message: 'm1' }));
    expect([told.status, told.body]).toEqual([
      403,
      { error: { code: 'author_banned', message: 'This author may not publish.', reason: 'Copied articles.' } },
    ]);
    expect((await it_.operator('DELETE', `/authors/${uuidOf('ada')}/ban`)).status).toBe(204);
    expect((await it_.dictionary('POST', '/entries', draftOf({ message: 'm2' }))).status).toBe(201);
  });

  it('lists published topics by their entries, then by tag, with the numbers of the whole filter', async () => {
    await category('food');
    await category('places');
    for (const tag of ['kahve', 'simit', 'çay']) await topic(tag, 'food');
    await topic('moda', 'places');
    for (const [tag, count] of [
      ['simit', 2],
      ['kahve', 1],
      ['moda', 3],
    ] as const)
      for (let n = 0; n < count; n += 1) await it_.publish(await it_.submit({ message: `${tag}${n}`, tag }));
    const tags = async (query: string) => {
      const { body } = await it_.dictionary('GET', `/topics?${query}`);
      return [body.topics.map((one: { tag: string }) => one.tag).join(' '), body.total, body.entries_total];
    };
    expect(await tags('')).toEqual(['moda simit kahve çay', 4, 6]);
    expect(await tags('category=food')).toEqual(['simit kahve çay', 3, 3]);
    expect(await tags('category=food&limit=1&offset=1')).toEqual(['kahve', 3, 3]);
    expect(await tags('category=none')).toEqual(['', 0, 0]);
    expect(await tags('limit=zero&offset=-5')).toEqual(['moda simit kahve çay', 4, 6]);
    expect(await tags('limit=0')).toEqual(['moda', 4, 6]);
    expect(await tags('offset=9999999999')).toEqual(['', 4, 6]);
  });

  it('lists a topic of certain languages in these, and one of none in every language', async () => {
    await category('food');
    await topic('coffee', 'food', ['en', 'de']);
    await topic('kahve', 'food', ['TR-tr']);
    await topic('moda', 'food');
    const tags = async (lang: string) =>
      (await it_.dictionary('GET', `/topics?lang=${lang}`)).body.topics.map((one: { tag: string }) => one.tag);
    expect(await tags('tr')).toEqual(['kahve', 'moda']);
    expect(await tags('en-GB')).toEqual(['coffee', 'moda']);
    expect(await tags('fr')).toEqual(['moda']);
    expect(await tags('')).toEqual(['coffee', 'kahve', 'moda']);
    expect((await it_.dictionary('GET', '/topics/suggest?q=&lang=de')).body.topics).toHaveLength(2);
  });

  it('suggests topics whose tag, or a word of whose title, begins with what is typed', async () => {
    await category('food');
    const titles = {
      kahve: 'Türk kahvesi',
      çay: 'Rize çayı',
      simit: 'Sokak lezzeti',
      kofte: 'Köfte',
      su: 'Kaynak suyu',
    };
    for (const [tag, title] of Object.entries(titles))
      await it_.operator('POST', '/topics', { tag, title, category: 'food' });
    await topic('hidden', 'food');
    await it_.publish(await it_.submit({ message: 'm1', tag: 'su' }));
    const suggested = async (q: string, more = '') => {
      const { body } = await it_.dictionary('GET', `/topics/suggest?q=${encodeURIComponent(q)}${more}`);
      return body.topics.map((one: { tag: string }) => one.tag);
    };
    expect(await suggested('#ka')).toEqual(['su', 'kahve']);
    expect(await suggested('SOKAK l')).toEqual(['simit']);
    expect(await suggested('ahve')).toEqual([]);
    expect(await suggested('')).toEqual(['su', 'hidden', 'kahve', 'kofte', 'simit']);
    expect(await suggested('', '&limit=2')).toEqual(['su', 'hidden']);
  });

  it('orders the entries of a topic by publication or by reactions, ties newest first', async () => {
    const ids: number[] = [];
    for (const message of ['a', 'b', 'c', 'd']) {
      it_.clock.now += 1_000;
      ids.push(await it_.submit({ message }));
      await it_.publish(ids.at(-1) as number);
    }
    const [a, b, c, d] = ids as [number, number, number, number];
    for (const [id, total] of [
      [a, 5],
      [b, 7],
      [c, 5],
    ] as const)
      expect((await it_.dictionary('PUT', `/entries/${id}/reactions`, { total })).status).toBe(200);
    const listed = async (query: string) => {
      const { body } = await it_.dictionary('GET', `/topics/kahve/entries?${query}`);
      return [body.entries.map((one: { id: number }) => one.id), body.total, body.has_more];
    };
    expect(await listed('')).toEqual([[d, c, b, a], 4, false]);
    expect(await listed('sort=old')).toEqual([[a, b, c, d], 4, false]);
    expect(await listed('sort=top')).toEqual([[b, c, a, d], 4, false]);
    expect(await listed('sort=best&limit=2')).toEqual([[d, c], 4, true]);
    expect(await listed('limit=2&offset=2')).toEqual([[b, a], 4, false]);
    expect(await listed('offset=20000')).toEqual([[], 4, false]);
  });

  it('lists what an author has submitted, in every state, newest first', async () => {
    const first = await it_.submit({ message: 'm1' });
    await it_.submit({ message: 'm2', author: 'bob' });
    const second = await it_.submit({ message: 'm3' });
    await it_.publish(first);
    const { body } = await it_.dictionary('GET', `/entries?author_id=${uuidOf('ada')}`);
    expect(body).toMatchObject({
      entries: [
        { id: second, status: 'pending' },
        { id: first, status: 'published' },
      ],
      total: 2,
      has_more: false,
    });
    expect((await it_.dictionary('GET', '/entries?author_id=nobody')).body.total).toBe(0);
    expect((await it_.dictionary('GET', '/entries')).status).toBe(400);
  });
});

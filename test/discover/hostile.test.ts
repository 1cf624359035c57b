/** The service with a dictionary that is off, away, wrong or lying: what its readers and authors are told. */
import { DiscoverFixture, type Written } from './discover-fixture.js';
import { entry, json, type PretendConsole, pretendConsole, raw, refusal } from './pretend-console.js';

const reads = [
  '/categories',
  '/topics',
  '/topics/suggest?q=a',
  '/topics/kahve',
  '/topics/kahve/entries',
  '/entries/7',
  '/entries/7/discussion',
  '/me/entries',
];

describe('without a dictionary', () => {
  let fixture: DiscoverFixture;
  beforeAll(async () => {
    fixture = await DiscoverFixture.open({ DICTIONARY_URL: 'off' });
    await fixture.files.room('kahve');
  }, 60_000);
  afterAll(() => fixture.close());

  it('there is nothing to discover', async () => {
    for (const path of reads) {
      expect([path, await fixture.code(fixture.ada, path)]).toEqual([path, '404 not_found']);
      expect([path, await fixture.code(null, path)]).toEqual([path, '401 unauthorized']);
    }
  });

  it('nothing is shared, whatever the room would say', async () => {
    const written = await fixture.article(fixture.bob, 'kahve');
    for (const asked of [written, { ...written, slug: 'yok' }]) {
      const { status, body } = await fixture.share(fixture.cem, asked);
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    }
  });
});

describe('with a dictionary of somebody’s own', () => {
  let fixture: DiscoverFixture;
  let pretended: PretendConsole;
  let room: string;

  beforeAll(async () => {
    pretended = await pretendConsole();
    fixture = await DiscoverFixture.open({ DICTIONARY_URL: pretended.url, DICTIONARY_KEY: 'a-key-of-16-chars' });
    room = await fixture.files.room('kahve');
  }, 60_000);
  afterAll(async () => {
    await fixture.close();
    await pretended[Symbol.asyncDispose]();
  });

  /** A breaker that earlier faults have opened is closed by the first good answer after its rest. */
  const healed = async () => {
    pretended.answer = json(200, { categories: [] });
    const ok = async () => (await fixture.code(fixture.ada, '/categories')) === '200';
    while (!(await ok())) await new Promise((resolve) => setTimeout(resolve, 200));
    pretended.heard.length = 0;
  };
  beforeEach(healed, 30_000);

  const outcome = async (who: typeof fixture.bob, written: Written) => {
    const { status, body } = await fixture.share(who, written);
    return body.error ? `${status} ${body.error.code}` : String(status);
  };
  const submitted = { entry: { id: 41, status: 'pending' }, topic: null, message: 'Queued.' };
  const entryOf = (written: Written, more: object = {}) => ({
    ...entry,
    id: 41,
    room_id: room,
    message_id: written.id,
    author_id: fixture.bob.accountId,
    ...more,
  });

  it('that answers badly, everything of it is unavailable, and nothing else', async () => {
    for (const path of reads) {
      pretended.answer = json(200, { categories: 1, topics: 1, topic: 1, entries: 1, entry: 1 });
      expect([path, await fixture.code(fixture.ada, path)]).toEqual([path, '503 sozluk_unavailable']);
    }
    expect(await outcome(fixture.bob, await fixture.article(fixture.bob, 'kahve'))).toBe('503 sozluk_unavailable');
    expect((await fixture.files.ask(fixture.ada, 'GET', '/rooms')).status).toBe(200);
  }, 30_000);

  it('that refuses in words of its own, an article is not shared, and may be again', async () => {
    const written = await fixture.article(fixture.bob, 'kahve');
    for (const answer of [refusal(403, 'too_early'), refusal(400, 'invalid_request'), raw(409, 'no'), json(404, {})]) {
      pretended.answer = answer;
      expect(await outcome(fixture.bob, written)).toBe('503 sozluk_unavailable');
    }
    pretended.answer = refusal(422, 'topic_not_found');
    expect(await outcome(fixture.bob, written)).toBe('422 sozluk_topic_not_found');
    pretended.answer = refusal(403, 'author_banned');
    expect(await outcome(fixture.bob, written)).toBe('403 sozluk_author_banned');
    pretended.answer = json(201, submitted);
    expect(await outcome(fixture.bob, written)).toBe('201');
    const asked = pretended.heard.at(-1);
    expect([asked?.method, asked?.path, asked?.authorization]).toEqual([
      'POST',
      '/base/entries',
      'Bearer a-key-of-16-chars',
    ]);
  });

  it('is not asked what the room refuses', async () => {
    const written = await fixture.article(fixture.bob, 'kahve');
    expect(await outcome(fixture.ada, written)).toBe('403 not_author');
    expect(await outcome(fixture.bob, { ...written, slug: 'yok' })).toBe('404 room_not_found');
    expect(pretended.heard).toEqual([]);
  });

  it('whose answer got lost, a repetition finds out which entry it has become', async () => {
    const written = await fixture.article(fixture.bob, 'kahve');
    pretended.answer = (_, response) => void response.destroy();
    expect(await outcome(fixture.bob, written)).toBe('503 sozluk_unavailable');
    pretended.answer = (heard, response) => {
      const found = { entries: [entryOf(written)], total: 1, has_more: false };
      const answer = heard.method === 'POST' ? refusal(409, 'already_shared') : json(200, found);
      answer(heard, response);
    };
    expect(await outcome(fixture.bob, written)).toBe('409 sozluk_already_shared');
    // Known by now: it is not looked for again.
    expect(await outcome(fixture.bob, written)).toBe('409 sozluk_already_shared');
    expect(pretended.heard.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'POST']);
    await fixture.react(fixture.ada, written, '👍');
    pretended.answer = json(200, {});
    expect(await fixture.report(pretended.url)).toBe(1);
    expect(pretended.heard.at(-1)).toMatchObject({
      method: 'PUT',
      path: '/base/entries/41/reactions',
      body: { total: 1 },
    });
    expect(await fixture.files.problems(room)).toEqual([]);
  });

  it('that claims what nobody has shared is shown nothing of it', async () => {
    const own = await fixture.article(fixture.bob, 'kahve', {
      title: 'Gizli',
      blocks: [{ type: 'code', text: 'gizli' }],
    });
    const other = await fixture.article(fixture.bob, 'kahve');
    pretended.answer = json(201, submitted);
    expect(await outcome(fixture.bob, other)).toBe('201');
    for (const claimed of [entryOf(own), entryOf(other, { id: 42 }), entryOf(other, { room_id: 'x'.repeat(999) })]) {
      pretended.answer = json(200, { entry: claimed });
      const shown = await fixture.get(fixture.cem, `/entries/${claimed.id}`);
      expect(shown.entry).toMatchObject({ blocks: null, media: [], reactions: {}, stats_visible: false });
      expect(JSON.stringify(shown)).not.toContain('gizli');
      expect(await fixture.code(fixture.cem, `/entries/${claimed.id}/discussion`)).toBe('404 not_found');
    }
    pretended.answer = json(200, { entry: entryOf(other) });
    expect((await fixture.get(fixture.cem, '/entries/41')).entry.blocks).toHaveLength(1);
  });

  it('that has what is not published is shown as if it had not', async () => {
    pretended.answer = json(200, { entry: { ...entry, status: 'pending' } });
    expect(await fixture.code(fixture.cem, '/entries/7')).toBe('404 not_found');
    pretended.answer = json(200, { topic: topicOf('pending') });
    expect(await fixture.code(fixture.cem, '/topics/kahve')).toBe('404 not_found');
    pretended.answer = json(200, { topics: [topicOf('pending'), topicOf('published')], total: 2, entries_total: 2 });
    const { topics } = await fixture.get(fixture.cem, '/topics');
    expect(topics.map(({ status, rank, share }: never) => [status, rank, share])).toEqual([['published', 2, 50]]);
    expect((await fixture.get(fixture.cem, '/topics/suggest?q=k')).topics).toHaveLength(1);
    pretended.answer = json(200, { entries: [{ ...entry, status: 'rejected' }, entry], has_more: true });
    expect((await fixture.get(fixture.cem, '/topics/kahve/entries')).entries).toHaveLength(1);
  });

  it('is told of reactions once where it knows the entry, again where it would not listen, and never where it does not', async () => {
    const numbers = [51, 52, 53];
    for (const id of numbers) {
      const written = await fixture.article(fixture.bob, 'kahve');
      pretended.answer = json(201, { ...submitted, entry: { id, status: 'pending' } });
      expect(await outcome(fixture.bob, written)).toBe('201');
      await fixture.react(fixture.ada, written, '👍');
    }
    pretended.heard.length = 0;
    const answers = [json(200, {}), refusal(404, 'not_found'), refusal(400, 'invalid_request')];
    pretended.answer = (heard, response) => {
      const id = Number(heard.path.match(/\d+/)?.[0]);
      (answers[numbers.indexOf(id)] ?? json(500, {}))(heard, response);
    };
    expect(await fixture.report(pretended.url)).toBe(1);
    expect(pretended.heard).toHaveLength(3);
    expect(await fixture.report(pretended.url)).toBe(0);
    expect(pretended.heard.slice(3).map(({ path }) => path)).toEqual(['/base/entries/53/reactions']);
    pretended.answer = raw(204, '');
    expect(await fixture.report(pretended.url)).toBe(1);
    pretended.answer = json(500, {});
    expect(await fixture.report(pretended.url)).toBe(0);
  });

  it('is left alone while it fails, and asked again later', async () => {
    pretended.answer = json(500, {});
    for (let at = 1; at <= 20; at += 1)
      expect(await fixture.code(fixture.ada, `/entries/${at}`)).toBe('503 sozluk_unavailable');
    expect(pretended.heard.length).toBeLessThan(10);
  });
});

const topicOf = (status: string) => ({
  tag: 'kahve',
  title: 'Kahve',
  category: null,
  languages: [],
  entry_count: 1,
  status,
});

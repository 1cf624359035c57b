/** The client of the contract, against consoles that behave badly. */
import { createAnswerCache } from '#src/adapters/dictionary/answer-cache.js';
import { type Dictionary, DictionaryFault, DictionaryUnavailable } from '#src/adapters/dictionary/dictionary.js';
import { createHttpDictionary, type HttpDictionaryOptions } from '#src/adapters/dictionary/http-dictionary.js';
import { excerptOf } from '#src/domain/messages/excerpt.js';
import {
  type Answering,
  entry,
  json,
  type PretendConsole,
  pretendConsole,
  raw,
  refusal,
  topic,
} from './pretend-console.js';

let pretended: PretendConsole;
let now = 0;
beforeEach(async () => {
  pretended = await pretendConsole();
});
afterEach(() => pretended[Symbol.asyncDispose]());

const client = (options: Partial<HttpDictionaryOptions> = {}): Dictionary =>
  createHttpDictionary({ url: pretended.url, key: 'the-key', monotonic: () => now, timeoutMs: 1_200, ...options });

const draft = {
  authorId: 'a',
  roomId: 'r',
  roomSlug: 's',
  messageId: 'm',
  tag: 'kahve',
  title: 'Kahve',
  excerpt: 'Bir.',
};
const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (error: Error) => error.name,
  );

describe('a call', () => {
  it('carries the key and asks what the contract has, whatever is in a tag', async () => {
    pretended.answer = json(200, { topic });
    await client().topic('a/b?c#ç');
    pretended.answer = json(200, { topics: [topic], total: 1, entries_total: 1 });
    await client().topics({ lang: 'tr', category: 'a&b', limit: 2, offset: 4 });
    expect(pretended.heard).toEqual([
      { method: 'GET', path: '/base/topics/a%2Fb%3Fc%23%C3%A7', authorization: 'Bearer the-key', body: undefined },
      { method: 'GET', path: '/base/topics?lang=tr&category=a%26b&offset=4&limit=2', authorization: 'Bearer the-key' },
    ]);
  });

  const bad: Record<string, Answering> = {
    'no JSON': raw(200, '<html>'),
    nothing: raw(200, ''),
    'a list': json(200, []),
    'another thing': json(200, { entry }),
    'a wrong type': json(200, { topic: { ...topic, entry_count: '1' } }),
    'a count below none': json(200, { topic: { ...topic, entry_count: -1 } }),
    'a half number': json(200, { topic: { ...topic, entry_count: 1.5 } }),
    'a missing field': json(200, { topic: { ...topic, tag: undefined } }),
    'a server error': json(500, { topic }),
    'a server error that looks like a refusal': refusal(503, 'not_found'),
    'another success': json(202, { topic }),
    'a refused key': refusal(401, 'unauthorized'),
    'a redirect': raw(302, '', { location: '/base/elsewhere' }),
    'an answer that is too long': raw(200, ' '.repeat(1_100_000)),
    'an answer that never begins': () => undefined,
    'an answer that never ends': (_, response) => void response.writeHead(200).write('{"topic":'),
    'an answer that drips': (_, response) => {
      const drip = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(drip));
    },
    'a broken connection': (_, response) => void response.destroy(),
    'a body that is cut short': (_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{');
      setImmediate(() => response.destroy());
    },
    'an encoded body': raw(200, '\u001f\u008b', { 'content-encoding': 'gzip' }),
  };
  it.each(Object.keys(bad))('that is answered with %s finds no dictionary', async (what) => {
    pretended.answer = bad[what] as Answering;
    const began = performance.now();
    expect(await kindOf(client().topic('kahve'))).toBe('DictionaryFault');
    expect(performance.now() - began).toBeLessThan(6_000);
    expect(pretended.heard).toHaveLength(1);
  });

  it('to nobody finds no dictionary', async () => {
    expect(await kindOf(client({ url: 'http://127.0.0.1:9' }).categories())).toBe('DictionaryFault');
    expect(await kindOf(client({ url: 'http://no.such.host.invalid' }).categories())).toBe('DictionaryFault');
  });

  it('is told that there is none only in the words of the contract', async () => {
    pretended.answer = refusal(404, 'not_found');
    expect([await client().topic('a'), await client().entry(1)]).toEqual([null, null]);
    expect(await client().entries('a', { sort: 'new', limit: 1, offset: 0 })).toBeNull();
    expect(await client().reportReactions(1, 2)).toBe(false);
    pretended.answer = raw(404, 'nginx');
    expect(await kindOf(client().topic('a'))).toBe('DictionaryUnavailable');
    expect(await kindOf(client().reportReactions(1, 2))).toBe('DictionaryUnavailable');
  });

  it('takes no more than it asked for, and a time in either way', async () => {
    const many = Array.from({ length: 50 }, () => entry);
    pretended.answer = json(200, {
      entries: [{ ...entry, published_at: '2023-11-14T22:13:20.000Z' }, ...many],
      has_more: true,
    });
    const page = await client().entries('kahve', { sort: 'new', limit: 2, offset: 0 });
    expect(page?.entries.map(({ publishedAt }) => publishedAt)).toEqual([1_700_000_000_000, 1_700_000_000_000]);
  });

  it('hands an article in, and tells refusals from faults', async () => {
    const submitted = { entry: { id: 9, status: 'pending' }, topic: null, message: 'Queued.' };
    const outcomes: [Answering, unknown][] = [
      [json(201, submitted), { ok: true, id: 9, status: 'pending', topic: null, message: 'Queued.' }],
      [refusal(403, 'author_banned', 'Spam.'), { ok: false, refusal: 'author_banned', reason: 'Spam.' }],
      [refusal(409, 'already_shared'), { ok: false, refusal: 'already_shared', reason: null }],
      [refusal(422, 'topic_not_found'), { ok: false, refusal: 'topic_not_found', reason: null }],
    ];
    for (const [answer, outcome] of outcomes) {
      pretended.answer = answer;
      expect(await client().submit(draft)).toEqual(outcome);
    }
    expect(pretended.heard[0]).toMatchObject({
      method: 'POST',
      path: '/base/entries',
      body: {
        author_id: 'a',
        room_id: 'r',
        room_slug: 's',
        message_id: 'm',
        tag: 'kahve',
        title: 'Kahve',
        excerpt: 'Bir.',
      },
    });
    for (const answer of [json(200, submitted), refusal(403, 'already_shared'), refusal(422, 'bad'), json(201, {})]) {
      pretended.answer = answer;
      expect(await kindOf(client().submit(draft))).toMatch(/^Dictionary/);
    }
  });
});

describe('the breaker', () => {
  it('leaves a console alone after some faults, and probes it after a while', async () => {
    pretended.answer = json(500, {});
    const dictionary = client({ faultsMax: 3, restMs: 300 });
    for (let at = 0; at < 10; at += 1) expect(await kindOf(dictionary.entry(at + 1))).toBe('DictionaryFault');
    expect(pretended.heard).toHaveLength(3);
    await new Promise((resolve) => setTimeout(resolve, 350));
    for (let at = 0; at < 5; at += 1) await kindOf(dictionary.entry(at + 1));
    expect(pretended.heard).toHaveLength(4);
    await new Promise((resolve) => setTimeout(resolve, 350));
    pretended.answer = json(200, { entry });
    expect(await kindOf(dictionary.entry(7))).toBe('answered');
    expect(await kindOf(dictionary.entry(8))).toBe('answered');
  });

  it('takes no refusal for a fault, nor what is said to one caller alone', async () => {
    const dictionary = client({ faultsMax: 3 });
    const answers = [
      refusal(404, 'not_found'),
      refusal(403, 'author_banned'),
      raw(414, 'too long'),
      refusal(400, 'bad'),
    ];
    for (let at = 0; at < 20; at += 1) {
      pretended.answer = answers[at % answers.length] as Answering;
      await kindOf(at % 2 ? dictionary.submit(draft) : dictionary.entry(at + 1));
    }
    expect(pretended.heard).toHaveLength(20);
  });
});

describe('answers', () => {
  it('are shared by those who ask at once, and kept for a moment', async () => {
    pretended.answer = json(200, { entry });
    const dictionary = client({ keepMs: 1_000 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => dictionary.entry(7)));
    expect(new Set(answers).size).toBe(1);
    now += 999;
    await dictionary.entry(7);
    expect(pretended.heard).toHaveLength(1);
    now += 1;
    await dictionary.entry(7);
    await dictionary.entry(8);
    expect(pretended.heard).toHaveLength(3);
  });

  it('are not kept where they failed, nor where they are one person’s', async () => {
    pretended.answer = json(500, {});
    const dictionary = client();
    await kindOf(dictionary.entry(7));
    pretended.answer = json(200, { entry });
    expect(await kindOf(dictionary.entry(7))).toBe('answered');
    pretended.answer = json(200, { entries: [entry], total: 1, has_more: false });
    await dictionary.entriesBy('a', { limit: 1, offset: 0 });
    await dictionary.entriesBy('a', { limit: 1, offset: 0 });
    expect(pretended.heard).toHaveLength(4);
  });

  it('are no more than a bound, whatever is asked', async () => {
    const cache = createAnswerCache({ keepMs: 1_000, sizeMax: 10, monotonic: () => now });
    for (let at = 0; at < 1_000; at += 1) await cache.answer(`k${at}`, async () => at);
    expect(cache.size).toBe(10);
    await expect(cache.answer('no', () => Promise.reject(new DictionaryUnavailable('no')))).rejects.toThrow('no');
    expect(cache.size).toBe(9);
    expect(new DictionaryFault('x')).toBeInstanceOf(DictionaryUnavailable);
  });
});

describe('an excerpt', () => {
  const excerpt = (...texts: string[]) => excerptOf({ blocks: texts.map((text) => ({ type: 'paragraph', text })) });

  it('is the beginning of what is said, in whole words', () => {
    expect(excerpt('Bir  iki', 'üç\n dört')).toBe('Bir iki üç dört');
    expect(excerpt('a'.repeat(280))).toBe('a'.repeat(280));
    const words = Array.from({ length: 100 }, (_, at) => `söz${at}`).join(' ');
    const cut = excerpt(words);
    expect(words.startsWith(`${cut.slice(0, -1)} `)).toBe(true);
    expect([cut.endsWith('…'), [...cut].length <= 281]).toEqual([true, true]);
    expect(excerpt(`${'a'.repeat(139)} ${'b'.repeat(140)} c`)).toBe(`${'a'.repeat(139)} ${'b'.repeat(140)}…`);
    expect(excerpt('☕'.repeat(300))).toBe(`${'☕'.repeat(280)}…`);
    expect(excerpt('👍'.repeat(300))).toBe(`${'👍'.repeat(280)}…`);
  });

  it('has what lists say, and of pictures nothing', () => {
    const blocks = [
      { type: 'image' as const, key: 'k', width: 1, height: 1 },
      { type: 'list' as const, items: ['bir', 'iki'] },
    ];
    expect(excerptOf({ blocks })).toBe('bir iki');
    expect(excerptOf({ blocks: blocks.slice(0, 1) })).toBe('');
  });
});

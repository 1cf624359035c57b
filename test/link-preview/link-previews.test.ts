/** What is remembered, and how many look at once. */
import type { RequestListener, ServerResponse } from 'node:http';
import { createPreviewCache } from '#src/adapters/link-preview/preview-cache.js';
import type { LinkPreview } from '#src/domain/messages/link-preview.js';
import { collectGarbage } from '../support/collect-garbage.js';
import { poll } from '../support/time/poll.js';
import { html, type PretendInternet, pretendInternet } from './pretend-internet.js';
import { readerOf } from './reader.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let internet: PretendInternet;
beforeEach(async () => {
  internet = await pretendInternet();
  internet.pages.set('/', html('<title>Sayfa</title>'));
});
afterEach(() => internet[Symbol.asyncDispose]());

/** Pages that answer when told. */
function held(): { page: RequestListener; waiting: ServerResponse[]; answerAll(): void } {
  const waiting: ServerResponse[] = [];
  return {
    waiting,
    page: (_, response) => waiting.push(response),
    answerAll() {
      for (const response of waiting.splice(0)) html('<title>Sayfa</title>')(response.req, response);
    },
  };
}

describe('what was found', () => {
  it('is kept for a day', async () => {
    const { look, clock } = readerOf(internet);
    expect(await look('http://acik.example/')).toMatchObject({ title: 'Sayfa' });
    internet.pages.set('/', html('<title>Yeni</title>'));
    clock.move(24 * HOUR_MS - 10 * MINUTE_MS);
    expect(await look('http://acik.example/')).toMatchObject({ title: 'Sayfa' });
    expect(internet.requests).toHaveLength(1);
    clock.move(10 * MINUTE_MS);
    expect(await look('http://acik.example/')).toMatchObject({ title: 'Yeni' });
  });

  it('is kept for five minutes when it was nothing', async () => {
    internet.pages.delete('/');
    const { look, clock } = readerOf(internet);
    expect(await look('http://acik.example/')).toBeNull();
    internet.pages.set('/', html('<title>Sayfa</title>'));
    clock.move(4 * MINUTE_MS);
    expect(await look('http://acik.example/')).toBeNull();
    expect(internet.requests).toHaveLength(1);
    clock.move(MINUTE_MS);
    expect(await look('http://acik.example/')).toMatchObject({ title: 'Sayfa' });
  });

  it('is the same whatever follows the #, and each link is told as it was asked', async () => {
    const { look } = readerOf(internet);
    const links = ['HTTP://Acik.Example', 'http://acik.example/#bir', 'http://acik.example/#iki'];
    const found = [];
    for (const link of links) found.push(await look(link));
    expect(found.map((preview) => preview?.url)).toEqual(links.map((link) => new URL(link).href));
    expect(internet.requests).toHaveLength(1);
  });

  it('differs by query, path, host and scheme', async () => {
    const { look } = readerOf(internet);
    for (const link of ['http://acik.example/?a', 'http://acik.example/?b', 'http://baska.example/']) await look(link);
    expect(internet.requests).toHaveLength(3);
  });

  it('keeps nothing of its page but these words', async () => {
    const { look } = readerOf(internet);
    const filler = 'ş'.repeat(200_000);
    internet.pages.set('/', html(`<meta property="og:title" content="Uzun-ve-boşluksuz-bir-başlık">${filler}`));
    await look('http://acik.example/?first');
    const before = await heapUsed();
    for (let n = 0; n < 60; n += 1) await look(`http://acik.example/?${n}`);
    // Sixty pages of 400 KB; a title that held on to its page would hold 23 MB.
    expect((await heapUsed()) - before).toBeLessThan(8_000_000);
  });
});

/** After a collection; the smallest of several, because others run beside. */
async function heapUsed(): Promise<number> {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('many who ask', () => {
  it('for one link at the same time cause one request', async () => {
    const { page, waiting, answerAll } = held();
    internet.pages.set('/', page);
    const { look } = readerOf(internet);
    const asking = Array.from({ length: 50 }, (_, n) => look(`http://acik.example/#${n}`));
    await poll(() => waiting.length > 0, { until: 'the page is asked for' });
    answerAll();
    const found = await Promise.all(asking);
    expect(found.every((preview) => preview?.title === 'Sayfa')).toBe(true);
    expect(found.map((preview) => preview?.url)).toContain('http://acik.example/#49');
    expect(internet.requests).toHaveLength(1);
  });

  it('for different links cause thirty-two requests at once, the others after them', async () => {
    const { page, waiting, answerAll } = held();
    internet.pages.set('/', page);
    const { look } = readerOf(internet);
    const asking = Array.from({ length: 80 }, (_, n) => look(`http://acik.example/?${n}`));
    for (const expected of [32, 32, 16]) {
      await poll(() => waiting.length >= expected, { until: `${expected} are asked for` });
      expect(waiting).toHaveLength(expected);
      answerAll();
    }
    const found = await Promise.all(asking);
    expect(found.filter((preview) => preview?.title === 'Sayfa')).toHaveLength(80);
  });

  it('for more than may wait get none for now, and a preview once there is room', async () => {
    const { page, waiting, answerAll } = held();
    internet.pages.set('/', page);
    const { look, reasons } = readerOf(internet);
    const asking = Array.from({ length: 32 + 256 }, (_, n) => look(`http://acik.example/?${n}`));
    await poll(() => waiting.length === 32, { until: 'all slots are taken' });
    expect(await look('http://acik.example/?more')).toBeNull();
    expect(reasons).toEqual(['too many concurrent fetches']);
    const done = Promise.all(asking);
    const answering = setInterval(answerAll, 5);
    await done;
    expect(await look('http://acik.example/?more')).toMatchObject({ title: 'Sayfa' });
    clearInterval(answering);
  });

  it('fail together and alike, and are not stuck afterwards', async () => {
    const { look, clock } = readerOf(internet);
    internet.network.resolve = async () => {
      throw new TypeError('a mistake of ours');
    };
    const asking = await Promise.allSettled([look('http://acik.example/'), look('http://acik.example/')]);
    expect(asking.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    clock.move(5 * MINUTE_MS);
    internet.network.resolve = async () => ['93.184.215.14'];
    expect(await look('http://acik.example/')).toMatchObject({ title: 'Sayfa' });
  });
});

describe('the memory for previews', () => {
  const preview = (title: string): LinkPreview => ({
    url: `http://acik.example/${title}`,
    title,
    description: null,
    imageUrl: null,
    siteName: null,
  });

  it('is bounded, and forgets what was not used for longest', () => {
    const cache = createPreviewCache({ monotonic: () => 0, entriesMax: 3, foundMs: 10, missedMs: 1 });
    for (const key of ['a', 'b', 'c']) cache.set(key, preview(key));
    expect(cache.get('a')).toEqual(preview('a'));
    cache.set('d', null);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true, true]);
  });

  it('tells nothing known from known to be nothing', () => {
    let now = 100;
    const cache = createPreviewCache({ monotonic: () => now, entriesMax: 3, foundMs: 10, missedMs: 2 });
    cache.set('a', null);
    cache.set('b', preview('b'));
    expect([cache.get('a'), cache.get('x')]).toEqual([null, undefined]);
    now = 102;
    expect(cache.get('a')).toBeNull();
    now = 103;
    expect(cache.get('a')).toBeUndefined();
    now = 110;
    expect(cache.get('b')).toEqual(preview('b'));
    now = 111;
    expect(cache.get('b')).toBeUndefined();
  });
});

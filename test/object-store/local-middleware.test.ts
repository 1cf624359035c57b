import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { attachmentOf } from '#src/adapters/object-store/disposition.js';
import type { PutLink } from '#src/adapters/object-store/object-store.js';
import { poll } from '../support/time/poll.js';
import { freshKey, get, getLinkFor, put, putLinkFor, someBytes, statusOfRaw } from './client.js';
import { type LocalObjectsFixture, openLocalObjects } from './local-objects-fixture.js';

let local: LocalObjectsFixture;
beforeEach(async () => {
  local = await openLocalObjects();
});
afterEach(() => local[Symbol.asyncDispose]());

const smallLink = (maxBytes: number): PutLink =>
  local.store.putLink({ key: freshKey(), contentType: 'image/jpeg', maxBytes, expiresInS: 600 });

/** Nothing is left of what was refused or given up. */
const incoming = (): Promise<string[]> => readdir(join(local.dir, 'incoming'));

/** A body whose length is not told. */
function putStreamed(link: PutLink, body: Buffer) {
  const pieces = Array.from({ length: Math.ceil(body.length / 1_000) }, (_, at) =>
    body.subarray(at * 1_000, (at + 1) * 1_000),
  );
  const stream = Readable.toWeb(Readable.from(pieces)) as ReadableStream;
  return fetch(link.url, { method: 'PUT', headers: link.headers, body: stream, duplex: 'half' } as RequestInit);
}

/** Speaks HTTP by hand up to the middle of an upload. */
async function beginUpload({ url }: PutLink, length: number, sent: number): Promise<Socket> {
  const { pathname, search } = new URL(url);
  const socket = connect(local.port, '127.0.0.1').on('error', () => undefined);
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(someBytes(sent));
  await poll(async () => (await incoming()).length > 0, { until: 'the upload has begun' });
  return socket;
}

const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code;

describe('an upload', () => {
  it.each([
    ['told', put],
    ['not told', putStreamed],
  ])('may be as large as its link says and not a byte larger, its length %s', async (_what, send) => {
    const link = smallLink(10_000);
    expect((await send(link, someBytes(10_000))).status).toBe(200);
    const answer = await send(link, someBytes(10_001));
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { error: { code: 'payload_too_large', message: 'This link takes at most 10000 bytes.' } },
    ]);
    expect((await local.store.head(link.key))?.bytes).toBe(10_000);
    expect([await incoming(), local.faults]).toEqual([[], []]);
  });

  it('that is far too large is cut off, and leaves nothing', async () => {
    const link = smallLink(1_000);
    // It may be cut while the client still speaks: then there is no answer at all.
    const answer = await put(link, someBytes(40_000_000)).catch(() => null);
    expect([413, undefined]).toContain(answer?.status);
    expect([await local.store.head(link.key), await incoming(), local.faults]).toEqual([null, [], []]);
  });

  it('of which only a part arrives is not there, and leaves nothing', async () => {
    const link = smallLink(200_000);
    const socket = await beginUpload(link, 200_000, 100_000);
    socket.destroy();
    await poll(async () => (await incoming()).length === 0, { until: 'the half is removed' });
    expect([await local.store.head(link.key), local.faults]).toEqual([null, []]);
  });

  it('that stands still is let go', async () => {
    await using quick = await openLocalObjects({ idleMs: 100 });
    await local[Symbol.asyncDispose]();
    local = quick;
    const socket = await beginUpload(smallLink(200_000), 200_000, 100_000);
    await new Promise((resolve) => socket.on('close', resolve));
    await poll(async () => (await incoming()).length === 0, { until: 'the half is removed' });
    local = await openLocalObjects();
  });

  it('that drips is let go when its time is over', async () => {
    await using quick = await openLocalObjects({ uploadMs: 300 });
    await local[Symbol.asyncDispose]();
    local = quick;
    const socket = await beginUpload(smallLink(200_000), 200_000, 100);
    const drip = setInterval(() => socket.write('a'), 20);
    await new Promise((resolve) => socket.on('close', resolve).resume());
    clearInterval(drip);
    await poll(async () => (await incoming()).length === 0, { until: 'the beginning is removed' });
    local = await openLocalObjects();
  });

  it('beyond what is taken at once is asked to come again', async () => {
    await using narrow = await openLocalObjects({ uploadsMax: 1 });
    await local[Symbol.asyncDispose]();
    local = narrow;
    const socket = await beginUpload(smallLink(200_000), 200_000, 100_000);
    const answer = await put(smallLink(1_000), someBytes(10));
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'overloaded']);
    socket.destroy();
    const comesAgain = async () => (await put(smallLink(1_000), someBytes(10))).status === 200;
    await poll(comesAgain, { until: 'there is room again' });
    local = await openLocalObjects();
  });

  it.each([
    ['full', 'ENOSPC', 503, 'unavailable', 0],
    ['broken', 'EIO', 500, 'internal_error', 1],
  ])('to a disk that is %s is refused, and leaves nothing', async (_what, code, status, told, faults) => {
    await using failing = await openLocalObjects({}, (objects) => ({
      ...objects,
      receive: async (key, type) => ({
        ...(await objects.receive(key, type)),
        write: () => Promise.reject(Object.assign(new Error('the disk'), { code })),
      }),
    }));
    await local[Symbol.asyncDispose]();
    local = failing;
    const link = smallLink(1_000);
    const answer = await put(link, someBytes(10));
    expect([answer.status, await codeOf(answer)]).toEqual([status, told]);
    expect([await incoming(), local.faults.length]).toEqual([[], faults]);
    local = await openLocalObjects();
  });

  it.each([
    ['in a part', { 'Content-Range': 'bytes 0-9/20' }],
    ['packed', { 'Content-Encoding': 'gzip' }],
  ])('%s is not taken', async (_what, more) => {
    const link = smallLink(1_000);
    const answer = await put(link, someBytes(10), { ...link.headers, ...more } as Record<string, string>);
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid_request']);
  });
});

describe('a download', () => {
  const stored = async (body = someBytes(100)) => {
    const key = freshKey();
    await local.store.write(key, body, 'image/jpeg');
    return getLinkFor(local.store, key);
  };

  it('is shown as what it was declared to be, runs nothing, and is kept no longer than its link', async () => {
    const url = await stored();
    local.move(100_000);
    const { headers } = await get(url);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(headers.get('cache-control')).toMatch(/^private, max-age=(4[89]\d|500)$/);
    expect(headers.get('content-disposition')).toBeNull();
  });

  it('can be asked about without being sent, always as a whole', async () => {
    const answer = await fetch(await stored(), { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect([answer.status, answer.headers.get('content-length'), (await answer.arrayBuffer()).byteLength]).toEqual([
      200,
      '100',
      0,
    ]);
  });

  it('is not sent again to whoever has it, and goes on where it broke off', async () => {
    const body = someBytes(1_000);
    const url = await stored(body);
    const etag = (await get(url)).headers.get('etag') ?? '';
    expect(await statusOfRaw(url, 'GET', { 'if-none-match': etag })).toBe(304);
    const rest = await get(url, { range: 'bytes=600-', 'if-range': etag });
    expect([rest.status, rest.bytes.equals(body.subarray(600))]).toEqual([206, true]);
    const other = await get(url, { range: 'bytes=600-', 'if-range': '"another"' });
    expect([other.status, other.bytes.equals(body)]).toEqual([200, true]);
  });

  it.each(['bytes=0-1,5-6', 'bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=1e3-'])(
    'by the range %s, which it need not know, is the whole',
    async (range) => {
      expect((await get(await stored(), { range })).status).toBe(200);
    },
  );

  it.each(['bytes=100-', 'bytes=-0', 'bytes=999999999999999-'])(
    'by the range %s is refused with its length',
    async (range) => {
      const { status, headers, bytes } = await get(await stored(), { range });
      expect([status, headers.get('content-range'), headers.get('cache-control')]).toEqual([
        416,
        'bytes */100',
        'no-store',
      ]);
      expect(JSON.parse(bytes.toString()).error.code).toBe('invalid_request');
    },
  );

  it('whose client leaves frees its place and is nobody’s fault', async () => {
    await using narrow = await openLocalObjects({ downloadsMax: 1 });
    await local[Symbol.asyncDispose]();
    local = narrow;
    const large = await stored(someBytes(30_000_000));
    const controller = new AbortController();
    const answer = await fetch(large, { signal: controller.signal });
    expect((await get(await stored())).status).toBe(503);
    controller.abort();
    await expect(answer.arrayBuffer()).rejects.toThrow();
    const small = await stored();
    await poll(async () => (await get(small)).status === 200, { until: 'there is room again' });
    expect(local.faults).toEqual([]);
    local = await openLocalObjects();
  });

  it('that nobody takes is let go', async () => {
    await using quick = await openLocalObjects({ idleMs: 100, downloadsMax: 1 });
    await local[Symbol.asyncDispose]();
    local = quick;
    const { pathname, search } = new URL(await stored(someBytes(30_000_000)));
    const socket = connect(local.port, '127.0.0.1').on('error', () => undefined);
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await new Promise((resolve) => socket.once('readable', resolve));
    const small = await stored();
    await poll(async () => (await get(small)).status === 200, { until: 'its place is free' });
    socket.destroy();
    local = await openLocalObjects();
  });
});

describe('a wrong method', () => {
  it('is refused with the ones there are', async () => {
    const key = freshKey();
    const all = 'GET, HEAD, PUT, OPTIONS';
    const asked: [string, string, string][] = [
      [getLinkFor(local.store, key), 'PUT', 'GET, HEAD'],
      [putLinkFor(local.store, key).url, 'GET', 'PUT'],
      [getLinkFor(local.store, key), 'DELETE', all],
      [getLinkFor(local.store, key), 'POST', all],
    ];
    for (const [url, method, allow] of asked) {
      const answer = await fetch(url, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
      expect(await codeOf(answer)).toBe('method_not_allowed');
    }
  });
});

describe('a refusal', () => {
  it('tells no more than that, in the shape of every error', async () => {
    const url = getLinkFor(local.store, freshKey());
    const answers = [`${url}x`, url.replace(/signature=.*/, 'signature='), url.replace(/\?.*/, '')];
    for (const refused of answers) {
      const answer = await fetch(refused);
      expect([answer.status, await answer.json()]).toEqual([
        403,
        { error: { code: 'forbidden', message: 'This is no link that is good now.' } },
      ]);
    }
  });

  it.each([
    ['is very long', (url: string) => `${url.replace('?', `?${'a'.repeat(8_000)}&`)}`],
    ['is spelled in another base64', (url: string) => `${url}=`],
    ['is signed twice', (url: string) => `${url}&signature=${url.split('signature=')[1]}`],
  ])('is what a link gets that %s', async (_what, change) => {
    const key = freshKey();
    await local.store.write(key, someBytes(10), 'image/jpeg');
    expect(await statusOfRaw(change(getLinkFor(local.store, key)), 'GET')).toBe(403);
  });
});

describe('the name of a download', () => {
  it.each([
    ['rapor.pdf', 'rapor.pdf', 'rapor.pdf'],
    ['Çağrı ışık İĞÜŞÖ.pdf', 'Cagri isik IGUSO.pdf', 'Çağrı ışık İĞÜŞÖ.pdf'],
    ['a"b\\c/d.pdf', 'a_b_c_d.pdf', 'a_b_c_d.pdf'],
    ['a\r\nX-Evil: 1.pdf', 'a__X-Evil: 1.pdf', 'a__X-Evil: 1.pdf'],
    ['exe\u202efdp.zip', 'exe_fdp.zip', 'exe_fdp.zip'],
    ['\ud800.pdf', '_.pdf', '\ufffd.pdf'],
    ['📄.pdf', '__.pdf', '📄.pdf'],
  ])('%j is plain for whoever wants that, and whole for the others', (name, plain, whole) => {
    const [, first, second = ''] =
      /^attachment; filename="([^"]*)"; filename\*=UTF-8''(.*)$/.exec(attachmentOf(name)) ?? [];
    expect([first, decodeURIComponent(second)]).toEqual([plain, whole]);
    expect(second).toMatch(/^[A-Za-z0-9\-._~%]*$/);
  });
});

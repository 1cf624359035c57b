import { freshKey, get, getLinkFor, isRefused, put, putLinkFor, someBytes, statusOfRaw } from './client.js';
import type { Places } from './places.js';

const SECOND = 1_000;

export function linksContract(place: Places): void {
  const stored = async () => {
    const { objects } = place();
    const key = freshKey();
    await objects.write(key, someBytes(100), 'image/jpeg');
    return key;
  };

  describe('a link for uploading', () => {
    it('says what the client has to send', () => {
      const key = freshKey();
      expect(putLinkFor(place().objects, key)).toEqual({
        method: 'PUT',
        url: expect.stringMatching(/^http:\/\//),
        key,
        expires_in: 600,
        headers: { 'Content-Type': 'image/jpeg' },
      });
    });

    it.each([
      ['another type', { 'Content-Type': 'image/png' }],
      ['the type and more', { 'Content-Type': 'image/jpeg; charset=utf-8' }],
      ['no type', {}],
    ])('does not take %s', async (_what, headers: Record<string, string>) => {
      const { objects, uploadLink } = place();
      const link = await uploadLink(freshKey());
      expect(await isRefused(put(link, someBytes(10), headers))).toBe(true);
      expect(await objects.head(link.key)).toBeNull();
    });

    it('is for no other method', async () => {
      const { objects, uploadLink } = place();
      const key = await stored();
      const { url, headers } = await uploadLink(key);
      for (const method of ['GET', 'HEAD', 'DELETE', 'POST', 'PATCH']) {
        expect([method, await isRefused(fetch(url, { method, headers }))]).toEqual([method, true]);
      }
      expect((await objects.head(key))?.bytes).toBe(100);
    });

    it('may be used until it expires, and then no more', async () => {
      const { objects, signedAt, uploadLink } = place();
      const { key } = await uploadLink(freshKey());
      const late = putLinkFor(signedAt(Date.now() - 601 * SECOND), key);
      expect(await isRefused(put(late, someBytes(10)))).toBe(true);
      expect(await objects.head(late.key)).toBeNull();
      const inTime = putLinkFor(signedAt(Date.now() - 570 * SECOND), key);
      expect((await put(inTime, someBytes(10))).status).toBe(200);
    });
  });

  describe('a link for downloading', () => {
    it('is for no other method', async () => {
      const { objects } = place();
      const key = await stored();
      const url = getLinkFor(objects, key);
      for (const method of ['PUT', 'DELETE', 'POST']) {
        const asked = fetch(url, { method, headers: { 'Content-Type': 'image/jpeg' }, body: 'other' });
        expect([method, await isRefused(asked)]).toEqual([method, true]);
      }
      expect((await objects.head(key))?.bytes).toBe(100);
    });

    it('may be used until it expires, and then no more', async () => {
      const { signedAt } = place();
      const key = await stored();
      expect((await get(getLinkFor(signedAt(Date.now() - 601 * SECOND), key))).status).toBe(403);
      expect((await get(getLinkFor(signedAt(Date.now() - 570 * SECOND), key))).status).toBe(200);
    });

    it('of something that is not there answers 404', async () => {
      expect((await get(getLinkFor(place().objects, freshKey()))).status).toBe(404);
    });
  });

  describe('a link that was altered', () => {
    const alterations: [string, (url: string) => string][] = [
      ['another key', (url) => url.replace(/.(?=\.jpg\?)/, (last) => (last === '0' ? '1' : '0'))],
      ['a longer key', (url) => url.replace('.jpg?', '.jpgx?')],
      ['a folder up', (url) => url.replace('/room-media/', '/room-media/../room-media/')],
      ['an encoded folder up', (url) => url.replace('/room-media/', '/x/%2e%2e/room-media/')],
      ['encoded slashes', (url) => url.replace('/room-media/', '/room-media%2F%2E%2E%2Froom-media%2F')],
      ['a folder of the machine', (url) => url.replace('/room-media/', '/../../../../../etc/')],
      ['the end of a text', (url) => url.replace('.jpg?', '.jpg%00?')],
      ['backslashes', (url) => url.replace('/room-media/', '/..\\..\\room-media/')],
      ['a parameter more', (url) => `${url}&x-id=GetObject`],
    ];

    it.each(alterations)('to %s is no link, for uploading or downloading', async (_what, alter) => {
      const { objects, uploadLink } = place();
      const key = await stored();
      const upload = await uploadLink(key);
      const answers = [
        await statusOfRaw(alter(upload.url), 'PUT', upload.headers),
        await statusOfRaw(alter(getLinkFor(objects, key)), 'GET'),
      ];
      expect(answers.every((status) => status >= 400 && status < 500)).toBe(true);
      expect((await objects.head(key))?.bytes).toBe(100);
    });

    it('in any of its parameters, or lacks one, is no link', async () => {
      const { objects, uploadLink } = place();
      const key = await stored();
      const name = 'belge.pdf';
      const upload = await uploadLink(key);
      for (const url of [objects.getLink({ key, expiresInS: 600, downloadName: name }), upload.url]) {
        for (const changed of changesOf(url)) {
          const init = url.includes('PUT')
            ? { method: 'PUT', headers: { 'Content-Type': 'image/jpeg' }, body: 'x' }
            : {};
          const { status } = await fetch(changed, init);
          expect([changed, status >= 400 && status < 500]).toEqual([changed, true]);
        }
      }
      expect((await objects.head(key))?.bytes).toBe(100);
    });

    it('by putting the signature of one on another is no link', async () => {
      const { objects } = place();
      const [mine, yours] = [await stored(), await stored()];
      const url = new URL(getLinkFor(objects, mine));
      url.search = new URL(getLinkFor(objects, yours)).search;
      expect((await get(url.href)).status).toBe(403);
    });
  });

  it('a key that climbs, hides or is a folder gets no link', () => {
    const { objects } = place();
    const bad = [
      '',
      'a',
      'a.jpg',
      '/a/b.jpg',
      'a/../b.jpg',
      'a/./b.jpg',
      'a//b.jpg',
      'a/.b.jpg',
      'a/b',
      'a/b.jpg/',
      'a/b\0.jpg',
    ];
    for (const key of [
      ...bad,
      'a/b%2fc.jpg',
      'a\\b.jpg',
      'a/b.jpg?x=y',
      'a/b c.jpg',
      'a/ç.jpg',
      `a/${'b'.repeat(200)}.jpg`,
    ]) {
      expect(() => putLinkFor(objects, key)).toThrow(TypeError);
      expect(() => getLinkFor(objects, key)).toThrow(TypeError);
    }
  });

  it('nothing is listed and nothing is handed out without a link', async () => {
    const { objects } = place();
    const url = new URL(getLinkFor(objects, await stored()));
    const folders = url.pathname
      .split('/')
      .slice(0, -1)
      .map((_, at, all) => all.slice(0, at + 1).join('/'));
    for (const path of [url.pathname, ...folders.slice(1).flatMap((folder) => [folder, `${folder}/`])]) {
      const { status } = await get(`${url.origin}${path}`);
      expect([path, [403, 404].includes(status)]).toEqual([path, true]);
    }
  });
}

/** The link with each parameter changed in its last letter, and without it. */
function changesOf(url: string): string[] {
  return [...new URL(url).searchParams].flatMap(([name, value]) => {
    const changed = new URL(url);
    const last = value.at(-1) === '0' ? '1' : '0';
    changed.searchParams.set(name, `${value.slice(0, -1)}${last}`);
    const without = new URL(url);
    without.searchParams.delete(name);
    return [changed.href, without.href];
  });
}

import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLocalLinks } from '#src/adapters/object-store/local/links.js';
import { type LocalStore, openLocalStore } from '#src/adapters/object-store/local/local-store.js';
import { freshKey, getLinkFor, putLinkFor, someBytes } from './client.js';

let dir: string;
let store: LocalStore;
const settings = {
  publicUrl: 'http://localhost:3000',
  secrets: ['now', 'before'] as [string, string],
  now: () => Date.now(),
};
const reopen = () => openLocalStore({ dir, ...settings });

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-objects-'));
  store = await reopen();
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const pathOf = (key: string) => join(dir, 'kept', key);

describe('files of the local store', () => {
  it('are there after a restart', async () => {
    const key = freshKey();
    await store.write(key, Buffer.from('kept'), 'image/jpeg');
    const again = await reopen();
    expect(Buffer.from((await again.readStart(key, 10)) ?? []).toString()).toBe('kept');
    expect((await again.head(key))?.contentType).toBe('image/jpeg');
  });

  it('begin with their own bytes, so that people can look at them where they lie', async () => {
    const key = freshKey();
    await store.write(key, someBytes(10), 'image/jpeg');
    expect(await readdir(dirname(pathOf(key)))).toEqual([key.split('/').at(-1)]);
  });

  it.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['empty', () => Buffer.alloc(0)],
    ['put there by hand', () => someBytes(1_000)],
  ])('are none when %s', async (_what, damage) => {
    const key = freshKey();
    await store.write(key, someBytes(100), 'image/jpeg');
    await writeFile(pathOf(key), damage(await readFile(pathOf(key))));
    expect([await store.head(key), await store.readStart(key, 10)]).toEqual([null, null]);
    expect(await store.list('room-media/')).toEqual([]);
    await store.remove([key]);
    expect(await readdir(join(dir, 'kept'))).toEqual([]);
  });

  it('that were given up when a process died are removed by the next, and younger ones are not', async () => {
    for (const [name, ageMs] of Object.entries({ old: 3_700_000, young: 60_000 })) {
      await writeFile(join(dir, 'incoming', name), 'half');
      const then = new Date(Date.now() - ageMs);
      await utimes(join(dir, 'incoming', name), then, then);
    }
    await reopen();
    expect(await readdir(join(dir, 'incoming'))).toEqual(['young']);
  });

  it('leave no empty folders behind, and share a folder while they come and go', async () => {
    const folder = freshKey().split('/').slice(0, 2).join('/');
    const turns = Array.from({ length: 40 }, async (_, each) => {
      const key = `${folder}/${each}.jpg`;
      await store.write(key, someBytes(10), 'image/jpeg');
      await store.remove([key]);
    });
    await Promise.all(turns);
    expect(await readdir(join(dir, 'kept'))).toEqual([]);
    expect(await readdir(join(dir, 'incoming'))).toEqual([]);
  });

  it('are reported as out of reach when their folder is gone', async () => {
    await rm(join(dir, 'kept'), { recursive: true });
    await expect(store.ping()).rejects.toThrow('ENOENT');
  });

  it('have a type that fits into a header', async () => {
    for (const type of ['', 'image/jpeg\r\nX-Evil: 1', 'a'.repeat(200), 'görsel/jpeg']) {
      await expect(store.write(freshKey(), someBytes(1), type)).rejects.toThrow(TypeError);
    }
    expect(await readdir(join(dir, 'incoming'))).toEqual([]);
  });
});

describe('links of the local store', () => {
  const permits = (url: string) => store.localObjects.permitOf(url.replace(settings.publicUrl, ''));
  const signedBy = (secret: string) => createLocalLinks({ ...settings, secrets: [secret] });

  it('are good when signed with any of the secrets, and with no other', () => {
    const key = freshKey();
    expect(permits(getLinkFor(store, key))?.key).toBe(key);
    expect(permits(getLinkFor(signedBy('before'), key))?.key).toBe(key);
    expect(permits(getLinkFor(signedBy('later'), key))).toBeNull();
  });

  it('are signed with the first of them', () => {
    const key = freshKey();
    const first = createLocalLinks({ ...settings, secrets: ['now'] });
    expect(first.permitOf(getLinkFor(store, key).replace(settings.publicUrl, ''))?.key).toBe(key);
  });

  it('are good up to the very millisecond, and not at it', () => {
    let now = 1_000_000;
    const links = createLocalLinks({ ...settings, now: () => now });
    const target = links.getLink({ key: freshKey(), expiresInS: 60 }).replace(settings.publicUrl, '');
    now += 59_999;
    expect(links.permitOf(target)).not.toBeNull();
    now += 1;
    expect(links.permitOf(target)).toBeNull();
  });

  it('say all that they allow', () => {
    expect(permits(putLinkFor(store, 'a/b.jpg').url)).toEqual({
      method: 'PUT',
      key: 'a/b.jpg',
      contentType: 'image/jpeg',
      maxBytes: 16_777_216,
      expiresAt: expect.any(Number),
    });
    const url = store.getLink({ key: 'a/b.pdf', expiresInS: 60, downloadName: 'a&b=ç+d \ud800.pdf' });
    expect(permits(url)).toMatchObject({ method: 'GET', key: 'a/b.pdf', downloadName: 'a&b=ç+d \ufffd.pdf' });
  });

  it.each(['!', '~', '', 'AAAA', '&signature=', '.'.repeat(43)])('are none with the signature %j', (signature) => {
    expect(permits(getLinkFor(store, freshKey()).replace(/(?<=signature=).*/, signature))).toBeNull();
  });

  it('are refused one bit away from good, wherever that bit is', () => {
    const target = putLinkFor(store, freshKey()).url.replace(settings.publicUrl, '');
    expect(store.localObjects.permitOf(target)).not.toBeNull();
    for (let at = 0; at < target.length; at += 1) {
      for (const bit of [1, 4, 32]) {
        const changed = String.fromCharCode(target.charCodeAt(at) ^ bit);
        expect(store.localObjects.permitOf(target.slice(0, at) + changed + target.slice(at + 1))).toBeNull();
      }
    }
  });

  it('are shorter than what every server takes', () => {
    const key = `room-media/${'a'.repeat(64)}/${'b'.repeat(128)}.pdf`;
    const longest = store.getLink({ key, expiresInS: 3_600, downloadName: '報'.repeat(200) });
    expect(longest.length).toBeLessThan(4_096);
    expect(permits(longest)?.key).toBe(key);
  });
});

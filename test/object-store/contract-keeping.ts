import { freshKey, someBytes } from './client.js';
import type { Places } from './places.js';

export function keepingContract(place: Places): void {
  it('the beginning of a file can be read alone', async () => {
    const { objects } = place();
    const key = freshKey();
    await objects.write(key, Buffer.from('0123456789'), 'image/jpeg');
    const start = async (length: number) => Buffer.from((await objects.readStart(key, length)) ?? 'none').toString();
    expect([await start(1), await start(4), await start(10), await start(4_096)]).toEqual([
      '0',
      '0123',
      '0123456789',
      '0123456789',
    ]);
    expect(await objects.readStart(freshKey(), 4)).toBeNull();
    const empty = freshKey();
    await objects.write(empty, new Uint8Array(), 'image/jpeg');
    expect((await objects.readStart(empty, 4))?.length).toBe(0);
  });

  it('what is removed is gone, together with whatever was gone before', async () => {
    const { objects } = place();
    const keys = [freshKey(), freshKey(), freshKey()];
    for (const key of keys) await objects.write(key, someBytes(10), 'image/jpeg');
    const [first = '', second = '', third = ''] = keys;
    await objects.remove([first, freshKey(), second, first]);
    await objects.remove([first]);
    await objects.remove([]);
    expect([await objects.head(first), await objects.head(second)]).toEqual([null, null]);
    expect(await objects.head(third)).not.toBeNull();
  });

  it('a folder that was emptied takes files again', async () => {
    const { objects } = place();
    const key = freshKey();
    for (const round of [1, 2]) {
      await objects.write(key, someBytes(round), 'image/jpeg');
      expect((await objects.head(key))?.bytes).toBe(round);
      await objects.remove([key]);
    }
  });

  it('keys are listed in their order as text, below a prefix, after one of them', async () => {
    const { objects } = place();
    const top = freshKey().split('/')[1];
    const names = ['a-b/1.jpg', 'a/1.jpg', 'a/1-thumb.jpg', 'a/b/2.jpg', 'a/10.jpg', 'a0/1.jpg', 'B/1.jpg', 'a_/1.jpg'];
    const keys = names.map((name) => `exports/${top}/${name}`);
    for (const key of keys) await objects.write(key, someBytes(7), 'image/jpeg');
    const listed = async (prefix: string, after?: string) =>
      (await objects.list(`exports/${top}/${prefix}`, after)).map(({ key, bytes }) => {
        expect(bytes).toBe(7);
        return key.replace(`exports/${top}/`, '');
      });
    const sorted = names.toSorted();
    expect(await listed('')).toEqual(sorted);
    expect(await listed('a/1')).toEqual(['a/1-thumb.jpg', 'a/1.jpg', 'a/10.jpg']);
    expect(await listed('a')).toEqual(sorted.filter((name) => name.startsWith('a')));
    expect(await listed('none')).toEqual([]);
    for (const [at, name] of sorted.entries()) {
      expect(await listed('', `exports/${top}/${name}`)).toEqual(sorted.slice(at + 1));
    }
  });

  it('more than a thousand are listed by pages, and removed in one call', async () => {
    const { objects } = place();
    const top = freshKey().split('/')[1];
    const keys = Array.from({ length: 1_003 }, (_, each) => `exports/${top}/${String(each).padStart(4, '0')}.jpg`);
    for (let start = 0; start < keys.length; start += 50) {
      await Promise.all(keys.slice(start, start + 50).map((key) => objects.write(key, someBytes(1), 'image/jpeg')));
    }
    const first = await objects.list(`exports/${top}/`);
    const second = await objects.list(`exports/${top}/`, first.at(-1)?.key);
    expect([...first, ...second].map(({ key }) => key)).toEqual(keys);
    expect(first).toHaveLength(1_000);
    await objects.remove(keys);
    expect(await objects.list(`exports/${top}/`)).toEqual([]);
  }, 120_000);

  it('is found to be in order', async () => {
    await expect(place().objects.ping()).resolves.toBeUndefined();
  });
}

/** The archive's part of both object stores. */
import { archiveObjects } from '#src/app/open-archive.js';
import {
  earlierObjects,
  holdObjects,
  isHeld,
  objectKey,
  removeObjects,
  type Stretch,
} from '#src/store/archive/stretch.js';
import { describeOnBothStores } from '../object-store/places.js';

describeOnBothStores('the archive', (place) => {
  const room = crypto.randomUUID();
  const stretch = (at: number, rev: number): Stretch => {
    const key = objectKey({ room, at, rev });
    return { _id: key, room, at, rev, key, state: 'archived', sha256: '', bytes: 3, rows: 0, requests: '' };
  };

  it('reads what was written and no more than it asks for, lists earlier objects, and removes those of a room', async () => {
    const objects = archiveObjects(place().objects);
    const [first, second, other] = [stretch(1, 35), stretch(1, 36), stretch(10, 1)];
    for (const { key } of [first, second, other]) await objects.write(key ?? '', Buffer.from('abc'));
    expect(Buffer.from((await objects.read(second.key ?? '', 3)) ?? []).toString()).toBe('abc');
    expect((await objects.read(second.key ?? '', 1))?.length).toBe(2);
    expect(await objects.read(objectKey({ room, at: 2, rev: 1 }), 3)).toBeNull();
    expect(await earlierObjects(objects, second)).toEqual([first.key]);
    expect(await earlierObjects(objects, first)).toEqual([]);
    expect(await removeObjects(objects, room)).toBe(3);
    expect(await objects.read(other.key ?? '', 3)).toBeNull();
  });

  it('holds its objects while a backup reads a moment of the store, for a day at most', async () => {
    const objects = archiveObjects(place().objects);
    const now = Date.now();
    expect(await isHeld(objects, now)).toBe(false);
    const release = await holdObjects(objects, now);
    expect([await isHeld(objects, now), await isHeld(objects, now + 86_300_000)]).toEqual([true, true]);
    expect(await isHeld(objects, now + 86_500_000)).toBe(false);
    await release();
    expect(await isHeld(objects, now)).toBe(false);
  });
});

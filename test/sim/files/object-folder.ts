/** The object store of a world: what people uploaded, and the port of one process to it, which may fail. */
import type { ObjectStore, StoredObject } from '#src/adapters/object-store/object-store.js';
import type { StoredFile } from '#src/domain/messages/file.js';
import { StoreUnavailable } from '#src/store/store.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import { SeededRandom } from '../time/seeded-random.js';
import type { World } from '../world.js';

/** The smallest picture there is. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
);
/** While something breaks, so many requests fail. */
const FAILS = 0.1;

export type ObjectFolder = Map<string, StoredObject>;

export function upload(objects: ObjectFolder, key: string, now: number): void {
  objects.set(key, { key, bytes: PICTURE.length, modifiedAt: now, contentType: 'image/png' });
}

/** The sweep failed at some file, and tries again after a while that grows with every failure. */
export const isFilePutOff = ({ documents }: World): boolean =>
  documents
    .range<StoredFile>('files', { index: 'due', limit: 10_000 })
    .some(({ failures = 0, dueAt }) => failures > 0 && dueAt !== null);

export type SweptObjects = Pick<ObjectStore, 'head' | 'readStart' | 'remove' | 'list' | 'write'>;

export function objectsOf(world: World, life: ProcessLifetime, name: string): SweptObjects {
  const chance = new SeededRandom(world.seed, `objects as seen by ${name} from ${world.now}`);
  const carry = <T>(work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const isRefused = !world.isCalm && chance.hits(FAILS);
      const isHeld = life.leavesAt > world.now;
      const arrivesAt = life.leavesAt + chance.between(1, 20);
      world.schedule.at(arrivesAt, () => {
        if (isHeld && life.isOver) return;
        const answer = isRefused ? null : work();
        life.comes(arrivesAt + chance.between(1, 20), () => {
          if (isRefused) reject(new StoreUnavailable('the object store is away'));
          else resolve(answer as T);
        });
      });
    });
  const { objects } = world;
  return {
    head: (key) => carry(() => objects.get(key) ?? null),
    readStart: (key, length) => carry(() => (objects.has(key) ? PICTURE.subarray(0, length) : null)),
    remove: (keys) =>
      carry(() => {
        for (const key of keys) objects.delete(key);
      }),
    // A page is short, so that whoever wants all of a prefix has to ask again.
    list: (prefix, after = '') =>
      carry(() =>
        [...objects.values()]
          .filter(({ key }) => key.startsWith(prefix) && key > after)
          .sort((a, b) => (a.key < b.key ? -1 : 1))
          .slice(0, 5),
      ),
    write: (key, bytes, contentType) =>
      carry(() => {
        objects.set(key, { key, bytes: bytes.length, modifiedAt: world.now, contentType });
        world.written.set(key, bytes.toString());
      }),
  };
}

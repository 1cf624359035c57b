/** Finds names in the objects of the archive, those of interrupted attempts included. For operators and tests. */
import type { Reference } from '../find-references.js';
import { ARCHIVE, type ArchiveObjects, OBJECT_SUFFIX, roomOfObject } from './stretch.js';
import { decodeStretch, unpackedRow } from './stretch-codec.js';

const OBJECT_BYTES_MAX = 67_108_864;

export async function* findInObjects(
  objects: Pick<ArchiveObjects, 'list' | 'read'>,
  wanted: readonly string[],
): AsyncGenerator<Reference & { key: string }> {
  for (let keys = await objects.list(ARCHIVE); keys.length > 0; keys = await objects.list(ARCHIVE, keys.at(-1))) {
    for (const key of keys) if (key.endsWith(OBJECT_SUFFIX)) yield* referencesIn(objects, key, wanted);
  }
}

async function* referencesIn(
  objects: Pick<ArchiveObjects, 'read'>,
  key: string,
  wanted: readonly string[],
): AsyncGenerator<Reference & { key: string }> {
  const bytes = await objects.read(key, OBJECT_BYTES_MAX);
  if (!bytes) return;
  for (const [seq, packed] of await decodeStretch(bytes)) {
    const doc = unpackedRow(roomOfObject(key), seq, packed);
    const text = JSON.stringify(doc);
    for (const name of wanted) if (text.includes(name)) yield { in: 'log', id: doc._id, name, key };
  }
}

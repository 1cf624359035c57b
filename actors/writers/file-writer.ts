/**
 * The records of due files. The users of a file write them, too: a record that changed since the read is left alone.
 */
import type { Env } from '#actors/runtime/env.js';
import { type FileUse, REMOVAL_DELAY_MS, type StoredFile } from '#src/domain/messages/file.js';
import type { Guard, Store, Write } from '#src/store/store.js';
import type { FileWriter } from './commands.js';

const BATCH_MAX = 500;

export function createFileWriter(store: Store, env: Pick<Env, 'now'>): FileWriter {
  const change = async (file: StoredFile, set: Partial<StoredFile>) => {
    await store.write([{ op: 'set', in: 'files', id: file._id, set, guard: asRead(file) }]);
  };
  return {
    // A step that succeeds ends the series of failures, unless it says how many there are.
    postpone: (file, set) => change(file, { ...(file.failures && { failures: 0 }), ...set }),
    letGo: (file) => change(file, { state: 'going', dueAt: env.now() + REMOVAL_DELAY_MS }),
    async markRemoved(file, staysUntil) {
      const guard = asRead(file);
      const set: Partial<StoredFile> = { state: 'removed', staysUntil };
      const [isMarked] = await store.write([
        { op: 'set', in: 'files', id: file._id, set, unset: ['until', 'checked'], guard },
      ]);
      if (isMarked) await dropUses(store, file);
      return isMarked === true;
    },
    async forget(file) {
      await dropUses(store, file);
      await store.write([{ op: 'del', in: 'files', id: file._id }]);
    },
  };
}

async function dropUses(store: Store, file: StoredFile): Promise<void> {
  for (let uses = await usesOf(store, file); uses.length > 0; uses = await usesOf(store, file)) {
    await store.write(uses.map(({ _id }): Write => ({ op: 'del', in: 'fileUses', id: _id })));
  }
}

const asRead = ({ state, dueAt }: StoredFile): Guard => ({ equals: { state, dueAt } });

const usesOf = (store: Store, { _id }: StoredFile): Promise<FileUse[]> =>
  store.range<FileUse>('fileUses', { index: '_id', gt: `${_id}:`, lt: `${_id};`, limit: BATCH_MAX });

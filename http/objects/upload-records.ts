/** Whether an upload link still stands for anything: it dies with its file, and with what was uploaded once it is used. */
import type { StoredFile } from '#src/domain/messages/file.js';
import type { Reader } from '#src/store/store.js';

export interface UploadRecords {
  /** Null where the key has no record: it was never given a link, or its file is gone. */
  stateOf(key: string): Promise<StoredFile['state'] | null>;
}

export const uploadRecordsOf = (reader: Reader): UploadRecords => ({
  stateOf: async (key) => (await reader.get<StoredFile>('files', key))?.state ?? null,
});

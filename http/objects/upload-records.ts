/** Whether an upload link is still valid: it ends with its file, and with the use of the uploaded object. */
import type { StoredFile } from '#src/domain/messages/file.js';
import type { Reader } from '#src/store/store.js';

export interface UploadRecords {
  /** Null where the key has no record: it was never given a link, or its file is gone. */
  stateOf(key: string): Promise<StoredFile['state'] | null>;
}

export const uploadRecordsOf = (reader: Reader): UploadRecords => ({
  stateOf: async (key) => (await reader.get<StoredFile>('files', key))?.state ?? null,
});

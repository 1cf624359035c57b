/** `npm run import`: an export of another product becomes rooms. The caller has opened the store. */
import { randomUUID } from 'node:crypto';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import type { Env } from '#actors/runtime/env.js';
import type { ObjectStore } from '#src/adapters/object-store/object-store.js';
import type { Visibility } from '#src/domain/rooms/room.js';
import { AccountMapping, accountOf } from '#src/import/account-mapping.js';
import { openExport } from '#src/import/files/open-export.js';
import { ImportReport } from '#src/import/import-report.js';
import { importRooms } from '#src/import/import-rooms.js';
import { readExport } from '#src/import/read-export.js';
import { exportReaders } from '#src/import/readers/readers.js';
import { createNode } from '#src/node.js';
import type { Store } from '#src/store/store.js';

export interface ImportPlace {
  store: Store;
  objects: Pick<ObjectStore, 'write'>;
  env: Env;
  documentTtlS: number;
}

export interface ImportRequest {
  kind: string;
  path: string;
  /** An account id, or `@username`. */
  founder: string;
  /** The content of the mapping file. */
  accounts?: unknown;
  visibility?: Visibility;
  label?: string;
  /** Names of rooms; default: all. */
  only?: readonly string[] | undefined;
  onProgress?: (room: string, rows: number) => void;
}

export interface ExportSummary {
  report: ImportReport;
  rooms: { name: string; messages: number }[];
  people: { id: string; name: string; email: string | null }[];
}

/** Reads the whole export and writes nothing: its rooms, and the people whose accounts could be mapped. */
export async function summarizeExport(request: Pick<ImportRequest, 'kind' | 'path' | 'only'>): Promise<ExportSummary> {
  const report = new ImportReport();
  const opened = await openExport(request.path);
  try {
    const read = await readItems(request, opened, { report, now: Date.now() });
    await read.messages.remove();
    const rooms = read.rooms.map(({ id, name }) => ({ name, messages: read.counts.get(id) ?? 0 }));
    return { report, rooms, people: [...read.people.values()] };
  } finally {
    await opened.files.close();
  }
}

export async function importExport(place: ImportPlace, request: ImportRequest): Promise<ImportReport> {
  const { store, objects, env, documentTtlS } = place;
  const report = new ImportReport();
  readerOf(request.kind);
  const founder = await accountOf(store, request.founder, 'the founder');
  const mapping = await AccountMapping.read(store, request.accounts ?? {});
  const opened = await openExport(request.path);
  // No other node loads these rooms before they are published.
  const node = createNode({ store, env, owner: randomUUID(), alone: true, brand: '', documentTtlS });
  try {
    const read = await readItems(request, opened, { report, now: env.now() });
    try {
      const { kind, visibility = 'closed', label = '', onProgress } = request;
      const verify = (room: string) => verifyRoom(store, room);
      const deps = { rooms: node.rooms, reader: store, objects, files: opened.files, report, verify };
      const more = { newId: () => env.uuid(), ...(onProgress && { onProgress }) };
      await importRooms({ ...deps, ...more }, { kind, founder, mapping, visibility, label }, read);
    } finally {
      await read.messages.remove();
    }
  } finally {
    await node.stop();
    await opened.files.close();
  }
  return report;
}

function readItems(
  { kind, only }: Pick<ImportRequest, 'kind' | 'only'>,
  { files, main }: Awaited<ReturnType<typeof openExport>>,
  { report, now }: { report: ImportReport; now: number },
) {
  return readExport(readerOf(kind)(files, main), { report, now, ...(only && { only: new Set(only) }) });
}

function readerOf(kind: string) {
  const reader = exportReaders[kind];
  if (!reader) throw new Error(`There is no import of "${kind}". Known: ${Object.keys(exportReaders).join(', ')}.`);
  return reader;
}

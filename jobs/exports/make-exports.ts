/** Makes the copies that people have asked for, and takes them away when their time is over. */
import type { Users } from '#actors/user/commands.js';
import type { ObjectStore } from '#src/adapters/object-store/object-store.js';
import type { Account } from '#src/domain/account.js';
import { EXPORT_KEPT_MS, EXPORT_TRIES_MAX, exportFolder, isUnderWay, type OwnExport } from '#src/domain/own-export.js';
import type { Reader } from '#src/store/store.js';
import type { Picture } from './markup.js';
import { sectionsOf } from './own-data.js';
import { ExportPages } from './pages.js';
import { exportTexts } from './texts.js';

export interface MakeExportsDeps {
  users: Users;
  reader: Reader;
  objects: Pick<ObjectStore, 'head' | 'readStart' | 'write' | 'remove'>;
  now(): number;
  /** What kept a copy from being made; it is tried again. */
  onError(error: unknown): void;
}

export interface Exporting {
  /** All that wait to be made, and all whose time is over. A second call joins the first one. */
  makeAll(): Promise<void>;
}

const BATCH = 50;
const PICTURE_BYTES_MAX = 300_000;

export function createExporting(deps: MakeExportsDeps): Exporting {
  let running: Promise<void> | null = null;
  let isWanted = false;

  async function run(): Promise<void> {
    do {
      isWanted = false;
      await makeDue(deps);
    } while (isWanted);
  }

  return {
    makeAll() {
      // What was asked for while a run is under way may have come too late for it.
      isWanted = true;
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    },
  };
}

async function makeDue(deps: MakeExportsDeps): Promise<void> {
  const due = { index: 'due', lte: deps.now(), limit: BATCH };
  for (const found of await deps.reader.range<OwnExport>('exports', due)) {
    // One that cannot be made keeps nobody else waiting.
    await tend(deps, found).catch(deps.onError);
  }
}

async function tend(deps: MakeExportsDeps, found: OwnExport): Promise<void> {
  if (!isUnderWay(found)) return remove(deps, found);
  return found.tries >= EXPORT_TRIES_MAX ? giveUp(deps, found) : make(deps, found);
}

async function remove({ users, objects }: MakeExportsDeps, { _id: id, account, files }: OwnExport): Promise<void> {
  await objects.remove(files);
  await users.tryAsk(account, { type: 'drop_export', id });
}

async function giveUp({ users, now }: MakeExportsDeps, { _id: id, account, files }: OwnExport): Promise<void> {
  const failed = { status: 'failed', files, readyAt: null, dueAt: now() + EXPORT_KEPT_MS } as const;
  await users.tryAsk(account, { type: 'note_export', id, ...failed });
}

/** Begun again, it writes the same files once more. */
async function make(deps: MakeExportsDeps, wanted: OwnExport): Promise<void> {
  const { users, reader, now } = deps;
  const { _id: id, tries } = wanted;
  const account = await reader.get<Account>('accounts', wanted.account);
  if (!account) return remove(deps, wanted);
  const begun = await users.tryAsk(account._id, { type: 'begin_export', id, tries: tries + 1 });
  if (!begun.ok) return;
  const files = await writeFiles(deps, account, wanted);
  const readyAt = now();
  const ready = { status: 'ready', files, readyAt, dueAt: readyAt + EXPORT_KEPT_MS } as const;
  await users.tryAsk(account._id, { type: 'note_export', id, ...ready });
}

async function writeFiles(
  deps: MakeExportsDeps,
  account: Account,
  { _id: id, language }: OwnExport,
): Promise<string[]> {
  const { reader, objects, now } = deps;
  const texts = exportTexts[language];
  const files: string[] = [];
  const pages = new ExportPages(texts, async (number, body) => {
    const key = `${exportFolder(account._id)}${id}${number > 1 ? `-${number}` : ''}.html`;
    await objects.write(key, Buffer.from(body), 'text/html; charset=utf-8');
    files.push(key);
  });
  const picture = (key: string, contentType: string) => pictureOf(objects, key, contentType);
  for (const section of sectionsOf({ reader, texts, now: now(), picture }, account)) {
    pages.begin(section);
    for await (const row of section.rows) await pages.add(row);
  }
  await pages.end();
  return files;
}

async function pictureOf(objects: MakeExportsDeps['objects'], key: string, type: string): Promise<Picture | null> {
  const found = await objects.head(key);
  if (!found || found.bytes > PICTURE_BYTES_MAX) return null;
  const bytes = await objects.readStart(key, found.bytes);
  return bytes && { picture: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` };
}

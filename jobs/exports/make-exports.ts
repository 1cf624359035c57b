/** Makes the requested exports of personal data, and deletes expired ones. */
import type { Users } from '#actors/user/commands.js';
import type { ObjectStore } from '#src/adapters/object-store/object-store.js';
import type { Account } from '#src/domain/accounts/account.js';
import {
  EXPORT_KEPT_MS,
  EXPORT_STALL_TIMEOUT_MS,
  EXPORT_TRIES_MAX,
  exportFolder,
  isUnderWay,
  type OwnExport,
} from '#src/domain/accounts/own-export.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Range, Reader } from '#src/store/store.js';
import { PutOff } from '../put-off.js';
import { removeUnder } from '../remove-under.js';
import { duePages, idsOf, sweepEach } from '../sweep-each.js';
import type { Picture } from './markup.js';
import { sectionsOf } from './own-data.js';
import type { OwnReader } from './own-reader.js';
import { ExportPages } from './pages.js';
import { exportTexts } from './texts.js';

export interface MakeExportsDeps {
  users: Users;
  reader: Reader;
  objects: Pick<ObjectStore, 'head' | 'readStart' | 'write' | 'remove' | 'list'>;
  now(): number;
  /** No other process makes exports: what was begun before this one has been left by its maker. */
  isAlone?: boolean;
}

export interface Exporting {
  /**
   * Makes all pending exports and deletes all expired ones. A second call joins the running one. Rejects at its end and
   * names the exports that failed; later runs try them again.
   */
  makeAll(): Promise<void>;
  /** Aborts the running export. The next run makes it from the start. */
  stop(): Promise<void>;
}

/** Each one reads everything of an account. */
const CONCURRENCY = 2;
const PICTURE_BYTES_MAX = 300_000;

export function createExporting(given: MakeExportsDeps): Exporting {
  let running: Promise<void> | null = null;
  let isStopped = false;
  const beganBefore = given.isAlone ? given.now() : Number.NEGATIVE_INFINITY;
  const deps: Making = { ...given, beganBefore, putOff: new PutOff(given.now), isOver: () => isStopped };
  let isWanted = false;

  async function run(): Promise<void> {
    const failures: unknown[] = [];
    do {
      isWanted = false;
      await makeDue(deps).catch((error: unknown) => failures.push(error));
    } while (isWanted && !isStopped);
    if (failures.length > 0) throw failures.at(-1);
  }

  return {
    makeAll() {
      // The running pass may already have read the list, so a request that arrives meanwhile needs another pass.
      isWanted = true;
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

interface Making extends MakeExportsDeps {
  /** ms; an attempt that began earlier has died. */
  beganBefore: number;
  putOff: PutOff;
  isOver(): boolean;
}

async function makeDue(deps: Making): Promise<void> {
  const { reader, putOff, now, isOver, beganBefore } = deps;
  const lte = Math.max(now(), beganBefore + EXPORT_STALL_TIMEOUT_MS);
  const due = duePages<OwnExport>(reader, 'exports', { index: 'due', lte, time: 'dueAt' });
  const sweep = async (id: string) => {
    const found = isOver() ? null : await reader.get<OwnExport>('exports', id);
    if (found && (found.dueAt <= now() || hasDied(found, beganBefore))) await processExport(deps, found);
    return 1;
  };
  await sweepEach({ pages: idsOf(due, ({ _id }) => _id), sweep, putOff, now, concurrency: CONCURRENCY });
}

const hasDied = ({ status, dueAt }: OwnExport, beganBefore: number): boolean =>
  status === 'working' && dueAt < beganBefore + EXPORT_STALL_TIMEOUT_MS;

async function processExport(deps: Making, found: OwnExport): Promise<void> {
  if (!isUnderWay(found)) return remove(deps, found);
  return found.tries >= EXPORT_TRIES_MAX ? failExport(deps, found) : make(deps, found);
}

/** By name, because an attempt that ended early has noted none of its files. */
async function remove({ users, objects }: MakeExportsDeps, { _id: id, account }: OwnExport): Promise<void> {
  await removeUnder(objects, `${exportFolder(account)}${id}`);
  await users.tryAsk(account, { type: 'drop_export', id });
}

async function failExport(
  { users, now }: MakeExportsDeps,
  { _id: id, account, files, tries }: OwnExport,
): Promise<void> {
  const failed = { status: 'failed', files, readyAt: null, dueAt: now() + EXPORT_KEPT_MS } as const;
  await users.tryAsk(account, { type: 'note_export', id, tries, ...failed });
}

/** A repeated run writes the same files again. */
async function make(deps: Making, wanted: OwnExport): Promise<void> {
  const { users, reader, now } = deps;
  const { _id: id } = wanted;
  const tries = wanted.tries + 1;
  const account = await reader.get<Account>('accounts', wanted.account);
  if (!account) return remove(deps, wanted);
  const begun = await users.tryAsk(account._id, { type: 'begin_export', id, tries });
  if (!begun.ok) return;
  const files = await writeFiles(deps, account, wanted);
  const readyAt = now();
  if (!files) {
    const again = { status: 'queued' as const, files: [], readyAt: null, dueAt: readyAt };
    await users.tryAsk(account._id, { type: 'note_export', id, tries, ...again });
    return;
  }
  const ready = { status: 'ready', files, readyAt, dueAt: readyAt + EXPORT_KEPT_MS } as const;
  await users.tryAsk(account._id, { type: 'note_export', id, tries, ...ready });
}

class Stopped extends Error {
  override name = 'Stopped';
}

/** Null if the run was stopped before the export was complete. */
async function writeFiles(deps: Making, account: Account, wanted: OwnExport): Promise<string[] | null> {
  const files: string[] = [];
  const pages = new ExportPages(exportTexts[wanted.language], async (number, body) => {
    const key = `${exportFolder(account._id)}${wanted._id}${number > 1 ? `-${number}` : ''}.html`;
    await deps.objects.write(key, Buffer.from(body), 'text/html; charset=utf-8');
    files.push(key);
  });
  try {
    await writeSections(deps, account, wanted, pages);
    return files;
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}

async function writeSections(deps: Making, account: Account, { language }: OwnExport, pages: ExportPages) {
  const { objects, now } = deps;
  const picture = (key: string, contentType: string) => pictureOf(objects, key, contentType);
  const own = { reader: untilStopped(deps), texts: exportTexts[language], now: now(), picture };
  for (const section of sectionsOf(own, account)) {
    pages.begin(section);
    for await (const row of section.rows) await pages.add(row);
  }
  await pages.end();
}

function untilStopped({ reader, isOver }: Making): OwnReader {
  return {
    get: (from, id) => reader.get(from, id),
    range<T extends Doc>(from: CollectionName, range: Range): Promise<T[]> {
      return isOver() ? Promise.reject(new Stopped()) : reader.range<T>(from, range);
    },
  };
}

async function pictureOf(objects: MakeExportsDeps['objects'], key: string, type: string): Promise<Picture | null> {
  const found = await objects.head(key);
  if (!found || found.bytes > PICTURE_BYTES_MAX) return null;
  const bytes = await objects.readStart(key, found.bytes);
  return bytes && { picture: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` };
}

/** Makes the requested exports of personal data, and deletes expired ones. */
import type { Users } from '#actors/user/commands.js';
import type { ObjectStore } from '#src/adapters/object-store/object-store.js';
import type { Account } from '#src/domain/accounts/account.js';
import {
  EXPORT_KEPT_MS,
  EXPORT_STALL_TIMEOUT_MS,
  EXPORT_TRIES_MAX,
  exportFolder,
  exportRetryDelayMs,
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
const PROGRESS_INTERVAL_MS = 60_000;

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
  if (found.tries < EXPORT_TRIES_MAX) return make(deps, found);
  await note(deps, found, found.tries, failedAt(deps.now()));
}

/** By name, because an attempt that ended early has noted none of its files. */
async function remove({ users, objects }: MakeExportsDeps, { _id: id, account }: OwnExport): Promise<void> {
  await removeUnder(objects, `${exportFolder(account)}${id}`);
  await users.tryAsk(account, { type: 'drop_export', id });
}

type Outcome = Pick<OwnExport, 'status' | 'files' | 'readyAt' | 'dueAt'>;

/** Where nothing can be noted, the export is due again when its attempt counts as dead. */
const note = ({ users }: Making, { _id: id, account }: OwnExport, tries: number, outcome: Outcome) =>
  users.tryAsk(account, { type: 'note_export', id, tries, ...outcome });

const failedAt = (now: number): Outcome => ({
  status: 'failed',
  files: [],
  readyAt: null,
  dueAt: now + EXPORT_KEPT_MS,
});

/** A repeated run writes the same files again. */
async function make(deps: Making, wanted: OwnExport): Promise<void> {
  const { users, reader, now } = deps;
  const tries = wanted.tries + 1;
  const account = await reader.get<Account>('accounts', wanted.account);
  if (!account) return remove(deps, wanted);
  const begun = await users.tryAsk(account._id, { type: 'begin_export', id: wanted._id, tries });
  if (!begun.ok) return;
  const again = (dueAt: number): Outcome => ({ status: 'queued', files: [], readyAt: null, dueAt });
  try {
    const files = await writeFiles(deps, account, wanted, tries);
    const readyAt = now();
    const ready = { status: 'ready', readyAt, dueAt: readyAt + EXPORT_KEPT_MS } as const;
    if (files) await note(deps, wanted, tries, { ...ready, files });
    // Stopped: an attempt that a restart of the service ended says nothing about the export.
    else await users.tryAsk(account._id, { type: 'release_export', id: wanted._id, tries, dueAt: readyAt });
  } catch (error) {
    const isLast = tries >= EXPORT_TRIES_MAX;
    await note(deps, wanted, tries, isLast ? failedAt(now()) : again(now() + exportRetryDelayMs(tries)));
    throw error;
  }
}

class Stopped extends Error {
  override name = 'Stopped';
}

/** Null if the run was stopped before the export was complete. */
async function writeFiles(deps: Making, account: Account, wanted: OwnExport, tries: number): Promise<string[] | null> {
  const files: string[] = [];
  const pages = new ExportPages(exportTexts[wanted.language], async (number, body) => {
    const key = `${exportFolder(account._id)}${wanted._id}${number > 1 ? `-${number}` : ''}.html`;
    await deps.objects.write(key, Buffer.from(body), 'text/html; charset=utf-8');
    files.push(key);
  });
  try {
    await writeSections(deps, account, wanted, { pages, tries });
    return files;
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  }
}

interface Attempt {
  pages: ExportPages;
  tries: number;
}

async function writeSections(deps: Making, account: Account, wanted: OwnExport, { pages, tries }: Attempt) {
  const { objects, now } = deps;
  const texts = exportTexts[wanted.language];
  const picture = (key: string, contentType: string) => pictureOf(objects, key, contentType);
  const own = { reader: readerOf(deps, wanted, tries), texts, now: now(), picture };
  for (const section of sectionsOf(own, account)) {
    pages.begin(section);
    for await (const row of section.rows) await pages.add(row);
  }
  await pages.end();
}

/** Ends with a stop. Notes the progress, because an attempt that notes nothing for long counts as dead. */
function readerOf(deps: Making, wanted: OwnExport, tries: number): OwnReader {
  const { reader, now, isOver } = deps;
  let notedAt = now();
  return {
    get: (from, id) => reader.get(from, id),
    async range<T extends Doc>(from: CollectionName, range: Range): Promise<T[]> {
      if (isOver()) throw new Stopped();
      if (now() - notedAt >= PROGRESS_INTERVAL_MS) {
        notedAt = now();
        const dueAt = notedAt + EXPORT_STALL_TIMEOUT_MS;
        await note(deps, wanted, tries, { status: 'working', files: [], readyAt: null, dueAt });
      }
      return reader.range<T>(from, range);
    },
  };
}

async function pictureOf(objects: MakeExportsDeps['objects'], key: string, type: string): Promise<Picture | null> {
  const found = await objects.head(key);
  if (!found || found.bytes > PICTURE_BYTES_MAX) return null;
  const bytes = await objects.readStart(key, found.bytes);
  return bytes && { picture: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` };
}

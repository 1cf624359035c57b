/** The export of a person's data, which the person requested. */
import type { AccountId, Language } from './account.js';

/**
 * `queued`: requested. `working`: a job has started it, and may have died. `ready`: the files are stored. `failed`: all
 * attempts have failed.
 */
export type ExportStatus = 'queued' | 'working' | 'ready' | 'failed';

export interface OwnExport {
  _id: string;
  account: AccountId;
  status: ExportStatus;
  language: Language;
  /** ms of the request. */
  at: number;
  /** The number of attempts. */
  tries: number;
  /** Keys of its files, in order. A large export has several files. */
  files: string[];
  readyAt: number | null;
  /** ms of the next step: to make the export, and later to remove it. */
  dueAt: number;
}

/** How long a ready export is kept. */
export const EXPORT_KEPT_MS = 86_400_000;
export const EXPORT_TRIES_MAX = 5;
/** An attempt without progress for this long has died; the export is started again. */
export const EXPORT_STALL_TIMEOUT_MS = 10 * 60_000;
const RETRY_DELAY_FIRST_MS = 30_000;

/**
 * The delay after that many failed attempts: 30 s, then four times as long each time. A short outage of the object store
 * costs the person half a minute, and the five attempts span 42 minutes of a long one.
 */
export const exportRetryDelayMs = (tries: number): number => RETRY_DELAY_FIRST_MS * 4 ** (tries - 1);

export const exportFolder = (account: AccountId): string => `exports/${account}/`;

export const isUnderWay = ({ status }: OwnExport): boolean => status === 'queued' || status === 'working';

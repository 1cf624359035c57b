/** A copy of everything the service holds of a person, made for that person. */
import type { AccountId, Language } from './account.js';

/** `queued`: asked for. `working`: somebody is at it, or was. `ready`: it lies there. `failed`: it could not be made. */
export type ExportStatus = 'queued' | 'working' | 'ready' | 'failed';

export interface OwnExport {
  _id: string;
  account: AccountId;
  status: ExportStatus;
  language: Language;
  /** ms: when it was asked for. */
  at: number;
  /** How often it was begun. */
  tries: number;
  /** Keys of its files, in order; more than one when there is much to say. */
  files: string[];
  readyAt: number | null;
  /** ms from which somebody has to look at it: to make it, later to remove it. */
  dueAt: number;
}

/** Once it is there, it stays for so long. */
export const EXPORT_KEPT_MS = 86_400_000;
export const EXPORT_TRIES_MAX = 5;
/** Who was at it and has not been heard of for so long is not coming back. */
export const EXPORT_PATIENCE_MS = 10 * 60_000;

export const exportFolder = (account: AccountId): string => `exports/${account}/`;

export const isUnderWay = ({ status }: OwnExport): boolean => status === 'queued' || status === 'working';

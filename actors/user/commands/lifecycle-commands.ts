/** Commands about the requests and the deletion of an account. */
import type { Language } from '#src/domain/accounts/account.js';
import type { OwnExport } from '#src/domain/accounts/own-export.js';
import type { CollectionName } from '#src/store/collections.js';

/** Where others may have kept something that names the account: behind this document. */
export interface ForeignScanPosition {
  in: Extract<CollectionName, 'reports' | 'answers'>;
  after: string;
}

/** The whole answer to a request with an Idempotency-Key. */
export interface ResponseRecord {
  /** `<account>:<key>:0`; the effects have numbers from 1 on. */
  _id: string;
  hash: string;
  status: number;
  /** As JSON; null where there is none. */
  body: string | null;
}

export type LifecycleCommand =
  /** The owner's request was answered: it is answered so again. */
  | { type: 'keep_answer'; answer: ResponseRecord }
  /** The owner: a copy of everything. While one is being made, that one is meant. */
  | { type: 'request_export'; language: Language }
  /**
   * From the export job: begins the `tries`th attempt; records its progress (`working`) or outcome; deletes an expired
   * export.
   */
  | { type: 'begin_export'; id: string; tries: number }
  | ({ type: 'note_export'; id: string; tries?: number } & Pick<OwnExport, 'status' | 'files' | 'readyAt' | 'dueAt'>)
  /** From the export job, which stops: the attempt ends without an outcome and does not count. */
  | { type: 'release_export'; id: string; tries: number; dueAt: number }
  | { type: 'drop_export'; id: string }
  /** From the owner, who has just proven their identity. From here on the account is closed. */
  | { type: 'give_up' }
  /** From the erasure: the pseudonym that replaces the account. Drawn once. */
  | { type: 'draw_tombstone'; place: string }
  /** From the erasure: deletes a batch of the account's own documents. */
  | { type: 'erase_own' }
  /** From the erasure: anonymizes a batch of other people's documents. */
  | { type: 'erase_foreign'; tombstone: string; from: ForeignScanPosition | null }
  /** The erasure: everything was gone over, and is once more from `again` on (ms). */
  | { type: 'note_erased'; again: number }
  /** The erasure: that was the last time. Its own notes go, some at a time. */
  | { type: 'end_erasure' };

export interface LifecycleReplies {
  request_export: OwnExport;
  begin_export: null;
  note_export: null;
  release_export: null;
  drop_export: null;
  keep_answer: null;
  give_up: null;
  draw_tombstone: null;
  /** Whether there is more. */
  erase_own: { more: boolean };
  erase_foreign: { next: ForeignScanPosition | null; found: number };
  note_erased: null;
  end_erasure: { more: boolean };
}

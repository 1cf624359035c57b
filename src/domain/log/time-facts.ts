/** Facts about the expiry of rows. */
import type { ToReport } from './share-facts.js';

/** An expired row, with all that is needed to blank it and its edits without a read. */
export interface ExpiredRow extends ToReport {
  seq: number;
  id: string;
  /** The recipients of the deletion event. */
  audience: 'all' | 'admins' | 'hidden';
  edits: number[];
  /** Keys of the row's files. */
  files?: string[];
}

export type TimeFact =
  /** The sweep has covered every entry up to `upTo`, and has no work before `sweepAt`. */
  { type: 'rows_expired'; upTo: number; sweepAt: number | null; rows: ExpiredRow[] };

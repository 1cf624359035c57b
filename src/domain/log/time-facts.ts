/** Facts about what time does to rows. */
import type { ToReport } from './share-facts.js';

/** A row whose time is over: enough to blank it, and the edits of it, without looking at the past. */
export interface ExpiredRow extends ToReport {
  seq: number;
  id: string;
  /** Who is told that it is gone. */
  audience: 'all' | 'admins' | 'hidden';
  edits: number[];
  /** Keys of what it carried. */
  files?: string[];
}

export type TimeFact =
  /** The sweep has been over every entry up to `upTo`; `sweepAt`: there is nothing for it to do before that. */
  { type: 'rows_expired'; upTo: number; sweepAt: number | null; rows: ExpiredRow[] };

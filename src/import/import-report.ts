/** The result of an import. All content that was not carried over is counted, and the first of it is listed. */
import { REPORT_LINES_MAX } from './import-bounds.js';

export interface RoomResult {
  name: string;
  slug: string;
  id: string;
  /** Rows of this run, and rows that an earlier run had stored. */
  rows: number;
  earlierRows: number;
  files: number;
  members: number;
  problems: number;
}

export interface LeftOut {
  place: string;
  what: string;
  why: string;
}

export class ImportReport {
  readonly rooms: RoomResult[] = [];
  readonly leftOut: LeftOut[] = [];
  readonly counts = new Map<string, number>();

  /** Counts by the reason. */
  leave(place: string, what: string, why: string): void {
    this.count(why);
    if (this.leftOut.length < REPORT_LINES_MAX) this.leftOut.push({ place, what, why });
  }

  count(why: string, by = 1): void {
    this.counts.set(why, (this.counts.get(why) ?? 0) + by);
  }
}

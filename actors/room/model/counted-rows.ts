/** Rows as they were counted: a row is never changed in place, so only new ones are looked at. */
export interface CountedRows {
  from: number;
  upTo: number;
  bytes: number;
  old: number;
  oldBytes: number;
}

export const nothingCounted = (): CountedRows => ({ from: -1, upTo: -1, bytes: 0, old: 0, oldBytes: 0 });

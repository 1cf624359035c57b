export type StarDeed =
  | { op: 'grant'; who: number; delta: number; entryId: string }
  | { op: 'link'; who: number; room: number; handle: string; price: number }
  | { op: 'dm'; who: number; peer: number };

export interface StarLine {
  /** Index of the deed. */
  at: number;
  answer: string;
}

export const PEOPLE: number;
export const deedOf: (seed: number, at: number) => StarDeed;

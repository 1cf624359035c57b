/** Decisions of operators over and over on one thing, each under the id of its request. */
export interface Decided {
  /** The id of the request. */
  id: string;
  /** Ids of the decisions before, the newest first. */
  earlier?: string[];
}

const EARLIER_MAX = 50;

/** A late repeat of a decision must not settle a later request. */
export const isDecidedSince = (last: Decided | null | undefined, requestId: string): boolean =>
  last?.earlier?.includes(requestId) ?? false;

/** The ids of earlier decisions, as a new decision keeps them. */
export const earlierOf = (last: Decided | null | undefined): Pick<Decided, 'earlier'> =>
  last ? { earlier: [last.id, ...(last.earlier ?? [])].slice(0, EARLIER_MAX) } : {};

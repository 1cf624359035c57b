/**
 * Whose an actor is at this moment. Where a node is alone everything is its own; in a cluster the leases say so.
 * It protects what is read and spares work; what is written is protected by the log and the guards.
 */
export interface Ownership {
  /** Written into every entry that is appended. It changes when this node begins another life. */
  token(): string;
  /** May what was decided here leave? Asked at the very moment at which it would. */
  holds(id: string): boolean;
  /** Is it taken on here? What is being handed over only finishes. */
  takes(id: string): boolean;
  /** Carry out elsewhere, when it can be, what an actor here has told another that is not here. */
  tell(kind: string, id: string, command: { type: string }): void;
}

/** A node that holds its store alone. */
export function soleOwnership(token: string): Ownership {
  return {
    token: () => token,
    holds: () => true,
    takes: () => true,
    tell: () => {
      throw new Error('there is nobody else');
    },
  };
}

import type { ErrorCode, Refusal, RefusalDetails } from '#src/errors.js';

/**
 * A handler's answer. Handlers are pure: they look at the state and the command and return the decision;
 * they never change anything. The kind commits the facts.
 */
export type Decision<Plan> = { kind: 'refuse'; refusal: Refusal } | { kind: 'reply'; reply: unknown } | Plan;

export function refuse(code: ErrorCode, details: RefusalDetails = {}): { kind: 'refuse'; refusal: Refusal } {
  return { kind: 'refuse', refusal: { code, ...details } };
}

export const reply = (value: unknown): { kind: 'reply'; reply: unknown } => ({ kind: 'reply', reply: value });

/**
 * Whether somebody else holds what a command asks for: a slug, a username, a membership. What its own actor holds already,
 * an earlier try of the command has taken after the load. The guards of the commit refuse this one then, and it is decided
 * again on what the earlier one made.
 */
export const isHeldByOther = (holder: string | null | undefined, own: string | null): boolean =>
  holder !== null && holder !== undefined && holder !== own;

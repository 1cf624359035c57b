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

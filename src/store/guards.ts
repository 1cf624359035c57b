import type { Guard } from './store.js';

/** Whether the guard allows the write on the stored document (null: none is stored). */
export function guardHolds(doc: Record<string, unknown> | null, guard: Guard | undefined): boolean {
  if (!guard) return true;
  if (guard.absent && doc !== null) return false;
  if (guard.olderThan !== undefined && !isOlder(doc, guard.olderThan)) return false;
  if (doc === null) return !guard.equals && !guard.atLeast && !guard.same;
  return fieldsHold(doc, guard) && (!guard.same || JSON.stringify(doc) === JSON.stringify(guard.same));
}

function isOlder(doc: Record<string, unknown> | null, rev: number): boolean {
  const stored = doc?.rev ?? null;
  return stored === null || (typeof stored === 'number' && stored < rev);
}

function fieldsHold(doc: Record<string, unknown>, { equals = {}, atLeast = {} }: Guard): boolean {
  for (const [field, value] of Object.entries(equals)) {
    if ((doc[field] ?? null) !== value) return false;
  }
  for (const [field, least] of Object.entries(atLeast)) {
    const value = doc[field];
    if (typeof value !== 'number' || value < least) return false;
  }
  return true;
}

/** Whether a missing document satisfies the guard. */
export const holdsWithoutDoc = (guard: Guard | undefined): boolean => guardHolds(null, guard);

/**
 * The formats of facts. A version that meets a fact which it does not know must not skip it: it would decide
 * without the fact, and its checkpoint would keep newer versions from ever replaying it.
 */
import { FORMAT } from '../format.js';
import { formatTable } from './format-table.js';
import type { Fact } from './log.js';

const { facts: formats } = formatTable;

/** The format of an entry with these facts. */
export function formatOfFacts(facts: readonly Fact[]): number {
  let format = 1;
  if (facts.length === 0) return format;
  for (const { type } of facts) format = Math.max(format, formats[type]);
  return format;
}

/** What this version lacks to read something stored. */
export interface UnknownPart {
  /** The format that is needed at least. */
  needs: number;
  /** The unknown fact, if there is one. */
  fact: string | null;
}

/** What is unknown in a stored entry or checkpoint, or null. */
export function unknownPart(
  { format = 1, facts = [] }: { format?: number; facts?: readonly { type: string }[] },
  known: number = FORMAT,
): UnknownPart | null {
  const fact = facts.find(({ type }) => !Object.hasOwn(formats, type))?.type ?? null;
  if (format > known) return { needs: format, fact };
  return fact === null ? null : { needs: known + 1, fact };
}

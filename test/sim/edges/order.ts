import type { Bound } from '#src/store/validate.js';

const rank = (value: unknown): number =>
  value === null || value === undefined ? 0 : typeof value === 'number' ? 1 : typeof value === 'string' ? 2 : 3;

/** Nothing, then numbers, then texts, then booleans: as both engines sort them. */
export function compareScalars(a: unknown, b: unknown): number {
  const sides = rank(a) - rank(b);
  if (sides !== 0) return sides;
  if (a === b || rank(a) === 0) return 0;
  if (typeof a === 'string') return compareTexts(a, b as string);
  return (a as number) < (b as number) ? -1 : 1;
}

/** By code points, as their bytes stand in UTF-8. */
function compareTexts(a: string, b: string): number {
  let at = 0;
  while (a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at >= a.length || at >= b.length) return a.length - b.length;
  return weightOf(a.charCodeAt(at)) - weightOf(b.charCodeAt(at));
}

/** Halves of pairs stand behind everything that is one unit. */
const weightOf = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** A bound keeps to its own type. */
export function isWithin(value: unknown, bounds: readonly Bound[]): boolean {
  return bounds.every(({ op, value: bound }) => {
    if (typeof value !== typeof bound) return false;
    const side = compareScalars(value, bound);
    if (op === '>') return side > 0;
    if (op === '>=') return side >= 0;
    return op === '<' ? side < 0 : side <= 0;
  });
}

export function nearestTests(
  root: string,
  base?: string | null,
): { changed: string[]; chosen: string[]; missed: number };
export function rememberTimes(root: string, ended: Iterable<[path: string, counts: { ms?: number }]>): void;
export function knownTimes(root: string): Record<string, number>;

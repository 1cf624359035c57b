/** By name, what tests stand on: where it is, or nothing where this machine has none. */
type Needs<N extends string> = Record<N, string | null | undefined>;

/**
 * A suite that stands on programs which may be missing. Then its tests are skipped and counted as such; the end of the
 * suite's name says for want of what, and `npm test` adds that up (scripts/jest-progress.mjs).
 */
export function describeWith<N extends string>(
  needs: Needs<N>,
  name: string,
  tests: (found: Record<N, string>) => void,
): void {
  const missing = Object.keys(needs).filter((need) => !needs[need as N]);
  const define = () => tests(needs as Record<N, string>);
  if (missing.length === 0) {
    describe(name, define);
    return;
  }
  process.stderr.write(`WARNING: no ${missing.join(', no ')}, so "${name}" is NOT tested.\n`);
  const leftOut = describe.skip;
  leftOut(`${name} (left out: no ${missing.join(' and no ')})`, define);
}

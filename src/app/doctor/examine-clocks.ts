import { type ClockReading, type Finding, ok, problem, warning } from './finding.js';

/** Signed requests, tokens and leases bear this much. */
const WARNING_MS = 1_000;
const PROBLEM_MS = 30_000;

const REMEDY = 'Let a time service (chrony, systemd-timesyncd) set the clocks of all machines.';

/** Compares the clocks of the servers with that of this machine. */
export function examineClocks(readings: ClockReading[]): Finding[] {
  if (readings.length === 0) return [ok('no other clock is in use')];
  return readings.map(({ of, aheadMs, uncertainMs }) => {
    const off = Math.max(0, Math.abs(aheadMs) - uncertainMs);
    const what = `the clock of ${of} is ${inWords(aheadMs)}, to within ${uncertainMs} ms`;
    if (off >= PROBLEM_MS) return problem(`${what}. ${REMEDY}`);
    return off >= WARNING_MS ? warning(`${what}. ${REMEDY}`) : ok(what);
  });
}

const inWords = (aheadMs: number): string =>
  aheadMs === 0 ? 'right' : `${Math.abs(aheadMs)} ms ${aheadMs > 0 ? 'ahead' : 'behind'}`;

/** What a disturbance cost those outside: how long no room took a write, what failed, how much slower it was. */
import type { Call, Post } from './history.js';
import { byRoom } from './rooms.js';

export interface Span {
  name: string;
  beganAt: number;
  endedAt: number;
}

export interface Cost {
  name: string;
  seconds: number;
  acknowledged: number;
  /** The longest time in which some room accepted nothing. */
  pauseMs: number;
  failed: number;
  /** What failed, and why. */
  failures: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
}

export function costOf(span: Span, posts: readonly Post[], calls: readonly Call[]): Cost {
  const { name, beganAt, endedAt } = span;
  const isWithin = (at: number) => at >= beganAt && at <= endedAt;
  const acked = posts.filter(({ outcome }) => outcome === 'acknowledged');
  const own = acked.filter(({ endedAt: at }) => isWithin(at));
  const times = acked.filter(({ sentAt }) => isWithin(sentAt)).map((post) => post.endedAt - post.sentAt);
  const failed = calls.filter(({ at, failure }) => failure !== null && isWithin(at));
  return {
    name,
    seconds: (endedAt - beganAt) / 1_000,
    acknowledged: own.length,
    pauseMs: longestPause(span, acked),
    failed: failed.length,
    failures: failuresOf(failed),
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}

export function failuresOf(failed: readonly Call[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what, failure } of failed) {
    const key = `${what}: ${failure}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** Of all rooms, the longest time between two accepted writes that reaches into the span. */
export function longestPause({ beganAt, endedAt }: Span, acked: readonly Post[]): number {
  let longest = 0;
  for (const posts of byRoom(acked).values()) {
    const times = posts.map((post) => post.endedAt).sort((a, b) => a - b);
    const before = times.findLast((at) => at <= beganAt) ?? beganAt;
    const within = times.filter((at) => at > beganAt && at <= endedAt);
    const after = times.find((at) => at > endedAt) ?? endedAt;
    let last = before;
    for (const at of [...within, after]) {
      longest = Math.max(longest, at - last);
      last = at;
    }
  }
  return longest;
}

function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

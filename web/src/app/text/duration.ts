/** The largest unit that goes in evenly. */
export function durationOf(seconds: number): [number, 's' | 'm' | 'h' | 'd'] {
  if (seconds % 86_400 === 0) return [seconds / 86_400, 'd'];
  if (seconds % 3600 === 0) return [seconds / 3600, 'h'];
  return seconds % 60 === 0 ? [seconds / 60, 'm'] : [seconds, 's'];
}

/** The duration in its largest whole unit. */
export function durationOf(seconds: number): [number, 's' | 'm' | 'h' | 'd'] {
  if (seconds % 86_400 === 0) return [seconds / 86_400, 'd'];
  if (seconds % 3600 === 0) return [seconds / 3600, 'h'];
  return seconds % 60 === 0 ? [seconds / 60, 'm'] : [seconds, 's'];
}

/** 0:07, 12:40, 3:05:00. */
export function clockOf(seconds: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const end = `${hours > 0 ? pad(minutes) : minutes}:${pad(seconds % 60)}`;
  return hours > 0 ? `${hours}:${end}` : end;
}

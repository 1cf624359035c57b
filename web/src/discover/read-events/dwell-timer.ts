/** How long something was really looked at: the clock stands still while the page is out of sight. Pure. */
export interface DwellTimer {
  run(): void;
  hold(): void;
  /** What ran since the last time it was taken. */
  take(): number;
}

export function createDwellTimer(now: () => number): DwellTimer {
  let kept = 0;
  let since: number | null = null;
  const hold = () => {
    if (since !== null) kept += Math.max(0, now() - since);
    since = null;
  };
  return {
    run() {
      since ??= now();
    },
    hold,
    take() {
      const isRunning = since !== null;
      hold();
      const taken = kept;
      kept = 0;
      if (isRunning) since = now();
      return Math.round(taken);
    },
  };
}

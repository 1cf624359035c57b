/** Measures the time that an item was visible; the timer pauses while the page is hidden. Pure. */
export interface DwellTimer {
  run(): void;
  hold(): void;
  /** Returns the time since the last call. */
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

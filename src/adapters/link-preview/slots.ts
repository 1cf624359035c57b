/** So many things at once and no more; others wait in line, and the line has an end too. */

export interface Slots {
  /** False when the line is full, or when waiting was given up. */
  take(signal: AbortSignal): Promise<boolean>;
  free(): void;
}

export function createSlots(atOnce: number, waitingMax: number): Slots {
  const waiting = new Set<(isMine: boolean) => void>();
  let taken = 0;
  return {
    async take(signal) {
      if (taken < atOnce) {
        taken += 1;
        return true;
      }
      if (waiting.size >= waitingMax) return false;
      return waitIn(waiting, signal);
    },
    free() {
      const [next] = waiting;
      // A slot is handed over: whoever comes meanwhile does not overtake the line.
      if (next) next(true);
      else taken -= 1;
    },
  };
}

function waitIn(waiting: Set<(isMine: boolean) => void>, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const giveUp = () => settle(false);
    const settle = (isMine: boolean) => {
      waiting.delete(settle);
      signal.removeEventListener('abort', giveUp);
      resolve(isMine);
    };
    waiting.add(settle);
    signal.addEventListener('abort', giveUp);
  });
}

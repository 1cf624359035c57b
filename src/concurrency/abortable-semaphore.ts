/** A semaphore with a bounded queue; a waiter can be aborted. */

export interface AbortableSemaphore {
  /** False when the line is full, or when waiting was given up. */
  acquire(signal: AbortSignal): Promise<boolean>;
  release(): void;
}

export function createAbortableSemaphore(atOnce: number, waitingMax: number): AbortableSemaphore {
  const waiting = new Set<(isMine: boolean) => void>();
  let taken = 0;
  return {
    async acquire(signal) {
      if (taken < atOnce) {
        taken += 1;
        return true;
      }
      if (waiting.size >= waitingMax) return false;
      return waitIn(waiting, signal);
    },
    release() {
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

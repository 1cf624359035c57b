export interface Semaphore {
  /** Does it when it is its turn: at most so many at a time, first come, first served. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createSemaphore(width: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = width;
  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}

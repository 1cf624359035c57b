/** Timers of others run as they were meant: something of an earlier file may still be at work, and repeat itself. */
const CLIENT = '/sdk/src/';

/** The timers that the client starts run at once; their delays are written down. */
export function quickTimers() {
  const real = globalThis.setTimeout;
  const delays: number[] = [];
  globalThis.setTimeout = ((run: () => void, ms: number) => {
    if (!new Error().stack?.includes(CLIENT)) return real(run, ms);
    delays.push(ms);
    return real(run, 0);
  }) as never;
  return {
    delays,
    [Symbol.dispose]() {
      globalThis.setTimeout = real;
    },
  };
}

const realTimer = globalThis.setTimeout;

/** Until everything has run that waits for promises and quick timers alone. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => realTimer(resolve, 3));
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** An answer that a test gives later. */
export function later<T>() {
  let [give, fail]: [(value: T) => void, (error: unknown) => void] = [() => undefined, () => undefined];
  const answer = new Promise<T>((resolve, reject) => {
    [give, fail] = [resolve, reject];
  });
  return { answer, give, fail };
}

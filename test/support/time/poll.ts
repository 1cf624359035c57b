/** Waits for what is bound to happen, and says what did not. */

export interface PollOptions {
  /** Completes "waited in vain until …". */
  until: string;
  withinMs?: number;
  everyMs?: number;
}

/** Asks again and again until the answer is neither null, undefined nor false; throws when the time is over. */
export async function poll<T>(
  ask: () => T | Promise<T>,
  { until, withinMs = 30_000, everyMs = 20 }: PollOptions,
): Promise<Exclude<T, null | undefined | false>> {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) {
      return answer as Exclude<T, null | undefined | false>;
    }
    if (performance.now() > giveUpAt) throw new Error(`waited ${withinMs} ms in vain until ${until}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

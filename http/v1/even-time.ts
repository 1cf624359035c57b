/**
 * An answer that is the same for every address should also take as long: whether an actor was in memory already, or had
 * one write more, is less than this.
 */
const LEAST_MS = 75;

/** What comes of the work, or its refusal, and not before that time is over. */
export async function inEvenTime<T>(work: () => Promise<T>): Promise<T> {
  const over = new Promise<void>((resolve) => {
    setTimeout(resolve, LEAST_MS);
  });
  try {
    return await work();
  } finally {
    await over;
  }
}

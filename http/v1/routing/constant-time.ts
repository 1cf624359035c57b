/**
 * An answer that is the same for every address should also take as long: whether an actor was in memory already, or a
 * row was found, is less than this.
 */
const MINIMUM_DURATION_MS = 75;

/** Returns the result or the refusal of the work, but not before that time has passed. */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const over = minimumDuration();
  try {
    return await work();
  } finally {
    await over;
  }
}

/** The same for refusals alone: a success is answered at once. */
export async function withMinimumRefusalDuration<T>(work: () => Promise<T>): Promise<T> {
  const over = minimumDuration();
  try {
    return await work();
  } catch (error) {
    await over;
    throw error;
  }
}

const minimumDuration = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, MINIMUM_DURATION_MS);
  });

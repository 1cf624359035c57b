/**
 * An answer that is the same for every address should also take as long: whether an actor was in memory already, or a
 * row was found, is less than this.
 */
const MINIMUM_DURATION_MS = 75;

/** What comes of the work, or its refusal, and not before that time is over. */
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

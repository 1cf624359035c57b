/**
 * What comes of the work, or a rejection once it has taken too long. The work itself goes on: whoever gives up on it does
 * not know its outcome.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>, late = noAnswer): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late(ms)), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

const noAnswer = (ms: number): Error => new Error(`no answer within ${ms} ms`);

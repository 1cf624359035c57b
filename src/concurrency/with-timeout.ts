/**
 * The result of the work, or a rejection after a timeout. The work itself continues, so that its outcome is unknown
 * after a timeout.
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

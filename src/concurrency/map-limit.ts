/**
 * Maps `work` over the items, at most `concurrency` at a time, with the results in the order of the items. After the
 * first failure no further item is started, and the result rejects with it.
 */
export async function mapLimit<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  let hasFailed = false;
  const worker = async () => {
    for (const [index, item] of queue) {
      if (hasFailed) return;
      results[index] = await work(item);
    }
  };
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, worker);
  try {
    await Promise.all(workers);
  } catch (error) {
    hasFailed = true;
    throw error;
  }
  return results;
}

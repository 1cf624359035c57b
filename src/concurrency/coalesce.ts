/** One run at a time. Calls during a run share one further run, which begins after all of them. */
export function coalesce(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    const running = run().finally(() => {
      if (current === running) current = null;
    });
    current = running;
    return running;
  };
  const follow = (): Promise<void> => {
    next = null;
    return begin();
  };
  return () => {
    if (!current && !next) return begin();
    next ??= (current as Promise<void>).then(follow, follow);
    return next;
  };
}

/** Runs again and again, `ms` after the last time. Returns the function that ends it. */
export function every(
  env: { after(ms: number, run: () => void): () => void },
  ms: number,
  run: () => void,
): () => void {
  let stop = env.after(ms, again);
  function again(): void {
    run();
    stop = env.after(ms, again);
  }
  return () => stop();
}

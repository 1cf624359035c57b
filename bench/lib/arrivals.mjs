/** When operations begin: as a schedule says (open loop), or as soon as one has ended (closed loop). */

/**
 * Begins `start(intendedAt)` at the times of a schedule, independent of the earlier ones: a slow answer delays
 * nobody's question, and a late start counts from the time it was meant for. Resolves when the last has ended.
 */
export function openLoop({ ratePerSecond, untilMs, chance, start, lateness }) {
  const running = new Set();
  return new Promise((resolve, reject) => {
    let next = performance.now() + chance.pauseMs(ratePerSecond);
    const step = () => {
      const now = performance.now();
      for (; next <= now && next < untilMs; next += chance.pauseMs(ratePerSecond)) {
        lateness?.record(now - next);
        const one = start(next).finally(() => running.delete(one));
        running.add(one);
        one.catch(reject);
      }
      if (next < untilMs) setTimeout(step, Math.max(1, next - performance.now()));
      else Promise.all(running).then(() => resolve(), reject);
    };
    step();
  });
}

/** Keeps `inFlight` operations under way until the time is over. Resolves when the last has ended. */
export async function closedLoop({ inFlight, untilMs, start }) {
  const one = async () => {
    for (let now = performance.now(); now < untilMs; now = performance.now()) await start(now);
  };
  await Promise.all(Array.from({ length: inFlight }, one));
}

/** Chance that a seed repeats, so that two runs do the same things in the same order. */
export function chanceFrom(seed) {
  let state = seed >>> 0 || 1;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (bound) => Math.floor(next() * bound),
    pick: (list) => list[Math.floor(next() * list.length)],
    /** The pause until the next arrival of independent arrivals at this rate, in ms. */
    pauseMs: (perSecond) => (-Math.log(1 - next()) * 1_000) / perSecond,
  };
}

/** One of the keys, as often as its weight says. */
export function drawerOf(weights, chance) {
  const entries = Object.entries(weights).filter(([, weight]) => weight > 0);
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  return () => {
    let left = chance.next() * total;
    for (const [key, weight] of entries) if ((left -= weight) < 0) return key;
    return entries.at(-1)[0];
  };
}

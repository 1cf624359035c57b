/** Runs mutants, one after the other, each against the tests that reach it until one of them fails. */

/** A test under a mutant may wait for what does not come. */
const TIMEOUT_FACTOR = 3;
const TIMEOUT_ADDED_MS = 3_000;
/** A loop that the mutant makes longer than this many times what the tests needed does not end. */
const HITS_FACTOR = 100;
const HITS_ADDED = 10_000;

/**
 * For each mutant `{ mutant, status, ms, tests, by }`: `killed`, `timeout`, `survived`, `no coverage`, or `left out` where
 * `left()` ms were not enough. `depthMs` bounds what is spent on one mutant; `partly` says that tests were left.
 */
export async function* evaluate({ mutants, found, imported, left, depthMs, process: tester, isTestOf }) {
  const record = new KillRecord();
  for (const mutant of mutants) {
    const covering = [...found].filter(([test, { counts }]) => counts.has(mutant.id) && isTestOf(test, mutant.file));
    if (covering.length === 0) {
      yield { mutant, status: imported.has(mutant.id) ? 'static' : 'no coverage', ms: 0 };
      continue;
    }
    if (left() <= 0) {
      yield { mutant, status: 'left out', ms: 0 };
      continue;
    }
    const ordered = record.ordered(mutant, covering);
    yield { mutant, ...(await tried(mutant, within(ordered, depthMs), tester, record)), of: ordered.length };
  }
}

/** As many as fit, and one. */
function within(ordered, depthMs) {
  let left = depthMs;
  return ordered.filter(([, { ms }], at) => {
    left -= ms;
    return at === 0 || left >= 0;
  });
}

async function tried(mutant, covering, tester, record) {
  let ms = 0;
  for (const [test, { ms: usual, counts }] of covering) {
    const limit = counts.get(mutant.id) * HITS_FACTOR + HITS_ADDED;
    const timeoutMs = usual * TIMEOUT_FACTOR + TIMEOUT_ADDED_MS;
    const answer = await tester.run(test, { active: mutant.id, limit, timeoutMs });
    ms += answer.ms;
    const isNoticed = answer.outcome !== 'ended' || answer.failures.length > 0;
    if (!isNoticed && answer.passed === 0) throw new Error(`${test} ran nothing.`);
    record.add(mutant, test, isNoticed);
    if (!isNoticed) continue;
    const isTimeout = answer.outcome === 'timeout' || answer.failures[0]?.includes('more often than a loop');
    const by = `${test}: ${answer.failures?.[0]?.split('\n')[0] ?? answer.outcome}`;
    return { status: isTimeout ? 'timeout' : 'killed', ms, by, tests: covering.length };
  }
  return { status: 'survived', ms, tests: covering.length };
}

/** Tests that noticed the mutants around this one come first, the quick ones before the slow ones. */
class KillRecord {
  #byPair = new Map();

  add({ file }, test, isNoticed) {
    const key = `${file} ${test}`;
    const { tries, kills } = this.#byPair.get(key) ?? { tries: 0, kills: 0 };
    this.#byPair.set(key, { tries: tries + 1, kills: kills + (isNoticed ? 1 : 0) });
  }

  ordered({ file }, covering) {
    const cost = ([test, { ms, counts }]) => {
      const { tries, kills } = this.#byPair.get(`${file} ${test}`) ?? { tries: 0, kills: 0 };
      return { cost: ms / ((kills + 1) / (tries + 2)), reached: counts.size };
    };
    return covering
      .map((each) => ({ each, ...cost(each) }))
      .sort((a, b) => a.cost - b.cost)
      .map(({ each }) => each);
  }
}

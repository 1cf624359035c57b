/**
 * Runs mutants, one after the other, each against the tests that reach it until one of them fails: first the quickest
 * few of each file, then the others.
 */

/** A test under a mutant may wait for an event that never comes. */
const TIMEOUT_FACTOR = 4;
const TIMEOUT_ADDED_MS = 5_000;
/** A loop that the mutant makes longer than this many times its usual length is taken as endless. */
const HITS_FACTOR = 100;
const HITS_ADDED = 10_000;
/** Of the tests of one file, in the first round and in each further one; where tests are as quick as the last, all are in one. */
const FIRST_ROUND_MS = 500;
const ROUND_FACTOR = 4;
const QUICK_TEST_MS = 50;
/** Code around a mutant tells which tests are about it. */
const AROUND_LINES = 5;
const AFFINITY_MIN = 0.001;
const untried = { tries: 0, kills: 0, spentMs: 0 };

/**
 * For each mutant `{ mutant, status, ms, tests, of, by }`: `killed`, `timeout`, `survived`, `no coverage`, `static`, or
 * `left out` where `left()` ms were not enough. `depthMs` bounds the time for one mutant.
 */
export async function* evaluate({ mutants, all, found, imported, untimed, left, depthMs, process: tester, isTestOf }) {
  const runs = new Runs(tester, found, all);
  // A test that had no time might have reached it.
  const unreached = ({ id }) => (imported.has(id) ? 'static' : untimed > 0 ? 'left out' : 'no coverage');
  for (const mutant of mutants) {
    const reaching = [...found].filter(
      ([test, { byMutant }]) => byMutant.has(mutant.id) && isTestOf(test, mutant.file),
    );
    if (left() <= 0) yield { mutant, status: 'left out', ms: 0 };
    else if (reaching.length === 0) yield { mutant, status: unreached(mutant), ms: 0 };
    else yield { mutant, ...(await runs.verdictOn(mutant, reaching, depthMs)) };
  }
}

class Runs {
  #process;
  #found;
  #noticedBy = new Map();
  #noticedByTest = new Map();
  /** Files whose tests need the ones before them. */
  #whole = new Set();
  #provenAlone = new Set();
  #mutants;
  #reachCount = new Map();

  constructor(process, found, mutants) {
    this.#process = process;
    this.#found = found;
    this.#mutants = mutants;
    for (const { byMutant } of found.values())
      for (const [id, tests] of byMutant) this.#reachCount.set(id, (this.#reachCount.get(id) ?? 0) + tests.length);
  }

  async verdictOn(mutant, reaching, depthMs) {
    const rounds = this.#roundsOf(mutant, reaching);
    const of = rounds.reduce((sum, { tests }) => sum + tests.length, 0);
    let ms = 0;
    let tried = 0;
    let plannedMs = 0;
    for (const round of rounds) {
      plannedMs += round.expectedMs;
      if (tried > 0 && plannedMs > depthMs) continue;
      const answer = await this.#run(mutant, round);
      ms += answer.ms;
      tried += round.tests.length;
      if (answer.by) return { status: answer.status, ms, by: answer.by };
    }
    return { status: 'survived', ms, tests: tried, of };
  }

  /** Tests about this place come first, then those that noticed mutants near it, and the quick before the slow. */
  #roundsOf(mutant, reaching) {
    const around = this.#around(mutant);
    const rounds = reaching.flatMap(([file, { byMutant, hooksMs }]) => {
      const { tries, kills, spentMs } = this.#noticedBy.get(`${mutant.file} ${file}`) ?? untried;
      const chance = (kills + 1) / (tries + 2);
      const weighed = byMutant.get(mutant.id).map((test) => {
        const near = test.ids.reduce((sum, id) => sum + (around.get(id) ?? 0), AFFINITY_MIN);
        const affinity = near * (1 + (this.#noticedByTest.get(`${file} ${test.at}`) ?? 0));
        return { ...test, affinity, cost: (test.ms + 1) / affinity };
      });
      const isQuick = this.#found.get(file).ownMs / this.#found.get(file).testCount <= QUICK_TEST_MS;
      return (isQuick ? [weighed] : partsOf(weighed)).map((tests, at) => {
        const ms = hooksMs + tests.reduce((sum, each) => sum + each.ms, 0);
        const affinity = Math.max(...tests.map((each) => each.affinity));
        // A failure ends a round long before its last test.
        const expectedMs = tries > 0 ? Math.min(ms, spentMs / tries) : ms;
        return { test: file, tests, ms, expectedMs, at, cost: (expectedMs + 1) / (chance * affinity) };
      });
    });
    return rounds.sort((a, b) => a.at - b.at || a.cost - b.cost);
  }

  /** Mutants around this one, each the weightier the fewer tests reach it. */
  #around({ file, line }) {
    const near = this.#mutants.filter((each) => each.file === file && Math.abs(each.line - line) <= AROUND_LINES);
    return new Map(near.map(({ id }) => [id, 1 / Math.max(1, this.#reachCount.get(id) ?? 0)]));
  }

  async #run(mutant, { test, tests, ms: usual }) {
    const { counts, testCount, ms: wholeMs } = this.#found.get(test);
    const isWhole = this.#whole.has(test) || tests.length === testCount;
    const answer = await this.#process.run(test, {
      active: mutant.id,
      only: isWhole ? null : tests.map(({ at }) => at),
      limit: (counts.get(mutant.id) ?? 0) * HITS_FACTOR + HITS_ADDED,
      timeoutMs: (isWhole ? wholeMs : usual) * TIMEOUT_FACTOR + TIMEOUT_ADDED_MS,
    });
    const isNoticed = answer.outcome !== 'ended' || answer.failures.length > 0;
    if (!isNoticed && answer.passed === 0) {
      if (isWhole) throw new Error(`${test} ran nothing.`);
      this.#whole.add(test);
      return this.#run(mutant, { test, tests, ms: usual });
    }
    if (isNoticed && !isWhole && !(await this.#passesAlone(test, answer.failedAt, tests, wholeMs))) {
      this.#whole.add(test);
      return this.#run(mutant, { test, tests, ms: usual });
    }
    this.#remember(mutant, test, isNoticed, answer.ms);
    if (!isNoticed) return { ms: answer.ms };
    const key = `${test} ${answer.failedAt}`;
    this.#noticedByTest.set(key, (this.#noticedByTest.get(key) ?? 0) + 1);
    const isTimeout = answer.outcome === 'timeout' || answer.failures?.[0]?.includes('more often than a loop');
    const by = `${test}: ${answer.failures?.[0]?.split('\n')[0] ?? answer.outcome}`;
    return { ms: answer.ms, status: isTimeout ? 'timeout' : 'killed', by };
  }

  /** Without a mutant: only then does its failure under one say anything. */
  async #passesAlone(test, failedAt, tests, wholeMs) {
    const only = typeof failedAt === 'number' ? [failedAt] : tests.map(({ at }) => at);
    const key = `${test} ${only.join()}`;
    if (this.#provenAlone.has(key)) return true;
    const timeoutMs = wholeMs * TIMEOUT_FACTOR + TIMEOUT_ADDED_MS;
    const answer = await this.#process.run(test, { only, timeoutMs });
    const isProven = answer.outcome === 'ended' && answer.failures.length === 0;
    if (isProven) this.#provenAlone.add(key);
    return isProven;
  }

  #remember({ file }, test, isNoticed, ms) {
    const key = `${file} ${test}`;
    const { tries, kills, spentMs } = this.#noticedBy.get(key) ?? untried;
    this.#noticedBy.set(key, { tries: tries + 1, kills: kills + (isNoticed ? 1 : 0), spentMs: spentMs + ms });
  }
}

/** The best few, then more and more of the others, so that a bound on the time leaves out the last ones only. */
function partsOf(tests) {
  const parts = [];
  let [ms, bound] = [0, FIRST_ROUND_MS];
  for (const test of [...tests].sort((a, b) => a.cost - b.cost)) {
    const part = parts.at(-1);
    if (part && ms + test.ms <= bound) part.push(test);
    else {
      if (part) bound *= ROUND_FACTOR;
      parts.push([test]);
      ms = 0;
    }
    ms += test.ms;
  }
  return parts.map((part) => part.sort((a, b) => a.at - b.at));
}

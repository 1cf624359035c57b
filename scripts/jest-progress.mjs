/**
 * Jest's reporter for `npm test`: one line for each file that begins or ends, and a beat while jest itself is alive.
 */
import { appendFileSync } from 'node:fs';

const BEAT_INTERVAL_MS = 1_000;
/** The suffix that test/support/skipped-suites.ts adds to the name of a skipped suite. */
const LEFT_OUT = / \(left out: no (.+)\)$/;

export default class ProgressReporter {
  #beat;
  #isAsked;

  /** Tests that were not chosen by their names are not missed. */
  constructor({ testNamePattern }) {
    const pattern = new RegExp(testNamePattern ?? '', 'i');
    this.#isAsked = ({ ancestorTitles, title }) => pattern.test([...ancestorTitles, title].join(' '));
  }

  onRunStart() {
    record({ kind: 'jest' });
    this.#beat = setInterval(() => record({ kind: 'jest' }), BEAT_INTERVAL_MS).unref();
  }

  onTestFileStart({ path }) {
    record({ kind: 'begin', path });
  }

  onTestFileResult({ path }, result) {
    const { numPassingTests: passed, numFailingTests: failing, testExecError, testResults } = result;
    const error = testExecError ? String(testExecError.message ?? testExecError).split('\n')[0] : undefined;
    record({
      kind: 'end',
      path,
      ms: result.perfStats.runtime,
      passed,
      failed: failing + (error === undefined ? 0 : 1),
      error,
      ...skips(testResults.filter(this.#isAsked)),
    });
  }

  onRunComplete() {
    clearInterval(this.#beat);
    record({ kind: 'jest' });
  }
}

/** Tests that were left out for want of a server, by its name, and the others that did not run. */
function skips(testResults) {
  const leftOut = {};
  let skipped = 0;
  for (const { status, ancestorTitles } of testResults) {
    if (status === 'passed' || status === 'failed') continue;
    const missing = ancestorTitles.map((title) => LEFT_OUT.exec(title)?.[1]).find(Boolean);
    if (missing) leftOut[missing] = (leftOut[missing] ?? 0) + 1;
    else skipped += 1;
  }
  return { leftOut, skipped };
}

function record(line) {
  appendFileSync(process.env.MEYDAN_TEST_PROGRESS, `${JSON.stringify(line)}\n`);
}

/**
 * In the process of each file of tests, for the watch of `npm test`: who runs it, what it began last, that it is alive.
 */
import { appendFileSync } from 'node:fs';

const BEAT_INTERVAL_MS = 1_000;
const records = process.env.MEYDAN_TEST_PROGRESS;
const path = expect.getState().testPath;

function record(line: { kind: string; pid?: number; title?: string }): void {
  appendFileSync(records as string, `${JSON.stringify({ ...line, path })}\n`);
}

if (records) {
  let beat: NodeJS.Timeout;
  record({ kind: 'process', pid: process.pid });
  // Not before the file has been read: until its first hook no timer of jest's watches over it.
  beforeAll(() => {
    record({ kind: 'alive' });
    beat = setInterval(() => record({ kind: 'alive' }), BEAT_INTERVAL_MS).unref();
  });
  // Written by this thread, and at once: a test that then stands still is named.
  beforeEach(() => record({ kind: 'alive', title: expect.getState().currentTestName ?? '' }));
  afterAll(() => clearInterval(beat));
}

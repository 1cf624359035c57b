/**
 * Tests that repeat lives of processes, sizes or seeds. What they show is shown once, and faster, by the others
 * (docs/testing.md); together they take as long as a third of all. `npm test` runs a part of them, another one for each
 * commit; `npm test -- --whole` runs all, as CI does.
 */
import { execFileSync } from 'node:child_process';

/** Each part takes about as long as the others. */
export const longTests = [
  [
    'test/e2e/barriers.test.ts',
    'test/erasure/killed.test.ts',
    'test/crash/crash-points.test.ts',
    'test/load/load-tool.test.ts',
    'test/cluster/stall.test.ts',
    'test/watch/stalled-files.test.ts',
  ],
  [
    'test/contract/schemathesis.test.ts',
    'test/e2e/whole-life.test.ts',
    'test/setup.test.ts',
    'test/docs/page.test.ts',
    'test/push/killed.test.ts',
    'test/console/live-nodes.test.ts',
    'test/examples/readmes.test.ts',
    'test/dms/crash.test.ts',
    'test/store/embedded-crash.test.ts',
  ],
  [
    'test/cluster/process/process.test.ts',
    'test/idempotency/killed.test.ts',
    'test/store/lone-node-failover.test.ts',
    'test/start-failures.test.ts',
    'test/people/star-kills.test.ts',
    'test/docs/examples.test.ts',
    'test/sdk/cuts.test.ts',
    'test/gateway/fuzz.test.ts',
  ],
  [
    'test/e2e/many-clients.test.ts',
    'test/stall.test.ts',
    'test/e2e/three-people.test.ts',
    'test/sim/simulator.test.ts',
    'test/sponsored/three-nodes.test.ts',
    'test/sdk/failover.test.ts',
    'test/load/floods.test.ts',
    'test/contract/fuzz.test.ts',
    'test/e2e/long-room.test.ts',
    'test/dms/model.test.ts',
  ],
];

/** The long tests that a run of `npm test` leaves out, as paths from the root. */
export function longTestsLeftOut(root) {
  const part = commitNumber(root) % longTests.length;
  return longTests.flatMap((files, at) => (at === part ? [] : files));
}

/** The commit's first digits; a tree that is no clone has the first part. */
function commitNumber(root) {
  try {
    const hash = execFileSync('git', ['rev-parse', '--short=6', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return Number.parseInt(hash, 16) || 0;
  } catch {
    return 0;
  }
}

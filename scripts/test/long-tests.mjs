/**
 * The slowest tests: lives of processes that are repeated, sizes, seeds, whole pages in a browser. Together they take
 * twice as long as all others. `npm test` runs an eighth of them, another one for each commit; CI runs a third of the lives
 * below and everything else; `npm test -- --whole` runs all.
 */
import { partOfCommit } from './part-of-commit.mjs';

/** Each part takes about as long as the others. */
export const longTests = [
  [
    'test/e2e/barriers.test.ts',
    'test/idempotency/every-post.test.ts',
    'test/dms/gone.test.ts',
    'test/analytics/profiles.test.ts',
    'test/e2e/long-room.test.ts',
    'test/load/floods.test.ts',
    'test/docs/examples.test.ts',
    'test/dms/blocks.test.ts',
    'test/cluster/process/versions.test.ts',
  ],
  [
    'test/cluster/process/process.test.ts',
    'test/security/dm-matrix.test.ts',
    'test/sdk/failover.test.ts',
    'test/gateway/unread-pages.test.ts',
    'test/store/embedded-crash.test.ts',
    'test/crash/odd-machine.test.ts',
    'test/files/removal.test.ts',
    'test/object-store/local-memory.test.ts',
    'test/v1/nodes.test.ts',
    'test/load/overload.test.ts',
  ],
  [
    'test/contract/schemathesis.test.ts',
    'test/start-failures.test.ts',
    'test/cluster/stall.test.ts',
    'test/security/v1-enumeration.test.ts',
    'test/security/dm-operations.test.ts',
    'test/contract/fuzz.test.ts',
    'test/e2e/people.test.ts',
    'test/e2e/composer.test.ts',
    'test/cluster/process/redis-away.test.ts',
    'test/security/v1-cross-site.test.ts',
  ],
  [
    'test/erasure/killed.test.ts',
    'test/docs/page.test.ts',
    'test/e2e/three-people.test.ts',
    'test/people/photo-files.test.ts',
    'test/e2e/panel/panel-frame.test.ts',
    'test/people/star-kills.test.ts',
    'test/cluster/transports.test.ts',
    'test/people/choose-username.test.ts',
    'test/gateway/fuzz.test.ts',
    'test/analytics/volume.test.ts',
  ],
  [
    'test/setup.test.ts',
    'test/stall.test.ts',
    'test/e2e/whole-life.test.ts',
    'test/security/races.test.ts',
    'test/dms/crash.test.ts',
    'test/examples/readmes.test.ts',
    'test/push/retries.test.ts',
    'test/crash/full-disk.test.ts',
    'test/cluster/services.test.ts',
    'test/e2e/notifications.test.ts',
    'test/e2e/keyboard.test.ts',
  ],
  [
    'test/crash/crash-points.test.ts',
    'test/load/load-tool.test.ts',
    'test/e2e/discover.test.ts',
    'test/console/live-nodes.test.ts',
    'test/sdk/cuts.test.ts',
    'test/e2e/console/console-live.test.ts',
    'test/push/recipients.test.ts',
    'test/e2e/panel/panel-sponsored.test.ts',
    'test/http/unread-answers.test.ts',
    'test/object-store/s3.test.ts',
    'test/e2e/stores/on-mongo.test.ts',
  ],
  [
    'test/idempotency/killed.test.ts',
    'test/sim/simulator.test.ts',
    'test/push/killed.test.ts',
    'test/e2e/settings.test.ts',
    'test/sponsored/three-nodes.test.ts',
    'test/e2e/offline.test.ts',
    'test/e2e/directory.test.ts',
    'test/http/rate-limit-windows.test.ts',
    'test/discover/nodes.test.ts',
    'test/push/lives.test.ts',
    'test/docs/first-program.test.ts',
  ],
  [
    'test/e2e/many-clients.test.ts',
    'test/e2e/files.test.ts',
    'test/store/lone-node-failover.test.ts',
    'test/e2e/console/console.test.ts',
    'test/watch/stalled-files.test.ts',
    'test/gateway/delivery/slow-consumer.test.ts',
    'test/cluster/script.test.ts',
    'test/docs/guides.test.ts',
    'test/people/photos-owners.test.ts',
    'test/dms/model.test.ts',
  ],
];

/** Lives of processes and long ways through the page, which meet much the same code. Each third takes as long. */
export const lives = [
  [
    'test/e2e/many-clients.test.ts',
    'test/load/load-tool.test.ts',
    'test/people/star-kills.test.ts',
    'test/cluster/redis-failover.test.ts',
    'test/store/lone-node-failover.test.ts',
    'test/e2e/stores/on-mongo.test.ts',
  ],
  [
    'test/e2e/whole-life.test.ts',
    'test/load/overload.test.ts',
    'test/idempotency/killed.test.ts',
    'test/store/embedded-crash.test.ts',
    'test/cluster/process/redis-away.test.ts',
    'test/cluster/workers.test.ts',
  ],
  [
    'test/erasure/killed.test.ts',
    'test/sdk/failover.test.ts',
    'test/e2e/three-people.test.ts',
    'test/push/killed.test.ts',
    'test/crash/crash-points.test.ts',
    'test/sponsored/three-nodes.test.ts',
    'test/cluster/redis-operations.test.ts',
  ],
];

/** The lives that CI leaves out with this commit, as paths from the root. */
export function livesLeftOut(root) {
  const [kept] = partOfCommit(lives, lives.length, root);
  return lives.filter((files) => files !== kept).flat();
}

/** The long tests that a run of `npm test` leaves out, as paths from the root. */
export function longTestsLeftOut(root) {
  const [kept] = partOfCommit(longTests, longTests.length, root);
  return longTests.filter((files) => files !== kept).flat();
}

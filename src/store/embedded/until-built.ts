import { setTimeout as pause } from 'node:timers/promises';
import { BUILD_REPORT_INTERVAL_MS, type IndexBuild, type OnBuild } from '../schema/index-builds.js';

/** A build that goes on between the requests. A unique index has to be complete before the store takes writes. */
export type UnfinishedBuild = IndexBuild & { isUnique: boolean };

const POLL_INTERVAL_MS = 100;

/** Reports the builds, and resolves when none of those that concern the caller is left. */
export async function untilBuilt(
  store: { builds(): Promise<UnfinishedBuild[]> },
  onBuild: OnBuild,
  concerns: (build: UnfinishedBuild) => boolean = () => true,
): Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const left = (await store.builds()).filter(concerns);
    if (left.length === 0) return;
    if (performance.now() - reportedAt >= BUILD_REPORT_INTERVAL_MS) {
      reportedAt = performance.now();
      for (const { isUnique: _, ...build } of left) onBuild(build);
    }
    await pause(POLL_INTERVAL_MS, undefined, { ref: false });
  }
}

/** The background work and the jobs of a node. */
import type { ArchiveWriter } from '#actors/writers/commands.js';
import { allJobs } from '#jobs/all-jobs.js';
import { createErasing, type Erasing } from '#jobs/erase-accounts.js';
import { createExporting, type Exporting } from '#jobs/exports/make-exports.js';
import type { RemovalQueue } from '#jobs/removal-queue.js';
import { createScheduler, type Job, type Scheduler } from '#jobs/scheduler.js';
import type { Dictionary } from '../adapters/dictionary/dictionary.js';
import type { ObjectStore } from '../adapters/object-store/object-store.js';
import type { Config } from '../config/config.js';
import type { Node } from '../node.js';
import type { Store } from '../store/store.js';
import type { ClusterServices } from './cluster-services.js';
import { takesOf } from './clustered-node.js';
import type { Tools } from './tools.js';

export interface JobParts {
  config: Config;
  node: Node;
  store: Store;
  objects: ObjectStore;
  archive: ArchiveWriter;
  /** Null without a dictionary. */
  dictionary: Dictionary | null;
  tools: Tools;
}

/** Long work that people start; it continues until it is complete. */
export interface BackgroundWork {
  erasing: Erasing;
  exporting: Exporting;
  /** Removes files soon after their last use ended. The sweep removes those that it missed. */
  removals: RemovalQueue;
}

export function createBackgroundWork(parts: JobParts, removals: RemovalQueue): BackgroundWork {
  const { config, node, store: reader, objects, archive, tools } = parts;
  const { env, loggers } = tools;
  const { rooms, users, organizations } = node;
  const uploadLinkMs = config.uploadLinkTtlS * 1_000;
  const { now } = env;
  const { uploadLinkTtlS } = config;
  const onRemovalError = (err: unknown) => loggers.jobs.warn({ err }, 'file removal failed, the sweep will retry');
  removals.start({ ...node, objects, reader, uploadLinkTtlS, env, onError: onRemovalError });
  return {
    removals,
    erasing: createErasing({ rooms, users, organizations, reader, objects, archive, uploadLinkMs, now }),
    exporting: createExporting({ users, reader, objects, now, isAlone: config.cluster === null }),
  };
}

/**
 * In a cluster each job runs on one node, the owner of the slot of the job's name, or divided among all. Actors decide about the job's
 * findings.
 */
export function createJobScheduler(
  parts: JobParts,
  { erasing, exporting }: BackgroundWork,
  cluster: ClusterServices | null,
): Scheduler {
  const { config, node, store: reader, objects, archive, dictionary, tools } = parts;
  const everyS = config.sweepIntervalS;
  const takes = takesOf(cluster);
  const jobs: Job[] = [
    ...allJobs({ ...node, config, objects, archive, takes, dictionary, reader, now: tools.env.now }),
    { name: 'make-exports', everyS, run: () => exporting.makeAll() },
    { name: 'erase-accounts', everyS, run: () => erasing.eraseAll() },
  ];
  const isMine = ({ name, isDivided }: Job) => isDivided || takes(`job ${name}`);
  const mine = jobs.map((job) => ({
    ...job,
    run: async () => {
      if (!isMine(job)) return tools.metrics.jobs.left(job.name);
      tools.metrics.activities.began('job', job.name);
      const startedAt = performance.now();
      let isOk = false;
      try {
        await job.run();
        isOk = true;
      } finally {
        tools.metrics.jobs.ran(job.name, isOk, performance.now() - startedAt, job.waiting?.());
      }
    },
  }));
  return createScheduler(mine, (err, job) => tools.loggers.jobs.error({ err, job }, 'job failed'));
}

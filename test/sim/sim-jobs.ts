/** The jobs of one node: each runs at its times, on the node that owns the slot of its name. */
import type { Cluster } from '#actors/cluster/cluster.js';
import type { Env } from '#actors/runtime/env.js';
import { expireMessages } from '#jobs/expire-messages.js';
import type { Node } from '#src/node.js';
import { type Store, StoreUnavailable } from '#src/store/store.js';
import type { ProcessLifetime } from './time/process-lifetime.js';
import type { World } from './world.js';

export interface JobSite {
  world: World;
  life: ProcessLifetime;
  env: Env;
  node: Node;
  cluster: Cluster;
  store: Store;
}

export function startJobs(site: JobSite): void {
  const { env, node, store } = site;
  const deps = { ...node, reader: store, now: env.now };
  schedule(site, 'expire-messages', () => expireMessages(deps));
}

/** Runs of one job do not overlap. */
function schedule(site: JobSite, name: string, work: () => Promise<unknown>): void {
  const { env, world, life, cluster } = site;
  let isRunning = false;
  const run = async () => {
    world.took('job');
    isRunning = true;
    await work().catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable) && !life.isOver) world.mistake(`job ${name}: ${String(error)}`);
    });
    isRunning = false;
  };
  const tick = () => {
    if (!isRunning && cluster.takes(`job ${name}`)) void run();
    env.after(world.plan.jobsMs, tick);
  };
  env.after(world.plan.jobsMs, tick);
}

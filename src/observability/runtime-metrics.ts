/** The metrics of this node's actors. */
import { Gauge, type Registry } from 'prom-client';
import type { Activities } from './activities.js';
import { createHotActors, type Deepest, type HotActors } from './hot-actors.js';
import { type HotCount, HotHistogram, hotCounter } from './hot-metrics.js';
import { counter, secondsFast, sizes } from './metrics-kinds.js';

/** The old name stays beside the new one for one release. */
const FORMER_COMMITTED_NAME = 'meydan_commands_landed_total';

/** Matches the interface that the runtime declares; the runtime does not import metrics. */
export interface RuntimeMetrics {
  batch(units: number, ms: number): void;
  gateWaited(ms: number): void;
  activated(kind: string): void;
  passivated(kind: string): void;
  committed(kind: string, id: string, command: string): void;
  began(kind: string, command: string): void;
  actors(active: number, waiting: number, deepest?: Deepest): void;
  /** By id, which a metric must not contain; for operators who look at this node. */
  readonly hot: HotActors;
}

export function runtimeMetrics(registry: Registry, { began }: Activities): RuntimeMetrics {
  const registers = [registry];
  const observations = (name: string, help: string, bounds: number[]) =>
    new HotHistogram(registry, name, help, bounds).labels();
  const units = observations('meydan_commit_batch_units', 'Units carried to the store at once.', sizes);
  const took = observations('meydan_commit_seconds', 'Time until a batch was durable.', secondsFast);
  const waited = observations('meydan_gate_wait_seconds', 'Time outputs waited to be durable.', secondsFast);
  const active = new Gauge({ name: 'meydan_actors_active', help: 'Actors in memory.', registers });
  const depth = new Gauge({ name: 'meydan_mailbox_depth', help: 'Commands waiting in all mailboxes.', registers });
  const loads = counter(registry, 'meydan_actor_loads_total', 'Actors that came into memory, by kind.', 'kind');
  const leaves = counter(registry, 'meydan_actor_evictions_total', 'Actors that left memory, by kind.', 'kind');
  const countCommit = createCommitCounter(registry);
  const hot = createHotActors();
  return {
    hot,
    began,
    activated: (kind) => loads.inc({ kind }),
    passivated: (kind) => leaves.inc({ kind }),
    committed: (kind, id, command) => {
      countCommit(kind, command);
      hot.committed(kind, id, command);
    },
    batch: (count, ms) => {
      units.observe(count);
      took.observe(ms / 1_000);
    },
    gateWaited: (ms) => waited.observe(ms / 1_000),
    actors: (count, waiting, deepest = []) => {
      active.set(count);
      depth.set(waiting);
      hot.waited(deepest);
    },
  };
}

/** Every command passes here, so that the children of each pair of labels are looked up once. */
function createCommitCounter(registry: Registry): (kind: string, command: string) => void {
  const help = 'Commands whose outcome is durable, by kind of actor and command.';
  const counters = ['meydan_commands_committed_total', FORMER_COMMITTED_NAME].map((name) =>
    hotCounter(registry, name, help, ['kind', 'command']),
  );
  const children = new Map<string, Map<string, HotCount[]>>();
  return (kind, command) => {
    let ofKind = children.get(kind);
    if (!ofKind) children.set(kind, (ofKind = new Map()));
    let both = ofKind.get(command);
    if (!both) ofKind.set(command, (both = counters.map((labels) => labels({ kind, command }))));
    for (const child of both) child.add();
  };
}

/** One node of a cluster: the real actors and all between nodes, on a machine, a store and a net that are not. */
import { Cluster } from '#actors/cluster/cluster.js';
import type { Env } from '#actors/runtime/env.js';
import { createDirectChats } from '#http/rooms/direct-chats.js';
import { openSharedClock } from '#src/cluster/shared-clock.js';
import { createNode } from '#src/node.js';
import { openLinks } from './edges/open-links.js';
import { RecordedStandbyLeases } from './edges/recorded-standby-leases.js';
import { delayedStore } from './edges/store-channel.js';
import { delayedTable } from './edges/table-channel.js';
import { VirtualLeaseTable } from './edges/virtual-lease-table.js';
import { VirtualStore } from './edges/virtual-store.js';
import { startMails } from './mails/start-mails.js';
import { startPlacing } from './placement/start-placing.js';
import { startPushes } from './pushes/start-pushes.js';
import { keyedRequests } from './repeats/keyed-requests.js';
import { startJobs } from './sim-jobs.js';
import type { NodeParts, Running } from './sim-node.js';
import { SimGateway } from './sockets/sim-gateway.js';
import { nodeEnv } from './time/node-env.js';
import { isLater, laterStore, laterTransport } from './two-versions.js';

const CLOCK_EVERY_MS = 15_000;

export async function startClusterNode(parts: NodeParts): Promise<Running> {
  const { name, life, clock, chance, world } = parts;
  const { injections, plan, weather } = world;
  const own = nodeEnv(life, clock, chance);
  const plainStore = new VirtualStore(world.documents, delayedStore(name, life, weather));
  const seat = { name, number: parts.number, life, clock, env: own, world };
  const ownStore = isLater(seat) ? laterStore(plainStore, world) : plainStore;
  const store = injections.store?.(ownStore, seat) ?? ownStore;
  const shared = await openSharedClock({ ask: () => store.now(), monotonic: own.monotonic, wall: own.now });
  const env: Env = { ...own, now: shared.now };
  every(env, CLOCK_EVERY_MS, () => void shared.sync().catch(() => undefined));
  const plainTable = new VirtualLeaseTable(world.leases, delayedTable(name, life, weather, plan.leaseMs / 4));
  const standby = new RecordedStandbyLeases(store, seat);
  const { transport: link, keep } = await openLinks(seat);
  const plainLink = isLater(seat) ? laterTransport(link) : link;
  const options = {
    name,
    table: injections.table?.(plainTable, seat) ?? plainTable,
    standby: injections.standby?.(standby, seat) ?? standby,
    transport: injections.link?.(plainLink, seat) ?? plainLink,
    env,
    beatMs: plan.leaseMs / 3,
    trustMs: (plan.leaseMs * 5) / 6,
    // A table that is slow at a bad moment costs a short lease, without any fault.
    onError: () => {
      world.history.firstFaultAt = Math.min(world.history.firstFaultAt, world.schedule.now);
    },
  };
  const cluster = new Cluster(injections.cluster?.(options, seat) ?? options);
  cluster.onTable(() => keep(cluster.coordinator.table.nodes.map(({ token }) => token)));
  const { ownership } = injections;
  if (ownership) {
    const real = cluster.ownership.bind(cluster);
    cluster.ownership = () => ownership(real(), seat);
  }
  const node = createNode({
    store,
    env,
    owner: '',
    alone: false,
    brand: 'meydan',
    cluster,
    idleMs: plan.idleMs,
    lanes: plan.lanes,
    budgetBytes: plan.budgetBytes,
    roomBounds: plan.roomBounds,
    crashPoint: parts.crashPoint,
    onError: parts.onError,
  });
  await cluster.start().catch(async (cause) => {
    // As the service cleans up after a failed start.
    await cluster.stop().catch(() => undefined);
    throw cause;
  });
  const dms = createDirectChats({ rooms: node.rooms, reader: store });
  const placing = plan.slotsMs > 0 ? startPlacing({ name, cluster, table: options.table, env }) : null;
  const gateway = plan.devices > 0 ? new SimGateway({ name, world, life, node, store, cluster, env }) : null;
  const stop = async () => {
    await Promise.all([pushes?.stop(), mails?.stop()]);
    placing?.balancer.stop();
    await cluster.stop();
    await node.stop();
  };
  const pushes = plan.phones > 0 ? startPushes({ ...seat, env, node, store, isMine: (id) => cluster.takes(id) }) : null;
  const isMine = (id: string) => cluster.takes(id);
  const mails = plan.mailsMs > 0 ? startMails({ ...seat, env, node, store, isMine }) : null;
  cluster.onGained((slots) => pushes?.resume(slots));
  startJobs({ name, world, life, env, node, takes: (slot) => cluster.takes(slot), store });
  return {
    life,
    node,
    dms,
    keyed: keyedRequests(node, store, env),
    placements: placing?.placements ?? null,
    gateway,
    stop,
    hasLease: () => world.leases.hasLease(name),
  };
}

function every(env: Env, ms: number, run: () => void): void {
  env.after(ms, () => {
    run();
    every(env, ms, run);
  });
}

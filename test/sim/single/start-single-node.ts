/** A node without Redis, put together as the service does it, on a store that is not there or on the embedded engine. */
import { soleOwnership } from '#actors/runtime/ownership.js';
import { createDirectChats } from '#http/rooms/direct-chats.js';
import { createNode } from '#src/node.js';
import { type HeldStore, holdByLease } from '#src/open-store.js';
import { EmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { observeWrites } from '#src/store/observe-writes.js';
import type { Store } from '#src/store/store.js';
import { delayedStore } from '../edges/store-channel.js';
import { VirtualStore } from '../edges/virtual-store.js';
import { startMails } from '../mails/start-mails.js';
import { startPushes } from '../pushes/start-pushes.js';
import { keyedRequests } from '../repeats/keyed-requests.js';
import { startJobs } from '../sim-jobs.js';
import type { NodeParts, Running } from '../sim-node.js';
import { SimGateway } from '../sockets/sim-gateway.js';
import { EPOCH, nodeEnv } from '../time/node-env.js';
import { repairedStreams } from './repaired-streams.js';
import { VirtualThread } from './virtual-thread.js';

interface Held extends HeldStore {
  hasLease(): boolean;
}

export async function startSingleNode(parts: NodeParts): Promise<Running> {
  const { name, number, life, clock, chance, world } = parts;
  const { plan, injections } = world;
  const env = nodeEnv(life, clock, chance);
  const held = await (plan.single === 'embedded' ? holdEmbedded(parts) : holdVirtual(parts));
  const seat = { name, number, life, clock, env, world };
  const store = observeWrites(injections.store?.(held.store, seat) ?? held.store, () => undefined);
  const sole = { ...soleOwnership(env.uuid().replaceAll('-', '').slice(0, 12)), holds: held.isTrusted };
  const node = createNode({
    store,
    env,
    owner: injections.ownership?.(sole, seat) ?? sole,
    alone: true,
    brand: 'meydan',
    idleMs: plan.idleMs,
    lanes: plan.lanes,
    budgetBytes: plan.budgetBytes,
    roomBounds: plan.roomBounds,
    crashPoint: parts.crashPoint,
    onError: parts.onError,
  });
  const dms = createDirectChats({ rooms: node.rooms, reader: store });
  const gateway = plan.devices > 0 ? new SimGateway({ name, world, life, node, store, cluster: null, env }) : null;
  const pushes = plan.phones > 0 ? startPushes({ ...seat, node, store, isMine: () => true }) : null;
  const mails = plan.mailsMs > 0 ? startMails({ ...seat, node, store, isMine: () => true }) : null;
  startJobs({ name, world, life, env, node, takes: () => true, store });
  const stop = async () => {
    await Promise.all([pushes?.stop(), mails?.stop()]);
    await node.stop();
    await held.release();
  };
  const heard = { ...node, streams: repairedStreams(node.streams, node.rooms, env) };
  const keyed = keyedRequests(node, store, env);
  return { life, node: heard, dms, keyed, placements: null, gateway, stop, hasLease: held.hasLease };
}

/** The same for all engines: the process ends when the store is another's. */
async function holdVirtual({ name, number, life, clock, chance, world, exit }: NodeParts): Promise<Held> {
  const env = nodeEnv(life, clock, chance);
  const plain: Store = new VirtualStore(world.documents, delayedStore(name, life, world.weather));
  const store = world.injections.heldStore?.(plain, world) ?? plain;
  const token = env.uuid();
  const held = await holdByLease(
    store,
    { nodeId: `${name}, process ${number}`, token, leaseMs: world.plan.leaseMs, clock: env },
    { onLost: exit, onWaiting: () => undefined },
  );
  const hasLease = () => {
    const lease = world.documents.get<{ _id: string; token: string; until: number }>('meta', 'node-lease');
    return lease?.token === token && lease.until >= EPOCH + world.now;
  };
  return { ...held, hasLease };
}

async function holdEmbedded({ name, life, chance, world, exit }: NodeParts): Promise<Held> {
  const disk = world.disk;
  if (!disk) throw new TypeError('no disk');
  const thread = new VirtualThread(name, disk, life, chance, world.weather);
  const store = new EmbeddedStore(disk.file, thread, { onLost: exit, afterTick: (run) => life.soon(run) });
  await store.opened;
  // The lock of the file is the lease.
  const hasLease = () => !life.isOver && disk.holder === thread;
  return { store, isTrusted: () => true, release: () => store.close(), hasLease };
}

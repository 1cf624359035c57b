/** The jobs of one node: each runs at its times, on the node that owns the slot of its name. */
import type { Env } from '#actors/runtime/env.js';
import { createErasing } from '#jobs/erase-accounts.js';
import { expireMessages } from '#jobs/expire-messages.js';
import { createExporting } from '#jobs/exports/make-exports.js';
import { type SweepDeletedRoomsDeps, sweepDeletedRooms } from '#jobs/sweep-deleted-rooms.js';
import { sweepFiles } from '#jobs/sweep-files.js';
import { sweepSessions } from '#jobs/sweep-sessions.js';
import type { Tombstone } from '#src/domain/accounts/erasure.js';
import { isRetryable, RefusalError } from '#src/errors.js';
import type { Node } from '#src/node.js';
import type { CollectionName } from '#src/store/collections.js';
import { type Doc, type Store, StoreUnavailable } from '#src/store/store.js';
import { entriesOf } from './checks/room-log.js';
import { objectsOf } from './files/object-folder.js';
import { LINK_MS } from './files/photographer.js';
import type { ProcessLifetime } from './time/process-lifetime.js';
import type { World } from './world.js';

export interface JobSite {
  world: World;
  life: ProcessLifetime;
  name: string;
  env: Env;
  node: Node;
  /** May this node run what has that name now? */
  takes(slot: string): boolean;
  store: Store;
}

/** With the slack of the job: an erasure is repeated 25 s after the account was given up. */
const UPLOAD_LINK_MS = -35_000;

/** Writes are late by at most 12 s, after retries of 8 s, by a process that stood still for 12 s. */
const LATE_WRITES_MS = 40_000;

/** With the grace of uploads that began in time: a link is good for `LINK_MS`. */
const UPLOAD_LINK_TTL_S = LINK_MS / 1_000 - 60;

export function startJobs(site: JobSite): void {
  const { env, node, store, world, life } = site;
  const deps = { ...node, reader: store, now: env.now };
  schedule(site, 'expire-messages', () => expireMessages(deps));
  if (world.plan.visitors > 0) schedule(site, 'sweep-sessions', () => sweepSessions(deps));
  const objects = objectsOf(world, life, site.name);
  if (world.plan.picturesMs > 0) {
    schedule(site, 'sweep-files', () =>
      sweepFiles({ ...deps, objects, uploadLinkTtlS: UPLOAD_LINK_TTL_S, lateWritesMs: LATE_WRITES_MS }),
    );
  }
  schedule(site, 'sweep-expired', () => node.retention.sweep());
  const exporting = createExporting({ ...deps, objects });
  if (world.plan.exportsMs > 0) schedule(site, 'make-exports', () => exporting.makeAll());
  const erasing = createErasing({ ...deps, reader: noting(site), objects, uploadLinkMs: UPLOAD_LINK_MS });
  schedule(site, 'sweep-deleted-rooms', () =>
    sweepDeletedRooms({ ...deps, ...noted(site), lateWritesMs: LATE_WRITES_MS }),
  );
  schedule(site, 'erase-accounts', () => erasing.eraseAll());
}

function isPassing(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isPassing);
  if (error instanceof RefusalError) return isRetryable(error.refusal.code);
  return error instanceof StoreUnavailable;
}

/** Whom a tombstone replaces is written down: in the end nothing says it any more. */
function noting({ store, world }: JobSite): Store {
  const get: Store['get'] = async <T extends Doc>(from: CollectionName, id: string) => {
    const doc = await store.get<T & Partial<Tombstone>>(from, id);
    if (from === 'erasures' && doc?.tombstone) world.history.tombstones.set(doc.tombstone, id.split(':')[0] as string);
    return doc;
  };
  return new Proxy(store, {
    get(target, name) {
      const found = name === 'get' ? get : Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}

/** The log of a deleted room is written down before anything of it is swept. */
const noted = ({ node, world }: JobSite): Pick<SweepDeletedRoomsDeps, 'rooms'> => ({
  rooms: {
    ...node.rooms,
    tryAsk(room, command) {
      if (world.isDeleted(room) && !world.sweptLogs.has(room)) {
        world.sweptLogs.set(room, entriesOf(world.documents, room));
      }
      return node.rooms.tryAsk(room, command);
    },
  },
});

/** Runs of one job do not overlap. */
function schedule(site: JobSite, name: string, work: () => Promise<unknown>): void {
  const { env, world, life, takes } = site;
  let isRunning = false;
  const run = async () => {
    world.took('job');
    isRunning = true;
    await work().catch((error: unknown) => {
      if (!isPassing(error) && !life.isOver) world.mistake(`job ${name}: ${String(error)}`);
    });
    isRunning = false;
  };
  const tick = () => {
    if (!isRunning && takes(`job ${name}`)) void run();
    env.after(world.plan.jobsMs, tick);
  };
  env.after(world.plan.jobsMs, tick);
}

/** Mistakes about who may answer for what, and until when. */
import { ActorSystem } from '#actors/runtime/actor-system.js';
import type { ActorIo } from '#actors/runtime/kind.js';
import { focusedPlans } from '../focused-plans.js';
import { troubled } from '../plan.js';
import type { PlantedBug } from '../planted-bugs.js';
import { changedKind } from './changed-kind.js';
import { changedMethod } from './changed-method.js';
import { changedStandby } from './changed-standby.js';

const withoutRedis = focusedPlans['without redis'];

export const leaseBugs: PlantedBug[] = [
  {
    name: 'answers leave without a look at the lease',
    isRare: true,
    plan: troubled(['pause', 'pause at a point', 'cut from redis']),
    plant: () => ({ ownership: (real) => ({ ...real, holds: () => true }) }),
  },
  {
    name: 'the lease is trusted by the wall clock',
    plan: { ...troubled(['clock jump', 'cut from redis']), jumpsMs: [-3_600_000], betweenFaultsMs: 500 },
    plant: () => ({
      cluster: (options, { clock }) => ({ ...options, env: { ...options.env, monotonic: () => clock.wall } }),
    }),
  },
  {
    name: 'the lease is trusted for longer than it lasts',
    plan: troubled(['cut from redis']),
    plant: () => ({ cluster: (options) => ({ ...options, trustMs: options.trustMs * 4 }) }),
  },
  {
    name: 'slots of a life that goes on without redis are taken over',
    plan: withoutRedis,
    plant: () => ({ standby: (real) => changedStandby(real, { end: async () => 'over', extended: async () => [] }) }),
  },
  {
    name: 'a life goes on without redis although it was ended',
    plan: withoutRedis,
    plant: () => ({
      standby: (real) => changedStandby(real, { extend: async (token) => (await real.extend(token)) || true }),
    }),
  },
  {
    name: 'an emptied table is open at once',
    plan: troubled(['redis emptied', 'cut from redis']),
    plant: () => ({ quietMs: 0 }),
  },
  {
    name: 'slots are handed over with their actors still in memory',
    plan: troubled(['stop']),
    plant: () => ({}),
    patch: () => changedMethod(ActorSystem.prototype, 'drain', () => async () => undefined),
  },
  {
    name: 'memory of lost slots is kept',
    isRare: true,
    plan: troubled(['cut from redis', 'pause', 'stop']),
    plant: () => ({}),
    patch: () => changedMethod(ActorSystem.prototype, 'evict', () => () => undefined),
  },
  {
    name: 'a new owner answers before it has claimed the room',
    isRare: true,
    plan: troubled(['cut from redis', 'pause', 'pause at a point']),
    plant: () => ({}),
    patch: () => changedKind('room', (kind) => ({ ...kind, load: (id, io) => kind.load(id, asAlone(io)) })),
  },
  {
    name: 'every node signs entries with the same token',
    isRare: true,
    plan: troubled(['cut from redis', 'pause', 'pause at a point']),
    plant: () => ({ ownership: (real) => ({ ...real, token: () => 'one' }) }),
  },
];

const asAlone = ({ reader, env, owner }: ActorIo): ActorIo => ({ reader, env, owner, alone: true });

/** Mistakes about who may answer for what, and until when. */
import { ActorSystem } from '#actors/runtime/actor-system.js';
import type { ActorIo } from '#actors/runtime/kind.js';
import type { PlantedBug } from '../planted-bugs.js';
import { changedKind } from './changed-kind.js';
import { changedMethod } from './changed-method.js';

export const leaseBugs: PlantedBug[] = [
  {
    name: 'answers leave without a look at the lease',
    seed: null,
    plant: () => ({ ownership: (real) => ({ ...real, holds: () => true }) }),
  },
  {
    name: 'the lease is trusted by the wall clock',
    seed: 24,
    plant: () => ({
      cluster: (options, { clock }) => ({ ...options, env: { ...options.env, monotonic: () => clock.wall } }),
    }),
  },
  {
    name: 'the lease is trusted for longer than it lasts',
    seed: 24,
    plant: () => ({ cluster: (options) => ({ ...options, trustMs: options.trustMs * 4 }) }),
  },
  {
    name: 'an emptied table is open at once',
    seed: 17,
    plant: () => ({ quietMs: 0 }),
  },
  {
    name: 'slots are handed over with their actors still in memory',
    seed: 6,
    plant: () => ({}),
    patch: () => changedMethod(ActorSystem.prototype, 'empty', () => async () => undefined),
  },
  {
    name: 'memory of lost slots is kept',
    seed: null,
    plant: () => ({}),
    patch: () => changedMethod(ActorSystem.prototype, 'drop', () => () => undefined),
  },
  {
    name: 'a new owner answers before it has claimed the room',
    seed: null,
    plant: () => ({}),
    patch: () => changedKind('room', (kind) => ({ ...kind, load: (id, io) => kind.load(id, asAlone(io)) })),
  },
  {
    name: 'every node signs entries with the same token',
    seed: null,
    plant: () => ({ ownership: (real) => ({ ...real, token: () => 'one' }) }),
  },
];

const asAlone = ({ reader, env, owner }: ActorIo): ActorIo => ({ reader, env, owner, alone: true });

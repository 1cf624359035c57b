/** Mistakes of the gateway: in what a socket is told, and when. */
import type { RoomSubscription } from '#http/gateway/connection/room-subscription.js';
import { Outbox } from '#http/gateway/delivery/outbox.js';
import { RoomFeed } from '#http/gateway/rooms/room-feed.js';
import { focusedPlans } from '../focused-plans.js';
import type { PlantedBug } from '../planted-bugs.js';
import { changedMethod } from './changed-method.js';

export const socketBugs: PlantedBug[] = [
  {
    name: 'what comes while a room is being opened is forgotten',
    plan: focusedPlans.openings,
    plant: () => ({}),
    patch: () =>
      changedMethod(RoomFeed.prototype, 'release', (real) => {
        return function (this: RoomFeed, subscription: RoomSubscription, seq: number) {
          if (subscription.buffered) subscription.buffered = [];
          real.call(this, subscription, seq);
        };
      }),
  },
  {
    name: 'a socket that takes nothing is told nothing, and stays',
    plan: focusedPlans.openings,
    plant: () => ({}),
    patch: () =>
      changedMethod(Outbox.prototype, 'push', (real) => {
        return function (this: Outbox, frames: Buffer) {
          if (this.unsentBytes === 0) real.call(this, frames);
        };
      }),
  },
];

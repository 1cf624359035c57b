/**
 * User events between gateways and who is connected where, over a Redis that may be out of reach: both may get lost.
 */
import type { SharedPresence } from '#src/cluster/shared-presence.js';
import type { UserEventBus } from '#src/cluster/user-event-bus.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import type { World } from '../world.js';

/** How often a connection that is gone is tried again. */
const RECONNECT_MS = 500;

interface Subscriber {
  node: string;
  life: ProcessLifetime;
  hear: Set<(event: object) => void>;
  lost: Set<() => void>;
  lastAt: number;
  isBehind: boolean;
}

/** What all nodes have in common. */
export class UserEventNet {
  readonly #world: World;
  readonly #subscribers = new Set<Subscriber>();
  readonly #present = new Map<ProcessLifetime, Set<string>>();

  constructor(world: World) {
    this.#world = world;
  }

  open(node: string, life: ProcessLifetime) {
    const own: Subscriber = { node, life, hear: new Set(), lost: new Set(), lastAt: 0, isBehind: false };
    this.#subscribers.add(own);
    const userEvents: UserEventBus = {
      publish: (event) => this.#publish(own, event),
      listen(listener) {
        own.hear.add(listener);
        return () => own.hear.delete(listener);
      },
      close: async () => void this.#subscribers.delete(own),
    };
    return {
      userEvents,
      presence: this.#presenceOf(own),
      onReconnect: (listener: () => void) => own.lost.add(listener),
    };
  }

  #publish(from: Subscriber, event: object): void {
    const { weather, schedule } = this.#world;
    if (from.life.isOver || !weather.isHeardByRedis(from.node)) return;
    const text = JSON.stringify(event);
    const leavesAt = from.life.leavesAt;
    for (const to of this.#subscribers) {
      if (to === from || to.life.isOver) continue;
      const at = Math.max(to.lastAt, leavesAt + weather.chance.between(0.3, 3));
      to.lastAt = at;
      schedule.at(at, () => {
        if (from.life.isOver && leavesAt > schedule.now) return;
        if (!weather.hearsRedis(to.node)) return this.#fallBehind(to);
        to.life.comes(schedule.now, () => {
          for (const hear of to.hear) hear(JSON.parse(text) as object);
        });
      });
    }
  }

  /** Once it is connected again it says so. */
  #fallBehind(to: Subscriber): void {
    if (to.isBehind) return;
    to.isBehind = true;
    const retry = () => {
      if (!this.#world.weather.hearsRedis(to.node)) return void to.life.timer(RECONNECT_MS, retry);
      to.isBehind = false;
      for (const listener of to.lost) listener();
    };
    to.life.timer(RECONNECT_MS, retry);
  }

  #presenceOf({ node, life }: Subscriber): SharedPresence {
    const here = new Set<string>();
    this.#present.set(life, here);
    return {
      arrived: (account) => void here.add(account),
      left: (account) => void here.delete(account),
      repeat: () => undefined,
      among: async (accounts) => {
        const { weather } = this.#world;
        if (!weather.isHeardByRedis(node) || !weather.hearsRedis(node)) return new Set();
        const others = [...this.#present].filter(([other]) => other !== life && !other.isOver);
        return new Set(accounts.filter((account) => others.some(([, present]) => present.has(account))));
      },
    };
  }
}

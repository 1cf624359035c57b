/** User events between gateways over a Redis that may be out of reach: they may get lost. */
import type { Recipient, UserEventBus } from '#src/cluster/user-event-bus.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import type { World } from '../world.js';

/** How often a connection that is gone is tried again. */
const RECONNECT_MS = 500;

interface Subscriber {
  node: string;
  life: ProcessLifetime;
  hear: Set<(event: object) => void>;
  lost: Set<() => void>;
  joined: Set<Recipient | '*'>;
  lastAt: number;
  isBehind: boolean;
}

/** What all nodes have in common. */
export class UserEventNet {
  readonly #world: World;
  readonly #subscribers = new Set<Subscriber>();

  constructor(world: World) {
    this.#world = world;
  }

  open(node: string, life: ProcessLifetime) {
    const own: Subscriber = {
      node,
      life,
      hear: new Set(),
      lost: new Set(),
      joined: new Set(['*']),
      lastAt: 0,
      isBehind: false,
    };
    this.#subscribers.add(own);
    return { userEvents: this.#busOf(own), onReconnect: (listener: () => void) => own.lost.add(listener) };
  }

  #busOf(own: Subscriber): UserEventBus {
    return {
      join: (recipient) => this.#change(own, () => own.joined.add(recipient)),
      leave: (recipient) => this.#change(own, () => own.joined.delete(recipient)),
      joinedElsewhere: async (recipients) => this.#joinedElsewhere(own, recipients),
      publish: (recipient, event) => this.#publish(own, recipient, event),
      publishToAll: (event) => this.#publish(own, '*', event),
      publishToPrevious: () => undefined,
      listen(listener) {
        own.hear.add(listener);
        return () => own.hear.delete(listener);
      },
      close: async () => void this.#subscribers.delete(own),
    };
  }

  /** Redis is told, and answers. */
  async #change({ life }: Subscriber, change: () => void): Promise<void> {
    const { weather, schedule } = this.#world;
    const pass = () =>
      new Promise<void>((resolve) => life.comes(schedule.now + weather.chance.between(0.2, 2), resolve));
    await pass();
    change();
    await pass();
  }

  #joinedElsewhere({ node, life }: Subscriber, recipients: readonly Recipient[]): ReadonlySet<Recipient> {
    const { weather } = this.#world;
    if (!weather.isHeardByRedis(node) || !weather.hearsRedis(node)) return new Set();
    const others = [...this.#subscribers].filter((other) => other.life !== life && !other.life.isOver);
    return new Set(recipients.filter((recipient) => others.some(({ joined }) => joined.has(recipient))));
  }

  #publish(from: Subscriber, recipient: Recipient | '*', event: object): void {
    const { weather, schedule } = this.#world;
    if (from.life.isOver || !weather.isHeardByRedis(from.node)) return;
    const text = JSON.stringify(event);
    const leavesAt = from.life.leavesAt;
    for (const to of this.#subscribers) {
      if (to === from || to.life.isOver) continue;
      const at = Math.max(to.lastAt, leavesAt + weather.chance.between(0.3, 3));
      to.lastAt = at;
      schedule.at(at, () => {
        if ((from.life.isOver && leavesAt > schedule.now) || !to.joined.has(recipient)) return;
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
}

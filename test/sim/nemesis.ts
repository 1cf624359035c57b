/** Whoever brings trouble: one thing after the other, some of them at once, and an end of all of it. */
import { strikeMore } from './more-faults.js';
import type { FaultKind } from './plan.js';
import type { SimNode } from './sim-node.js';
import { SeededRandom } from './time/seeded-random.js';
import type { World } from './world.js';

/** What was asked for this long ago is on its way to the store. */
const UNDER_WAY_MS = 50;
const RECENT_OPS = 20;

export class Nemesis {
  readonly #world: World;
  readonly #chance: SeededRandom;
  #until = 0;

  constructor(world: World) {
    this.#world = world;
    this.#chance = new SeededRandom(world.seed, 'nemesis');
  }

  async live(until: number): Promise<void> {
    const { plan, schedule } = this.#world;
    this.#until = until;
    for (;;) {
      await schedule.sleep(this.#chance.about(plan.betweenFaultsMs));
      if (this.#world.now >= until) break;
      this.#strike(this.#chance.pick(plan.faults));
    }
    this.#world.weather.clear();
    for (const node of this.#world.nodes) {
      node.onCrashPoint = null;
      node.start();
    }
    this.#world.isCalm = true;
    this.#world.note('calm');
  }

  #strike(kind: FaultKind): void {
    const { weather, nodes, leases } = this.#world;
    const node = this.#chance.pick(nodes);
    const ms = this.#untilTheEnd(this.#lasting(kind));
    const say = (what: string) => this.#world.note(what);
    const whole = Math.round(ms);
    this.#world.coverage.struck(kind, this.#world.now, ms);
    switch (kind) {
      case 'crash':
        say(`${node.name} is killed for ${whole} ms`);
        return this.#crash(node, ms);
      case 'pause':
        say(`${node.name} stands still for ${whole} ms`);
        return node.life?.pause(ms);
      case 'crash at a point':
      case 'pause at a point':
        return this.#atPoint(node, kind, ms);
      case 'stop':
        say(`${node.name} is asked to stop, for ${whole} ms`);
        return this.#stop(node, ms);
      case 'store trouble': {
        const some = this.#chance.hits(0.5) ? [node.name] : nodes.map(({ name }) => name);
        const upTo = (most: number) => this.#chance.between(0, most);
        const happens = trouble(upTo(0.1), upTo(0.25), upTo(0.25), upTo(0.03));
        say(`the store is in trouble for ${some.join()} for ${whole} ms`);
        const slow = this.#chance.pick([1, 1, 5, 40]);
        return this.#end(ms, weather.troubleStore(some, { ...happens, slow }));
      }
      case 'slow store':
        say(`the store is slow for ${whole} ms`);
        return this.#end(
          ms,
          weather.troubleStore(
            nodes.map(({ name }) => name),
            { slow: this.#chance.pick([5, 40]) },
          ),
        );
      case 'election':
        say(`no primary for ${whole} ms`);
        return this.#end(
          ms,
          weather.troubleStore(
            nodes.map(({ name }) => name),
            trouble(0.7, 0.15, 0.1, 0.05),
          ),
        );
      case 'redis down':
        say(`no redis for ${whole} ms`);
        weather.isRedisDown = true;
        return this.#end(ms, () => {
          weather.isRedisDown = false;
          if (this.#chance.hits(0.3)) leases.wipe();
        });
      case 'redis emptied':
        say('redis is emptied');
        return leases.wipe();
      case 'cut from redis':
        say(`${node.name} does not reach redis for ${whole} ms`);
        return this.#end(ms, weather.cutFromRedis(node.name));
      case 'late writes':
        say(`what is written lands late, or not, for ${whole} ms`);
        return this.#end(ms, weather.troubleStore([node.name], this.#world.plan.lateWrites));
      case 'cut off': {
        say(`${node.name} reaches nothing for ${whole} ms`);
        const later = this.#untilTheEnd(ms + this.#chance.between(0, 3_000));
        this.#end(later, weather.cutFromRedis(node.name));
        return this.#end(ms, weather.troubleStore([node.name], { refused: 1 }));
      }
      case 'cut link': {
        const other = this.#chance.pick(nodes);
        say(`nothing comes from ${node.name} to ${other.name} for ${whole} ms`);
        return this.#end(ms, weather.troubleLinks([`${node.name}>${other.name}`], { isCut: true }));
      }
      case 'lossy links':
        say(`links lose things for ${whole} ms`);
        return this.#end(
          ms,
          weather.troubleLinks(['*'], {
            dropped: this.#chance.between(0, 0.3),
            repeated: this.#chance.between(0, 0.3),
            slow: this.#chance.pick([1, 10, 100]),
          }),
        );
      case 'clock jump': {
        const by = this.#chance.pick(this.#world.plan.jumpsMs);
        say(`the clock of ${node.name} is set by ${by} ms`);
        if (this.#world.plan.single) this.#world.history.clockSet(by);
        return node.clock.jump(by);
      }
      default: {
        const struck = strikeMore(kind, { world: this.#world, chance: this.#chance, node, ms });
        say(struck.what);
        if (struck.end) this.#end(ms, struck.end);
      }
    }
  }

  /** Nothing that is begun lasts longer than all of it. */
  #untilTheEnd(ms: number): number {
    return Math.max(0, Math.min(ms, this.#until - this.#world.now));
  }

  #lasting(kind: FaultKind): number {
    if (kind === 'pause' || kind === 'pause at a point') return this.#chance.pick([100, 2_000, 5_500, 7_000, 12_000]);
    if (kind === 'late writes') return this.#chance.between(3_000, 9_000);
    if (kind === 'replacement') return this.#chance.pick([2_000, 8_000, 14_000]);
    if (kind === 'election') return this.#chance.between(1_000, 6_000);
    return this.#chance.about(4_000) + 50;
  }

  #crash(node: SimNode, ms: number): void {
    node.kill();
    this.#end(ms, () => node.start());
  }

  #stop(node: SimNode, ms: number): void {
    const { life } = node;
    void node.stop();
    this.#end(ms, () => {
      // Whoever waits for processes to stop loses patience.
      if (node.life === life) node.kill();
      node.start();
    });
  }

  /** Right before or after a step that makes something durable, or lets something out. */
  #atPoint(node: SimNode, kind: FaultKind, ms: number): void {
    const { at } = this.#world.plan;
    let left = this.#chance.whole(1, at ? 2 : 60);
    node.onCrashPoint = (point) => {
      if (at && !(at.points.includes(point) && this.#isUnderWay(at.during))) return;
      left -= 1;
      if (left > 0) return;
      node.onCrashPoint = null;
      this.#world.note(`${node.name} ${kind === 'crash at a point' ? 'is killed' : 'stands still'} at ${point}`);
      if (kind === 'crash at a point') this.#crash(node, this.#untilTheEnd(ms));
      else node.life?.pause(this.#untilTheEnd(ms));
    };
  }

  #isUnderWay(what: readonly string[]): boolean {
    const { history, now } = this.#world;
    return history.ops.slice(-RECENT_OPS).some((op) => {
      return what.includes(op.what) && !(op.endedAt < now) && op.begunAt > now - UNDER_WAY_MS;
    });
  }

  #end(ms: number, then: () => void): void {
    this.#world.schedule.after(ms, then);
  }
}

const trouble = (refused: number, unanswered: number, late: number, hung: number) => ({
  refused,
  unanswered,
  late,
  hung,
});

/** An operator who puts slots on nodes, and lets some of them go again. */
import { slotOf } from '#src/domain/slots.js';
import { isAnswered } from '../people/person.js';
import { SeededRandom } from '../time/seeded-random.js';
import type { World } from '../world.js';

export class SlotOperator {
  readonly #world: World;
  readonly #chance: SeededRandom;

  constructor(world: World) {
    this.#world = world;
    this.#chance = new SeededRandom(world.seed, 'operator of slots');
  }

  async live(): Promise<void> {
    const { schedule, plan, allRooms } = this.#world;
    for (;;) {
      await schedule.sleep(this.#chance.about(plan.slotsMs));
      if (this.#world.isOver) return;
      const slot = slotOf(this.#chance.pick(allRooms));
      const on = this.#chance.hits(0.2) ? null : this.#chance.pick(plan.nodes);
      while (!isAnswered(await this.#place(slot, on)) && !this.#world.isOver) await schedule.sleep(plan.againMs);
    }
  }

  async #place(slot: number, on: string | null): Promise<string> {
    const world = this.#world;
    const via = this.#chance.pick(world.plan.nodes);
    const about = { who: 'operator', what: 'place_slot', room: '', via, begunAt: world.now };
    const op = world.history.begin({ ...about, key: String(slot), target: on ?? '' });
    const answer = await world.ask(via, world.plan.patienceMs, async ({ placements }) => {
      return { ok: true as const, value: (await placements?.place(slot, on)) ?? null };
    });
    op.endedAt = world.now;
    op.outcome = answer === null ? 'lost' : answer.ok ? 'ok' : answer.code;
    return op.outcome;
  }
}

/** A founder hands a room over for a while, and has it back from whoever is its founder by then. */
import { SeededRandom } from '../time/seeded-random.js';
import type { Keeper } from './keeper.js';
import type { Member } from './member.js';

const AGAIN_MS = 300;

export class Succession {
  readonly #keeper: Keeper;
  readonly #chance: SeededRandom;

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
    this.#chance = new SeededRandom(keeper.world.seed, 'succession');
  }

  async live(members: readonly Member[]): Promise<void> {
    const { world } = this.#keeper;
    for (;;) {
      await world.schedule.sleep(this.#chance.about(world.plan.handsOverMs));
      if (world.isOver) return;
      const room = this.#chance.pick(world.rooms);
      const { account } = this.#chance.pick(members);
      const { op } = await this.#keeper.insist(room, { type: 'hand_over', account }, { target: account });
      if (op.outcome !== 'ok') continue;
      await world.schedule.sleep(this.#chance.about(world.plan.handsOverMs));
      await this.#returned(room, members);
    }
  }

  /** Who has it now may have left, and passed it on by that: all try, as nobody but the founder may. */
  async #returned(room: string, members: readonly Member[]): Promise<void> {
    const { world, account } = this.#keeper;
    for (let at = 0; !world.isOver; at += 1) {
      const one = [this.#keeper, ...members][at % (members.length + 1)] as Member;
      const { op } = await one.attempt(room, { type: 'hand_over', account }, { target: account });
      if (op.outcome === 'ok') return;
      await world.schedule.sleep(AGAIN_MS);
    }
  }
}

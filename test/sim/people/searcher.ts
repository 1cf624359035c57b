/** Somebody looks for words in a room: those that only edits say, or the name that stands in everything somebody said. */
import { SeededRandom } from '../time/seeded-random.js';
import type { Member } from './member.js';
import { rowOf } from './person.js';

/** In the body of every edited message. */
export const EDITED_WORD = 'düzeltildi';
const LIMIT = 50;

export class Searcher {
  readonly #member: Member;
  readonly #chance: SeededRandom;

  constructor(member: Member) {
    this.#member = member;
    this.#chance = new SeededRandom(member.world.seed, `searches of ${member.name}`);
  }

  async live(): Promise<void> {
    const { world } = this.#member;
    for (;;) {
      await world.schedule.sleep(this.#chance.about(world.plan.searchMs));
      if (world.isOver || this.#member.isGone) return;
      const q = this.#chance.hits(0.5) ? EDITED_WORD : this.#chance.pick(this.#member.others).name;
      await this.#search(
        this.#chance.pick(world.rooms),
        q,
        this.#chance.hits(0.3) ? this.#chance.whole(2, 700) : undefined,
      );
    }
  }

  async #search(room: string, q: string, beforeSeq?: number): Promise<void> {
    const { world, by, via, account: who } = this.#member;
    const before = beforeSeq === undefined ? {} : { before: beforeSeq };
    const op = world.history.begin({ who, what: 'search', room, via, begunAt: world.now, body: q, ...before });
    const search = { q, limit: LIMIT, ...(beforeSeq === undefined ? {} : { beforeSeq }) };
    const answer = await world.ask(via, world.plan.patienceMs, async ({ node }) => {
      return { ok: true as const, value: await node.lookup.search(room, by, search) };
    });
    op.endedAt = world.now;
    op.outcome = answer === null ? 'lost' : answer.ok ? 'ok' : answer.code;
    if (!answer?.ok) return;
    op.rows = answer.value.messages.map(rowOf);
    op.isWhole = answer.value.nextBeforeSeq === null;
  }
}

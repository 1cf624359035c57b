/** A member who asks for a copy of everything that is held of them. */
import type { OwnExport } from '#src/domain/accounts/own-export.js';
import type { Member } from '../people/member.js';
import { SeededRandom } from '../time/seeded-random.js';

export class ExportAsker {
  readonly #member: Member;
  readonly #chance: SeededRandom;

  constructor(member: Member) {
    this.#member = member;
    this.#chance = new SeededRandom(member.world.seed, `exports of ${member.name}`);
  }

  async live(): Promise<void> {
    const { world, account } = this.#member;
    for (;;) {
      await world.schedule.sleep(this.#chance.about(world.plan.exportsMs));
      if (world.isOver || this.#member.isGone) return;
      const via = this.#chance.pick(world.plan.nodes);
      await this.#member.insistOn({ what: 'request_export' }, via, async ({ node }, op) => {
        const answer = await node.users.tryAsk(account, { type: 'request_export', language: 'tr' });
        if (!answer.ok) return answer;
        const { _id, at }: OwnExport = answer.value;
        op.key = _id;
        op.until = at;
        return answer;
      });
    }
  }
}

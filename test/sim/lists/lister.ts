/** A member who looks at the list of all their rooms: rooms in memory answer, and of the others what is stored. */
import type { Member } from '../people/member.js';
import { rowOf } from '../people/person.js';
import { SeededRandom } from '../time/seeded-random.js';

export class Lister {
  readonly #member: Member;
  readonly #chance: SeededRandom;

  constructor(member: Member) {
    this.#member = member;
    this.#chance = new SeededRandom(member.world.seed, `lists of ${member.name}`);
  }

  async live(): Promise<void> {
    const { world } = this.#member;
    for (;;) {
      await world.schedule.sleep(this.#chance.about(world.plan.listsMs));
      if (world.isOver || this.#member.isGone) return;
      // Most rooms are not in the memory of the node that is asked.
      await this.#look(this.#chance.pick(world.plan.nodes));
    }
  }

  /** For each room of the world it is written down whether it was in the list, and as what. */
  async #look(via: string): Promise<void> {
    const { world, by, account: who } = this.#member;
    const about = { who, via, begunAt: world.now };
    const op = world.history.begin({ ...about, what: 'list_rooms', room: '' });
    const answer = await world.ask(via, world.plan.patienceMs, async ({ node }) => {
      return { ok: true as const, value: await node.roomList(by) };
    });
    op.endedAt = world.now;
    op.outcome = answer === null ? 'lost' : answer.ok ? 'ok' : answer.code;
    if (!answer?.ok) return;
    const rows = new Map(answer.value.map((row) => [row.room.id, row]));
    for (const room of world.rooms) {
      const shown = rows.get(room);
      const listed = { ...about, what: 'list_row', room, listed: shown?.lastMessage?.row.seq ?? 0 };
      const row = world.history.begin(shown ? listed : { ...listed, listed: null });
      row.endedAt = op.endedAt;
      row.outcome = 'ok';
      if (!shown) continue;
      row.unread = { readSeq: shown.readSeq, unread: shown.unread };
      if (shown.lastMessage) row.rows = [rowOf(shown.lastMessage)];
    }
  }
}

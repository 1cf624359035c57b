/** Somebody passes on what others have said: reads the row in its room, and says it in another one. */
import { type Member, plainDraft } from '../people/member.js';
import { slugOf } from '../room-slug.js';
import { SeededRandom } from '../time/seeded-random.js';

export class Forwarder {
  readonly #member: Member;
  readonly #chance: SeededRandom;
  #said = 0;

  constructor(member: Member) {
    this.#member = member;
    this.#chance = new SeededRandom(member.world.seed, `forwards of ${member.name}`);
  }

  async live(): Promise<void> {
    const { world } = this.#member;
    for (;;) {
      await world.schedule.sleep(this.#chance.about(world.plan.forwardsMs));
      if (world.isOver || this.#member.isGone) return;
      const from = this.#chance.pick(world.rooms);
      const rows = this.#member.seenIn(from).filter(([, , body]) => body !== '');
      if (rows.length > 0) await this.#forward(from, this.#chance.pick(rows)[1], this.#chance.pick(world.rooms));
    }
  }

  /** As the edge does it: the source is asked for first, and goes along with the draft. */
  async #forward(from: string, messageId: string, to: string): Promise<void> {
    const { world, name, account } = this.#member;
    const asked = { type: 'give_message', messageId } as const;
    const { op: given, answer: source } = await this.#member.attempt(from, asked, { rowId: messageId });
    if (!source?.ok || world.isOver) return;
    this.#said += 1;
    const key = `${name}-iletti-${this.#said}`;
    const { begunAt, endedAt } = given;
    world.history.forwards.push({
      who: account,
      from,
      rowId: messageId,
      to,
      key,
      source: source.value,
      begunAt,
      endedAt,
    });
    const forward = { of: { room: slugOf(from), messageId }, source: source.value };
    const draft = { ...plainDraft('', key), forward };
    const { op, answer: sent } = await this.#member.insist(to, { type: 'send_message', draft }, { key, body: '' });
    if (!sent?.ok) return;
    const { row } = sent.value.message;
    Object.assign(op, { seq: row.seq, rowId: row.id, isDuplicate: sent.value.duplicate });
  }
}

/** Somebody who answers what others have said, and names people by it: some of them, or all. */
import { type Member, plainDraft } from '../people/member.js';
import { SeededRandom } from '../time/seeded-random.js';

const ALL = 'all';

export class Replier {
  readonly #member: Member;
  readonly #chance: SeededRandom;
  #said = 0;

  constructor(member: Member) {
    this.#member = member;
    this.#chance = new SeededRandom(member.world.seed, `replies of ${member.name}`);
  }

  async live(): Promise<void> {
    const { world } = this.#member;
    for (;;) {
      await world.schedule.sleep(this.#chance.about(world.plan.repliesMs));
      if (world.isOver || this.#member.isGone) return;
      const room = this.#chance.pick(world.rooms);
      const seen = this.#member.seenIn(room);
      if (seen.length > 0) await this.#reply(room, this.#chance.pick(seen)[1]);
    }
  }

  async #reply(room: string, replyTo: string): Promise<void> {
    const { world, name, account: who, others } = this.#member;
    this.#said += 1;
    const key = `${name}-cevap-${this.#said}`;
    const named = others.filter(() => this.#chance.hits(0.3));
    const isToAll = this.#chance.hits(0.15);
    const names = [...named.map((other) => other.name), ...(isToAll ? [ALL] : [])];
    const body = [`söz ${key}`, ...names.map((each) => `@${each}`)].join(' ');
    world.history.replies.push({ who, room, key, replyTo, named: named.map(({ account }) => account), isToAll });
    const draft = { ...plainDraft(body, key), replyTo };
    const { op, answer } = await this.#member.insist(room, { type: 'send_message', draft }, { key, body, replyTo });
    if (answer?.ok) this.#member.noteSaid(room, op, answer.value);
  }
}

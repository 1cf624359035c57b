/**
 * A member whose requests have a key instead of a client_id: messages in two rooms at once, and reports to operators.
 * Some are sent once more after they were answered, and some keys are used for something else.
 */
import type { Op } from '../history.js';
import { type Member, plainDraft } from '../people/member.js';
import type { Running } from '../sim-node.js';
import { SeededRandom } from '../time/seeded-random.js';

type Doing = 'say' | 'report' | 'again' | 'something else' | 'settle';

const doings: Record<Doing, number> = { say: 8, report: 4, again: 4, 'something else': 2, settle: 4 };

interface Asked {
  what: 'say_twice' | 'file_report';
  key: string;
  rooms: readonly string[];
}

export class Repeater {
  readonly #member: Member;
  readonly #chance: SeededRandom;
  readonly #answered: Asked[] = [];
  #count = 0;

  constructor(member: Member) {
    this.#member = member;
    this.#chance = new SeededRandom(member.world.seed, `repeats of ${member.name}`);
  }

  async live(): Promise<void> {
    const { world } = this.#member;
    for (;;) {
      await world.schedule.sleep(this.#chance.about(world.plan.keyedMs));
      if (world.isOver || this.#member.isGone) return;
      const doing = this.#chance.weighed<Doing>(doings);
      if (doing === 'settle') await this.#settle();
      else if (doing === 'say' || doing === 'report' || this.#answered.length === 0) await this.#new(doing);
      else await this.#repeat(this.#chance.pick(this.#answered.slice(-6)), doing === 'something else');
    }
  }

  async #new(doing: Doing): Promise<void> {
    this.#count += 1;
    const rooms = [this.#room(), this.#room()];
    const what = doing === 'report' ? 'file_report' : 'say_twice';
    const asked: Asked = { what, key: `anahtar-${this.#count}`, rooms };
    const op = await this.#ask(asked, `tekrar ${this.#member.name} ${this.#count}`);
    if (op.outcome === 'ok') this.#answered.push(asked);
  }

  #room = (): string => this.#chance.pick(this.#member.world.rooms);

  async #repeat(asked: Asked, isAnother: boolean): Promise<void> {
    const number = asked.key.split('-')[1];
    const text = `tekrar ${this.#member.name} ${number}`;
    await this.#ask(asked, isAnother ? `${text} başka` : text);
  }

  #ask(asked: Asked, text: string): Promise<Op> {
    const { by, account } = this.#member;
    const { what, key, rooms } = asked;
    const about = { what, key: `${account}:${key}`, body: text };
    return this.#member.insistOn(about, this.#chance.pick(this.#member.world.plan.nodes), async (at, op) => {
      const answer = await at.keyed({
        account,
        key,
        body: text,
        work: async ({ rooms: asks, users, env }) => {
          if (what === 'say_twice') {
            const said: string[] = [];
            for (const [index, room] of rooms.entries()) {
              const draft = plainDraft(`${text} ${index}`, null);
              const { message } = await asks.ask(room, { type: 'send_message', by, draft });
              said.push(message.row.id);
            }
            return said;
          }
          const report = { _id: env.uuid(), kind: 'room', target: rooms[0], reason: 'spam', text, content: null };
          const { id } = await users.ask(account, { type: 'file_report', report: report as never });
          return [id];
        },
      });
      op.hash = JSON.stringify(answer);
      return { ok: true };
    });
  }

  /** Two operators decide at once, each through a node of their own. */
  async #settle(): Promise<void> {
    const { world } = this.#member;
    const filed = world.history.ops.filter((op) => op.what === 'file_report' && op.outcome === 'ok');
    if (filed.length === 0) return;
    const { who, hash = '[]' } = this.#chance.pick(filed.slice(-4));
    const [reportId = ''] = JSON.parse(hash) as string[];
    const decisions = this.#chance.hits(0.5) ? (['uphold', 'dismiss'] as const) : (['uphold'] as const);
    await Promise.all(
      decisions.map((decision) => {
        const command = { type: 'settle_report' as const, reportId, decision, note: null };
        const about = { what: 'settle_report', key: reportId, body: decision };
        const settle = ({ node }: Running) => node.users.tryAsk(who, command);
        return this.#member.insistOn(about, this.#chance.pick(world.plan.nodes), settle);
      }),
    );
  }
}

/** Somebody who uses the service through whatever node they reach, and tries again when nothing comes back. */
import type { RoomCommand, RoomReplies, RowView } from '#actors/room/commands.js';
import type { Answer } from '#actors/runtime/client.js';
import type { Caller } from '#src/domain/accounts/account.js';
import type { Op, Row } from '../history.js';
import type { Running } from '../sim-node.js';
import { SeededRandom } from '../time/seeded-random.js';
import type { World } from '../world.js';

/** A command without who sends it. */
type Unsigned<K extends RoomCommand = RoomCommand> = K extends { by: Caller } ? Omit<K, 'by'> : never;

type Answered = { ok: true } | { ok: false; code: string };

export class Person {
  readonly world: World;
  readonly by: Caller;
  readonly chance: SeededRandom;
  #via: string;
  /** Begins nothing any more. */
  isGone = false;

  constructor(world: World, name: string) {
    this.world = world;
    this.chance = new SeededRandom(world.seed, `person ${name}`);
    this.by = { accountId: this.chance.uuid(), username: name, sessionId: `session-${name}`, language: null };
    this.#via = this.chance.pick(world.plan.nodes);
  }

  get account(): string {
    return this.by.accountId;
  }

  get name(): string {
    return this.by.username;
  }

  sleep(meanMs: number): Promise<void> {
    return this.world.schedule.sleep(this.chance.about(meanMs));
  }

  /** One attempt, through the node this person is at. */
  async attempt<T extends Unsigned>(
    room: string,
    command: T,
    more: Partial<Op> = {},
    at?: string,
  ): Promise<{ op: Op; answer: Answer<RoomReplies[T['type']]> | null }> {
    const { world } = this;
    if (this.chance.hits(0.1)) this.move();
    const via = at ?? this.#via;
    const begun = { who: this.account, what: command.type, room, via, begunAt: world.now, ...more };
    const op = world.history.begin(begun);
    const signed = { ...command, by: this.by } as unknown as RoomCommand & { type: T['type'] };
    const answer = await world.ask<RoomReplies[T['type']]>(
      via,
      world.plan.patienceMs,
      ({ node }) => node.rooms.tryAsk(room, signed) as Promise<Answer<RoomReplies[T['type']]>>,
    );
    op.endedAt = world.now;
    op.outcome = answer === null ? 'lost' : answer.ok ? 'ok' : answer.code;
    if (answer === null) this.move();
    return { op, answer };
  }

  /** Until it is answered one way or the other. */
  async insist<T extends Unsigned>(room: string, command: T, more: Partial<Op> = {}) {
    for (;;) {
      const tried = await this.attempt(room, command, more);
      if (isAnswered(tried.op.outcome) || this.world.isOver) return tried;
      await this.sleep(this.world.plan.againMs);
    }
  }

  /** Anything else, until it is answered one way or the other; each attempt is an operation of its own. */
  async insistOn(about: Partial<Op>, firstVia: string, call: (at: Running, op: Op) => Promise<Answered>): Promise<Op> {
    const { world } = this;
    for (let via = firstVia; ; via = this.#via) {
      const op = world.history.begin({ who: this.account, what: '', room: '', via, begunAt: world.now, ...about });
      const answer = await world.ask(via, world.plan.patienceMs, async (at) => {
        const answered = await call(at, op);
        return answered.ok ? { ok: true, value: null } : ({ ok: false, code: answered.code } as never);
      });
      op.endedAt = world.now;
      op.outcome = answer === null ? 'lost' : answer.ok ? 'ok' : answer.code;
      if (isAnswered(op.outcome) || world.isOver) return op;
      this.move();
      await this.sleep(world.plan.againMs);
    }
  }

  /** To another node. */
  move(): void {
    this.#via = this.chance.pick(this.world.plan.nodes);
  }

  get via(): string {
    return this.#via;
  }
}

export const isAnswered = (outcome: string): boolean =>
  outcome !== 'lost' && outcome !== 'unavailable' && outcome !== 'overloaded';

export const rowOf = ({ row }: RowView): Row => [row.seq, row.id, row.body, row.deletedAt !== null];

/** Somebody who talks: says, reads, corrects, takes back, comes and goes. */
import type { RowView } from '#actors/room/commands.js';
import type { Draft } from '#src/domain/messages/message.js';
import type { Op, Row } from '../history.js';
import type { World } from '../world.js';
import { administer } from './admin-doings.js';
import { isAnswered, Person, rowOf } from './person.js';

type Doing =
  | 'say'
  | 'burst'
  | 'read'
  | 'page'
  | 'look around'
  | 'look at'
  | 'administer'
  | 'edit'
  | 'delete'
  | 'react'
  | 'mark'
  | 'leave'
  | 'look';

const doings: Partial<Record<Doing, number>> = {
  say: 46,
  burst: 4,
  read: 18,
  page: 6,
  'look around': 4,
  'look at': 4,
  administer: 5,
  edit: 6,
  delete: 3,
  react: 5,
  mark: 4,
  leave: 2,
  look: 3,
};
const PAGE = 25;
const BURST = 6;

export class Member extends Person {
  #said = 0;
  readonly #newest = new Map<string, number>();
  readonly #seen = new Map<string, Row[]>();
  /** Who else is there. */
  others: Member[] = [];
  /** Codes of invites by room, as everybody has them. */
  invites = new Map<string, string[]>();
  /** Where this person is. */
  rooms: readonly string[];
  readonly #own = new Map<string, RowView[]>();
  readonly #doings: Partial<Record<Doing, number>>;

  constructor(world: World, name: string, others: Partial<Record<Doing, number>> = {}) {
    super(world, name);
    this.#doings = { ...doings, ...others };
    this.rooms = world.rooms;
  }

  /** Rows of a room as they were last read. */
  seenIn(room: string): readonly Row[] {
    return this.#seen.get(room) ?? [];
  }

  async live(): Promise<void> {
    for (;;) {
      await this.sleep(this.world.plan.thinkMs);
      if (this.world.isOver || this.isGone) return;
      await this.#act(this.chance.pick(this.rooms), this.chance.weighed<Doing>(this.#doings));
    }
  }

  async #act(room: string, doing: Doing): Promise<void> {
    if (doing === 'say') await this.say(room);
    else if (doing === 'burst') await this.#burst(room);
    else if (doing === 'read') await this.read(room);
    else if (doing === 'page') await this.#page(room);
    else if (doing === 'look around') await this.#lookAround(room);
    else if (doing === 'administer') await this.#administer(room);
    else if (doing === 'leave') await this.#leave(room);
    else if (doing === 'look')
      await this.#comeIn(room, (await this.attempt(room, { type: 'view_list_row' })).op.outcome);
    else await this.#touch(room, doing);
  }

  /** The same text under the same client_id, until somebody says what became of it. */
  async say(room: string): Promise<boolean> {
    return this.#sayAs(room, this.#nextKey());
  }

  #nextKey(): string {
    this.#said += 1;
    return `${this.name}-${this.#said}`;
  }

  async #sayAs(room: string, key: string): Promise<boolean> {
    const draft = plainDraft(`söz ${key}`, key);
    const { op, answer } = await this.insist(room, { type: 'send_message', draft }, { key, body: draft.body });
    if (!answer?.ok) {
      await this.#comeIn(room, op.outcome);
      return false;
    }
    this.noteSaid(room, op, answer.value);
    return true;
  }

  /** Several at once, which come in together; then each of those of which nothing was heard. */
  async #burst(room: string): Promise<void> {
    const { world, by, via } = this;
    const drafts = Array.from({ length: BURST }, () => this.#nextKey()).map((key) => plainDraft(`söz ${key}`, key));
    const ops = drafts.map(({ body, clientId }) => {
      const about = { key: clientId as string, body, room, via, begunAt: world.now };
      return world.history.begin({ who: this.account, what: 'send_message', ...about });
    });
    const answer = await world.ask(via, world.plan.patienceMs, async ({ node }) => {
      const all = drafts.map((draft) => node.rooms.tryAsk(room, { type: 'send_message', by, draft }));
      return { ok: true, value: await Promise.all(all) };
    });
    const answers = answer?.ok ? answer.value : [];
    for (const [at, op] of ops.entries()) {
      const one = answers[at];
      op.endedAt = world.now;
      op.outcome = !one ? 'lost' : one.ok ? 'ok' : one.code;
      if (one?.ok) this.noteSaid(room, op, one.value);
    }
    for (const { outcome, key } of ops) if (!isAnswered(outcome)) await this.#sayAs(room, key as string);
  }

  /** To be edited, taken back and reacted to later. */
  noteSaid(room: string, op: Op, { message, duplicate }: { message: RowView; duplicate: boolean }): void {
    op.seq = message.row.seq;
    op.rowId = message.row.id;
    op.isDuplicate = duplicate;
    const own = this.#own.get(room) ?? [];
    this.#own.set(room, own);
    own.push(message);
  }

  async read(room: string): Promise<boolean> {
    const { op, answer } = await this.attempt(room, { type: 'list_messages', limit: PAGE });
    if (!answer?.ok) {
      await this.#comeIn(room, op.outcome);
      return false;
    }
    op.seq = answer.value.seq;
    op.rows = answer.value.messages.map(rowOf);
    op.isWhole = true;
    this.#newest.set(room, op.seq);
    this.#seen.set(room, op.rows);
    return true;
  }

  /** Rows after some place, however far back. */
  async #page(room: string): Promise<void> {
    const afterSeq = this.chance.whole(0, 40);
    const { op, answer } = await this.attempt(room, { type: 'list_messages', afterSeq, limit: PAGE });
    if (!answer?.ok) return;
    op.seq = answer.value.seq;
    op.after = afterSeq;
    op.rows = answer.value.messages.map(rowOf);
    op.isWhole = !answer.value.hasMore;
  }

  /** Rows on both sides of a place, or before it. */
  async #lookAround(room: string): Promise<void> {
    const place = this.chance.whole(1, Math.max(1, this.#newest.get(room) ?? 1));
    const isAround = this.chance.hits(0.5);
    const way = isAround ? { aroundSeq: place } : { beforeSeq: place };
    const more = isAround ? {} : { before: place };
    const { op, answer } = await this.attempt(room, { type: 'list_messages', ...way, limit: PAGE }, more);
    if (!answer?.ok) return;
    op.seq = answer.value.seq;
    op.rows = answer.value.messages.map(rowOf);
  }

  async #touch(room: string, doing: 'edit' | 'delete' | 'react' | 'mark' | 'look at'): Promise<void> {
    const own = this.#own.get(room);
    if (!own || own.length === 0) return;
    const { row } = this.chance.pick(this.chance.hits(0.7) ? own.slice(-8) : own);
    const { id: messageId } = row;
    if (doing === 'edit') {
      this.#said += 1;
      const body = `söz ${this.name}-${this.#said} düzeltildi`;
      const tried = await this.attempt(room, { type: 'edit_message', messageId, body }, { rowId: messageId, body });
      if (tried.answer?.ok) tried.op.seq = tried.answer.value.message.row.rev;
    } else if (doing === 'delete') {
      await this.attempt(room, { type: 'delete_message', messageId }, { rowId: messageId });
    } else if (doing === 'react') {
      const on = this.chance.hits(0.6);
      await this.attempt(room, { type: 'react', messageId, emoji: '👍', on }, { rowId: messageId });
    } else if (doing === 'look at') {
      const { op, answer } = await this.attempt(room, { type: 'view_message', messageId }, { rowId: messageId });
      if (answer?.ok) op.rows = [rowOf(answer.value.message)];
    } else {
      const { op, answer } = await this.attempt(room, { type: 'mark_read', seq: row.seq });
      if (answer?.ok) op.unread = { ...answer.value, mentions: answer.value.unreadMentions };
    }
  }

  async #administer(room: string): Promise<void> {
    const seen = this.seenIn(room);
    const messageId = seen.length > 0 ? this.chance.pick(seen)[1] : null;
    await administer(this, room, { account: this.chance.pick(this.others).account, messageId });
  }

  async #leave(room: string): Promise<void> {
    const { op } = await this.insist(room, { type: 'leave_room' });
    if (op.outcome !== 'ok') return;
    await this.sleep(2_000);
    await this.#join(room);
  }

  /** By an invite, if there is one at hand; or as everybody may. */
  async #join(room: string): Promise<void> {
    const codes = this.invites.get(room) ?? [];
    if (codes.length > 0 && this.chance.hits(0.6)) {
      const code = this.chance.pick(codes.slice(-3));
      const { op } = await this.insist(room, { type: 'join_by_invite', code }, { key: code });
      if (op.outcome === 'ok') return;
    }
    await this.insist(room, { type: 'join_room' });
  }

  async #comeIn(room: string, outcome: string): Promise<void> {
    if (outcome === 'not_member') await this.#join(room);
    else if (outcome === 'banned') await this.sleep(1_000);
  }
}

export const plainDraft = (body: string, clientId: string | null): Draft => ({
  clientId,
  body,
  replyTo: null,
  discussionOf: null,
});

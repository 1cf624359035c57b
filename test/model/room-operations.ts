/** Random lives of a room: what people do, one after the other or at once, and what the reference says to it. */
import type { Caller } from '#src/domain/accounts/account.js';
import type { Row } from '#src/domain/messages/message.js';
import { logId } from '#src/store/collections.js';
import type { Doc } from '#src/store/store.js';
import { type Asked, everybody, type RoomFixture, sending } from '../support/rooms/room-fixture.js';
import { fc } from '../support/seeds/fast-check.js';
import { allRows, ClientCache } from './client-cache.js';
import { countsOf, type ModelRow, type Outcome, type ReferenceRoom } from './reference-room.js';

const texts = [
  'selam',
  'merhaba @bob',
  '@ada @cem',
  'herkese @all',
  '@eda ne haber #kahve',
  'https://ornek.tr',
  '@nil',
];
const emojis = ['👍', '❤️', 'toString', 'valueOf', '$set', 'a.b', ...Array.from({ length: 20 }, (_, at) => `e${at}`)];

const who = fc.nat({ max: everybody.length - 1 });
const row = fc.nat({ max: 400 });
const limit = fc.constantFrom(1, 2, 3, 7, 50, 200);

export const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constant('join' as const), who }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('leave' as const), who }) },
  {
    weight: 10,
    arbitrary: fc.record({
      op: fc.constant('send' as const),
      who,
      text: fc.nat({ max: texts.length - 1 }),
      client: fc.option(fc.nat({ max: 8 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('flood' as const), who, count: fc.constantFrom(10, 40, 90) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('edit' as const),
      who,
      row,
      text: fc.nat({ max: texts.length - 1 }),
      rev: fc.constantFrom('none', 'right', 'wrong'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('delete' as const), who, row }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('react' as const),
      who,
      row,
      emoji: fc.nat({ max: emojis.length - 1 }),
      on: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('read' as const), who, row, byId: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('restart' as const) }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('crash' as const), claims: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('sleep' as const),
      ms: fc.constantFrom(1, 130_000, 1_800_000, 3_599_999, 172_799_999, 172_800_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('look' as const), who }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('sync' as const), who, limit }) },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant('page' as const),
      who,
      row,
      limit,
      at: fc.constantFrom('before', 'after', 'around', 'newest'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('settle' as const) }) },
);

export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
type Op<K extends Operation['op']> = Extract<Operation, { op: K }>;

/** Carries operations out on the room and on the reference, and compares. */
export class Walk {
  readonly #fixture: RoomFixture;
  readonly #model: ReferenceRoom;
  readonly #caches: Map<string, ClientCache>;
  #pending: Promise<void>[] = [];

  constructor(fixture: RoomFixture, model: ReferenceRoom) {
    this.#fixture = fixture;
    this.#model = model;
    this.#caches = new Map(everybody.map((by) => [by.accountId, new ClientCache(fixture, by)]));
  }

  async step(operation: Operation): Promise<void> {
    switch (operation.op) {
      case 'join':
        return this.#send(callerOf(operation), { type: 'join_room' }, this.#model.join(accountOf(operation)));
      case 'leave':
        return this.#send(callerOf(operation), { type: 'leave_room' }, this.#model.leave(accountOf(operation)));
      case 'send':
        return this.#say(operation);
      case 'flood':
        for (let at = 0; at < operation.count; at += 1) {
          this.#say({ op: 'send', who: operation.who, text: 0, client: null });
        }
        return;
      case 'edit':
        return this.#edit(operation);
      case 'delete':
        return this.#delete(operation);
      case 'react':
        return this.#react(operation);
      case 'read':
        return this.#read(operation);
      case 'restart':
        await this.settle();
        return this.#fixture.restart({ alone: true });
      case 'crash':
        return this.#crash(operation);
      case 'sleep':
        await this.settle();
        return this.#fixture.env.leap(operation.ms);
      case 'look':
        return this.#look(callerOf(operation));
      case 'sync':
        return this.#sync(operation);
      case 'page':
        return this.#page(operation);
      case 'settle':
        return this.settle();
    }
  }

  async settle(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    await Promise.all(pending);
  }

  /** Everybody's view, and the log itself. */
  async finish(): Promise<void> {
    await this.settle();
    for (const by of everybody) await this.#look(by);
    for (const [who] of everybody.entries()) await this.#sync({ op: 'sync', who, limit: 7 });
    await this.#fixture.stop();
    expect(await this.#fixture.problems()).toEqual([]);
    expect(this.#fixture.errors).toEqual([]);
  }

  /** Nothing is checkpointed; what comes next owns the room alone, or claims it. */
  async #crash({ claims }: Op<'crash'>): Promise<void> {
    await this.settle();
    this.#fixture.abandon({ alone: !claims });
    await this.#fixture.ask(everybody[0] as Caller, { type: 'view_room' });
    if (claims && !this.#model.gone) this.#model.seq += 1;
  }

  /** Sent at once; compared when the burst has settled. What the reference says is fixed now, for it goes on too. */
  #send(by: Caller, command: Asked, expected: Outcome): void {
    const wanted = JSON.parse(JSON.stringify(settled(expected)));
    const asked = this.#fixture.ask(by, command);
    this.#pending.push(
      asked.then((answer) => {
        const found = answer.ok ? simplified(answer.value as Record<string, unknown>) : { code: answer.code };
        expect({ by: by.username, command, answer: found }).toMatchObject({ by: by.username, command, answer: wanted });
      }),
    );
  }

  #say({ who, text, client }: Op<'send'>): void {
    const by = everybody[who] as Caller;
    const body = texts[text] as string;
    const clientId = client === null ? null : `c${client}`;
    this.#send(by, sending(body, { clientId }), this.#model.send(by.accountId, body, clientId, everybody));
  }

  async #edit({ who, row: at, text, rev }: Op<'edit'>): Promise<void> {
    const row = await this.#rowOf(at);
    if (!row) return;
    const by = everybody[who] as Caller;
    const body = texts[text] as string;
    const ifRev = rev === 'none' ? undefined : rev === 'right' ? row.rev : row.rev - 1;
    const command = { type: 'edit_message' as const, messageId: row.id, body, ...(ifRev !== undefined && { ifRev }) };
    this.#send(by, command, this.#model.edit(by.accountId, row, body, ifRev));
  }

  async #delete({ who, row: at }: Op<'delete'>): Promise<void> {
    const row = await this.#rowOf(at);
    if (!row) return;
    const by = everybody[who] as Caller;
    this.#send(by, { type: 'delete_message', messageId: row.id }, this.#model.delete(by.accountId, row));
  }

  async #react({ who, row: at, emoji: index, on }: Op<'react'>): Promise<void> {
    const row = await this.#rowOf(at);
    if (!row) return;
    const by = everybody[who] as Caller;
    const emoji = emojis[index] as string;
    const command = { type: 'react' as const, messageId: row.id, emoji, on };
    this.#send(by, command, this.#model.react(by.accountId, row, emoji, on));
  }

  async #read({ who, row: at, byId }: Op<'read'>): Promise<void> {
    const row = await this.#rowOf(at);
    if (!row) return;
    const by = everybody[who] as Caller;
    const command = byId
      ? ({ type: 'mark_read', messageId: row.id } as const)
      : ({ type: 'mark_read', seq: row.seq + 1 } as const);
    this.#send(
      by,
      command,
      byId ? this.#model.markRead(by.accountId, row.seq, row) : this.#model.markRead(by.accountId, row.seq + 1, null),
    );
  }

  /** The row, with its id: the reference cannot know what the room called it. */
  async #rowOf(at: number): Promise<ModelRow | undefined> {
    const { rows } = this.#model;
    const row = rows[at % Math.max(1, rows.length)];
    if (row?.id !== '') return row;
    await this.settle();
    const doc = await this.#fixture.store.get<Doc & { row: { id: string } }>('log', logId(this.#fixture.id, row.seq));
    row.id = doc?.row.id ?? '';
    return row;
  }

  async #look(by: Caller): Promise<void> {
    await this.settle();
    const member = this.#model.member(by.accountId);
    const row = await this.#fixture.ok(by, { type: 'view_list_row' });
    if (!member) return void expect(row).toBeNull();
    const { readSeq, unread, unreadMentions, lastMessage, room } = row ?? {};
    expect({ readSeq, unread, unreadMentions, last: lastMessage?.row.seq ?? null, role: room?.myRole }).toEqual({
      ...this.#model.unread(member),
      last: this.#model.lastMessage(member)?.seq ?? null,
      role: member.founder ? 'founder' : 'member',
    });
    expect(room?.memberCount).toBe(this.#model.members.length);
    const { members } = await this.#fixture.ok(by, {
      type: 'list_members',
    });
    expect(members.map(({ account }) => account)).toEqual(this.#model.members.map(({ account }) => account));
    const { rows, seq } = await allRows(this.#fixture, by);
    expect(seq).toBe(this.#model.seq);
    expect(rows.map(plain)).toEqual(this.#model.visible(member).map(plainModel));
  }

  async #sync({ who, limit }: Op<'sync'>): Promise<void> {
    await this.settle();
    const by = everybody[who] as Caller;
    if (!this.#model.member(by.accountId)) return;
    const cache = this.#caches.get(by.accountId) as ClientCache;
    await cache.sync(limit);
    cache.expire(this.#model.expiredBefore());
    expect(cache.rows).toEqual((await allRows(this.#fixture, by)).rows);
  }

  async #page({ who, row: at, limit, at: where }: Op<'page'>): Promise<void> {
    await this.settle();
    const by = everybody[who] as Caller;
    const member = this.#model.member(by.accountId);
    if (!member) return;
    const seq = this.#model.rows[at % Math.max(1, this.#model.rows.length)]?.seq ?? 1;
    const bound = { before: { beforeSeq: seq }, after: { afterSeq: seq }, around: { aroundSeq: seq }, newest: {} }[
      where
    ];
    const page = await this.#fixture.ok(by, {
      type: 'list_messages',
      ...bound,
      limit,
    });
    const seqs = this.#model.visible(member).map((row) => row.seq);
    const found = { seqs: page.messages.map(({ row }) => row.seq), hasMore: page.hasMore };
    expect({ where, seq, limit, ...found }).toEqual({ where, seq, limit, ...pageOf(seqs, where, seq, limit) });
  }
}

const callerOf = ({ who }: { who: number }): Caller => everybody[who] as Caller;
const accountOf = (operation: { who: number }): string => callerOf(operation).accountId;

function pageOf(seqs: number[], where: string, seq: number, limit: number): { seqs: number[]; hasMore: boolean } {
  const older = (before: number, count: number) => {
    const all = seqs.filter((each) => each < before);
    return { seqs: count === 0 ? [] : all.slice(-count), hasMore: all.length > count };
  };
  const newer = (count: number) => {
    const all = seqs.filter((each) => each > seq);
    return { seqs: all.slice(0, count), hasMore: all.length > count };
  };
  if (where === 'after') return newer(limit);
  if (where !== 'around') return older(where === 'before' ? seq : Number.POSITIVE_INFINITY, limit);
  const ahead = Math.floor(limit / 2);
  const behind = older(seq + 1, limit - ahead);
  return { seqs: [...behind.seqs, ...newer(ahead).seqs], hasMore: behind.hasMore };
}

/** What the reference expects, in the form in which replies are compared. */
function settled(outcome: Outcome): object {
  if (!('row' in outcome)) return outcome;
  const { row, ...rest } = outcome as { row: ModelRow };
  return { ...rest, message: plainModel(row) };
}

function simplified(reply: Record<string, unknown>): object {
  if (!('message' in reply)) return reply;
  return { ...reply, message: plain((reply.message as { row: Row }).row) };
}

const plain = ({ seq, rev, kind, body, owner, reactions, deletedAt, editedAt }: Omit<Row, 'edits'>) => ({
  seq,
  rev,
  kind,
  body,
  owner,
  reactions: { ...reactions },
  deleted: deletedAt !== null,
  edited: editedAt !== null,
});

const plainModel = (row: ModelRow) => {
  const { seq, rev, kind, body, owner, deleted, edited } = row;
  return { seq, rev, kind, body, owner, reactions: countsOf(row), deleted, edited };
};

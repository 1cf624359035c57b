/** One sequence of what chance decides, done in the rooms and in the model, and compared. */
import { randomUUID } from 'node:crypto';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { createDms, type Dms } from '#http/dms.js';
import type { Caller } from '#src/domain/account.js';
import { dmRoomId, pairOf as idsOf } from '#src/domain/dm.js';
import { RefusalError } from '#src/errors.js';
import { createNode, type Node } from '#src/node.js';
import type { Doc, Store } from '#src/store/store.js';
import { seededRandom } from '../support/seeded-random.js';
import { DmModel, type Name, type Operation, pairOf, people } from './dm-model.js';

const STARS = 20;
const LOOK_EVERY = 8;

export class DmRun {
  readonly #store: Store;
  readonly #seed: number;
  readonly #random: () => number;
  readonly #callers = new Map<Name, Caller>();
  readonly #rooms = new Set<string>();
  readonly #errors: unknown[] = [];
  #node: Node;
  #dms: Dms;
  #model = new DmModel(STARS);

  constructor(store: Store, seed: number) {
    this.#store = store;
    this.#seed = seed;
    this.#random = seededRandom(seed);
    this.#node = this.#start();
    this.#dms = createDms({ rooms: this.#node.rooms, reader: store });
  }

  async live(steps: number): Promise<void> {
    const trail: string[] = [];
    try {
      for (const name of people) await this.#enter(name);
      for (let at = 1; at <= steps; at += 1) {
        const together = this.#next();
        trail.push(`${at} ${JSON.stringify(together)}`);
        await this.#step(together);
        if (at % LOOK_EVERY === 0 || at === steps) await this.#look();
      }
      await this.#node.system.stop();
      for (const room of this.#rooms) same('verify-log', (await verifyRoom(this.#store, room)).problems, []);
      same('mistakes', this.#errors, []);
    } catch (error) {
      const said = `seed ${this.#seed}: ${(error as Error).message}\n${trail.slice(-15).join('\n')}`;
      throw new Error(said, { cause: error });
    } finally {
      await this.#node.system.stop();
    }
  }

  #start(): Node {
    const onError = (error: unknown) => this.#errors.push(String(error));
    const owner = randomUUID().slice(0, 8);
    return createNode({ store: this.#store, env: systemEnv, owner, alone: true, brand: 'meydan', onError });
  }

  async #enter(name: Name): Promise<void> {
    const fingerprint = `${name} ${this.#seed}`;
    const identity = { fingerprint, developer: true, birthDate: null, gender: null };
    const { accountId } = await this.#node.accounts.enter(identity);
    const username = `${name}.${this.#seed.toString(36)}`;
    await this.#node.users.ask(accountId, { type: 'choose_username', username });
    const grant = { type: 'grant_stars' as const, entryId: randomUUID(), delta: STARS, reason: 'test' };
    await this.#node.users.ask(accountId, grant);
    this.#callers.set(name, { accountId, username, sessionId: name, language: null });
  }

  #caller = (name: Name): Caller => this.#callers.get(name) as Caller;
  #id = (name: Name): string => this.#caller(name).accountId;

  /** Mostly one thing, sometimes two at once about the same chat. */
  #next(): Operation[] {
    const [by, other] = this.#two();
    const roll = this.#random();
    if (roll < 0.15)
      return [
        { type: 'open', by, with: other },
        { type: 'open', by: other, with: by },
      ];
    return [this.#one(by, other)];
  }

  #two(): [Name, Name] {
    const first = Math.floor(this.#random() * people.length);
    const second = (first + 1 + Math.floor(this.#random() * (people.length - 1))) % people.length;
    return [people[first] as Name, people[second] as Name];
  }

  #one(by: Name, other: Name): Operation {
    const about = { by, with: other };
    const roll = this.#random();
    if (roll < 0.2) return { type: 'open', ...about };
    if (roll < 0.55) return { type: 'send', ...about, body: `selam ${Math.floor(this.#random() * 1_000)}` };
    if (roll < 0.65) return { type: 'read', ...about };
    if (roll < 0.77) return { type: 'leave', ...about };
    if (roll < 0.82) return { type: 'delete', ...about };
    if (roll < 0.9) return { type: 'block', ...about, on: this.#random() < 0.4 };
    if (roll < 0.97) return { type: 'door', by, door: this.#door() };
    return { type: 'restart' };
  }

  #door(): { policy: 'open' | 'closed' | 'paid'; cost: number } {
    const roll = this.#random();
    if (roll < 0.2) return { policy: 'closed', cost: 0 };
    return roll < 0.5 ? { policy: 'open', cost: 0 } : { policy: 'paid', cost: 1 + Math.floor(this.#random() * 12) };
  }

  /** Of two at once either may have been first: one of the two orders has to fit. */
  async #step(together: Operation[]): Promise<void> {
    const found = await Promise.all(together.map((operation) => this.#attempt(operation)));
    const stars = await this.#stars();
    const orders =
      together.length === 1
        ? [[0]]
        : [
            [0, 1],
            [1, 0],
          ];
    const fitting = orders
      .map((order) => this.#foretell(together, order))
      .find(({ model, outcomes }) => {
        return String(outcomes) === String(found) && people.every((name) => model.stars[name] === stars[name]?.balance);
      });
    if (!fitting) throw new Error(`${JSON.stringify({ found, stars })} fits no order: ${JSON.stringify(this.#model)}`);
    this.#model = fitting.model;
  }

  #foretell(together: Operation[], order: number[]): { model: DmModel; outcomes: string[] } {
    const model = this.#model.copy();
    const outcomes: string[] = [];
    for (const at of order) outcomes[at] = model.apply(together[at] as Operation);
    return { model, outcomes };
  }

  async #attempt(operation: Operation): Promise<string> {
    try {
      await this.#perform(operation);
      return 'ok';
    } catch (error) {
      if (error instanceof RefusalError) return error.refusal.code;
      throw error;
    }
  }

  async #perform(operation: Operation): Promise<unknown> {
    if (operation.type === 'restart') return this.#restart();
    const by = this.#caller(operation.by);
    const { rooms, users } = this.#node;
    if (operation.type === 'door') {
      const { policy: dmPolicy, cost: dmStarCost } = operation.door;
      return users.ask(by.accountId, { type: 'change_profile', changes: { dmPolicy, dmStarCost } });
    }
    const other = this.#id(operation.with);
    if (operation.type === 'block') {
      await users.ask(by.accountId, { type: 'set_block', other, on: operation.on });
      return this.#dms.noteBlock(by.accountId, other);
    }
    if (operation.type === 'open') return this.#rooms.add((await this.#dms.open(by, other)).id);
    const room = this.#roomOf(operation.by, operation.with);
    if (operation.type === 'leave') return rooms.ask(room, { type: 'leave_room', by });
    if (operation.type === 'delete') return rooms.ask(room, { type: 'delete_room', by, scope: 'everyone' });
    if (operation.type === 'read') return rooms.ask(room, { type: 'mark_read', by, seq: 1_000_000 });
    const draft = { body: operation.body, clientId: randomUUID(), replyTo: null, discussionOf: null };
    return rooms.ask(room, { type: 'send_message', by, draft });
  }

  async #restart(): Promise<void> {
    await this.#node.system.stop();
    this.#node = this.#start();
    this.#dms = createDms({ rooms: this.#node.rooms, reader: this.#store });
  }

  #roomOf(a: Name, b: Name): string {
    return dmRoomId(idsOf(this.#id(a), this.#id(b)), this.#model.generation(a, b));
  }

  async #stars(): Promise<Partial<Record<Name, { balance: number; ledger: number }>>> {
    const found = people.map(async (name) => {
      const account = this.#id(name);
      const tally = await this.#store.get<Doc & { stars: number }>('tallies', account);
      const range = { index: 'byAccount', prefix: [account], limit: 1_000 };
      const entries = await this.#store.range<Doc & { delta: number }>('ledger', range);
      return [
        name,
        { balance: tally?.stars ?? 0, ledger: entries.reduce((sum, { delta }) => sum + delta, 0) },
      ] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  }

  /** Everybody looks at everything. */
  async #look(): Promise<void> {
    const stars = await this.#stars();
    for (const name of people) same(`the ledger of ${name}`, stars[name]?.ledger, this.#model.stars[name]);
    same(
      'all stars',
      Object.values(this.#model.stars).reduce((sum, each) => sum + each, 0),
      STARS * people.length,
    );
    for (const by of people) for (const other of people) if (by !== other) await this.#lookAt(by, other);
  }

  async #lookAt(by: Name, other: Name): Promise<void> {
    const chat = this.#model.chat(by, other);
    const isThere = chat?.cursors[by] !== undefined;
    const caller = this.#caller(by);
    const found = await this.#dms.find(caller, this.#id(other));
    same(`${by} has a chat with ${other}`, found !== null, isThere);
    if (!chat || !found) return;
    const room = this.#roomOf(by, other);
    same('the room', found.id, room);
    same('how many', found.memberCount, 2);
    const peer = { accountId: this.#id(other), readSeq: chat.cursors[other] ?? found.peer?.readSeq };
    same('the other one', found.peer, peer);
    const row = await this.#node.rooms.ask(room, { type: 'view_list_row', by: caller });
    same(`unread of ${by}`, row?.unread, this.#model.unread(by, other));
    const page = await this.#node.rooms.ask(room, { type: 'list_messages', by: caller, limit: 200 });
    same(
      'rows',
      page.messages.map(({ row: { seq, body } }) => [seq, body]),
      chat.rows.map(({ seq, body }) => [seq, body]),
    );
    same('the newest entry', page.seq, chat.seq);
    const held = (await this.#store.get<Doc & { room: string }>('dms', idsOf(this.#id(by), this.#id(other)).join(':')))
      ?.room;
    same(`the place of ${pairOf(by, other)}`, held, room);
  }
}

function same(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) throw new Error(`${what}: the service says ${a}, the model ${b}`);
}

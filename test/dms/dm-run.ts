/** One sequence of what chance decides, done in the rooms and in the model, and compared. */
import { randomUUID } from 'node:crypto';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { createDirectChats, type DirectChats } from '#http/rooms/direct-chats.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { dmRoomId, pairOf as idsOf } from '#src/domain/rooms/dm.js';
import { RefusalError } from '#src/errors.js';
import { createNode, type Node } from '#src/node.js';
import type { Store } from '#src/store/store.js';
import { seededRandom } from '../support/time/seeded-random.js';
import { compare, same } from './dm-compare.js';
import { DmModel, type Name, type Operation, people } from './dm-model.js';

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
  #dms: DirectChats;
  #model = new DmModel(STARS);

  constructor(store: Store, seed: number) {
    this.#store = store;
    this.#seed = seed;
    this.#random = seededRandom(seed);
    this.#node = this.#start();
    this.#dms = createDirectChats({ rooms: this.#node.rooms, reader: store });
  }

  async live(steps: number): Promise<void> {
    const trail: string[] = [];
    try {
      for (const name of people) await this.#enter(name);
      for (let at = 1; at <= steps; at += 1) {
        const together = this.#next();
        trail.push(`${at} ${JSON.stringify(together)}`);
        await this.#step(together);
        if (at % LOOK_EVERY === 0 || at === steps) await compare({ ...this.#fixture(), model: this.#model });
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

  #fixture() {
    return { store: this.#store, node: this.#node, dms: this.#dms, callerOf: this.#caller };
  }

  #caller = (name: Name): Caller => this.#callers.get(name) as Caller;
  #id = (name: Name): string => this.#caller(name).accountId;

  /** Mostly one thing, sometimes several at once about the same chat. */
  #next(): Operation[] {
    const [by, other] = this.#two();
    const roll = this.#random();
    if (roll > 0.3) return [this.#one(by, other)];
    const count = roll < 0.1 ? 3 : 2;
    const several = Array.from({ length: count }, (_, at) => (at % 2 ? this.#one(other, by) : this.#one(by, other)));
    // Both sides opening at once is what matters most; actors that stop answer nobody.
    return several.map((operation, at): Operation => {
      const isOpening = operation.type === 'restart' || (roll > 0.2 && count === 2);
      return isOpening ? { type: 'open', by: at % 2 ? other : by, with: at % 2 ? by : other } : operation;
    });
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
    if (roll < 0.97) return { type: 'terms', by, terms: this.#terms() };
    return { type: 'restart' };
  }

  #terms(): { policy: 'open' | 'closed' | 'paid'; cost: number } {
    const roll = this.#random();
    if (roll < 0.2) return { policy: 'closed', cost: 0 };
    return roll < 0.5 ? { policy: 'open', cost: 0 } : { policy: 'paid', cost: 1 + Math.floor(this.#random() * 12) };
  }

  /** Of several at once any may have been first: an order has to fit what was answered and what is there now. */
  async #step(together: Operation[]): Promise<void> {
    const found = await Promise.all(together.map((operation) => this.#attempt(operation)));
    const orders = ordersOf(together);
    const fitting = orders.flatMap((order) => {
      const model = this.#model.copy();
      const outcomes = order.map((operation) => model.apply(operation));
      const isSo = order.every((operation, at) => outcomes[at] === found[together.indexOf(operation)]);
      return isSo ? [model] : [];
    });
    const model = await this.#agreeing(fitting, together.length > 1);
    if (!model) throw new Error(`${JSON.stringify(found)} fits no order: ${JSON.stringify(this.#model)}`);
    this.#model = model;
  }

  async #agreeing(models: DmModel[], isOpen: boolean): Promise<DmModel | undefined> {
    if (!isOpen) return models[0];
    for (const [at, model] of models.entries()) {
      try {
        await compare({ ...this.#fixture(), model });
        return model;
      } catch (error) {
        if (at === models.length - 1) throw error;
      }
    }
    return undefined;
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
    if (operation.type === 'terms') {
      const { policy: dmPolicy, cost: dmStarCost } = operation.terms;
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
    this.#dms = createDirectChats({ rooms: this.#node.rooms, reader: this.#store });
  }

  #roomOf(a: Name, b: Name): string {
    return dmRoomId(idsOf(this.#id(a), this.#id(b)), this.#model.generation(a, b));
  }
}

function ordersOf<T>(things: T[]): T[][] {
  if (things.length < 2) return [things];
  return things.flatMap((first, at) =>
    ordersOf([...things.slice(0, at), ...things.slice(at + 1)]).map((rest) => [first, ...rest]),
  );
}

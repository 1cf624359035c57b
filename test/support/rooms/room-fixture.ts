/** One room on a store, its people, and the actors that own it: asked as the edge asks them, without an edge. */
import { randomUUID } from 'node:crypto';
import type { RoomCommand, RoomReplies, RowView } from '#actors/room/commands.js';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import type { SystemOptions } from '#actors/runtime/actor-system.js';
import type { Answer } from '#actors/runtime/client.js';
import type { Caller, Language } from '#src/domain/accounts/account.js';
import { foldUsername } from '#src/domain/accounts/username.js';
import { defaultSettings, type RoomSettings } from '#src/domain/rooms/room.js';
import { createNode, type Node } from '#src/node.js';
import type { Store } from '#src/store/store.js';
import { VirtualEnv } from '../time/virtual-env.js';

/** A command without who sends it. */
export type Asked<K extends RoomCommand = RoomCommand> = K extends unknown ? Omit<K, 'by'> : never;
type Said = { clientId?: string | null; replyTo?: string | null };

export const person = (name: string, language: Language | null = null): Caller => ({
  accountId: `account-${name}`,
  username: name,
  sessionId: `session-${name}`,
  language,
});

/** ada founds, bob, cem and eda come and go, nil is a stranger. */
export const [ada, bob, cem, eda, nil] = ['ada', 'bob', 'cem', 'eda', 'nil'].map((name) => person(name)) as [
  Caller,
  Caller,
  Caller,
  Caller,
  Caller,
];

export const everybody = [ada, bob, cem, eda, nil];

/** Names are resolved from the store: these people have theirs. */
export async function registerNames(store: Store, people: Caller[] = everybody): Promise<void> {
  await store.write(
    people.map(({ username, accountId }) => ({
      op: 'put',
      in: 'usernames',
      doc: { _id: foldUsername(username), account: accountId },
    })),
  );
}

export class RoomFixture {
  readonly store: Store;
  readonly env: VirtualEnv;
  readonly id: string;
  readonly slug: string;
  readonly errors: unknown[] = [];
  readonly #options: Partial<SystemOptions>;
  readonly #abandoned: Node[] = [];
  node: Node;

  constructor(store: Store, options: Partial<SystemOptions> = {}, id: string = randomUUID()) {
    this.store = store;
    this.id = id;
    this.slug = `oda-${id.slice(0, 12)}`;
    this.env = (options.env as VirtualEnv | undefined) ?? new VirtualEnv();
    this.#options = options;
    this.node = this.#start();
  }

  #start(): Node {
    return createNode({
      store: this.store,
      env: this.env,
      owner: randomUUID().slice(0, 8),
      alone: true,
      brand: 'meydan',
      onError: (error) => this.errors.push(error),
      ...this.#options,
    });
  }

  /** The room, made by ada, with these members in this order. */
  async found(settings: Partial<RoomSettings> = {}, members: Caller[] = []): Promise<this> {
    const complete = { ...defaultSettings, name: 'Oda', ...settings };
    await this.ok(ada, { type: 'create_room', slug: this.slug, settings: complete });
    for (const by of members) await this.ok(by, { type: 'join_room' });
    return this;
  }

  ask<T extends Asked>(by: Caller, command: T): Promise<Answer<RoomReplies[T['type']]>> {
    return this.node.rooms.tryAsk(this.id, { ...command, by } as unknown as RoomCommand) as Promise<
      Answer<RoomReplies[T['type']]>
    >;
  }

  /** The reply, or an error that names the refusal. */
  async ok<T extends Asked>(by: Caller, command: T): Promise<RoomReplies[T['type']]> {
    const answer = await this.ask(by, command);
    if (answer.ok) return answer.value;
    throw new Error(`${by.username}: ${JSON.stringify(command)} was refused: ${JSON.stringify(answer)}`);
  }

  /** The code of the refusal, or `ok`. */
  async code(by: Caller, command: Asked): Promise<string> {
    const answer = await this.ask(by, command);
    return answer.ok ? 'ok' : answer.code;
  }

  async say(by: Caller, body: string, said: Said = {}): Promise<RowView['row']> {
    return (await this.ok(by, sending(body, said))).message.row;
  }

  /** Stops these actors and starts others on the same store. */
  async restart(options: Partial<SystemOptions> = {}): Promise<void> {
    await this.stop();
    Object.assign(this.#options, options);
    this.node = this.#start();
  }

  /** Starts other actors on the same store while these are still there, as after a pause that nobody noticed. */
  abandon(options: Partial<SystemOptions> = {}): void {
    this.#abandoned.push(this.node);
    Object.assign(this.#options, options);
    this.node = this.#start();
  }

  async stop(): Promise<void> {
    const nodes = [...this.#abandoned.splice(0), this.node];
    await Promise.all(nodes.map(({ system }) => this.env.until(system.stop())));
  }

  /** What is wrong with the room's log and what is derived from it. */
  async problems(): Promise<string[]> {
    return (await verifyRoom(this.store, this.id)).problems.map(({ seq, what }) => `${seq}: ${what}`);
  }
}

export const sending = (body: string, { clientId = null, replyTo = null }: Said = {}) => ({
  type: 'send_message' as const,
  draft: { body, clientId, replyTo, discussionOf: null },
});

/** The actors alone on a store, with a clock that is moved: for what rooms promise, without HTTP. */

import type { RoomCommand, RoomItem, RoomReplies } from '#actors/room/commands.js';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import type { Env } from '#actors/runtime/env.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { foldUsername } from '#src/domain/accounts/username.js';
import { defaultSettings, type RoomSettings } from '#src/domain/rooms/room.js';
import { createNode, type Node } from '#src/node.js';
import type { Store } from '#src/store/store.js';
import { TestClock } from '../time/test-clock.js';

export const callerNamed = (name: string): Caller => ({
  accountId: `account-${name}`,
  username: name,
  sessionId: 's',
  language: null,
});

/** Time stands still unless a test moves it. */
export class StillClock {
  #now = Date.UTC(2026, 0, 1);
  readonly env: Env = { ...systemEnv, now: () => this.#now };
  move(ms: number): void {
    this.#now += ms;
  }
}

type Said = { body: string; clientId?: string | null; replyTo?: string | null };

/** One room and the people who speak to it by name. */
export class RoomNode {
  readonly clock: Pick<TestClock, 'env' | 'move'>;
  readonly store: Store;
  readonly id: string;
  readonly node: Node;
  readonly items: RoomItem[] = [];

  constructor(
    store: Store,
    { id = 'room-1', clock = new TestClock() }: { id?: string; clock?: Pick<TestClock, 'env' | 'move'> } = {},
  ) {
    this.store = store;
    this.id = id;
    this.clock = clock;
    this.node = createNode({ store, env: clock.env, owner: crypto.randomUUID(), alone: true, brand: 'meydan' });
    this.node.streams.watch(id, (item) => this.items.push(item));
  }

  ask<C extends RoomCommand>(command: C): Promise<RoomReplies[C['type']]> {
    return this.node.rooms.ask(this.id, command);
  }

  async create(founder: string, settings: Partial<RoomSettings> = {}, slug = 'kahve'): Promise<void> {
    const all = { ...defaultSettings, name: 'Kahve', ...settings };
    // Mentions are found by name.
    await this.name(founder);
    await this.ask({ type: 'create_room', by: callerNamed(founder), slug, settings: all });
  }

  async join(...names: string[]): Promise<void> {
    for (const name of names) {
      await this.name(name);
      await this.ask({ type: 'join_room', by: callerNamed(name) });
    }
  }

  async name(name: string): Promise<void> {
    const account = `account-${name}`;
    await this.store.write([
      { op: 'put', in: 'usernames', doc: { _id: foldUsername(name), account } },
      { op: 'put', in: 'accounts', doc: { _id: account, username: name } },
    ]);
  }

  async say(name: string, said: string | Said) {
    const { body, clientId = null, replyTo = null } = typeof said === 'string' ? { body: said } : said;
    const draft = { body, clientId, replyTo, discussionOf: null };
    return (await this.ask({ type: 'send_message', by: callerNamed(name), draft })).message.row;
  }

  /** Many, in this order, without waiting for each. */
  async sayMany(name: string, count: number, body: (at: number) => string): Promise<void> {
    for (let from = 0; from < count; from += 200) {
      const batch = Array.from({ length: Math.min(200, count - from) }, (_, at) => this.say(name, body(from + at)));
      await Promise.all(batch);
    }
  }

  async settings(name: string, settings: Partial<RoomSettings>): Promise<void> {
    await this.ask({ type: 'change_settings', by: callerNamed(name), settings, names: Object.keys(settings) });
  }

  /** What this person reads in the room, oldest first. */
  async bodies(name: string, limit = 50): Promise<string[]> {
    const { messages } = await this.ask({ type: 'list_messages', by: callerNamed(name), limit });
    return messages.filter(({ row }) => row.kind !== 'event').map(({ row }) => row.body);
  }

  listRow(name: string) {
    return this.ask({ type: 'view_list_row', by: callerNamed(name) });
  }

  async problems(): Promise<string[]> {
    return (await verifyRoom(this.store, this.id)).problems.map(({ seq, what }) => `${seq}: ${what}`);
  }

  /** Everything leaves memory; the next node begins from the store. */
  async again(): Promise<RoomNode> {
    await this.node.system.stop();
    return new RoomNode(this.store, { id: this.id, clock: this.clock });
  }
}

/** Two people and their chat on a store, past REST: accounts with chosen ids, and actors that are asked directly. */
import { randomUUID } from 'node:crypto';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { createDirectChats, type DirectChats } from '#http/rooms/direct-chats.js';
import { type Caller, defaultProfile, type Profile } from '#src/domain/accounts/account.js';
import { createNode, type Node } from '#src/node.js';
import type { Store, Write } from '#src/store/store.js';

export const callerOf = (accountId: string): Caller => ({
  accountId,
  username: `ad.${accountId.slice(-4)}`,
  sessionId: 'pairs',
  language: null,
});

interface Given {
  stars?: number;
  profile?: Partial<Profile>;
}

export class Pairs {
  readonly store: Store;
  readonly node: Node;
  readonly dms: DirectChats;
  readonly errors: unknown[] = [];

  /** `alone: false`: others may own the same rooms. */
  constructor(store: Store, { alone = true } = {}) {
    this.store = store;
    const onError = (error: unknown) => this.errors.push(error);
    const owner = randomUUID().slice(0, 8);
    this.node = createNode({ store, env: systemEnv, owner, alone, brand: 'meydan', onError });
    this.dms = createDirectChats({ rooms: this.node.rooms, reader: store });
  }

  async account(_id: string, { stars = 0, profile = {} }: Given = {}): Promise<Caller> {
    const caller = callerOf(_id);
    const { username } = caller;
    const doc = { _id, version: 1, username, profile: { ...defaultProfile, ...profile }, createdAt: 1 };
    const gift = { _id: `gift ${_id}`, account: _id, delta: stars, reason: 'gift', relatedRoom: null, at: 1 };
    await this.store.write([
      { op: 'put', in: 'accounts', doc },
      { op: 'put', in: 'tallies', doc: { _id, stars, followers: 0, following: 0 } },
      { op: 'put', in: 'ledger', doc: gift },
    ] satisfies Write[]);
    return caller;
  }

  async say(by: Caller, room: string, body: string): Promise<void> {
    const draft = { body, clientId: randomUUID(), replyTo: null, discussionOf: null };
    await this.node.rooms.ask(room, { type: 'send_message', by, draft });
  }

  async problems(room: string): Promise<string[]> {
    return (await verifyRoom(this.store, room)).problems.map(({ seq, what }) => `${seq}: ${what}`);
  }

  stop(): Promise<void> {
    return this.node.system.stop();
  }
}

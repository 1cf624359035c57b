/**
 * A drive over the actors themselves: commands through `ActorClient`, deliveries from the rooms' streams. A
 * minimal gateway follows the streams here, so that the deliveries of a room can be judged.
 *
 * Every drive answers operations with `{ ok: true, … }` or `{ ok: false, code, retryAfterMs }`.
 */
import { systemEnv } from '#actors/runtime/system-env.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { startLocalNode } from '../lib/local-node.mjs';

export async function startActorsDrive({ engine, mongodbUri }) {
  const { node, storePid, close } = await startLocalNode({ engine, mongodbUri });
  const deliveries = new Map();
  const ask = (room, command) => node.rooms.tryAsk(room.id, command);
  return {
    name: `actors (${engine})`,
    storePid,
    close,
    async enter(name) {
      return {
        name,
        caller: { accountId: systemEnv.uuid(), username: name, sessionId: systemEnv.uuid(), language: null },
      };
    },
    async found({ caller }, slug) {
      const room = { id: systemEnv.uuid(), slug };
      deliveries.set(room.id, new Delivery(node.streams, room.id));
      const settings = { ...defaultSettings, name: slug };
      await node.rooms.ask(room.id, { type: 'create_room', by: caller, slug, settings });
      return room;
    },
    /** `onEvent` gets the events that this person may see of the room, while they are a member. */
    follow: async ({ caller }, room, onEvent) => deliveries.get(room.id).follow(caller.accountId, onEvent),
    join: async ({ caller }, room) => shortened(await ask(room, { type: 'join_room', by: caller })),
    leave: async ({ caller }, room) => shortened(await ask(room, { type: 'leave_room', by: caller })),
    async send({ caller }, room, { clientId, body, replyTo = null }) {
      const draft = { clientId, body, replyTo, discussionOf: null };
      return withRow(await ask(room, { type: 'send_message', by: caller, draft }));
    },
    edit: async ({ caller }, room, messageId, body) =>
      withRow(await ask(room, { type: 'edit_message', by: caller, messageId, body })),
    remove: async ({ caller }, room, messageId) =>
      withRow(await ask(room, { type: 'delete_message', by: caller, messageId })),
    react: async ({ caller }, room, messageId, emoji) =>
      shortened(await ask(room, { type: 'react', by: caller, messageId, emoji, on: true })),
    markRead: async ({ caller }, room, seq) => shortened(await ask(room, { type: 'mark_read', by: caller, seq })),
    async list({ caller }, room, afterSeq, limit) {
      const answer = await ask(room, { type: 'list_messages', by: caller, afterSeq, limit });
      if (!answer.ok) return answer;
      const { messages, seq, hasMore } = answer.value;
      return { ok: true, rows: messages.map(({ row }) => rowOf(row)), seq, hasMore };
    },
  };
}

/** One room's stream, handed to those who are in: members and admins as the moves in it say. */
class Delivery {
  #roles = new Map();
  #followers = new Map();
  #newest = 0;

  constructor(streams, roomId) {
    streams.watch(roomId, (item) => this.#take(item));
  }

  follow(account, onEvent) {
    this.#followers.set(account, onEvent);
    if (this.#roles.has(account)) onEvent({ held: this.#newest, isFresh: true });
  }

  /** New members are in before the entry is announced; leaving members are out. */
  #take({ seq, moves, announcements }) {
    for (const { account, role } of moves) {
      if (role === null) this.#roles.delete(account);
      else {
        if (!this.#roles.has(account)) this.#followers.get(account)?.({ held: seq - 1, isFresh: true });
        this.#roles.set(account, role);
      }
    }
    this.#newest = seq;
    for (const told of announcements) this.#tell(told);
  }

  #tell({ to, seq, prevAll, prevAdmins, event }) {
    const id = event.type === 'message:new' ? event.message.row.id : undefined;
    for (const [account, onEvent] of this.#followers) {
      const role = this.#roles.get(account);
      if (!role || (to === 'admins' && role === 'member')) continue;
      onEvent({ seq, prev: role === 'member' ? prevAll : prevAdmins, id });
    }
  }
}

const shortened = (answer) => (answer.ok ? { ok: true } : answer);

function withRow(answer) {
  return answer.ok ? { ok: true, id: answer.value.message.row.id, seq: answer.value.message.row.seq } : answer;
}

const rowOf = ({ id, seq, body, deletedAt, event, reactions }) => ({ id, seq, body, deletedAt, event, reactions });

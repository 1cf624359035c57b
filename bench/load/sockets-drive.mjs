/**
 * A drive over the wire, against a service that runs somewhere: REST to enter, join and leave, Socket.IO for the rest,
 * with the official client, as an app would. It holds each room as a client should: opened, caught up after every cut.
 */
import { io } from 'socket.io-client';

const ACK_WITHIN_MS = 10_000;
const CATCH_UP_PAGE = 200;
const RECONNECT_MS = 50;

export async function startSocketsDrive({ url }) {
  const rest = restAt(url);
  // Names are for ever: another run against the same service needs others.
  const run = Date.now().toString(36);
  const lines = [];
  return {
    name: `sockets (${url})`,
    storePid: null,
    async close() {
      for (const line of lines) line.close();
    },
    async enter(name) {
      const username = `${name}.${run}`;
      const { access_token: token } = await rest.must(null, 'POST', '/api/auth/developer', { name: username });
      await rest.must(token, 'PUT', '/api/me/username', { username });
      const line = new Line(url, token);
      lines.push(line);
      await line.ready;
      return { name: username, token, line };
    },
    async found({ token }, slug) {
      const body = { name: slug, slug: `${slug}-${run}` };
      const { room } = await rest.must(token, 'POST', '/api/rooms', body);
      return { id: room.id, slug: room.slug };
    },
    follow: ({ line }, room, onEvent) => line.follow(room.slug, onEvent),
    async join({ token, line }, room) {
      const answer = await rest.ask(token, 'POST', `/api/rooms/${room.slug}/join`, {});
      if (answer.ok) await line.opened(room.slug);
      return answer;
    },
    leave: ({ token }, room) => rest.ask(token, 'POST', `/api/rooms/${room.slug}/leave`, {}),
    async send({ line }, room, { clientId, body, replyTo }) {
      const reply = replyTo ? { reply_to: replyTo } : {};
      return withRow(await line.ask('message:new', { room: room.slug, client_id: clientId, body, ...reply }));
    },
    edit: async ({ line }, room, message_id, body) =>
      withRow(await line.ask('message:edit', { room: room.slug, message_id, body })),
    remove: async ({ line }, room, message_id) =>
      withRow(await line.ask('message:delete', { room: room.slug, message_id })),
    react: ({ line }, room, message_id, emoji) =>
      line.ask('message:react', { room: room.slug, message_id, emoji, on: true }),
    markRead: ({ line }, room, seq) => line.ask('message:read', { room: room.slug, seq }),
    async list({ line }, room, after_seq, limit) {
      const answer = await line.ask('message:list', { room: room.slug, after_seq, limit });
      if (!answer.ok) return answer;
      return { ok: true, rows: answer.messages.map(rowOf), seq: answer.seq, hasMore: answer.has_more };
    },
  };
}

/** One person's connection and the rooms it holds. */
class Line {
  #rooms = new Map();
  #isClosed = false;

  constructor(url, token) {
    this.socket = io(url, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: RECONNECT_MS,
    });
    this.ready = new Promise((resolve, reject) => {
      this.socket.once('ready', resolve);
      this.socket.once('connect_error', reject);
    });
    this.socket.on('ready', () => {
      for (const slug of this.#rooms.keys()) void this.opened(slug);
    });
    // A server that says goodbye is not called again by the library itself.
    this.socket.on('disconnect', () => {
      for (const { onEvent } of this.#rooms.values()) onEvent({ isCut: true });
      setTimeout(() => this.socket.active || this.#reconnect(), RECONNECT_MS);
    });
    this.socket.onAny((_type, event) => this.#take(event));
  }

  close() {
    this.#isClosed = true;
    this.socket.disconnect();
  }

  #reconnect() {
    if (!this.#isClosed) this.socket.connect();
  }

  ask(operation, payload) {
    return new Promise((resolve) => {
      this.socket.timeout(ACK_WITHIN_MS).emit(operation, payload, (late, answer) => {
        if (late) resolve({ ok: false, code: 'no_answer' });
        else resolve(answer.ok ? answer : refusalOf(answer.error));
      });
    });
  }

  async follow(slug, onEvent) {
    this.#rooms.set(slug, { onEvent, held: 0, id: null, opening: null });
    await this.opened(slug);
  }

  /** Opens the room, or returns to it from the held position; nothing to do for a client that does not follow it. */
  async opened(slug) {
    const room = this.#rooms.get(slug);
    if (!room) return;
    // One after the other: an answer to an older question must not be taken for a newer one.
    const before = room.opening;
    const opening = (async () => {
      await before;
      while (await this.#open(slug, room));
      if (room.opening === opening) room.opening = null;
    })();
    room.opening = opening;
    await opening;
  }

  /** Whether to ask again. The answer is taken in the callback itself: an event right behind it finds the room held. */
  #open(slug, room) {
    const since = room.id === null ? { limit: 1 } : { id: room.id, after_seq: room.held, limit: CATCH_UP_PAGE };
    return new Promise((resolve) => {
      this.socket.timeout(ACK_WITHIN_MS).emit('room:open', { room: slug, ...since }, (late, answer) => {
        if (late || !answer.ok) return resolve(false);
        if (answer.reset) room.id = null;
        else if (room.id === null) this.#takeFirst(room, answer);
        else this.#takeMissed(room, answer);
        resolve(answer.reset || (since.after_seq !== undefined && answer.has_more));
      });
    });
  }

  #takeFirst(room, { room: { id }, seq }) {
    room.id = id;
    room.held = seq;
    room.onEvent({ held: seq, isFresh: true });
  }

  /** Events may have come between the question and its answer. */
  #takeMissed(room, { messages, seq }) {
    for (const row of messages) if (row.seq > room.held) room.onEvent({ seq: row.seq, prev: undefined, id: row.id });
    room.held = Math.max(room.held, seq);
    room.onEvent({ held: room.held, isFresh: false });
  }

  #take(event) {
    const room = typeof event?.prev_seq === 'number' ? this.#rooms.get(event.room) : undefined;
    if (!room) return;
    const { seq, prev_seq: prev, message } = event;
    // During a catch-up, later events come with one of the next answers.
    if (room.opening && (room.id === null || prev > room.held)) return;
    room.onEvent({ seq, prev, id: message?.seq === seq ? message.id : undefined });
    room.held = Math.max(room.held, seq);
  }
}

function restAt(url) {
  const ask = async (token, method, path, body) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    try {
      const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
      const answer = await response.json();
      return response.ok ? { ok: true, answer } : refusalOf(answer.error);
    } catch {
      // Cut off, or nobody there: the outcome is unknown, and the caller asks again.
      return { ok: false, code: 'no_answer' };
    }
  };
  return {
    ask,
    async must(token, method, path, body) {
      const { ok, answer, code } = await ask(token, method, path, body);
      if (ok) return answer;
      const hint = code === 'rate_limited' ? ' (a load needs a service started with RATE_LIMITS=off)' : '';
      throw new Error(`${method} ${path} was refused: ${code}${hint}`);
    },
  };
}

const refusalOf = ({ code, retry_after_ms: retryAfterMs }) => ({ ok: false, code, retryAfterMs });

const withRow = (answer) => (answer.ok ? { ok: true, id: answer.message.id, seq: answer.message.seq } : answer);

const rowOf = ({ id, seq, body, deleted_at, event, reactions }) => ({
  id,
  seq,
  body,
  deletedAt: deleted_at,
  event,
  reactions,
});

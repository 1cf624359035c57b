/**
 * One room over the socket, complete and in order: opened once, then followed by its events. After a new connection,
 * or when an event's `prev_seq` tells that something is missing, the rest is asked for with `after_seq`.
 */
import { io } from 'socket.io-client';
import { accessToken } from './session.mjs';

const ACK_WITHIN_MS = 10_000;
const AGAIN_AFTER_MS = 1_000;
const passing = new Set(['network', 'overloaded', 'unavailable', 'rate_limited', 'slow_mode']);

/**
 * @param {object} listeners `onRow(message)` once for each row, `onChange(event)` for edits, deletions and the like,
 *   `onConnection(isOnline)`.
 */
export function followRoom(session, slug, listeners) {
  const socket = io(session.url, {
    transports: ['websocket'],
    auth: (answer) => {
      accessToken(session).then(
        (token) => answer({ token }),
        () => answer({ token: session.tokens.access }),
      );
    },
  });
  const room = { socket, slug, listeners, id: null, seq: 0, isSyncing: false, isAgain: false };
  socket.on('ready', () => {
    listeners.onConnection(true);
    void sync(room);
  });
  socket.on('disconnect', () => {
    listeners.onConnection(false);
    connectAgain(socket);
  });
  socket.on('connect_error', (error) => {
    if (error.data?.code === 'token_expired') session.tokens.expiresAt = 0;
    connectAgain(socket);
  });
  socket.on('session:expiring', async () => {
    session.tokens.expiresAt = 0;
    await ask(room, 'session:renew', { token: await accessToken(session) }).catch(listeners.onTrouble);
  });
  socket.onAny((type, event) => {
    if (event?.room === slug && Number.isInteger(event.prev_seq)) take(room, { ...event, type });
  });
  return { send: (body) => send(room, body), close: () => close(socket) };
}

/** Without listeners first: they would take a goodbye for a lost connection. */
function close(socket) {
  socket.off();
  socket.offAny();
  socket.disconnect();
}

/** The library tries again by itself, except after a refusal. */
function connectAgain(socket) {
  if (!socket.active) setTimeout(() => socket.connect(), AGAIN_AFTER_MS);
}

async function sync(room) {
  if (room.isSyncing) {
    room.isAgain = true;
    return;
  }
  room.isSyncing = true;
  try {
    do {
      room.isAgain = false;
      await pull(room);
    } while (room.isAgain);
  } catch (error) {
    // Without a connection the next `ready` begins anew; a passing refusal is asked again.
    if (error.code !== 'network') room.listeners.onTrouble(error);
    if (passing.has(error.code) && room.socket.connected) setTimeout(() => sync(room), AGAIN_AFTER_MS);
  } finally {
    room.isSyncing = false;
  }
}

async function pull(room) {
  for (;;) {
    const since = room.id ? { id: room.id, after_seq: room.seq } : {};
    const opened = await ask(room, 'room:open', { room: room.slug, ...since });
    if (opened.reset) {
      room.id = null;
      continue;
    }
    for (const message of opened.messages) row(room, message);
    for (const change of opened.changes) if (change.type !== 'message:new') room.listeners.onChange(change);
    const isMore = room.id !== null && opened.has_more;
    room.id = opened.room.id;
    room.seq = Math.max(room.seq, opened.seq);
    if (!isMore) return;
  }
}

function take(room, event) {
  if (room.isSyncing || event.prev_seq > room.seq) {
    void sync(room);
    return;
  }
  if (event.type === 'message:new') row(room, event.message);
  else room.listeners.onChange(event);
  room.seq = Math.max(room.seq, event.seq);
}

function row(room, message) {
  if (message.seq > room.seq) room.listeners.onRow(message);
}

/** Until there is an answer, with the same client_id: the service stores it once however often it arrives. */
async function send(room, body) {
  const payload = { room: room.slug, client_id: crypto.randomUUID(), body };
  for (;;) {
    try {
      return await ask(room, 'message:new', payload);
    } catch (error) {
      if (!passing.has(error.code)) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? AGAIN_AFTER_MS));
    }
  }
}

async function ask({ socket }, operation, payload) {
  const ack = await socket
    .timeout(ACK_WITHIN_MS)
    .emitWithAck(operation, payload)
    .catch(() => ({ ok: false, error: { code: 'network', message: 'No answer from the service.' } }));
  if (ack.ok) return ack;
  const { code, message, retry_after_ms } = ack.error;
  throw Object.assign(new Error(message), { code, retryAfterMs: retry_after_ms });
}

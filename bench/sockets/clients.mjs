/** How to talk to each server: connect, join, send, and tell an event from an ack, on the wire as cheaply as can be. */
import { connect } from './wire-client.mjs';

const FOUR = 0x34;
const TWO = 0x32;
const THREE = 0x33;
/** The character after `42["message:` : `n` of new. */
const KIND_AT = 12;
const N = 'n'.charCodeAt(0);

/** Socket.IO, ours or bare. Bare servers take any token. */
export const socketIo = {
  /** Resolves with a client that has joined its room; `served` is then true of it. */
  join({ port, token, room, counts, join = 'room:open' }) {
    return new Promise((resolve, reject) => {
      const onFrame = (client, bytes, start, end) => {
        const first = bytes[start];
        if (first === FOUR && bytes[start + 1] === TWO) return counts.event(bytes[start + KIND_AT] === N, end - start);
        if (first === FOUR && bytes[start + 1] === THREE) return settle(client, bytes, start, end);
        if (first === TWO) return client.send('3');
        const text = bytes.toString('utf8', start, end);
        if (text.startsWith('0')) client.send(`40${JSON.stringify({ token })}`);
        else if (text.startsWith('40')) client.request(join, { room, limit: 1 }).then(() => resolve(client), reject);
        else if (text.startsWith('44')) reject(new Error(text));
      };
      const onClose = (client) => lose(client, counts);
      connect({ port, path: '/socket.io/?EIO=4&transport=websocket', onFrame, onClose }).then(
        (client) => prepare(client, room, '42'),
        reject,
      );
    });
  },
};

/** Plain ws: `a<id>` is an ack, `e…` an event. */
export const plainWs = {
  join({ port, room, counts }) {
    return new Promise((resolve, reject) => {
      const onFrame = (client, bytes, start, end) => {
        if (bytes[start] === 0x65) return counts.event(true, end - start);
        settle(client, bytes, start - 1, end);
      };
      const onClose = (client) => lose(client, counts);
      connect({ port, path: `/?room=${room}`, onFrame, onClose }).then((client) => {
        prepare(client, room, 'm');
        client.request('join', { room }).then(() => resolve(client), reject);
      }, reject);
    });
  },
};

function prepare(client, room, prefix) {
  client.lastId = 0;
  client.waiting = new Map();
  client.request = (name, payload) =>
    new Promise((resolve, reject) => {
      const id = client.lastId++;
      client.waiting.set(id, { resolve, reject });
      client.send(`${prefix}${id}${JSON.stringify([name, payload])}`);
    });
  client.say = (body) => client.request('message:new', { room, body });
}

/** A closed connection answers nothing any more: who waits is told, and does not wait for ever. */
function lose(client, counts) {
  counts.closed?.();
  for (const { reject } of client.waiting?.values() ?? []) reject(new Error('the server closed a connection'));
}

/** `43<id>[{"ok":true…`: the id is read, the answer only looked at. */
function settle(client, bytes, start, end) {
  let at = start + 2;
  let id = 0;
  for (; bytes[at] >= 0x30 && bytes[at] <= 0x39; at += 1) id = id * 10 + bytes[at] - 0x30;
  const waiting = client.waiting.get(id);
  client.waiting.delete(id);
  // `[{"ok":t` : the letter after the colon.
  if (bytes[at + 7] === 0x74 || end - at < 8) waiting?.resolve();
  else waiting?.reject(new Error(bytes.toString('utf8', at, Math.min(end, at + 300))));
}

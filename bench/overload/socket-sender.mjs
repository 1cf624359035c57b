/** Sends messages over sockets that have their room open. */
import { connect } from '../sockets/wire-client.mjs';

const PATH = '/socket.io/?EIO=4&transport=websocket';
const FOUR = 0x34;
const THREE = 0x33;
const TWO = 0x32;

/** Connects one socket for each target; resolves with `start()`, which sends the next message of the next socket. */
export async function openSenders({ port, targets, tag }) {
  const senders = [];
  for (let at = 0; at < targets.length; at += 50) {
    senders.push(...(await Promise.all(targets.slice(at, at + 50).map((target) => openSender(port, target)))));
  }
  let sent = 0;
  return {
    start() {
      const sender = senders[sent % senders.length];
      const clientId = `${tag}-${sent.toString(36)}`;
      sent += 1;
      return sender.send(clientId);
    },
    close() {
      for (const { close } of senders) close();
    },
  };
}

/** An answer is `{ code, clientId, room, sender, seq }`; a cut connection answers `cut` to what was under way. */
function openSender(port, { room, token, name }) {
  const waiting = new Map();
  let lastId = 0;
  return new Promise((resolve, reject) => {
    const settle = (id, answer) => {
      const settleOne = waiting.get(id);
      waiting.delete(id);
      settleOne?.(answer);
    };
    const onClose = () => {
      reject(new Error('a socket ended before it had its room'));
      for (const id of [...waiting.keys()]) settle(id, { code: 'cut' });
    };
    const ask = (client, packet) =>
      new Promise((answer) => {
        const id = lastId++;
        waiting.set(id, answer);
        client.send(`42${id}${packet}`);
      });
    const onFrame = (client, bytes, start, end) => {
      const first = bytes[start];
      if (first === FOUR && bytes[start + 1] === TWO) return;
      if (first === FOUR && bytes[start + 1] === THREE) {
        const [id, answer] = answerIn(bytes, start + 2, end);
        return settle(id, answer);
      }
      if (first === TWO) return client.send('3');
      const text = bytes.toString('utf8', start, end);
      if (text.startsWith('0')) return client.send(`40${JSON.stringify({ token })}`);
      if (!text.startsWith('40')) return reject(new Error(text));
      void begin(client);
    };
    const begin = async (client) => {
      const { code } = await ask(client, JSON.stringify(['room:open', { room, limit: 1 }]));
      if (code !== 'ok') return reject(new Error(`${room} could not be opened: ${code}`));
      const send = async (clientId) => {
        const answer = await ask(client, JSON.stringify(['message:new', { room, client_id: clientId, body: BODY }]));
        return { ...answer, clientId, room, sender: name };
      };
      resolve({ send, close: () => client.close() });
    };
    connect({ port, path: PATH, onFrame, onClose }).catch(reject);
  });
}

const BODY = 'Bu akşam sahilde buluşalım mı? Hava güzel olacakmış; herkes gelebiliyorsa yedide iskelede olalım.';

/** `43<id>[{"ok":true,"message":{…"seq":…`: only what is judged is read. */
function answerIn(bytes, start, end) {
  let at = start;
  let id = 0;
  for (; bytes[at] >= 0x30 && bytes[at] <= 0x39; at += 1) id = id * 10 + bytes[at] - 0x30;
  const text = bytes.toString('latin1', at, end);
  if (!text.startsWith('[{"ok":true')) return [id, { code: /"code":"(\w+)"/.exec(text)?.[1] ?? 'unknown' }];
  const seq = /"seq":(\d+)/.exec(text)?.[1];
  return [id, { code: 'ok', seq: seq === undefined ? undefined : Number(seq) }];
}

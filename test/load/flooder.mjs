/**
 * What somebody without manners does to the service, in a process of its own: it must not keep the people waiting who
 * are measured. Reads its orders from the first argument, floods until its input ends, then prints what was answered.
 */
import { connect } from '../../bench/sockets/wire-client.mjs';

const { kind, port, tokens, room, messageId, sockets, inFlight } = JSON.parse(process.argv[2]);
const PATH = '/socket.io/?EIO=4&transport=websocket';
const PIECE = 'ş'.repeat(8_000);
const BROKEN = Array.from({ length: 3_000 }, () => ({ type: 7 }));
/** The second character of a packet: an answer to CONNECT, an answer to an operation. The first of a ping. */
const CONNECTED = 0x30;
const ACK = 0x33;
const PING = 0x32;
const CONNECTS_PER_SOCKET = 100;
const REST_MS = 10;

/** Packets of one member; the number is how many came before it. */
const packets = {
  edit: (nth) => ['message:edit', { room, message_id: messageId, body: `${nth} ${PIECE}` }],
  react: (nth) => ['message:react', { room, message_id: messageId, emoji: '👍', on: nth % 2 === 0 }],
  read: (nth) => ['message:read', { room, seq: (nth % 20) + 1 }],
  send: (nth) => ['message:new', { room, body: `${nth} ${PIECE}` }],
  typing: (nth) => ['typing', { room, on: nth % 2 === 0 }],
  list: () => ['message:list', { room, limit: 200 }],
  open: () => ['room:open', { room }],
  broken: () => ['message:new', { room, article: { title: 'x', blocks: BROKEN } }],
  unknown: (nth) => [`nothing:${nth}`, { room }],
};
const mixed = Object.values(packets);
packets.mixed = (nth) => mixed[nth % mixed.length](nth);

const counts = { asked: 0, answered: 0, closed: 0 };
let isOver = false;

/** The next is asked as soon as one is answered, whatever the answer is. */
async function member(token) {
  const ask = (client) => {
    const packet = JSON.stringify(packets[kind](counts.asked));
    client.send(`42${counts.asked % 1_000}${packet}`);
    counts.asked += 1;
  };
  const onFrame = (client, bytes, start) => {
    if (bytes[start] === PING) return client.send('3');
    if (isOver) return;
    if (bytes[start + 1] === CONNECTED) for (let at = 0; at < inFlight; at += 1) ask(client);
    if (bytes[start + 1] !== ACK) return;
    counts.answered += 1;
    ask(client);
  };
  const client = await connected(onFrame, () => again(() => member(token)));
  client.send(`40${JSON.stringify({ token })}`);
}

/** Asks for pages and never reads one. */
async function reader(token) {
  const list = `["message:list",${JSON.stringify({ room, limit: 200 })}]`;
  const onFrame = (client, bytes, start) => {
    if (bytes[start + 1] !== CONNECTED) return;
    client.socket.pause();
    for (let at = 0; at < inFlight; at += 1) client.send(`42${at}${list}`);
    counts.asked += inFlight;
  };
  const client = await connected(onFrame, () => again(() => reader(token)));
  client.send(`40${JSON.stringify({ token })}`);
}

/** Knocks a hundred times with a key that opens nothing, hangs up, and comes again. */
async function knocker() {
  const client = await connected(
    () => counts.answered++,
    () => again(knocker),
  );
  for (let at = 0; at < CONNECTS_PER_SOCKET; at += 1) client.send('40{"token":"nobody.nothing.never"}');
  counts.asked += CONNECTS_PER_SOCKET;
  setTimeout(client.close, REST_MS * 10);
}

/** Comes and goes with a good key. */
async function comer(token) {
  const client = await connected(
    () => counts.answered++,
    () => again(() => comer(token)),
  );
  client.send(`40${JSON.stringify({ token })}`);
  counts.asked += 1;
  setTimeout(client.close, REST_MS * 10);
}

function connected(onFrame, onClose) {
  return connect({ port, path: PATH, onFrame, onClose: () => onClose(counts.closed++) });
}

function again(begin) {
  if (!isOver) setTimeout(() => start(begin), REST_MS);
}

/** A service that refuses connections is asked again. */
function start(begin) {
  begin().catch(() => again(begin));
}

/** Told once, when the first packets are on their way. */
const beginning = setInterval(() => {
  if (counts.asked === 0) return;
  clearInterval(beginning);
  process.stdout.write('begun\n');
}, REST_MS);

const ways = { readers: reader, knocking: knocker, coming: comer };
for (let at = 0; at < sockets; at += 1) start(() => (ways[kind] ?? member)(tokens[at % tokens.length]));

process.stdin.resume().on('end', () => {
  isOver = true;
  process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit());
});

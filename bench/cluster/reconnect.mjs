/**
 * All clients return at once: sockets of so many people in so many rooms are cut, messages are sent meanwhile, and all
 * of them return from their held seq. Reports the reads of the store by collection, and whether every client is
 * complete.
 */
import { randomUUID } from 'node:crypto';
import { connect } from '../sockets/wire-client.mjs';

const MISSED = 20;
const GIVE_UP_MS = 300_000;
const AGAIN_MS = 500;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function reconnect(ground, { nodes, clients, rooms, perPerson }, tell) {
  await ground.grow(Math.max(...nodes));
  const members = Math.floor(clients / rooms);
  const settled = await ground.nodes[0].ask('settle', { rooms, members, perPerson, tag: `storm${perPerson}` });
  const half = settled.slice(0, rooms / 2);
  const thinned = settled.map(({ slug, tokens }) => ({ slug, tokens: tokens.slice(0, members / 2) }));
  const restart = () => ground.restart();
  tell('nodes that know them', await storm(ground, settled, null));
  tell('nodes started afresh', await storm(ground, half, restart));
  tell('nodes started afresh', await storm(ground, thinned, restart));
  tell('nodes started afresh', await storm(ground, settled, restart));
}

/** `restart`: everything leaves memory meanwhile; then one of each room is enough to know where all of them stood. */
async function storm(ground, group, restart) {
  const seats = group.flatMap(({ slug, tokens }) =>
    tokens.map((token, at) => ({ slug, token, at, seq: 0, missed: 0, tries: 0 })),
  );
  const first = restart ? seats.filter(({ at }) => at === 0) : seats;
  sitDown(seats, ground.nodes);
  const firstMs = await together(first, 64);
  const seqs = new Map(first.map(({ slug, seq }) => [slug, seq]));
  for (const { client } of first) client.close();
  for (const seat of seats) Object.assign(seat, { seq: seqs.get(seat.slug), tries: 0 });
  await Promise.all(group.map((room, at) => sayThere(ground.nodes[at % ground.nodes.length].port, room)));
  await restart?.();
  sitDown(seats, ground.nodes);
  await wait(3_000);
  const before = await ground.look();
  const ms = await together(seats, seats.length);
  await wait(500);
  const after = await ground.look();
  for (const { client } of seats) client.close();
  await wait(1_000);
  const size = { clients: seats.length, rooms: group.length };
  return { ...size, ...judged(seats), ...costs(before, after, seats.length), ms, ...(restart ? {} : { firstMs }) };
}

function sitDown(seats, nodes) {
  for (const seat of seats) seat.port = nodes[seat.at % nodes.length].port;
}

/** `width` at a time; each tries until it is served. */
async function together(seats, width) {
  const startedAt = performance.now();
  const left = seats.values();
  const one = async () => {
    for (const seat of left) await comeBack(seat, startedAt + GIVE_UP_MS);
  };
  await Promise.all(Array.from({ length: width }, one));
  return Math.round(performance.now() - startedAt);
}

async function comeBack(seat, giveUpAt) {
  for (;;) {
    seat.tries += 1;
    const opened = await open(seat).catch(() => null);
    if (opened) return;
    if (performance.now() > giveUpAt) throw new Error(`somebody is not served within ${GIVE_UP_MS / 1_000} s`);
    await wait(AGAIN_MS * (1 + Math.random()));
  }
}

/** Connect, open from the seq held, and page on until there is nothing more. */
function open(seat) {
  return new Promise((resolve, reject) => {
    const fail = (why) => {
      seat.client?.close();
      reject(new Error(why));
    };
    const ask = (client) => {
      const place = seat.seq > 0 ? { after_seq: seat.seq, limit: 200 } : { limit: 1 };
      client.send(`421${JSON.stringify(['room:open', { room: seat.slug, ...place }])}`);
    };
    const answered = (client, text) => {
      const [ack] = JSON.parse(text.slice(text.indexOf('[')));
      if (!ack.ok) return fail(ack.error.code);
      if (seat.seq > 0) seat.missed += ack.messages.length;
      const hasMore = seat.seq > 0 && ack.has_more;
      seat.seq = ack.seq;
      if (hasMore) ask(client);
      else resolve(ack);
    };
    const onFrame = (client, bytes, start, end) => {
      const text = bytes.toString('utf8', start, end);
      if (text === '2') return client.send('3');
      if (text.startsWith('0')) return client.send(`40${JSON.stringify({ token: seat.token })}`);
      if (text.startsWith('431')) return answered(client, text);
      if (text.startsWith('44')) return fail(text);
      if (text.startsWith('40')) ask(client);
    };
    connect({
      port: seat.port,
      path: '/socket.io/?EIO=4&transport=websocket',
      onFrame,
      onClose: () => fail('closed'),
    }).then((client) => {
      seat.client = client;
    }, reject);
  });
}

async function sayThere(port, { slug, tokens }) {
  for (let said = 0; said < MISSED; said += 1) {
    const message = { body: `while they were away: ${said}`, client_id: randomUUID() };
    const giveUpAt = performance.now() + GIVE_UP_MS;
    for (;;) {
      const { status } = await post(port, `/api/rooms/${slug}/messages`, tokens[0], message);
      if (status === 201 || status === 200) break;
      if (status !== 503 || performance.now() > giveUpAt) throw new Error(`a message was answered with ${status}`);
      await wait(AGAIN_MS);
    }
  }
}

async function post(port, path, token, body) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer;
}

function judged(seats) {
  const caughtUp = seats.filter(({ missed }) => missed === MISSED).length;
  const tries = seats.reduce((sum, seat) => sum + seat.tries, 0) / seats.length;
  return { 'caught up': caughtUp, tries: Number(tries.toFixed(2)) };
}

function costs(before, after, clients) {
  const reads = {};
  for (const [name, count] of Object.entries(after.readsOf)) {
    const since = count - (before.readsOf[name] ?? 0);
    if (since > 0) reads[name] = since;
  }
  const each = (key) => Math.round(((after[key] - before[key]) * 1_000) / clients);
  return {
    reads: after.storeReads - before.storeReads,
    'reads of': JSON.stringify(reads),
    'µs nodes': each('nodesMs'),
    'µs mongod': each('mongodMs'),
    'chars/client': Math.round((after.linkCharacters - before.linkCharacters) / clients),
  };
}

/**
 * A bot that answers `!echo …`. It misses nothing and answers once, also over its own restarts: what it has dealt with
 * is kept in a file, and an answer goes out under a name made of the question.
 */
import { parseArgs } from 'node:util';
// In a program of your own: from '@meydan/client'.
import { createClient, isRefusal } from '#sdk/index.js';
import { fileMemory } from './file-memory.mjs';

const ASKED = /^!echo\s+(.+)$/s;
const usage = 'node examples/echo-bot/bot.mjs --name <username> --room <address> [--url …] [--memory bot.json]';

async function main() {
  const { url, name, room: slug, memory: file } = settings();
  const memory = await fileMemory(file);
  const client = createClient({ url, sessions: memory.sessions });
  client.on('stopped', ({ code, message }) => fail(`${code}: ${message}`));
  await enter(client, name);
  await client.connect();
  await enterRoom(client, slug);
  const room = client.room(slug, { place: memory.placeOf(slug) });
  answerIn(room, client, memory);
  await room.open();
  if (!memory.placeOf(slug)) await memory.keepPlace(slug, room.place);
  console.log(`${client.account.username} listens in ${slug}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => client.close());
}

function settings() {
  const options = {
    url: { type: 'string', default: process.env.MEYDAN ?? 'http://localhost:3000' },
    memory: { type: 'string', default: 'bot.json' },
    name: { type: 'string' },
    room: { type: 'string' },
  };
  const { values } = parseArgs({ options });
  if (!values.name || !values.room) throw new Error(`usage: ${usage}`);
  // The bot remembers its places by the address of the room, which has no capital letters.
  return { ...values, room: values.room.toLowerCase() };
}

/** The login of the last time, or a new one. */
async function enter(client, name) {
  const account = (await client.resume()) ?? (await client.loginDeveloper(name));
  if (account.username === null) await client.chooseUsername(name);
}

/** Founded when there is none of that address. */
async function enterRoom(client, slug) {
  try {
    await join(client, slug);
  } catch (error) {
    if (!isRefusal(error, 'room_not_found')) throw error;
    await found(client, slug);
  }
}

const join = (client, slug) => client.request('POST /api/rooms/{slug}/join', { path: { slug } });

/** Somebody else may have founded it in the same moment: then it is there to be joined. */
async function found(client, slug) {
  try {
    await client.request('POST /api/rooms', { body: { name: slug, slug } });
  } catch (refusal) {
    if (!refusal.fields?.slug) throw refusal;
    await join(client, slug).catch((error) => {
      throw isRefusal(error, 'room_not_found') ? refusal : error;
    });
  }
}

/** One after the other, so that the place kept is one up to which everything is answered. */
function answerIn(room, client, memory) {
  let last = Promise.resolve();
  room.on('message', (row) => {
    last = last.then(() => answer(room, client, memory, row)).catch((error) => fail(error.message));
  });
  room.on('gone', ({ reason }) => fail(`out of ${room.slug}: ${reason}`));
}

async function answer(room, client, memory, row) {
  const [, text] = ASKED.exec(row.body) ?? [];
  const isMine = row.sender?.account_id === client.account.id;
  if (text && !isMine) await room.send({ body: text, reply_to: row.id }, `echo-${row.id}`);
  await memory.keepPlace(room.slug, { id: room.place.id, seq: row.seq });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

main().catch((error) => fail(error.code ? `${error.code}: ${error.message}` : error.message));

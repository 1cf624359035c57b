/** A chat in the terminal: what is typed is said, what is said in the room is printed. */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { followRoom } from './room.mjs';
import { enterRoom, openSession } from './session.mjs';

const usage = 'node examples/terminal-chat/chat.mjs --name <your name> --room <address> [--url http://localhost:3000]';

function settings() {
  const options = { url: { type: 'string', default: process.env.MEYDAN ?? 'http://localhost:3000' } };
  const { values } = parseArgs({ options: { ...options, name: { type: 'string' }, room: { type: 'string' } } });
  if (!values.name || !values.room) throw new Error(`usage: ${usage}`);
  return values;
}

const time = (at) => new Date(at).toTimeString().slice(0, 5);

function printRow({ kind, sender, body, event, inserted_at }) {
  if (kind === 'event') print(`${time(inserted_at)}   * ${event.username ?? ''} ${event.type.replaceAll('_', ' ')}`);
  else print(`${time(inserted_at)} ${sender?.username ?? '?'}: ${body}`);
}

function printChange({ type, message }) {
  if (type === 'message:edited') print(`      ~ ${message.sender?.username}: ${message.body}`);
  if (type === 'message:deleted') print('      ~ a message was deleted');
}

/** The prompt is redrawn under what arrives while somebody types. */
let prompt = () => {};

function print(line) {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  // What other people wrote must not steer the terminal.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to keep out.
  console.log(line.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd'));
  prompt();
}

async function main() {
  const { url, name, room: address } = settings();
  const session = await openSession(url, name);
  // The address may be typed in capital letters, and the events of the room have its own.
  const { name: roomName, slug } = await enterRoom(session, address);
  print(`# ${roomName} — you are ${session.account.username}; Ctrl+D leaves`);
  const room = followRoom(session, slug, {
    onRow: printRow,
    onChange: printChange,
    onConnection: (isOnline) => print(isOnline ? '# connected' : '# connection lost, trying again'),
    onTrouble: (error) => print(`# ${error.code ?? 'error'}: ${error.message}`),
  });
  await sayLines(room);
  room.close();
}

/** Lines go out one after the other, so that they stand in the room in the order they were typed. */
async function sayLines(room) {
  const lines = createInterface({ input: process.stdin, output: process.stdout.isTTY ? process.stdout : undefined });
  prompt = () => process.stdout.isTTY && lines.prompt(true);
  for await (const line of lines) {
    if (!line.trim()) continue;
    await room.send(line).catch((error) => print(`# not sent (${error.code}): ${error.message}`));
  }
}

main().catch((error) => {
  console.error(error.code ? `${error.code}: ${error.message}` : error.message);
  process.exitCode = 1;
});

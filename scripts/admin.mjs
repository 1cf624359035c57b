/**
 * The command line of operators, over the operator interface of a running service. It has no rights of its own: the key
 * decides, and each command is a row of the audit log. It is also in the image.
 */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readArguments, UsageError, usageOf } from './admin/arguments.mjs';
import { commands } from './admin/commands.mjs';

const HELP = `Operators' commands. The answer is JSON.

  MEYDAN_URL       the address of the service (default http://localhost:3000)
  MEYDAN_KEY       the operator's key, or
  MEYDAN_KEY_FILE  a file that holds it; a key on the command line would show in the list of processes

${commands.map((command) => `  ${usageOf(command)}\n      ${command.does}`).join('\n')}
`;

process.exitCode = await run(process.argv.slice(2));

/** 0: done; 1: refused or unreachable; 2: the command line is wrong. */
async function run(words) {
  if (words.length === 0 || words[0] === 'help' || words[0] === '--help') {
    process.stdout.write(HELP);
    return 0;
  }
  try {
    await perform(readArguments(words));
    return 0;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function perform({ command, method, path, body }) {
  const response = await ask(method, path, body);
  if (!command.isFile) return print(await response.text());
  // As it comes: a file may be larger than memory. An answer that ends early is an error.
  await pipeline(Readable.fromWeb(response.body), process.stdout, { end: false });
}

function print(text) {
  if (text !== '') process.stdout.write(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
}

async function ask(method, path, body) {
  const url = `${addressOf(process.env)}/api/console${path}`;
  const headers = { authorization: `Bearer ${keyOf(process.env)}`, 'content-type': 'application/json' };
  const sent = method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) };
  const response = await fetch(url, { method, headers, ...sent }).catch((error) => {
    throw new Error(`no answer from ${new URL(url).origin}: ${error.cause?.message ?? error.message}`);
  });
  if (response.ok) return response;
  const text = await response.text();
  throw new Error(`${response.status} ${refusalOf(text)} (request ${response.headers.get('x-request-id')})`);
}

function refusalOf(text) {
  try {
    const { code, message, fields } = JSON.parse(text).error;
    return `${code}: ${message}${fields ? ` ${JSON.stringify(fields)}` : ''}`;
  } catch {
    return text.slice(0, 200);
  }
}

/** Without the slash at its end, with which addresses are often copied. */
function addressOf({ MEYDAN_URL, PORT = 3000 }) {
  const address = MEYDAN_URL || `http://localhost:${PORT}`;
  if (!/^https?:\/\/./.test(address) || !URL.canParse(address))
    throw new UsageError(`MEYDAN_URL=${address} is no address of a service. Example: https://chat.example.org`);
  return address.replace(/\/+$/, '');
}

function keyOf({ MEYDAN_KEY, MEYDAN_KEY_FILE, CONSOLE_KEY }) {
  const key = MEYDAN_KEY || (MEYDAN_KEY_FILE ? keyIn(MEYDAN_KEY_FILE) : CONSOLE_KEY);
  if (!key) throw new UsageError('MEYDAN_KEY or MEYDAN_KEY_FILE is needed');
  return key;
}

function keyIn(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`MEYDAN_KEY_FILE=${file} cannot be read: ${error.message}`);
  }
}

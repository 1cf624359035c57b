import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '#sdk/index.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

const script = fileURLToPath(new URL('../../examples/echo-bot/bot.mjs', import.meta.url));
const QUESTIONS = 40;

let server: ServerProcess;
let folder: string;
let ada: Client;
const bots: ChildProcess[] = [];

beforeAll(async () => {
  [server, folder] = await Promise.all([startServer({ RATE_LIMITS: 'off' }), mkdtemp(join(tmpdir(), 'meydan-bot-'))]);
  ada = createClient({ url: server.url });
  await ada.loginDeveloper('ada');
  await ada.chooseUsername('ada');
  await ada.connect();
}, 90_000);

afterAll(async () => {
  ada?.close();
  for (const bot of bots) bot.kill('SIGKILL');
  await server?.remove();
  await rm(folder, { recursive: true, force: true });
});

function start(...options: string[]) {
  const child = spawn(process.execPath, [script, '--url', server.url, ...options], { stdio: 'pipe' });
  bots.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const says = (line: string) =>
    poll(() => output.includes(line), { until: `the bot says "${line}":\n${output}`, withinMs: 30_000 });
  return { child, says, output: () => output };
}

const bot = () => start('--name', 'yanki', '--room', 'kahve', '--memory', join(folder, 'bot.json'));

describe('the echo bot', () => {
  it('answers every question once, killed in the middle and away for some', async () => {
    let yanki = bot();
    await yanki.says('yanki listens in kahve');
    await ada.request('POST /api/rooms/{slug}/join', { path: { slug: 'kahve' } });
    const room = ada.room('kahve');
    const answers: string[] = [];
    room.on('message', ({ sender, body, reply_to }) => {
      if (sender?.username === 'yanki' && reply_to) answers.push(body);
    });
    await room.open();
    for (let at = 0; at < QUESTIONS; at++) {
      await room.send(`!echo ${at}`);
      if (at === 15) {
        await poll(() => answers.length > 5, { until: 'it is at work', withinMs: 30_000 });
        yanki.child.kill('SIGKILL');
        await once(yanki.child, 'exit');
      }
      if (at === 30) yanki = bot();
    }
    await poll(() => answers.length >= QUESTIONS, { until: 'everything is answered', withinMs: 60_000 });
    await room.send('!echo son');
    await poll(() => answers.includes('son'), { until: 'the last one is answered', withinMs: 30_000 });
    expect(answers).toEqual([...Array.from({ length: QUESTIONS }, (_, at) => String(at)), 'son']);
    yanki.child.kill('SIGTERM');
    expect((await once(yanki.child, 'exit'))[0]).toBe(0);
  }, 120_000);

  it('says what is missing when it is called wrongly', async () => {
    const nobody = start('--room', 'kahve');
    expect((await once(nobody.child, 'exit'))[0]).toBe(1);
    await nobody.says('usage:');
  });
});

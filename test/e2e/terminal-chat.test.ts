import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { developer, logOf } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

const script = fileURLToPath(new URL('../../examples/terminal-chat/chat.mjs', import.meta.url));

let server: ServerProcess;
const terminals: ChildProcess[] = [];

beforeAll(async () => {
  server = await startServer();
}, 60_000);

afterAll(async () => {
  for (const terminal of terminals) terminal.kill('SIGKILL');
  await server.remove();
});

/** Somebody at a terminal: what they type, and what stands on their screen. */
function sitDown(...options: string[]) {
  const child = spawn(process.execPath, [script, '--url', server.url, ...options], { stdio: 'pipe' });
  terminals.push(child);
  let screen = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
    });
  }
  return {
    child,
    screen: () => screen,
    type: (line: string) => child.stdin.write(`${line}\n`),
    leave: async () => {
      const exited = once(child, 'exit');
      child.stdin.end();
      return (await exited)[0] as number;
    },
    sees: (line: string) =>
      poll(() => screen.includes(line), { until: `the screen shows "${line}":\n${screen}`, withinMs: 20_000 }),
  };
}

describe('the terminal chat', () => {
  it('hears a room whose address was typed in capital letters', async () => {
    const ada = sitDown('--name', 'ada', '--room', 'cay');
    const bora = sitDown('--name', 'bora', '--room', 'CAY');
    await Promise.all([ada.sees('# connected'), bora.sees('# connected')]);
    bora.type('duyuyor musun');
    await ada.sees('bora: duyuyor musun');
    ada.type('duyuyorum');
    await bora.sees('ada: duyuyorum');
    expect([await ada.leave(), await bora.leave()]).toEqual([0, 0]);
  }, 60_000);

  it('talks in a room, and loses nothing while the service is killed and started again', async () => {
    const ada = sitDown('--name', 'ada', '--room', 'kahve');
    await ada.sees('# connected');
    ada.type('merhaba');
    await ada.sees('ada: merhaba');
    const bora = sitDown('--name', 'bora', '--room', 'kahve');
    await bora.sees('ada: merhaba');

    await server.kill();
    await bora.sees('# connection lost');
    ada.type('orada mısın');
    await server.start();
    await bora.sees('ada: orada mısın');
    bora.type('buradayım');
    await ada.sees('bora: buradayım');

    expect([await ada.leave(), await bora.leave()]).toEqual([0, 0]);
    const log = await logOf(server.url, await developer(server.url, 'ada'), 'kahve');
    expect(log.map(({ body }) => body)).toEqual(['merhaba', 'orada mısın', 'buradayım']);
    for (const body of ['ada: merhaba', 'ada: orada mısın', 'bora: buradayım']) {
      expect(bora.screen().split(body)).toHaveLength(2);
    }
  }, 60_000);

  it('says what is missing when it is called wrongly', async () => {
    const nobody = sitDown('--room', 'kahve');
    await once(nobody.child, 'exit');
    expect(nobody.child.exitCode).toBe(1);
    expect(nobody.screen()).toContain('usage:');
  });

  it('prints the refusal of the service', async () => {
    const nobody = sitDown('--name', 'x', '--room', 'kahve');
    await once(nobody.child, 'exit');
    expect(nobody.child.exitCode).toBe(1);
    expect(nobody.screen()).toContain('validation_failed');
  });

  it('keeps what others wrote from steering the terminal', async () => {
    const cem = sitDown('--name', 'cem', '--room', 'cay');
    await cem.sees('# connected');
    cem.type('\u001b[2Jtemiz');
    await cem.sees('[2Jtemiz');
    expect(cem.screen()).not.toContain('\u001b[2J');
    expect(await cem.leave()).toBe(0);
  });
});

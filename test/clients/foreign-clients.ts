/**
 * Clients of Socket.IO that others have written, as programs of their own. Each logs in, joins a room, opens it, says
 * something, and ends once it has heard the answer. Java logs in with its own HTTP client, which offers HTTP/2 each
 * time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { dial } from '../gateway/talker.js';

const { PATH, HOME, MEYDAN_PYTHON_SOCKETIO, MEYDAN_JAVA_SOCKETIO } = process.env;

interface ForeignClient {
  name: string;
  /** What it stands on, under the name that its absence is told by; where it is. */
  needs: Record<string, string | undefined>;
  command: readonly string[];
  env?: Record<string, string>;
}

const file = (name: string): string => join(import.meta.dirname, name);

export const foreignClients: readonly ForeignClient[] = [
  { name: 'javascript', needs: {}, command: [process.execPath, file('talk.mjs')] },
  {
    name: 'python',
    needs: { 'python-socketio': MEYDAN_PYTHON_SOCKETIO },
    command: ['python3', file('talk.py')],
    env: { PYTHONPATH: MEYDAN_PYTHON_SOCKETIO ?? '' },
  },
  {
    name: 'java',
    needs: { 'Java client of Socket.IO': MEYDAN_JAVA_SOCKETIO },
    // What a start costs is the compiler; the program runs for a second.
    command: ['java', '-XX:TieredStopAtLevel=1', '-cp', `${MEYDAN_JAVA_SOCKETIO}/*`, file('Talk.java')],
  },
];

/** How it ended, and what it said: `HEARD`, or `REFUSED` and why. */
export async function run(
  { command: [program = '', ...options], env }: ForeignClient,
  orders: string[],
): Promise<{ code: number; said: string }> {
  const own = { ...(PATH && { PATH }), ...(HOME && { HOME }), ...env };
  const child = spawn(program, [...options, ...orders], { env: own, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [code] = await once(child, 'close');
  return { code, said: said.trim() };
}

/** Somebody in the room who greets everybody who introduces themselves. Ends when it is called. */
export async function greet(url: string, token: string, room: string): Promise<() => void> {
  const socket = dial(url, { token });
  socket.on('message:new', ({ message }: { message: { body: string } }) => {
    const name = /^ben (\w+), günaydın$/.exec(message.body)?.[1];
    if (name) socket.emit('message:new', { room, body: `merhaba ${name} 👋` });
  });
  await socket.timeout(20_000).emitWithAck('room:open', { room });
  return () => void socket.disconnect();
}

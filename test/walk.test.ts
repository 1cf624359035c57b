import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { createRoom, developer, logOf, type Person, rest } from './support/clients/rest.js';
import { Start } from './support/processes/npm-start.js';

const ROOM = 'kahve';

let folder: string;
let server: Start;
let url: string;
let socket: Socket | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meydan-walk-'));
  await begin();
});
afterAll(async () => {
  socket?.disconnect();
  server.child.kill('SIGKILL');
  await server.exit;
  rmSync(folder, { recursive: true, force: true });
});

async function begin(): Promise<void> {
  server = new Start(folder);
  url = await server.ready();
}

interface Sent {
  message: { id: string; seq: number; body: string };
  duplicate: boolean;
}

const overRest = ({ token }: Person, clientId: string): Promise<Sent> =>
  rest(url, `/rooms/${ROOM}/messages`, { method: 'POST', token, body: { client_id: clientId, body: clientId } });

async function overSocket({ token }: Person, clientId: string): Promise<Sent> {
  socket = io(url, { auth: { token }, transports: ['websocket'], forceNew: true });
  await once(socket as never, 'ready');
  const body = { room: ROOM, client_id: clientId, body: clientId };
  return socket.timeout(20_000).emitWithAck('message:new', body);
}

const bodies = async (person: Person): Promise<string[]> => (await logOf(url, person, ROOM)).map(({ body }) => body);

it(`what was sent to a service on this Node (${process.versions.node}) outlives kill -9, and sent again is a duplicate`, async () => {
  const ada = await developer(url, 'ada');
  await createRoom(url, ada, ROOM);
  const first = [await overRest(ada, 'by-rest'), await overSocket(ada, 'by-socket')];
  expect(first).toMatchObject([{ duplicate: false }, { duplicate: false }]);
  socket?.disconnect();
  server.child.kill('SIGKILL');
  await server.exit;

  await begin();
  expect(await bodies(ada)).toEqual(['by-rest', 'by-socket']);
  const again = [await overSocket(ada, 'by-rest'), await overRest(ada, 'by-socket')];
  expect(again).toMatchObject(first.map(({ message: { id, seq } }) => ({ message: { id, seq }, duplicate: true })));
  expect(await bodies(ada)).toEqual(['by-rest', 'by-socket']);
  socket?.disconnect();
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
});

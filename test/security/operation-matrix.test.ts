/** Every operation of the socket about a room × everybody who may ask → the answer. */
import { io, type Socket } from 'socket.io-client';
import { operationSchemas } from '#src/protocol/socket/operations.js';
import {
  everybody,
  type Populated,
  type Position,
  populate,
  positions,
  targets,
} from '../support/rooms/room-people.js';
import { withScene } from '../support/rooms/room-scene.js';

interface Line {
  access: 'member' | 'writer';
  payload: (own: string) => object;
  done?: string;
}

const lines: Record<string, Line> = {
  'room:open': { access: 'member', payload: () => ({}) },
  'message:list': { access: 'member', payload: () => ({}) },
  'message:new': { access: 'writer', payload: () => ({ body: 'selam' }) },
  'message:edit': { access: 'writer', payload: (message_id) => ({ message_id, body: 'başka' }) },
  'message:react': { access: 'writer', payload: (message_id) => ({ message_id, emoji: '👍', on: true }) },
  'message:read': { access: 'member', payload: () => ({ seq: 1 }) },
  'message:pin': { access: 'writer', payload: (message_id) => ({ message_id, pinned: true }) },
  'message:open_once': { access: 'member', payload: (message_id) => ({ message_id }), done: 'not_found' },
  'survey:vote': { access: 'member', payload: (message_id) => ({ message_id, options: [0] }), done: 'invalid_state' },
  'discussion:close': { access: 'member', payload: (message_id) => ({ message_id }) },
  'discussion:reopen': { access: 'member', payload: (message_id) => ({ message_id }) },
  typing: { access: 'writer', payload: () => ({ on: true }) },
  'message:delete': { access: 'member', payload: (message_id) => ({ message_id }) },
};
const outside: Position[] = ['stranger', 'banned', 'requested', 'founder of another room'];

function expected(name: string, { access, done = 'ok' }: Line, who: Position): string {
  if (outside.includes(who)) return name === 'typing' ? 'invalid_state' : 'not_member';
  return access === 'writer' && who === 'muted member' ? 'muted' : done;
}

withScene('who may carry out which operation', (scene) => {
  let populated: Populated;
  const sockets = new Map<Position, Socket>();

  beforeAll(async () => {
    for (const name of Object.values(targets)) await scene().person(name);
    populated = await populate(scene());
    for (const who of everybody) await connect(who);
  });
  afterAll(() => {
    for (const socket of sockets.values()) socket.disconnect();
  });

  async function connect(who: Position): Promise<void> {
    const name = positions[who];
    const person = name === null || who === 'no username' ? null : await scene().person(name);
    if (person) sockets.set(who, socketOf(person.accessToken));
  }

  const socketOf = (token?: string) =>
    io(scene().booted.url, { auth: token ? { token } : {}, transports: ['websocket'], forceNew: true });

  const refusalOf = (socket: Socket) =>
    new Promise<string>((resolve) => {
      socket.on('connect', () => resolve('connected'));
      socket.on('connect_error', (error: Error & { data?: { code: string } }) => resolve(error.data?.code ?? ''));
    }).finally(() => socket.disconnect());

  it('anonymous people and people without a username do not get a socket', async () => {
    const { accessToken } = await scene().booted.person('isimsiz', { username: null });
    expect(await refusalOf(socketOf())).toBe('unauthorized');
    expect(await refusalOf(socketOf(accessToken))).toBe('username_required');
  });

  it.each(Object.entries(lines))('%s', async (name, line) => {
    const answers: Record<string, string> = {};
    for (const [who, socket] of sockets) {
      const payload = { room: populated.room.slug, ...line.payload(populated.own[who] ?? populated.message) };
      const ack = await socket.timeout(10_000).emitWithAck(name, payload);
      answers[who] = ack.ok ? 'ok' : ack.error.code;
    }
    expect(answers).toEqual(Object.fromEntries([...sockets.keys()].map((who) => [who, expected(name, line, who)])));
    expect(await populated.room.problems()).toEqual([]);
  });

  it('the table holds every operation that a room decides', () => {
    const elsewhere = ['session:renew', 'room:close'];
    const names = Object.keys(operationSchemas).filter((name) => !elsewhere.includes(name));
    expect(names.filter((name) => !(name in lines))).toEqual([]);
  });
});

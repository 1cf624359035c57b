/** Socket.IO on a plain WebSocket: each kind of packet, before and after the socket is let in. */
import type { Admitted } from '#http/gateway/handshake/handshake.js';
import { WebSocketSockets } from '#http/gateway/websocket/websocket-sockets.js';
import { RefusalError } from '#src/errors.js';
import { frame } from '../websocket/client-frames.js';
import { wired } from './wired-connection.js';

const ATTACHMENTS_MAX = 10;
const OTHER_PACKET_MAX = 16_384;

/** A socket, and what was done with it; `refusals` are the outcomes of its handshakes. */
function scene({ refusals = [] as (object | undefined)[], url = '/socket.io/?EIO=4&a=b', isFast = true } = {}) {
  const done: unknown[] = [];
  const { connection } = wired('ada');
  let judge: ((enter: (admitted: Admitted) => void) => void) | null = null;
  const admission = {
    judge: (connect: unknown, enter: (admitted: Admitted) => void) => {
      done.push(['judged', connect]);
      return new Promise((resolve) => {
        judge = () => {
          const refused = refusals.shift();
          if (refused === undefined) enter({ caller: connection.caller, expiresAt: 5 });
          resolve(refused);
        };
      });
    },
    accept: (engine: unknown, admitted: unknown, fast: boolean) => {
      done.push(['accepted', engine === socket, admitted, fast]);
      return connection;
    },
    welcome: (to: unknown, before: Buffer) => void done.push(['welcome', to === connection, before.toString()]),
    failed: (request: unknown, address: string) => void done.push(['failed', request, address]),
    closed: (one: unknown, reason: string) => void done.push(['closed', one === connection, reason]),
  };
  const dispatcher = {
    accept: (_: unknown, name: string, payload: unknown, id: number) => void done.push([name, payload, id]),
    refuse: (_: unknown, name: unknown, { code }: { code: string }, id: number) => void done.push([name, code, id]),
    refuseUnread: (_: unknown, id: number) => {
      done.push(['unread', id]);
      return id !== 7;
    },
  };
  const sockets = new WebSocketSockets({
    admission,
    dispatcher,
    inboundBudget: { spend: (_: unknown, bytes: number) => void done.push(['spent', bytes]) },
    listener: { accepted: (one: unknown) => void done.push(['in', one === socket]) },
    fastPath: { isFor: (one: unknown, kind: string) => (one === socket && kind === 'websocket' ? isFast : null) },
  } as unknown as ConstructorParameters<typeof WebSocketSockets>[0]);
  const receiver: { _write?: unknown } = {};
  const request = { url, headers: { origin: 'o' }, socket: { remoteAddress: '192.0.2.7' } };
  const socket = {
    connection: null as unknown,
    request: request as unknown,
    readyState: 'open',
    isAuthenticating: false,
    isRefused: false,
    attachmentsDue: 0,
    socket: { _receiver: receiver },
    write: (packet: string) => void done.push(['write', packet]),
    close: () => void done.push('close'),
  };
  const says = (text: string) => sockets.message(socket as never, Buffer.from(`4${text}`));
  const answered = async () => {
    judge?.(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const isIn = () => Object.assign(socket, { connection });
  return { sockets, socket, receiver, request, connection, done, says, answered, isIn };
}

describe('a plain WebSocket', () => {
  it('is let in with its token, and greeted after the answer to CONNECT', async () => {
    const { done, says, answered, request, socket, receiver } = scene();
    says('0{"token":"t"}');
    expect(socket.isAuthenticating).toBe(true);
    const connect = {
      auth: { token: 't' },
      query: { EIO: '4', a: 'b' },
      headers: request.headers,
      address: '192.0.2.7',
    };
    expect(done.splice(0)).toEqual([['judged', connect]]);
    await answered();
    expect(done).toEqual([
      ['accepted', true, expect.objectContaining({ expiresAt: 5 }), true],
      ['in', true],
      ['welcome', true, expect.stringMatching(/40\{"sid":"[0-9a-f-]{36}"\}$/)],
    ]);
    expect([socket.isAuthenticating, socket.isRefused]).toEqual([false, false]);
    expect(receiver._write).toBeInstanceOf(Function);
  });

  it('goes the documented way where the process does', async () => {
    const { done, says, answered, receiver } = scene({ isFast: false });
    says('0');
    await answered();
    expect(done[1]).toEqual(['accepted', true, expect.anything(), false]);
    expect(receiver).toEqual({});
  });

  it.each([
    ['0', {}],
    ['0{}', {}],
    ['0/,{"token":"t"}', { token: 't' }],
  ])('may say who it is in any of the ways of the protocol: %s', (text, auth) => {
    const { done, says } = scene();
    says(text);
    expect(done).toEqual([['judged', expect.objectContaining({ auth })]]);
  });

  it.each(['0null', '0[]', '05', '0"text"', '0{"token"'])('that sends no object to connect with ends: %s', (text) => {
    const { done, says } = scene();
    says(text);
    expect(done).toEqual(['close']);
  });

  it('knows one namespace', () => {
    const { done, says } = scene();
    says('0/admin,{"token":"t"}');
    says('0/admin');
    const refused = ['write', '4/admin,{"message":"Invalid namespace"}'];
    expect(done).toEqual([refused, refused]);
  });

  it('that knocks again before the answer, or once it is in, ends', async () => {
    const early = scene();
    early.says('0');
    early.says('0');
    expect(early.done).toEqual([['judged', expect.anything()], 'close']);
    const late = scene();
    late.isIn();
    late.says('0');
    expect(late.done).toEqual(['close']);
    const gone = scene();
    gone.socket.request = null;
    gone.says('0');
    expect([gone.done, gone.socket.isAuthenticating]).toEqual([[], false]);
  });

  it('may try once more after a refusal, and ends after the second', async () => {
    const refused = { message: 'no', data: { code: 'unauthorized' } };
    const { done, says, answered } = scene({ refusals: [refused, refused] });
    const written = ['write', `4${JSON.stringify(refused)}`];
    says('0');
    await answered();
    expect(done.splice(0).slice(1)).toEqual([written]);
    says('0');
    await answered();
    expect(done.slice(1)).toEqual([written, 'close']);
  });

  it('that ended while it was judged is not let in', async () => {
    const { socket } = scene();
    const entering = new Promise((resolve, reject) => {
      const admission = {
        judge: async (_: unknown, enter: (admitted: object) => void) => {
          try {
            enter({ expiresAt: 5 });
            resolve(null);
          } catch (error) {
            reject(error);
          }
        },
      };
      const sockets = new WebSocketSockets({ admission } as unknown as ConstructorParameters<
        typeof WebSocketSockets
      >[0]);
      socket.readyState = 'closed';
      sockets.message(socket as never, Buffer.from('40'));
    });
    await expect(entering).rejects.toBeInstanceOf(RefusalError);
  });

  it('has its events carried out once it is in, and ends before that', () => {
    const { done, says, isIn } = scene();
    says('2["typing",{"on":true}]');
    expect(done.splice(0)).toEqual(['close']);
    isIn();
    says('2["typing",{"on":true}]');
    says('212["typing",{"on":false}]');
    expect(done).toEqual([
      ['typing', { on: true }, null],
      ['typing', { on: false }, 12],
    ]);
  });

  it('that waits is refused unread where nothing more may wait, and read otherwise', () => {
    const { sockets, socket, done, isIn, connection } = scene();
    const isRefused = (text: string) => {
      const bytes = frame({ text });
      return sockets.refusedUnread(socket as never, bytes, 6, bytes.length);
    };
    expect(isRefused('425["typing",{}]')).toBe(false);
    isIn();
    expect(isRefused('425["typing",{}]')).toBe(false);
    connection.waiting = 1;
    const packets = ['425["typing",{}]', '427["typing",{}]', '42["typing",{}]', '42/other,["typing",{}]'];
    expect(packets.map(isRefused)).toEqual([true, false, false, false]);
    expect(done).toEqual([
      ['unread', 5],
      ['unread', 7],
    ]);
  });

  it.each(['21x', '2{}', '2["a"', '1', '4', '7', 'x', '', '3/other,1[]', '51-/other,["a"]'])(
    'that says what no client says ends: %j',
    (text) => {
      const { done, says, isIn } = scene();
      isIn();
      says(text);
      expect(done).toEqual(['close']);
    },
  );

  it('may send an ack, which nobody asked for', () => {
    const { done, says, isIn } = scene();
    isIn();
    says('31[]');
    expect(done).toEqual([]);
  });

  it.each([
    ['51-["typing",{"_placeholder":true,"num":0}]', 1, ['typing', { _placeholder: true, num: 0 }, null]],
    [`5${ATTACHMENTS_MAX}-["typing",{}]`, ATTACHMENTS_MAX, ['typing', {}, null]],
    ['61-1[]', 1, null],
  ])('may announce binary parts: %s', (text, due, carried) => {
    const { done, says, isIn, socket } = scene();
    isIn();
    says(text);
    expect([done, socket.attachmentsDue]).toEqual([carried === null ? [] : [carried], due]);
    says(text);
    expect([done.at(-1), socket.attachmentsDue]).toEqual(['close', due]);
  });

  it.each(['50-["typing",{}]', `5${ATTACHMENTS_MAX + 1}-["typing",{}]`, '5["typing",{}]', '60-1[]', '51-{}'])(
    'that announces none, or too many, ends: %s',
    (text) => {
      const { done, says, isIn } = scene();
      isIn();
      says(text);
      expect(done).toEqual(['close']);
    },
  );

  it('sends no more than a bound that is no event', () => {
    const packet = (chars: number) => `0{"token":"${'x'.repeat(chars - '40{"token":""}'.length)}"}`;
    const { done, says } = scene();
    says(packet(OTHER_PACKET_MAX + 1));
    expect(done.splice(0)).toEqual(['close']);
    says(packet(OTHER_PACKET_MAX));
    expect(done).toEqual([['judged', expect.anything()]]);
  });

  it('counts for its account once it is in', () => {
    const { sockets, socket, done, isIn } = scene();
    sockets.received(socket as never, 5);
    expect(done).toEqual([]);
    isIn();
    sockets.received(socket as never, 6);
    expect(done).toEqual([['spent', 6]]);
  });

  it('that ends is a connection that has gone, or a handshake that failed', () => {
    const { sockets, socket, request, done, isIn } = scene();
    sockets.closed(socket as never, 'transport close');
    request.socket.remoteAddress = undefined as never;
    sockets.closed(socket as never, 'transport close');
    socket.request = null;
    sockets.closed(socket as never, 'transport close');
    isIn();
    sockets.closed(socket as never, 'ping timeout');
    expect(done).toEqual([
      ['failed', request, '192.0.2.7'],
      ['failed', request, ''],
      ['closed', true, 'ping timeout'],
    ]);
  });
});

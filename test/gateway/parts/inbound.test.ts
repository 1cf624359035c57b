/** What comes in over a socket: packets that are events, and how much of it an account may send. */
import { InboundBudget } from '#http/gateway/inbound/inbound-budget.js';
import { dispatch, handleEvent, parseEvent, type Receiver } from '#http/gateway/inbound/parse-event.js';
import type { EngineSocket } from '#http/gateway/transport/engine.js';
import { FRAME_BYTES_MAX, SOCKET_BYTES_PER_SECOND, SOCKET_FRAMES_PER_SECOND } from '#src/domain/limits.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';

const long = (chars: number) => `["a","${'x'.repeat(chars - 8)}"]`;

describe('a packet of a socket', () => {
  it.each([
    ['["a",{}]', { id: null, data: ['a', {}] }],
    ['0["a"]', { id: 0, data: ['a'] }],
    ['123456789012345["a"]', { id: 123_456_789_012_345, data: ['a'] }],
    ['1234567890123456["a"]', null],
    ['x["a"]', null],
    ['1-["a"]', null],
    ['{"a":1}', null],
    ['["a"', null],
    ['', null],
  ])('%s is an event, or left to the libraries', (text, event) => {
    expect(parseEvent(text)).toEqual(event);
  });

  it('of exactly the bound is taken, and one of a byte more is too long', () => {
    const kindOf = (text: string) => Object.keys(parseEvent(text) ?? {});
    expect(kindOf(`7${long(FRAME_BYTES_MAX)}`)).toEqual(['id', 'data']);
    expect(kindOf(long(FRAME_BYTES_MAX))).toEqual(['id', 'data']);
    expect(parseEvent(`7${long(FRAME_BYTES_MAX + 1)}`)).toEqual({ id: 7, isTooLong: true });
  });

  it('of an odd shape is refused under its id', () => {
    const deep = `9["a",${'['.repeat(40)}${']'.repeat(40)}]`;
    expect(parseEvent(deep)).toMatchObject({ id: 9, refusal: { code: 'invalid_request' } });
  });
});

describe('an event', () => {
  function receiver(state: object = {}) {
    const done: unknown[] = [];
    const engine = { close: () => void done.push('closed') };
    const connection = { isClosed: false, isShut: false, engine, ...state };
    const dispatcher = {
      accept: (_: unknown, ...asked: unknown[]) => void done.push(['accept', ...asked]),
      refuse: (_: unknown, ...refused: unknown[]) => void done.push(['refuse', ...refused]),
    };
    return { done, receiver: { connection, dispatcher } as unknown as Receiver };
  }

  it('goes to the dispatcher, a refused one with its refusal, and one that is too long ends the connection', () => {
    const { done, receiver: to } = receiver();
    handleEvent(to, { id: 1, data: ['typing', { on: true }] });
    handleEvent(to, { id: null, refusal: { code: 'invalid_request' } });
    handleEvent(to, { id: 2, isTooLong: true });
    const accepted = ['accept', 'typing', { on: true }, 1];
    expect(done).toEqual([accepted, ['refuse', null, { code: 'invalid_request' }, null], 'closed']);
  });

  it.each([{ isClosed: true }, { isShut: true }])('of a connection that is over is dropped: %j', (state) => {
    const { done, receiver: to } = receiver(state);
    dispatch(to, ['typing', {}], 1);
    expect(done).toEqual([]);
  });
});

describe('the allowance of what an account sends', () => {
  function sender(accountId: string, kind: 'websocket' | 'polling' | 'documented' = 'websocket') {
    const calls: string[] = [];
    const ws = {
      isPaused: false,
      pause() {
        ws.isPaused = true;
        calls.push('pause');
      },
      resume() {
        ws.isPaused = false;
        calls.push('resume');
      },
    };
    const transport = kind === 'polling' ? { name: 'polling' } : { name: 'websocket', socket: ws };
    const engine = { transport, close: () => void calls.push('close') } as unknown as EngineSocket;
    return { accountId, engine, isFast: kind !== 'documented', calls };
  }
  const send = (budget: InboundBudget, from: ReturnType<typeof sender>, frames: number, bytes = 1) => {
    for (let sent = 0; sent < frames; sent += 1) budget.spend(from, bytes);
  };

  it('is a second of frames; one more is not read until the second has caught up', async () => {
    const env = new VirtualEnv();
    const [budget, ada] = [new InboundBudget(env), sender('ada')];
    send(budget, ada, SOCKET_FRAMES_PER_SECOND);
    expect(ada.calls).toEqual([]);
    send(budget, ada, 1);
    expect(ada.calls).toEqual(['pause']);
    await env.advance(1);
    expect(ada.calls).toEqual(['pause']);
    await env.advance(2);
    expect(ada.calls).toEqual(['pause', 'resume']);
  });

  it('is a second of bytes, of all sockets of the account together, and of no other account', async () => {
    const env = new VirtualEnv();
    const [budget, phone, laptop, bob] = [new InboundBudget(env), sender('ada'), sender('ada'), sender('bob')];
    send(budget, phone, 1, SOCKET_BYTES_PER_SECOND);
    send(budget, bob, 1, SOCKET_BYTES_PER_SECOND);
    send(budget, laptop, 1, SOCKET_BYTES_PER_SECOND);
    expect([phone.calls, laptop.calls, bob.calls]).toEqual([[], ['pause'], []]);
    await env.advance(999);
    expect(laptop.calls).toEqual(['pause']);
    // Another socket of the account has made the wait longer.
    send(budget, phone, 1, SOCKET_BYTES_PER_SECOND);
    await env.advance(500);
    expect([phone.calls, laptop.calls]).toEqual([['pause'], ['pause']]);
    await env.advance(1_000);
    expect([phone.calls, laptop.calls]).toEqual([
      ['pause', 'resume'],
      ['pause', 'resume'],
    ]);
  });

  it('catches up with the time that passes, and is never more than a second ahead', async () => {
    const env = new VirtualEnv();
    const [budget, ada] = [new InboundBudget(env), sender('ada')];
    send(budget, ada, SOCKET_FRAMES_PER_SECOND);
    await env.advance(500);
    send(budget, ada, SOCKET_FRAMES_PER_SECOND / 2);
    expect(ada.calls).toEqual([]);
    await env.advance(60_000);
    send(budget, ada, SOCKET_FRAMES_PER_SECOND);
    expect(ada.calls).toEqual([]);
    send(budget, ada, 1);
    expect(ada.calls).toEqual(['pause']);
  });

  it.each(['polling', 'documented'] as const)(
    'ends a socket that cannot be paused (%s) three seconds ahead',
    (kind) => {
      const [budget, ada] = [new InboundBudget(new VirtualEnv()), sender('ada', kind)];
      send(budget, ada, SOCKET_FRAMES_PER_SECOND * 4);
      expect(ada.calls).toEqual([]);
      send(budget, ada, 1);
      expect(ada.calls).toEqual(['close']);
    },
  );

  it('does not end a socket that is paused already, however much of it has been read', () => {
    const [budget, ada] = [new InboundBudget(new VirtualEnv()), sender('ada')];
    send(budget, ada, SOCKET_FRAMES_PER_SECOND * 10);
    expect(ada.calls).toEqual(['pause']);
  });

  it('is remembered for ten seconds after the last frame of an account that owes nothing', async () => {
    const env = new VirtualEnv();
    const [budget, ada, bob, cem] = [new InboundBudget(env), sender('ada'), sender('bob'), sender('cem')];
    send(budget, ada, 1);
    await env.advance(9_999);
    send(budget, bob, 1);
    expect(budget.size).toBe(2);
    await env.advance(1);
    send(budget, cem, 1);
    expect(budget.size).toBe(2);
    await env.advance(10_000);
    send(budget, cem, 1);
    expect(budget.size).toBe(1);
  });

  it('of an account that is ahead is not forgotten by the sweep, that of a quiet one is', async () => {
    const env = new VirtualEnv();
    const [budget, ada, bob] = [new InboundBudget(env), sender('ada'), sender('bob')];
    send(budget, ada, 1, SOCKET_BYTES_PER_SECOND * 60);
    await env.advance(10_000);
    send(budget, bob, 1);
    await env.advance(1_000);
    send(budget, ada, 1);
    expect(ada.calls).toEqual(['pause']);
    const laptop = sender('ada');
    send(budget, laptop, 1);
    expect(laptop.calls).toEqual(['pause']);
    await env.advance(47_000);
    expect(ada.calls).toEqual(['pause']);
    await env.advance(2_000);
    expect(ada.calls).toEqual(['pause', 'resume']);
  });
});

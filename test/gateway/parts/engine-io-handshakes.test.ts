/** The CONNECT of a socket that Engine.IO carries, and what happens to its connection before the answer. */
import { EventEmitter } from 'node:events';
import { EngineIoSockets, type EngineIoSocketsDeps } from '#http/gateway/handshake/engine-io-sockets.js';
import { RefusalError } from '#src/errors.js';

class Engine extends EventEmitter {
  readyState = 'open';
  readonly request = {};
  readonly remoteAddress = '192.0.2.7';
  close(): void {
    this.readyState = 'closing';
  }
}

function scene() {
  const told: string[] = [];
  let authenticate: (socket: object, next: (error?: Error) => void) => void = () => undefined;
  const io = {
    engine: new EventEmitter(),
    use: (asked: typeof authenticate) => void (authenticate = asked),
    on: () => undefined,
  };
  let enter = (): void => undefined;
  const admission = {
    /** As the real one: what `enter` throws is the refusal. */
    judge: (_: unknown, whenJudged: (admitted: object) => void) =>
      new Promise((resolve) => {
        enter = () => {
          try {
            whenJudged({});
            resolve(undefined);
          } catch (error) {
            if (!(error instanceof RefusalError)) throw error;
            resolve({ message: 'refused', data: { code: error.refusal.code } });
          }
        };
      }),
    accept: () => ({ accepted: told.push('accepted') }),
    welcome: () => told.push('welcome'),
    failed: (_: unknown, address: string) => told.push(`failed ${address}`),
    closed: (_: unknown, reason: string) => told.push(`closed ${reason}`),
  };
  const fastPath = { isFor: () => false };
  new EngineIoSockets(
    io as never,
    { admission, fastPath, env: { soon: () => undefined } } as unknown as EngineIoSocketsDeps,
  );
  const engine = new Engine();
  io.engine.emit('connection', engine);
  /** The answer to a CONNECT: null when the socket is accepted. */
  const connect = () =>
    new Promise((resolve) => {
      engine.emit('data', '0{"token":"good"}');
      authenticate({ conn: engine, handshake: {} }, (error) =>
        resolve(error === undefined ? null : (error as Error & { data: unknown }).data),
      );
    });
  return { engine, told, connect, judge: () => enter() };
}

describe('a socket that Engine.IO carries', () => {
  it('is accepted once it is judged, and its end is that of a connection from then on', async () => {
    const { engine, told, connect, judge } = scene();
    const answer = connect();
    expect(told).toEqual([]);
    judge();
    expect(await answer).toBeNull();
    engine.emit('close', 'gone');
    expect(told).toEqual(['accepted', 'welcome', 'closed gone']);
  });

  it.each(['closing', 'closed'])('is not accepted when it is %s by then', async (state) => {
    const { engine, told, connect, judge } = scene();
    const answer = connect();
    engine.readyState = state;
    if (state === 'closed') engine.emit('close', 'gone');
    judge();
    expect(await answer).toEqual({ code: 'unauthorized' });
    expect(told).toEqual(state === 'closed' ? ['failed 192.0.2.7'] : []);
  });

  it('is closed when it sends CONNECT again before the answer', async () => {
    const { engine, told, connect, judge } = scene();
    const answer = connect();
    engine.emit('data', '0{"token":"another"}');
    expect(engine.readyState).toBe('closing');
    judge();
    expect(await answer).toEqual({ code: 'unauthorized' });
    expect(told).toEqual([]);
  });

  it('may connect anew after one refusal, and is closed by the second', async () => {
    const { engine, connect, judge } = scene();
    for (const state of ['open', 'closing']) {
      const answer = connect();
      const before = engine.readyState;
      engine.readyState = 'closed';
      judge();
      engine.readyState = before;
      expect(await answer).toEqual({ code: 'unauthorized' });
      expect(engine.readyState).toBe(state);
    }
  });
});

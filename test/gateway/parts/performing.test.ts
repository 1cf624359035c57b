/** One operation of a socket: what it counts against, what it is answered, and what is written down of it. */
import { Dispatcher, PENDING_MAX } from '#http/gateway/inbound/dispatcher.js';
import type { Done, Operations } from '#http/gateway/inbound/operation.js';
import { Utf8Text } from '#http/gateway/transport/utf8-text.js';
import { RefusalError } from '#src/errors.js';
import { wired } from './wired-connection.js';

interface Scene {
  operations?: Operations;
  retryAfterMs?: number;
  /** What the room answers when an error has to be put in order. */
  room?: () => Promise<{ isMember: boolean }>;
  isTraced?: boolean;
}

function scene({ operations = {}, retryAfterMs, room, isTraced }: Scene = {}) {
  const noted: unknown[] = [];
  let now = 0;
  const names = ['message:new', 'message:edit', 'room:open', 'room:close', 'message:list', 'typing', 'session:renew'];
  const plain: Operations = Object.fromEntries(names.map((name) => [name, async () => ({ fields: '' })]));
  const taken: string[] = [];
  const dispatcher = new Dispatcher({
    operations: { ...plain, ...operations },
    finder: {
      ask(...asked: unknown[]) {
        noted.push(['asked', ...asked]);
        return room?.();
      },
    },
    logger: { error: (fields: object, text: string) => void noted.push(['logged', fields, text]) },
    metrics: {
      gateway: {
        began: (name: string) => void noted.push(['began', name]),
        operated: (name: string, ms: number) => void noted.push(['operated', name, ms]),
      },
      refused: (by: string, code: string) => void noted.push(['refused', by, code]),
    },
    env: { monotonic: () => (now += 5) },
    localLimits: {
      takeNow(scope: string, account: string) {
        taken.push(`${scope} ${account}`);
        return { ok: retryAfterMs === undefined, retryAfterMs: retryAfterMs ?? 0 };
      },
    },
    tracing: isTraced ? { root: spanOf(noted) } : null,
    admissionQueue: null,
    feeds: { idOf: () => undefined },
  } as unknown as ConstructorParameters<typeof Dispatcher>[0]);
  return { dispatcher, noted, taken, ada: wired('ada') };
}

const spanOf = (noted: unknown[]) => (name: string, parent: unknown, place: unknown) => {
  noted.push(['span', name, parent, place]);
  return {
    place: 'here',
    set: (key: string, value: unknown) => void noted.push([key, value]),
    end: (code: unknown) => void noted.push(['ended', code]),
  };
};
const refusing = (code: 'not_found' | 'not_allowed') => ({
  'room:open': async () => {
    throw new RefusalError(code);
  },
});
const answering = (done: Partial<Done>) => ({ 'room:open': async () => ({ fields: '', ...done }) });

describe('an operation of a socket', () => {
  it.each([
    ['room:open', ['read ada']],
    ['room:close', ['read ada']],
    ['message:list', ['read ada']],
    ['typing', ['read ada']],
    ['session:renew', ['read ada']],
    ['message:edit', ['write ada']],
    // It has a window of its own.
    ['message:new', []],
  ])('%s counts in its window', async (name, expected) => {
    const { dispatcher, taken, ada } = scene();
    await dispatcher.perform(ada.connection, name, {}, 3);
    expect([taken, ada.heard()]).toEqual([expected, [[3, { ok: true }]]]);
  });

  it('is begun at once where nothing has to wait', async () => {
    const { dispatcher, ada } = scene();
    ada.connection.waiting = 1;
    dispatcher.accept(ada.connection, 'typing', {}, 3);
    await new Promise((resolve) => setImmediate(resolve));
    expect(ada.heard()).toEqual([[3, { ok: true }]]);
    expect(dispatcher.refuseUnread(ada.connection, 4)).toBe(false);
  });

  it('beyond its window is refused with the wait, and is not begun', async () => {
    const { dispatcher, noted, ada } = scene({ retryAfterMs: 700 });
    await dispatcher.perform(ada.connection, 'room:open', {}, 3);
    expect(ada.heard()).toMatchObject([[3, { ok: false, error: { code: 'rate_limited', retry_after_ms: 700 } }]]);
    expect(noted).toEqual([['refused', 'socket', 'rate_limited']]);
  });

  it('that is too much for now is refused in its own words, where there are any', () => {
    const { dispatcher, ada } = scene();
    const refusal = { code: 'overloaded', retryAfterMs: 1_234 } as const;
    for (const message of ['One.', 'Two.']) dispatcher.refuse(ada.connection, 'typing', { ...refusal, message }, 1);
    dispatcher.refuse(ada.connection, 'typing', refusal, 1);
    const messages = ada.heard().map((each) => (each as [number, { error: { message: string } }])[1].error.message);
    expect(messages).toEqual(['One.', 'Two.', expect.not.stringMatching(/^(One|Two)\.$/)]);
  });

  it('of a bot is one of those that bots may do', async () => {
    const { dispatcher, taken, ada } = scene();
    ada.connection.caller = { ...ada.connection.caller, isBot: true };
    await dispatcher.perform(ada.connection, 'session:renew', {}, 1);
    await dispatcher.perform(ada.connection, 'typing', {}, 2);
    expect(ada.heard()).toMatchObject([
      [1, { ok: false, error: { code: 'not_allowed', message: 'A bot may not do this.' } }],
      [2, { ok: true }],
    ]);
    expect(taken).toEqual(['read ada']);
  });

  it.each([
    ['no:such', 'no:such'],
    ['x'.repeat(100), 'x'.repeat(64)],
    [7, ''],
    [[['deep']], ''],
  ])('of an unknown name is refused by that name: %j', async (name, told) => {
    const { dispatcher, ada } = scene();
    await dispatcher.perform(ada.connection, name, {}, null);
    expect(ada.heard()).toMatchObject([['operation:error', { op: told, error: { code: 'unknown_operation' } }]]);
  });

  it('is refused while as many as a connection may have are in progress', async () => {
    const { dispatcher, ada } = scene();
    ada.connection.pending = PENDING_MAX;
    await dispatcher.perform(ada.connection, 'typing', {}, 1);
    ada.connection.pending = PENDING_MAX - 1;
    await dispatcher.perform(ada.connection, 'typing', {}, 2);
    expect(ada.heard()).toMatchObject([
      [1, { ok: false, error: { code: 'overloaded', retry_after_ms: 1_000 } }],
      [2, { ok: true }],
    ]);
    expect(ada.connection.pending).toBe(PENDING_MAX - 1);
  });

  it('is in progress until it is answered, and measured from its beginning', async () => {
    let finish = (_: Done): void => undefined;
    const operation = () => new Promise<Done>((resolve) => (finish = resolve));
    const { dispatcher, noted, ada } = scene({ operations: { 'room:open': operation } });
    const performed = dispatcher.perform(ada.connection, 'room:open', {}, 1);
    expect([ada.connection.pending, noted]).toEqual([1, [['began', 'room:open']]]);
    finish({ fields: '"seq":4' });
    await performed;
    expect([ada.connection.pending, noted[1], ada.heard()]).toEqual([
      0,
      ['operated', 'room:open', 5],
      [[1, { ok: true, seq: 4 }]],
    ]);
  });

  it('hands its request id on, and a new one each time', async () => {
    const causes: unknown[] = [];
    const operation = async (_: unknown, __: unknown, asking?: { cause?: { requestId: string } }) => {
      causes.push(asking?.cause);
      return { fields: '' };
    };
    const { dispatcher, ada } = scene({ operations: { typing: operation } });
    for (const id of [1, 2]) await dispatcher.perform(ada.connection, 'typing', {}, id);
    expect(causes).toEqual([
      { requestId: expect.stringMatching(/^[0-9a-f]{8}-0\.1$/) },
      { requestId: expect.stringMatching(/^[0-9a-f]{8}-0\.2$/) },
    ]);
  });

  it('is answered around encoded rows, and afterwards runs what was to follow', async () => {
    const followed: string[] = [];
    const afterwards = () => void followed.push('done');
    const fields = { before: '"messages":', encoded: Utf8Text.of('["ş"]'), after: ',"seq":9' };
    const { dispatcher, ada } = scene({ operations: answering({ fields, isLong: true, afterwards }) });
    await dispatcher.perform(ada.connection, 'room:open', {}, 8);
    expect(ada.connection.longBytes).toBeGreaterThan(0);
    expect([ada.heard(), followed]).toEqual([[[8, { ok: true, messages: ['ş'], seq: 9 }]], ['done']]);
    const short = scene({ operations: answering({ fields }) });
    await short.dispatcher.perform(short.ada.connection, 'room:open', {}, 8);
    expect(short.ada.connection.longBytes).toBe(0);
  });

  it.each([
    ['nobody listens for the answer', { isClosed: false, ackId: null }],
    ['the connection has gone', { isClosed: true, ackId: 5 }],
  ])('is not answered when %s, and what was to follow runs', async (_, { isClosed, ackId }) => {
    const followed: string[] = [];
    const { dispatcher, ada } = scene({ operations: answering({ afterwards: () => void followed.push('done') }) });
    ada.connection.isClosed = isClosed;
    await dispatcher.perform(ada.connection, 'room:open', {}, ackId);
    expect([ada.heard(), followed]).toEqual([[], ['done']]);
  });

  it('that is refused is told to nobody who has gone', async () => {
    const { dispatcher, noted, ada } = scene({ operations: refusing('not_allowed') });
    ada.connection.isClosed = true;
    await dispatcher.perform(ada.connection, 'room:open', {}, 5);
    expect([ada.heard(), noted]).toEqual([
      [],
      [
        ['began', 'room:open'],
        ['operated', 'room:open', 5],
      ],
    ]);
  });

  it.each([
    ['the place in the room precedes', { room: 'kahve' }, 'not_member', 1],
    ['without a room the error stands', { room: 5 }, 'not_found', 0],
    ['without a payload the error stands', null, 'not_found', 0],
  ])('with an error of the request: %s', async (_, payload, code, asked) => {
    const { dispatcher, noted, ada } = scene({
      operations: refusing('not_found'),
      room: async () => ({ isMember: false }),
    });
    await dispatcher.perform(ada.connection, 'room:open', payload, 5);
    expect(ada.heard()).toMatchObject([[5, { ok: false, error: { code } }]]);
    const visit = ['asked', 'kahve', { type: 'view_room', by: ada.connection.caller }];
    expect(noted.filter((each) => (each as unknown[])[0] === 'asked')).toEqual(asked === 1 ? [visit] : []);
  });

  it('that fails is logged with its name and its request', async () => {
    const operations = { 'room:open': () => Promise.reject(new TypeError('odd')) };
    const { dispatcher, noted, ada } = scene({ operations });
    await dispatcher.perform(ada.connection, 'room:open', {}, 5);
    const fields = { err: expect.any(TypeError), op: 'room:open', requestId: expect.stringMatching(/-0\.1$/) };
    expect(noted).toContainEqual(['logged', fields, 'operation failed']);
  });

  it.each([
    ['carried out', {}, null],
    ['refused', refusing('not_allowed'), 'not_allowed'],
  ])('that is %s is recorded with its outcome, below the handshake', async (_, operations, code) => {
    const causes: unknown[] = [];
    const noting: Operations = Object.fromEntries(
      Object.entries<Operations[string]>({ 'room:open': async () => ({ fields: '' }), ...operations }).map(
        ([name, operation]) => [
          name,
          (connection, payload, asking) => {
            causes.push(asking?.cause);
            return operation(connection, payload, asking);
          },
        ],
      ),
    );
    const { dispatcher, noted, ada } = scene({ operations: noting, isTraced: true });
    ada.connection.trace = 'handshake';
    await dispatcher.perform(ada.connection, 'room:open', {}, 5);
    const requestId = expect.stringMatching(/-0\.1$/);
    expect(noted).toContainEqual(['span', 'socket room:open', undefined, 'handshake']);
    expect(noted).toContainEqual(['meydan.request_id', requestId]);
    expect(noted).toContainEqual(['ended', code]);
    expect(causes).toEqual([{ requestId, trace: 'here' }]);
  });

  it('that is refused for want of time keeps the words of its refusal', () => {
    const { dispatcher, ada } = scene();
    dispatcher.refuse(ada.connection, null, { code: 'overloaded', message: 'Close one first.' }, 1);
    dispatcher.refuse(ada.connection, null, { code: 'overloaded' }, 2);
    dispatcher.refuse(ada.connection, null, { code: 'overloaded', retryAfterMs: 300 }, 3);
    dispatcher.refuse(ada.connection, null, { code: 'unavailable', retryAfterMs: 300 }, 4);
    expect(ada.heard()).toMatchObject([
      [1, { error: { code: 'overloaded', message: 'Close one first.' } }],
      [2, { error: { code: 'overloaded', message: expect.not.stringMatching(/^Close/), retry_after_ms: 1_000 } }],
      [3, { error: { code: 'overloaded', retry_after_ms: 300 } }],
      [4, { error: { code: 'unavailable', retry_after_ms: 300 } }],
    ]);
  });
});

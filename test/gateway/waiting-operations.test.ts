/** Operations of sockets on a node that has no time for them: they wait in fair turns, in the order of their connection. */
import type { Connection } from '#http/gateway/connection/connection.js';
import { Dispatcher, PENDING_MAX } from '#http/gateway/inbound/dispatcher.js';
import { packetsOf } from '#http/gateway/transport/frames.js';
import { BusyQueue } from '../http/admission/busy-queue.js';

const rooms: Record<string, string> = { kahve: 'room-1', bahce: 'room-2' };

function scene() {
  const admissionQueue = new BusyQueue();
  const begun: string[] = [];
  const answers: string[] = [];
  const perform = async (connection: Connection, payload: unknown) => {
    begun.push(`${connection.accountId} ${(payload as { room: string }).room} ${(payload as { n: number }).n}`);
    return { fields: '' };
  };
  const dispatcher = new Dispatcher({
    operations: { 'message:new': perform, 'room:close': perform },
    logger: { error: (what: { err: unknown }) => void answers.push(String(what.err)) },
    metrics: { gateway: { began: () => undefined, operated: () => undefined }, refused: () => undefined },
    env: { monotonic: () => 0 },
    localLimits: { takeNow: () => ({ ok: true }) },
    feeds: { idOf: (slug: string) => rooms[slug] },
    admissionQueue,
  } as unknown as ConstructorParameters<typeof Dispatcher>[0]);
  const connectionOf = (accountId: string) => {
    const push = (bytes: Buffer) => void answers.push(packetsOf(bytes)[0] ?? '');
    const state = {
      accountId,
      caller: { accountId },
      pending: 0,
      waiting: 0,
      waitingKey: '',
      isClosed: false,
      isShut: false,
      push,
      nextRequestId: () => 'r',
    };
    return state as unknown as Connection & { isClosed: boolean };
  };
  const ask = (connection: Connection, room: string, n: number) =>
    dispatcher.accept(connection, 'message:new', { room, n }, n);
  return { admissionQueue, dispatcher, begun, answers, connectionOf, ask };
}

describe('operations on a node without time', () => {
  it('begin in turns of their rooms, so that a flooded one does not delay another', async () => {
    const { admissionQueue, begun, connectionOf, ask } = scene();
    const [ada, bob, cem] = [connectionOf('ada'), connectionOf('bob'), connectionOf('cem')];
    for (let n = 1; n <= 3; n += 1) ask(ada, 'kahve', n);
    ask(bob, 'Kahve', 1);
    ask(cem, 'bahce', 1);
    expect(begun).toEqual([]);
    await admissionQueue.round();
    expect(begun).toEqual(['ada kahve 1', 'cem bahce 1', 'ada kahve 2', 'ada kahve 3', 'bob Kahve 1']);
  });

  it('keep the order of their connection, whatever rooms they are for', async () => {
    const { admissionQueue, begun, connectionOf, ask } = scene();
    const [ada, bob] = [connectionOf('ada'), connectionOf('bob')];
    ask(ada, 'kahve', 1);
    ask(ada, 'bahce', 2);
    ask(ada, 'nowhere', 3);
    ask(bob, 'bahce', 1);
    await admissionQueue.round();
    expect(begun.filter((each) => each.startsWith('ada'))).toEqual(['ada kahve 1', 'ada bahce 2', 'ada nowhere 3']);
    expect(ada.waiting).toBe(0);
    ask(ada, 'kahve', 4);
    expect(ada.waitingKey).toBe('room-1');
  });

  it('are refused beyond those that a connection may have in progress', async () => {
    const { answers, connectionOf, ask } = scene();
    const ada = connectionOf('ada');
    for (let n = 0; n <= PENDING_MAX; n += 1) ask(ada, 'kahve', n);
    expect(answers).toEqual([expect.stringMatching(`^3${PENDING_MAX}.*"code":"overloaded"`)]);
  });

  it('are refused with the time after which to repeat them when too many wait', async () => {
    const { admissionQueue, answers, connectionOf, ask } = scene();
    const people = Array.from({ length: 4 }, (_, nth) => connectionOf(`p${nth}`));
    for (const person of people) for (let n = 0; n < 128; n += 1) ask(person, 'kahve', n);
    admissionQueue.pass(1_000);
    for (const person of people) for (let n = 128; n < 130; n += 1) ask(person, 'kahve', n);
    expect(answers).toHaveLength(8);
    expect(answers[0]).toMatch(/"code":"overloaded".*"retry_after_ms":1300/);
  });

  it('are refused unread while the line of their connection is full, and read otherwise', async () => {
    const { admissionQueue, dispatcher, answers, connectionOf, ask } = scene();
    const people = Array.from({ length: 4 }, (_, nth) => connectionOf(`p${nth}`));
    const ada = people[0] as Connection;
    expect(dispatcher.refuseUnread(ada, 1)).toBe(false);
    for (const person of people) for (let n = 0; n < 128; n += 1) ask(person, 'kahve', n);
    expect(answers).toEqual([]);
    admissionQueue.pass(1_000);
    expect(dispatcher.refuseUnread(ada, 7)).toBe(true);
    expect(dispatcher.refuseUnread(connectionOf('eda'), 8)).toBe(false);
    expect(answers).toEqual([expect.stringMatching(/^37\[.*"code":"overloaded".*"retry_after_ms":1300/)]);
    await admissionQueue.round();
    expect(dispatcher.refuseUnread(ada, 9)).toBe(false);
  });

  it('of a connection that has ended are not begun', async () => {
    const { admissionQueue, begun, connectionOf, ask } = scene();
    const ada = connectionOf('ada');
    ask(ada, 'kahve', 1);
    ada.isClosed = true;
    await admissionQueue.round();
    expect(begun).toEqual([]);
  });

  it('count as messages under way until they are answered, and so do those that fail', async () => {
    const { admissionQueue, dispatcher, connectionOf } = scene();
    const ada = connectionOf('ada');
    const one = dispatcher.perform(ada, 'message:new', { room: 'kahve', n: 1 }, 1);
    const other = dispatcher.perform(ada, 'message:new', null, 2);
    expect(admissionQueue.messagesUnderWay).toEqual(['room-1', 'ada']);
    await Promise.all([one, other]);
    expect(admissionQueue.messagesUnderWay).toEqual([]);
    void dispatcher.perform(ada, 'unheard of', {}, 3);
    expect(admissionQueue.messagesUnderWay).toEqual([]);
    void dispatcher.perform(ada, 'room:close', { room: 'kahve', n: 4 }, 4);
    expect(admissionQueue.messagesUnderWay).toEqual([]);
  });

  it('count in the line in which they waited, so that nobody floods a room through another one', async () => {
    const { admissionQueue, connectionOf, ask } = scene();
    const ada = connectionOf('ada');
    ask(ada, 'kahve', 1);
    ask(ada, 'bahce', 2);
    const lines: string[] = [];
    const began = admissionQueue.messageBegan.bind(admissionQueue);
    admissionQueue.messageBegan = (key, now) => {
      lines.push(key);
      began(key, now);
    };
    await admissionQueue.round();
    expect(lines).toEqual(['room-1', 'room-1']);
    expect(admissionQueue.messagesUnderWay).toEqual([]);
  });
});

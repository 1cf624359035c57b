/** Who is typing: to those who have the room open, at most once in three seconds, and no later than it is true. */
import { newSubscription } from '#http/gateway/connection/room-subscription.js';
import { TYPING_INTERVAL_MS, Typing } from '#http/gateway/user-events/typing.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';
import { type Wired, wired } from './wired-connection.js';

interface Answer {
  ok: boolean;
  code?: string;
}

function scene({ answer = { ok: true } as Answer, isAlone = false } = {}) {
  const env = new VirtualEnv();
  const readers: Wired[] = [];
  const bus: unknown[] = [];
  const asked: unknown[] = [];
  const feedOf = (id: string) => ({
    slug: id === 'r1' ? 'kahve' : 'bahce',
    subscriptions: () => readers.map(({ connection }) => ({ connection })),
  });
  const feeds = {
    idOf: (slug: string) => ({ kahve: 'r1', bahce: 'r2' })[slug],
    find: (id: string) => (id === 'gone' ? undefined : feedOf(id)),
  };
  const userEvents = {
    publish: (to: string, event: unknown) => void bus.push([to, event]),
    publishToPrevious: (event: unknown) => void bus.push(['previous', event]),
  };
  const tryAsk = async (...question: unknown[]) => {
    asked.push(question);
    return answer;
  };
  const cluster = isAlone ? null : { userEvents };
  const typing = new Typing({ env, feeds, rooms: { tryAsk }, cluster } as unknown as ConstructorParameters<
    typeof Typing
  >[0]);
  const reader = (account: string, ...rooms: string[]) => {
    const one = wired(account);
    for (const room of rooms) one.connection.setOpened(room, newSubscription(one.connection));
    readers.push(one);
    return one;
  };
  return { env, typing, reader, bus, asked };
}

const shown = (account: string, on: boolean, room = 'kahve') => [
  'typing',
  { room, account_id: account, username: `${account}.name`, on },
];

describe('typing', () => {
  it('is told to the others who have the room open here, and to the nodes of others', async () => {
    const { typing, reader, bus, asked } = scene();
    const [ada, bob] = [reader('ada', 'r1'), reader('bob', 'r1')];
    const asking = { cause: { requestId: 'r' } };
    await typing.setTyping(ada.connection, 'KAHVE', true, asking);
    expect([ada.heard(), bob.heard()]).toEqual([[], [shown('ada', true)]]);
    expect(asked).toEqual([['r1', { type: 'check_typing', by: ada.connection.caller }, asking]]);
    const event = { to: 'ada', type: 'typing', roomId: 'r1', username: 'ada.name', on: true };
    expect(bus).toEqual([
      ['room:r1', event],
      ['previous', event],
    ]);
    await typing.setTyping(ada.connection, 'kahve', false);
    expect([bob.heard(), bus.length]).toEqual([[shown('ada', false)], 4]);
  });

  it('needs no other nodes', async () => {
    const { typing, reader } = scene({ isAlone: true });
    const [ada, bob] = [reader('ada', 'r1'), reader('bob', 'r1')];
    await typing.setTyping(ada.connection, 'kahve', true);
    expect(bob.heard()).toEqual([shown('ada', true)]);
  });

  it('is told to nobody whose socket has something left to take', async () => {
    const { typing, reader } = scene();
    const [ada, bob] = [reader('ada', 'r1'), reader('bob', 'r1')];
    bob.tcp.writableLength = 1;
    await typing.setTyping(ada.connection, 'kahve', true);
    bob.tcp.writableLength = 0;
    expect(bob.heard()).toEqual([]);
  });

  it('begins at most once in three seconds, and is told as often by nobody', async () => {
    const { env, typing, reader, asked } = scene();
    const [ada, bob] = [reader('ada', 'r1'), reader('bob', 'r1')];
    const begin = () => typing.setTyping(ada.connection, 'kahve', true);
    await begin();
    await env.advance(TYPING_INTERVAL_MS - 1);
    await begin();
    expect([bob.heard(), asked.length]).toEqual([[shown('ada', true)], 1]);
    await typing.setTyping(bob.connection, 'kahve', true);
    expect(ada.heard()).toEqual([shown('bob', true)]);
    await env.advance(1);
    await begin();
    expect([bob.heard(), asked.length]).toEqual([[shown('ada', true)], 3]);
  });

  it('ends at once where its beginning was told, and otherwise at most once in three seconds', async () => {
    const { env, typing, reader } = scene();
    const [ada, bob] = [reader('ada', 'r1', 'r2'), reader('bob', 'r1', 'r2')];
    const end = (slug: string) => typing.setTyping(ada.connection, slug, false);
    await typing.setTyping(ada.connection, 'kahve', true);
    await end('bahce');
    await end('bahce');
    expect(bob.heard()).toEqual([shown('ada', true), shown('ada', false, 'bahce')]);
    await env.advance(TYPING_INTERVAL_MS);
    await typing.setTyping(ada.connection, 'kahve', true);
    for (let count = 0; count < 3; count += 1) await end('kahve');
    expect(bob.heard()).toEqual([shown('ada', true), shown('ada', false), shown('ada', false)]);
  });

  it('in a room that is not open is refused; ending it there is nothing', async () => {
    const { typing, reader } = scene();
    const [ada, bob] = [reader('ada'), reader('bob', 'r1')];
    const early = reader('cem', 'r1');
    for (const subscription of early.connection.opened.values()) subscription.buffered = [];
    for (const { connection } of [ada, early]) {
      for (const slug of ['kahve', 'nowhere']) {
        await expect(typing.setTyping(connection, slug, true)).rejects.toMatchObject({
          refusal: { code: 'invalid_state', message: 'Open the room first.' },
        });
        await typing.setTyping(connection, slug, false);
      }
    }
    expect(bob.heard()).toEqual([]);
  });

  it('is refused as the room refuses it, and told to nobody', async () => {
    const { typing, reader } = scene({ answer: { ok: false, code: 'muted' } });
    const [ada, bob] = [reader('ada', 'r1'), reader('bob', 'r1')];
    await expect(typing.setTyping(ada.connection, 'kahve', true)).rejects.toMatchObject({ refusal: { code: 'muted' } });
    expect(bob.heard()).toEqual([]);
  });

  it('is told to nobody when the room was closed while it was asked', async () => {
    const { typing, reader, bus } = scene();
    const [ada, bob] = [reader('ada', 'r1'), reader('bob', 'r1')];
    const begun = typing.setTyping(ada.connection, 'kahve', true);
    ada.connection.forgetOpened('r1');
    await begun;
    expect([bob.heard(), bus]).toEqual([[], []]);
  });

  it('of somebody at another node is told where the room has readers', () => {
    const { typing, reader } = scene();
    const [ada, bob] = [reader('ada', 'r1'), reader('bob', 'r1')];
    const event = { to: 'ada', type: 'typing', username: 'ada.name', on: true } as const;
    typing.remoteChanged({ ...event, roomId: 'gone' });
    typing.remoteChanged({ ...event, roomId: 'r1' });
    expect([ada.heard(), bob.heard()]).toEqual([[], [shown('ada', true)]]);
  });

  it('of somebody at another node is shown beside no device of theirs here within three seconds', async () => {
    const { env, typing, reader } = scene();
    const [ada, bob] = [reader('ada', 'r1'), reader('bob', 'r1')];
    typing.remoteChanged({ to: 'ada', type: 'typing', username: 'ada.name', roomId: 'r1', on: true });
    await typing.setTyping(ada.connection, 'kahve', true);
    expect(bob.heard()).toEqual([shown('ada', true)]);
    await env.advance(TYPING_INTERVAL_MS);
    await typing.setTyping(ada.connection, 'kahve', true);
    expect(bob.heard()).toEqual([shown('ada', true)]);
  });

  it('is remembered of twenty thousand people; the one who was shown first may begin early then', async () => {
    const { typing, reader, asked } = scene();
    const { opened } = reader('ada', 'r1').connection;
    const begin = (at: number) => {
      const accountId = `account-${at}`;
      return typing.setTyping({ accountId, caller: { accountId }, opened } as never, 'kahve', true);
    };
    for (let at = 0; at <= 20_000; at += 1) await begin(at);
    asked.length = 0;
    await begin(1);
    expect(asked).toHaveLength(0);
    await begin(0);
    expect(asked).toHaveLength(1);
  });
});

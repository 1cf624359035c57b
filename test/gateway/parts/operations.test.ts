/** Each operation of a socket as a command of its room, and the answer as the client gets it. */
import type { Operation, Operations } from '#http/gateway/inbound/operation.js';
import { messageOperations } from '#http/gateway/operations/message-operations.js';
import { roomOperations } from '#http/gateway/operations/room-operations.js';
import { sessionOperations } from '#http/gateway/operations/session-operations.js';
import { talkOperations } from '#http/gateway/operations/talk-operations.js';
import type { Json } from '#http/gateway/transport/frames.js';
import type { RowView } from '#src/domain/messages/views.js';
import { RefusalError } from '#src/errors.js';
import { plainLinks } from '../../support/clients/plain-links.js';
import { wired } from './wired-connection.js';

const ID = 'AAAAAAAA-0000-4000-8000-000000000001';
const id = ID.toLowerCase();
const empty = { mentions: [], hashtags: [], reactions: {}, sender: null, event: null, kind: 'text', openings: [] };
const view = { row: { ...empty, id, seq: 4, body: 'söz', attachment: null, audience: 'all', at: 0 }, slug: 'kahve' };
const message = view as unknown as RowView;
const asking = { cause: { requestId: 'r' } };

interface Given {
  answer?: object;
  /** What a room that this node follows answers at once. */
  known?: { ok: boolean; value?: object; code?: string };
  isLimited?: boolean;
  /** Of which windows no permit is left. */
  full?: string[];
}

function scene({ answer = {}, known, isLimited = false, full = [] }: Given = {}) {
  const { connection } = wired('ada');
  const done: unknown[][] = [];
  const finder = {
    ask: async (...given: unknown[]) => {
      done.push(given);
      return answer;
    },
    find: async () => 'r1',
  };
  const rooms = {
    tryAsk: async (...given: unknown[]) => {
      done.push(['room', ...given]);
      return known;
    },
  };
  const limits = {
    take: async (name: string, key: string, ...window: number[]) => {
      done.push(['take', name, key, ...window]);
      return { ok: !full.includes(name), retryAfterMs: 70 };
    },
  };
  const opening = {
    open: async (...given: unknown[]) => {
      done.push(['open', ...given.slice(1)]);
      return { fields: '' };
    },
    close: async (_: unknown, slug: string) => void done.push(['close', slug]),
  };
  const typing = { setTyping: async (_: unknown, ...given: unknown[]) => void done.push(['typing', ...given]) };
  const parts = {
    finder,
    rooms,
    opening,
    typing,
    pages: { use: (_: unknown, read: () => Promise<unknown>) => read() },
    links: plainLinks,
    feeds: { idOf: (slug: string) => (known && slug === 'kahve' ? 'r1' : undefined) },
    limits: isLimited ? limits : null,
  };
  const operations: Operations = {
    ...roomOperations(parts as never),
    ...messageOperations(parts as never),
    ...talkOperations(parts as never),
  };
  const run = async (name: string, payload: unknown) => {
    const { fields, isLong } = await (operations[name] as Operation)(connection, payload, asking);
    return { ...JSON.parse(`{${textOf(fields)}}`), ...(isLong && { isLong }) };
  };
  return { run, done, connection, by: connection.caller };
}

const textOf = (json: Json): string => (typeof json === 'string' ? json : `${json.before}${json.encoded}${json.after}`);
const shown = expect.objectContaining({ id, seq: 4, body: 'söz' });

describe('an operation of a socket on a message', () => {
  const place = { room: 'kahve', message_id: ID };
  it.each<[string, object, object, object, object]>([
    [
      'message:edit',
      { body: 'yeni' },
      { type: 'edit_message', messageId: id, body: 'yeni' },
      { message },
      { message: shown },
    ],
    [
      'message:edit',
      { body: 'yeni', if_rev: 3 },
      { type: 'edit_message', messageId: id, body: 'yeni', ifRev: 3 },
      { message },
      { message: shown },
    ],
    ['message:delete', {}, { type: 'delete_message', messageId: id }, { message }, { message: shown }],
    [
      'message:react',
      { emoji: '👍', on: true },
      { type: 'react', messageId: id, emoji: '👍', on: true },
      { reactions: { '👍': 1 } },
      { reactions: { '👍': 1 } },
    ],
    [
      'message:pin',
      { pinned: true },
      { type: 'pin_message', messageId: id, pinned: true },
      { pins: [id] },
      { pins: [id] },
    ],
    [
      'message:open_once',
      {},
      { type: 'open_once', messageId: id },
      { key: 'k', expiresInMs: 59_999 },
      { url: 'https://files.test/k?for=59', expires_in: 59 },
    ],
    [
      'message:open_once',
      {},
      { type: 'open_once', messageId: id },
      { key: 'k', expiresInMs: 10 },
      { url: 'https://files.test/k?for=1', expires_in: 1 },
    ],
    [
      'survey:vote',
      { options: [1] },
      { type: 'vote', messageId: id, options: [1] },
      { votes: [0, 1], myOptions: [1] },
      { votes: [0, 1], my_options: [1] },
    ],
    ['discussion:close', {}, { type: 'set_discussion', messageId: id, open: false }, { message }, { message: shown }],
    ['discussion:reopen', {}, { type: 'set_discussion', messageId: id, open: true }, { message }, { message: shown }],
    [
      'message:read',
      {},
      { type: 'mark_read', messageId: id },
      { readSeq: 4, unread: 2, unreadMentions: 1 },
      { read_seq: 4, unread: 2, unread_mentions: 1 },
    ],
  ])('%s %j is the command of its room', async (name, more, command, answer, told) => {
    const { run, done, by } = scene({ answer });
    expect(await run(name, { ...place, ...more })).toEqual(told);
    const { type, ...fields } = command as { type: string };
    expect(done).toEqual([['kahve', { type, by, ...fields }, asking]]);
  });

  it('names no message by a text that is no id', async () => {
    const { run, done } = scene();
    await expect(run('message:delete', { room: 'kahve', message_id: 'x' })).rejects.toMatchObject({
      refusal: { code: 'not_found' },
    });
    expect(done).toEqual([]);
  });

  it.each(['message:edit', 'message:pin', 'survey:vote', 'discussion:close', 'message:read', 'typing', 'room:close'])(
    'needs the fields of %s',
    async (name) => {
      const { run, done } = scene();
      await expect(run(name, {})).rejects.toBeInstanceOf(RefusalError);
      await expect(run(name, [])).rejects.toMatchObject({ refusal: { message: 'The payload must be an object.' } });
      await expect(run(name, null)).rejects.toMatchObject({ refusal: { code: 'invalid_request' } });
      expect(done).toEqual([]);
    },
  );
});

describe('an operation of a socket on a room', () => {
  it.each<[object, object]>([
    [{}, { limit: 50 }],
    [
      { limit: 0, before_seq: 9 },
      { limit: 50, beforeSeq: 9 },
    ],
    [
      { limit: 'many', after_seq: 3 },
      { limit: 50, afterSeq: 3 },
    ],
    [
      { limit: 1_000, around_seq: 5 },
      { limit: 200, aroundSeq: 5 },
    ],
  ])('message:list %j lists a page', async (more, command) => {
    const { run, done, by } = scene({ answer: { messages: [message], seq: 9, hasMore: true } });
    const page = await run('message:list', { room: 'kahve', ...more });
    expect(page).toEqual({ messages: [shown], seq: 9, has_more: true, isLong: true });
    expect(done).toEqual([['kahve', { type: 'list_messages', by, ...command }, asking]]);
  });

  it('renders no page for a socket that has gone', async () => {
    const { run, connection } = scene({ answer: { messages: [message], seq: 9, hasMore: true } });
    connection.isClosed = true;
    expect(await run('message:list', { room: 'kahve' })).toEqual({});
  });

  it('opens by the short way and by the schema, and closes by the name in small letters', async () => {
    const { run, done } = scene();
    await run('room:open', { room: 'kahve', after_seq: 4 });
    await run('room:open', { room: 'KAHVE', limit: 'x' });
    await run('room:close', { room: 'KAHVE' });
    await run('typing', { room: 'kahve', on: true });
    await run('message:read', { room: 'kahve', seq: 4 }).catch(() => undefined);
    expect(done.slice(0, 4)).toEqual([
      ['open', { room: 'kahve', limit: 50, after_seq: 4 }, asking],
      ['open', expect.objectContaining({ limit: 50 }), asking],
      ['close', 'kahve'],
      ['typing', 'kahve', true, asking],
    ]);
    expect(done[4]).toEqual(['kahve', expect.objectContaining({ type: 'mark_read', seq: 4 }), asking]);
    await expect(run('room:open', [])).rejects.toMatchObject({ refusal: { code: 'invalid_request' } });
  });
});

describe('a message of a socket', () => {
  const draft = { clientId: null, body: 'selam', replyTo: null, discussionOf: null };
  const said = { message, duplicate: false };
  const answered = { message: shown, duplicate: false };

  it('goes to the room at once where this node follows it', async () => {
    const { run, done, by } = scene({ known: { ok: true, value: { message, duplicate: true } } });
    expect(await run('message:new', { room: 'kahve', body: 'selam' })).toEqual({ message: shown, duplicate: true });
    expect(done).toEqual([['room', 'r1', { type: 'send_message', by, draft }, asking]]);
  });

  it.each<[string, Given, number]>([
    ['is not followed here', {}, 1],
    ['has another id by now', { known: { ok: false, code: 'room_not_found' } }, 2],
  ])('is sent by the name of the room where it %s', async (_, given, calls) => {
    const { run, done, by } = scene({ answer: said, ...given });
    expect(await run('message:new', { room: 'kahve', body: 'selam' })).toEqual(answered);
    expect([done.length, done.at(-1)]).toEqual([calls, ['kahve', { type: 'send_message', by, draft }, asking]]);
  });

  it('is refused as the room refuses it', async () => {
    const { run, done } = scene({ known: { ok: false, code: 'muted' } });
    await expect(run('message:new', { room: 'kahve', body: 'selam' })).rejects.toMatchObject({
      refusal: { code: 'muted' },
    });
    expect(done).toHaveLength(1);
  });

  it('counts in the window of its account, and waits for the next one', async () => {
    const { run, done } = scene({ answer: said, isLimited: true });
    await run('message:new', { room: 'KAHVE', body: 'selam', reply_to: id });
    expect(done[0]).toEqual(['take', 'message:new', 'ada', 20, 10_000]);
    expect(done[1]?.[0]).toBe('kahve');
    const full = scene({ isLimited: true, full: ['message:new'] });
    await expect(full.run('message:new', { room: 'kahve', body: 'selam' })).rejects.toMatchObject({
      refusal: { code: 'rate_limited', retryAfterMs: 70 },
    });
    expect(full.done).toHaveLength(1);
  });

  it('that begins with a slash is a command, with a window of its own', async () => {
    const { run, done, by } = scene({ answer: { command: 'help' }, isLimited: true });
    const answer = await run('message:new', { room: 'kahve', body: '/help' });
    expect(answer).toEqual({ command: 'help', help: expect.arrayContaining([expect.stringMatching(/^\/mute/)]) });
    expect(done.map(([first, second]) => [first, second])).toEqual([
      ['take', 'message:new'],
      ['take', 'command'],
      ['kahve', expect.objectContaining({ type: 'run_slash', by, body: '/help' })],
    ]);
    const other = scene({ answer: { command: 'mute' } });
    expect(await other.run('message:new', { room: 'kahve', body: '/mute @bora' })).toEqual({ command: 'mute' });
    const full = scene({ isLimited: true, full: ['command'] });
    await expect(full.run('message:new', { room: 'kahve', body: '/help' })).rejects.toMatchObject({
      refusal: { code: 'rate_limited', retryAfterMs: 70 },
    });
  });

  it('that begins with two slashes is a text with one', async () => {
    const { run, done } = scene({ answer: said });
    expect(await run('message:new', { room: 'kahve', body: '//mute' })).toEqual(answered);
    expect(done).toEqual([['kahve', expect.objectContaining({ draft: { ...draft, body: '/mute' } }), asking]]);
  });

  it('that forwards another one asks for it first', async () => {
    const { run, done } = scene({ answer: said });
    await run('message:new', { room: 'kahve', forward_of: { room: 'bahce', message_id: id } });
    expect(done.map(([room, command]) => [room, (command as { type: string }).type])).toEqual([
      ['bahce', 'give_message'],
      ['kahve', 'send_message'],
    ]);
  });
});

describe('a renewed token', () => {
  function renewal({ own = {} as object, session = {} as object | null, ok = true } = {}) {
    const { connection } = wired('ada', { expiresAt: 10_000 });
    const asked: unknown[][] = [];
    const { 'session:renew': renew } = sessionOperations({
      users: {
        ask: async (...given: unknown[]) => {
          asked.push(given);
          return session;
        },
      },
      tokens: {
        verifyAccess: (token: string) =>
          ok && token === 't'
            ? { ok: true, accountId: 'ada', sessionId: 'ada-phone', expiresAt: 25_900, ...own }
            : { ok: false, code: 'invalid_token' },
      },
      env: { now: () => 5_000 },
    } as never);
    return { connection, asked, run: () => (renew as Operation)(connection, { token: 't' }, asking) };
  }

  it('lengthens the connection, and says for how long', async () => {
    const { run, connection, asked } = renewal();
    expect(await run()).toEqual({ fields: '"expires_in":20' });
    expect(connection.expiresAt).toBe(25_900);
    expect(asked).toEqual([['ada', { type: 'view_session', sessionId: 'ada-phone' }, asking]]);
    expect(await renewal({ own: { expiresAt: 9_000 } }).run()).toEqual({ fields: '"expires_in":5' });
  });

  it.each<[string, Parameters<typeof renewal>[0], string, number]>([
    ['bad', { ok: false }, 'invalid_token', 0],
    ['of another account', { own: { accountId: 'bob' } }, 'unauthorized', 0],
    ['of another session', { own: { sessionId: 'laptop' } }, 'unauthorized', 0],
    ['of a session that is gone', { session: null }, 'unauthorized', 1],
  ])('that is %s is refused, and changes nothing', async (_, given, code, count) => {
    const { run, connection, asked } = renewal(given);
    await expect(run()).rejects.toMatchObject({ refusal: { code } });
    expect([connection.expiresAt, asked.length]).toEqual([10_000, count]);
  });
});

/** A room that a program holds: what counts as unread, what it asks the service, and the rows that it keeps. */
import { MeydanError } from '#sdk/errors.js';
import { Rest } from '#sdk/rest.js';
import { Room } from '#sdk/room.js';
import type { OpenedRoom, Row } from '#sdk/wire.js';

const rounds = () => new Promise((resolve) => setImmediate(resolve));
const row = (seq: number, more: object = {}) =>
  ({
    id: `m${seq}`,
    seq,
    rev: seq,
    body: `söz ${seq}`,
    mentions: [],
    sender: { account_id: 'bob', username: 'bob' },
    ...more,
  }) as unknown as Row;

/** A room whose service answers as `answers` says; it is opened at seq 5 with rows 4 and 5 read. */
async function held({ keep = 500, seq = 5 } = {}) {
  const asked: [name: string, payload: object][] = [];
  const hinted: string[] = [];
  const settled: string[] = [];
  const at = { isOnline: true, isClosed: false };
  const page = { room: { slug: 'kahve', my_role: 'member' }, messages: [row(4), row(5)], changes: [], has_more: false };
  const counts = { seq, read_seq: 5, unread: 0, unread_mentions: 0, reset: false, id: 'oda' };
  const answers: Record<string, () => unknown> = {
    'room:open': () => ({ ok: true, ...page, ...counts, room: { id: 'oda', ...page.room } }) as unknown as OpenedRoom,
    'room:close': () => ({ ok: true }),
    'message:read': () => ({ ok: true, read_seq: 6, unread: 0, unread_mentions: 0 }),
    'message:list': () => ({ ok: true, messages: [row(2), row(3)], has_more: true }),
    'message:edit': () => ({ ok: true, message: row(5, { rev: 9, body: 'yeni' }) }),
  };
  const room = new Room(
    'kahve',
    {
      operate: async (name, payload) => {
        asked.push([name, payload]);
        return (await answers[name]?.()) as never;
      },
      hint: (name) => void hinted.push(name),
      isOnline: () => at.isOnline,
      epoch: () => null,
      outbox: { items: [], settle: (id: string) => void settled.push(id) } as never,
      me: () => ({ accountId: 'ada', username: 'ada' }),
      closed: () => {
        at.isClosed = true;
      },
    },
    { keep },
  );
  await room.open();
  asked.length = 0;
  const said = (event: Row) =>
    room.take({ type: 'message:new', room: 'kahve', seq: event.seq, prev_seq: event.seq - 1, message: event } as never);
  return { room, asked, hinted, settled, at, answers, said };
}

describe('an open room', () => {
  it('counts what others say to all as unread, and mentions', async () => {
    const { room, said } = await held();
    const heard: number[] = [];
    room.on('unread', ({ unread }) => void heard.push(unread));
    said(row(6));
    said(row(7, { mentions: ['ada', 'cem'] }));
    said(row(8, { mentions: ['cem'] }));
    said(row(9, { sender: { account_id: 'ada', username: 'ada' } }));
    said(row(10, { discussion_of: 'm4' }));
    expect([room.unread, room.unreadMentions, heard]).toEqual([3, 1, [1, 2, 3]]);
  });

  it('has the newest pinned row as it is, and none where the row is not known', async () => {
    const { room } = await held();
    const changed = (type: string, seq: number, more: object) =>
      room.take({ type, room: 'kahve', seq, prev_seq: seq - 1, ...more } as never);
    const pinned = () => [room.info?.pins, room.info?.pinned?.id, room.info?.pinned?.body];
    changed('message:pins', 6, { pins: ['m5'] });
    expect([pinned(), room.info?.pinned?.pinned]).toEqual([[['m5'], 'm5', 'söz 5'], true]);
    changed('message:edited', 7, { message: row(5, { rev: 7, body: 'yeni', pinned: true }) });
    expect(pinned()).toEqual([['m5'], 'm5', 'yeni']);
    changed('message:pins', 8, { pins: ['m4', 'm5'] });
    expect(pinned()).toEqual([['m4', 'm5'], 'm4', 'söz 4']);
    changed('message:pins', 9, { pins: ['m1', 'm4', 'm5'] });
    expect([pinned(), room.info?.pinned]).toEqual([[['m1', 'm4', 'm5'], undefined, undefined], null]);
    changed('message:pins', 10, { pins: [] });
    expect([room.info?.pins, room.info?.pinned]).toEqual([[], null]);
  });

  it('counts neither what the room writes about its own acts nor what is deleted or expired', async () => {
    const { room, said, answers } = await held();
    const changed = (type: string, seq: number, more: object) =>
      room.take({ type, room: 'kahve', seq, prev_seq: seq - 1, ...more } as never);
    said(row(6, { sender: null, event: { type: 'member_kicked', actor: 'ada', username: 'cem' } }));
    expect(room.unread).toBe(0);
    said(row(7, { sender: null, event: { type: 'member_kicked', actor: 'bob', username: 'cem' } }));
    said(row(8, { mentions: ['ada'] }));
    said(row(9));
    said(row(10));
    expect([room.unread, room.unreadMentions]).toEqual([4, 1]);
    changed('message:deleted', 11, { message_id: 'm8', deleted_at: 7 });
    expect([room.unread, room.unreadMentions]).toEqual([3, 0]);
    changed('message:expired', 12, { message_ids: ['m4', 'm7', 'm8'] });
    expect(room.unread).toBe(2);
    answers['message:delete'] = () => ({ ok: true, message: row(9, { rev: 13, deleted_at: 8 }) });
    await room.remove('m9');
    expect(room.unread).toBe(1);
    changed('message:deleted', 13, { message_id: 'm9', deleted_at: 8 });
    changed('message:deleted', 14, { message_id: 'm5', deleted_at: 9 });
    expect(room.unread).toBe(1);
  });

  it('counts the @all of an admin as a mention, and not a member of that name', async () => {
    const { room, said } = await held();
    said(row(6, { mentions: ['all'], sender: { account_id: 'bob', username: 'bob', role: 'admin' } }));
    said(row(7, { mentions: ['all'], sender: { account_id: 'cem', username: 'cem', role: 'member' } }));
    expect([room.unread, room.unreadMentions]).toEqual([2, 1]);
  });

  it('counts nothing twice that a page has counted', async () => {
    const { room, answers, at } = await held();
    const open = answers['room:open'] as () => object;
    answers['room:open'] = () => ({
      ...open(),
      messages: [row(6), row(7)],
      seq: 7,
      unread: 2,
      unread_mentions: 1,
    });
    at.isOnline = true;
    await room.sync();
    expect([room.unread, room.unreadMentions, room.messages.map(({ seq }) => seq)]).toEqual([2, 1, [4, 5, 6, 7]]);
  });

  it('is read once up to a place, and asked again where that failed', async () => {
    const { room, asked, answers, said } = await held();
    await room.read(5);
    await room.read(3);
    expect(asked).toEqual([]);
    said(row(6));
    const reading = room.read();
    await room.read(6);
    await reading;
    expect(asked).toEqual([['message:read', { room: 'kahve', seq: 6 }]]);
    await room.read(6);
    expect([asked.length, room.readSeq, room.unread]).toEqual([1, 6, 0]);
    const answer = answers['message:read'] as () => object;
    answers['message:read'] = () => Promise.reject(new MeydanError('network', ''));
    await expect(room.read(7)).rejects.toMatchObject({ code: 'network' });
    answers['message:read'] = () => ({ ...answer(), read_seq: 7 });
    await room.read(7);
    expect([asked.length, room.readSeq]).toEqual([3, 7]);
  });

  it('counts rows that arrive before the answer to a reading that came before them, and after one that knew them', async () => {
    const { room, said, answers } = await held();
    const answered = (unread: number) => () => ({ ok: true, read_seq: 6, unread, unread_mentions: 0 });
    said(row(6));
    answers['message:read'] = answered(0);
    const reading = room.read();
    said(row(7));
    said(row(8, { mentions: ['ada'] }));
    await reading;
    expect([room.unread, room.unreadMentions]).toEqual([2, 1]);
    answers['message:read'] = () => ({ ...answered(1)(), read_seq: 8 });
    await room.read();
    said(row(9));
    expect([room.unread, room.unreadMentions]).toEqual([1, 0]);
  });

  it('believes the service if it holds no row before the cursor', async () => {
    const { room, said, answers } = await held();
    said(row(6));
    answers['message:read'] = () => ({ ok: true, read_seq: 3, unread: 90, unread_mentions: 4 });
    room.readSeq = 2;
    room.hasOlder = true;
    await room.read(3);
    expect([room.readSeq, room.unread, room.unreadMentions]).toEqual([3, 90, 4]);
  });

  it('is read where another device of the account has read it', async () => {
    const { room, said } = await held();
    said(row(6));
    said(row(7));
    const read = (account_id: string, read_seq: number) =>
      room.take({ type: 'message:read', room: 'kahve', seq: 7, prev_seq: 7, account_id, read_seq } as never);
    read('bob', 7);
    expect([room.readSeq, room.unread]).toEqual([5, 2]);
    read('ada', 6);
    expect([room.readSeq, room.unread]).toEqual([6, 1]);
    read('ada', 7);
    expect([room.readSeq, room.unread]).toEqual([7, 0]);
  });

  it('shows older rows before the ones it has, and keeps as many as were asked for', async () => {
    const { room, asked, said } = await held({ keep: 3 });
    expect(await room.older(2)).toBe(true);
    expect(asked).toEqual([['message:list', { room: 'kahve', limit: 2, before_seq: 4 }]]);
    expect([room.messages.map(({ seq }) => seq), room.hasOlder]).toEqual([[2, 3, 4, 5], true]);
    said(row(6));
    expect([room.messages.map(({ seq }) => seq), room.hasOlder]).toEqual([[3, 4, 5, 6], true]);
  });

  it('follows what the account may do in it', async () => {
    const { room } = await held();
    room.takePermissions({ my_role: 'admin', my_permissions: ['send_message'] as never });
    expect(room.info).toMatchObject({ id: 'oda', slug: 'kahve', my_role: 'admin', my_permissions: ['send_message'] });
  });

  it('shows the row of an answer in its place, and none that lies before what it holds', async () => {
    const { room } = await held();
    await room.edit({ id: 'm5', rev: 5 } as Row, 'yeni');
    expect(room.messages.map(({ body }) => body)).toEqual(['söz 4', 'yeni']);
    room.takeAnswer(row(2));
    expect(room.messages.map(({ seq }) => seq)).toEqual([4, 5]);
  });

  it('asks for its operations by its name', async () => {
    const { room, asked, answers } = await held();
    answers['message:delete'] = () => ({ ok: true, message: row(4, { rev: 9, body: '' }) });
    answers['message:react'] = () => ({ ok: true });
    await room.edit({ id: 'm5', rev: 5 } as Row, 'yeni');
    await room.remove('m4');
    await room.react('m4', '👍');
    await room.react('m4', '👍', false);
    const place = (id: string) => ({ room: 'kahve', message_id: id });
    expect(asked).toEqual([
      ['message:edit', { ...place('m5'), body: 'yeni', if_rev: 5 }],
      ['message:delete', place('m4')],
      ['message:react', { ...place('m4'), emoji: '👍', on: true }],
      ['message:react', { ...place('m4'), emoji: '👍', on: false }],
    ]);
    expect(room.messages.map(({ body }) => body)).toEqual(['', 'yeni']);
  });

  it('follows what changes of it, and ends with it', async () => {
    const { room, at } = await held();
    const heard: string[] = [];
    room.on('change', ({ type }) => void heard.push(type));
    room.on('gone', ({ reason }) => void heard.push(reason));
    const take = (type: string, seq: number, more: object = {}) =>
      room.take({ type, room: 'kahve', seq, prev_seq: seq - 1, ...more } as never);
    take('room:updated', 6, { changes: { name: 'Bahçe' } });
    take('message:pins', 7, { pins: ['m4'] });
    take('member:left', 8, { member_count: 3, account_id: 'bob' });
    take('member:tagged', 9, { account_id: 'bob', tag: 'dost' });
    expect(room.info).toEqual({
      id: 'oda',
      slug: 'kahve',
      my_role: 'member',
      name: 'Bahçe',
      pins: ['m4'],
      pinned: room.messages[0],
      member_count: 3,
    });
    take('room:deleted', 10);
    expect(heard).toEqual(['room:updated', 'message:pins', 'member:left', 'member:tagged', 'room:deleted', 'deleted']);
    expect(at.isClosed).toBe(true);
  });

  it('shows who types, but not oneself, until they say something or nobody looks', async () => {
    const { room, said, hinted } = await held();
    const types = (account_id: string, on = true) =>
      room.takeTyping({ room: 'kahve', account_id, username: account_id, on });
    for (const account of ['bob', 'ada', 'cem']) types(account);
    expect(room.typing).toEqual(['bob', 'cem']);
    types('cem', false);
    said(row(6));
    expect(room.typing).toEqual([]);
    types('eda');
    room.pause();
    types('bob');
    expect(room.typing).toEqual([]);
    for (const on of [false, true, true, false, false]) room.setTyping(on);
    expect(hinted.filter((name) => name === 'typing')).toHaveLength(2);
  });

  it('says that it is not looked at any more, unless somebody looks again or nobody hears it', async () => {
    const { room, asked, at } = await held();
    room.pause();
    await rounds();
    expect([asked, room.isSynced()]).toEqual([[['room:close', { room: 'kahve' }]], false]);
    await room.resume();
    expect([asked.at(-1)?.[0], room.isSynced()]).toEqual(['room:open', true]);
    asked.length = 0;
    room.pause();
    const again = room.resume();
    await again;
    await rounds();
    expect(asked.map(([name]) => name)).toEqual(['room:open']);
    asked.length = 0;
    at.isOnline = false;
    room.pause();
    await rounds();
    expect(asked).toEqual([]);
  });

  it('hears nothing while nobody looks at it, and settles its own messages by their rows', async () => {
    const { room, said, settled } = await held();
    said(row(6, { client_id: 'c6', sender: { account_id: 'ada', username: 'ada' } }));
    said(row(7, { client_id: 'c7' }));
    expect(settled).toEqual(['c6']);
    room.pause();
    said(row(8));
    expect(room.messages.map(({ seq }) => seq)).toEqual([4, 5, 6, 7]);
  });

  it('is closed at the service, if that can hear it', async () => {
    const near = await held();
    near.room.close();
    expect([near.hinted, near.at.isClosed]).toEqual([['room:close'], true]);
    const far = await held();
    far.at.isOnline = false;
    far.room.leave('kicked');
    expect([far.hinted, far.at.isClosed]).toEqual([[], true]);
  });
});

describe('a request', () => {
  function rest(statuses: number[], token: string | null = 'a1') {
    const sent: (string | undefined)[] = [];
    const refused: (string | undefined)[] = [];
    const own = new Rest({
      url: 'http://meydan.example/',
      retries: 2,
      fetch: (async (_: string, { headers }: { headers: Record<string, string> }) => {
        sent.push(headers.Authorization);
        const status = statuses.shift() ?? 200;
        const code = status === 401 ? 'token_expired' : 'unavailable';
        const body = status === 200 ? { ok: 1 } : { error: { code, message: '' } };
        return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
      }) as never,
    });
    own.tokenFor = async (old) => {
      refused.push(old);
      return old === undefined || token === null ? token : 'a2';
    };
    return { own, sent, refused };
  }

  it('has the token of the session, and once another one where it was refused', async () => {
    const { own, sent, refused } = rest([401]);
    expect(await own.request('GET /api/rooms')).toEqual({ ok: 1 });
    expect([sent, refused]).toEqual([
      ['Bearer a1', 'Bearer a2'],
      [undefined, 'a1'],
    ]);
    const twice = rest([401, 401]);
    await expect(twice.own.request('GET /api/rooms')).rejects.toMatchObject({ code: 'token_expired' });
    expect(twice.sent).toHaveLength(2);
  });

  it('with a token of its own, or without a session, is refused as it is', async () => {
    const own = rest([401]);
    await expect(own.own.request('GET /api/rooms', { token: 'mine' } as never)).rejects.toMatchObject({ status: 401 });
    expect([own.sent, own.refused]).toEqual([['Bearer mine'], []]);
    const nobody = rest([401], null);
    await expect(nobody.own.request('GET /api/rooms')).rejects.toMatchObject({ status: 401 });
    expect([nobody.sent, nobody.refused]).toEqual([[undefined], [undefined]]);
    const provider = rest([200]);
    await provider.own.request('GET /v1/auth/providers' as never, {} as never);
    expect([provider.sent, provider.refused]).toEqual([[undefined], []]);
  });

  it('is repeated while the service is away, if it can be, and not for ever', async () => {
    const read = rest([503, 503]);
    expect(await read.own.request('GET /api/rooms')).toEqual({ ok: 1 });
    expect(read.sent).toHaveLength(3);
    const away = rest([503, 503, 503, 503]);
    await expect(away.own.request('GET /api/rooms')).rejects.toMatchObject({ code: 'unavailable' });
    expect(away.sent).toHaveLength(3);
    const post = rest([503]);
    await expect(post.own.request('POST /api/rooms', { body: {} } as never)).rejects.toMatchObject({ status: 503 });
    const keyed = rest([503]);
    await keyed.own.request('POST /api/rooms', { body: {}, key: 'k' } as never);
    expect([post.sent.length, keyed.sent.length]).toEqual([1, 2]);
  });
});

import type { Rooms } from '#actors/room/commands.js';
import { createRoomList } from '#actors/room/reading/room-list.js';
import { listRowShape, memberShape, roomShape } from '#src/protocol/shapes/room.js';
import { call, newcomer, people, person, type Visitor } from './client.js';
import { type HttpFixture, openHttpFixture, openShell } from './http-fixture.js';

let fixture: HttpFixture;
let ada: Visitor;
let bob: Visitor;
let cem: Visitor;
let slugs = 0;

beforeAll(async () => {
  fixture = await openHttpFixture();
  [ada, bob, cem] = (await people(fixture, 'ada', 'bob', 'cem')) as [Visitor, Visitor, Visitor];
});
afterAll(() => fixture.close());

/** A room of ada's under a slug of its own, with these people in it. */
async function roomWith(members: Visitor[], settings: object = {}): Promise<string> {
  slugs += 1;
  const { body } = await ada.call('POST', '/api/rooms', { name: 'Oda', slug: `oda-${slugs}`, ...settings });
  for (const member of members) await member.call('POST', `/api/rooms/${body.room.slug}/join`);
  return body.room.slug;
}

const listOf = async (visitor: Visitor) => (await visitor.call('GET', '/api/rooms')).body.rooms;
const slugsOf = async (visitor: Visitor): Promise<string[]> =>
  (await listOf(visitor)).map(({ slug }: { slug: string }) => slug);

describe('opening a room', () => {
  it('answers the room as its founder sees it', async () => {
    const { status, body } = await ada.call('POST', '/api/rooms', {
      name: '  Kahve\u202E   Köşesi ',
      message_ttl_hours: 24,
      welcome_message: 'Hoş geldin {username}',
      visibility: 'closed',
      star_gated: true,
      my_role: 'nobody',
      id: 'mine',
    });
    expect(status).toBe(201);
    expect(roomShape.validate(body.room).error).toBeUndefined();
    expect(body.room).toMatchObject({
      name: 'Kahve Köşesi',
      slug: 'kahve-kosesi',
      kind: 'group',
      visibility: 'closed',
      message_ttl_hours: 24,
      welcome_message: 'Hoş geldin {username}',
      star_gated: true,
      my_role: 'founder',
      member_count: 1,
      is_member: true,
      wallpaper: 'adacayi',
      events_visibility: 'all',
      pins: [],
      pinned: null,
    });
  });

  it('under a name whose slug is taken gets another slug, each time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ada.call('POST', '/api/rooms', { name: 'Çay Bahçesi' })),
    );
    const taken = answers.map(({ body }) => body.room.slug);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(taken).size).toBe(8);
    for (const slug of taken) expect(slug).toMatch(/^cay-bahcesi(-[a-z0-9]{4})?$/);
  });

  it('under a chosen slug that is taken is refused, whoever asks and however it is written', async () => {
    const slug = await roomWith([]);
    for (const wanted of [slug, slug.toUpperCase()]) {
      const { outcome, body } = await bob.call('POST', '/api/rooms', { name: 'Başka', slug: wanted });
      expect(outcome).toEqual([422, 'validation_failed']);
      expect(body.error.fields).toEqual({ slug: ['has already been taken'] });
    }
  });

  it('under one slug by many at once succeeds for one', async () => {
    const wishes = Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? ada : bob).call('POST', '/api/rooms', { name: 'Yarış', slug: 'yaris' }),
    );
    const statuses = (await Promise.all(wishes)).map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(422)]);
  });

  it.each([
    [{}, { name: ['is required'] }],
    [{ name: '\u202E\u200B' }, { name: ['is not allowed to be empty'] }],
    [{ name: 'a'.repeat(81) }, { name: ['must have 1 to 80 characters'] }],
    [{ name: 'x', slug: 'Bad Slug' }, { slug: [expect.stringContaining('lowercase letters')] }],
    [{ name: 'x', visibility: 'secret' }, { visibility: [expect.stringContaining('open, closed')] }],
    [{ name: 'x', message_ttl_hours: 8_761 }, { message_ttl_hours: [expect.stringContaining('8760')] }],
    [{ name: 'x', welcome_message: 'a'.repeat(501) }, { welcome_message: [expect.stringContaining('500')] }],
    [
      { name: 1, star_gated: 'yes' },
      { name: ['must be a string'], star_gated: ['must be a boolean'] },
    ],
  ])('with %j is refused for it', async (body, fields) => {
    const answer = await ada.call('POST', '/api/rooms', body);
    expect(answer.outcome).toEqual([422, 'validation_failed']);
    expect(answer.body.error.fields).toEqual(fields);
  });
});

describe('a room', () => {
  it('is seen by people outside it, closed or open, under its slug in any case', async () => {
    const slug = await roomWith([], { visibility: 'closed' });
    const { status, body } = await bob.call('GET', `/api/rooms/${slug.toUpperCase()}`);
    expect(status).toBe(200);
    expect(roomShape.validate(body.room).error).toBeUndefined();
    expect(body.room).toMatchObject({ slug, is_member: false, my_permissions: [], member_count: 1 });
    expect(body.room).not.toHaveProperty('my_role');
  });

  it('does not tell the role, but the permissions, to those in it', async () => {
    const { body } = await ada.call('GET', `/api/rooms/${await roomWith([])}`);
    expect(body.room).not.toHaveProperty('my_role');
    expect(body.room.my_permissions).toContain('group.can_ban_members');
  });

  it.each(['GET /', 'POST /join', 'POST /leave', 'GET /members', 'GET /messages', 'POST /messages'])(
    'that is not there: %s finds none',
    async (operation) => {
      const [method = '', path = ''] = operation.split(' ');
      const json = method === 'POST' ? { body: 'merhaba' } : undefined;
      const answer = await ada.call(method, `/api/rooms/no-such-room${path === '/' ? '' : path}`, json);
      expect(answer.outcome).toEqual([404, 'room_not_found']);
    },
  );
});

describe('joining', () => {
  it('makes a member, once', async () => {
    const slug = await roomWith([]);
    const first = await bob.call('POST', `/api/rooms/${slug}/join`);
    expect([first.status, first.body.status]).toEqual([200, 'joined']);
    expect(first.body.room).toMatchObject({ my_role: 'member', member_count: 2, is_member: true });
    const second = await bob.call('POST', `/api/rooms/${slug}/join`, {});
    expect([second.status, second.body.status, second.body.room.member_count]).toEqual([200, 'already_member', 2]);
  });

  it('by the same person many times at once makes one member', async () => {
    const slug = await roomWith([]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => bob.call('POST', `/api/rooms/${slug}/join`)));
    expect(answers.filter(({ body }) => body.status === 'joined')).toHaveLength(1);
    expect((await ada.call('GET', `/api/rooms/${slug}`)).body.room.member_count).toBe(2);
  });

  it('a closed room is refused, and one that costs stars too', async () => {
    const closed = await roomWith([], { visibility: 'closed' });
    expect((await bob.call('POST', `/api/rooms/${closed}/join`)).outcome).toEqual([403, 'room_closed']);
    const gated = await roomWith([], { star_gated: true, visibility: 'closed' });
    expect((await bob.call('POST', `/api/rooms/${gated}/join`)).outcome).toEqual([402, 'star_required']);
    expect((await ada.call('POST', `/api/rooms/${gated}/join`)).body.status).toBe('already_member');
  });
});

describe('leaving', () => {
  it('takes a member out', async () => {
    const slug = await roomWith([bob]);
    expect((await bob.call('POST', `/api/rooms/${slug}/leave`)).body).toEqual({ status: 'left' });
    expect((await bob.call('POST', `/api/rooms/${slug}/leave`)).outcome).toEqual([403, 'not_member']);
    expect(await slugsOf(bob)).not.toContain(slug);
  });

  it('hands the room to the member who is there longest when the founder goes', async () => {
    const slug = await roomWith([bob, cem]);
    const { body } = await ada.call('POST', `/api/rooms/${slug}/leave`);
    expect(body).toEqual({ status: 'handed_over', founder_id: bob.id });
    const list = await bob.call('GET', `/api/rooms/${slug}/members`);
    expect(list.body.members.map(({ username, role }: Record<string, string>) => [username, role])).toEqual([
      ['bob', 'founder'],
      ['cem', 'member'],
    ]);
  });

  it('ends the room when it was the last one, and its slug is free again', async () => {
    const slug = await roomWith([]);
    expect((await ada.call('POST', `/api/rooms/${slug}/leave`)).body).toEqual({ status: 'room_gone' });
    expect((await ada.call('GET', `/api/rooms/${slug}`)).outcome).toEqual([404, 'room_not_found']);
    expect((await bob.call('POST', '/api/rooms', { name: 'Yeniden', slug })).status).toBe(201);
    expect((await ada.call('GET', `/api/rooms/${slug}`)).body.room.name).toBe('Yeniden');
  });
});

describe('the members of a room', () => {
  it('are listed for members, oldest join first', async () => {
    const slug = await roomWith([cem, bob]);
    const { body } = await bob.call('GET', `/api/rooms/${slug}/members`);
    for (const member of body.members) expect(memberShape.validate(member).error).toBeUndefined();
    expect(body.members.map(({ account_id }: { account_id: string }) => account_id)).toEqual([ada.id, cem.id, bob.id]);
    expect(body.members[0].granted).toContain('group.can_ban_members');
    expect(body.members[1].granted).toEqual([]);
  });

  it('are nobody else’s business', async () => {
    const slug = await roomWith([]);
    expect((await bob.call('GET', `/api/rooms/${slug}/members`)).outcome).toEqual([403, 'not_member']);
  });
});

describe('the list of rooms', () => {
  it('holds the own rooms, newest conversation first, with what is unread', async () => {
    const eda = await person(fixture, 'eda');
    const [first, second, third] = [await roomWith([eda]), await roomWith([eda]), await roomWith([eda])];
    expect(await slugsOf(eda)).toEqual([third, second, first]);
    fixture.pass(1_000);
    await ada.call('POST', `/api/rooms/${first}/messages`, { body: `${'👍'.repeat(119)}@eda` });
    const [row] = await listOf(eda);
    expect(listRowShape.validate(row).error).toBeUndefined();
    expect([row.slug, row.unread, row.unread_mentions]).toEqual([first, 1, 1]);
    expect(row.last_message.body).toBe(`${'👍'.repeat(119)}@`);
    expect(await slugsOf(eda)).toEqual([first, third, second]);
  });

  it('does not move for comings and goings', async () => {
    const fatma = await person(fixture, 'fatma');
    const [older, newer] = [await roomWith([fatma]), await roomWith([fatma])];
    fixture.pass(1_000);
    await bob.call('POST', `/api/rooms/${older}/join`);
    const rows = await listOf(fatma);
    expect(rows.map(({ slug }: { slug: string }) => slug)).toEqual([newer, older]);
    expect([rows[1].unread, rows[1].last_message]).toEqual([1, null]);
  });

  it('is empty for somebody new', async () => {
    expect(await listOf(await person(fixture, 'gul'))).toEqual([]);
  });

  it('of a hundred rooms is whole', async () => {
    const hale = await person(fixture, 'hale');
    for (let i = 0; i < 100; i += 1) await hale.call('POST', '/api/rooms', { name: `Oda ${i}`, slug: `hale-${i}` });
    expect(new Set(await slugsOf(hale)).size).toBe(100);
  });

  it('is refused rather than told with a room missing', async () => {
    await roomWith([]);
    const rooms: Rooms = {
      ...fixture.app.node.rooms,
      tryAsk: async () => ({ ok: false, code: 'overloaded', retryAfterMs: 250 }),
    };
    const roomList = createRoomList({ rooms, reader: fixture.app.store, now: Date.now, isInMemory: () => true });
    const shell = await openShell(fixture, { roomList });
    const answer = await call(shell, 'GET', '/api/rooms', { token: (await newcomer(fixture, 'ada')).token });
    expect(answer.outcome).toEqual([503, 'overloaded']);
    expect(answer.body.error.retry_after_ms).toBe(250);
    await shell.close();
  });
});

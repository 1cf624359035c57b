import { listRowShape, roomShape } from '#src/protocol/shapes/room.js';
import { withScene } from '../support/room-scene.js';
import { DmScene } from './dm-scene.js';

withScene('opening a direct chat', (scene) => {
  let house: DmScene;
  beforeEach(() => {
    house = new DmScene(scene());
  });

  it('answers a room of two, named after the other one', async () => {
    const room = await house.open('ada', 'bob');
    const digits = [await house.idOf('ada'), await house.idOf('bob')].map((id) => id.replaceAll('-', '').slice(0, 12));
    expect(room).toMatchObject({
      slug: `dm-${digits.sort().join('-')}`,
      kind: 'dm',
      name: house.named('bob'),
      visibility: 'closed',
      my_role: 'member',
      member_count: 2,
      is_member: true,
      peer: { id: await house.idOf('bob'), username: house.named('bob'), avatar: null, online: false, read_seq: 0 },
    });
    expect(roomShape.validate(room).error).toBeUndefined();
    expect(room.my_permissions).toContain('send_message');
    expect(room.my_permissions).not.toContain('group.can_ban_members');
    expect(await house.problems(room.id)).toEqual([]);
  });

  it('puts it into the opener’s list only', async () => {
    const room = await house.open('ada', 'bob');
    expect(await house.inList('ada', room.slug)).toMatchObject({
      name: house.named('bob'),
      last_message: null,
      unread: 0,
    });
    expect(await house.inList('bob', room.slug)).toBeNull();
    expect(await house.outcome('bob', 'GET', `/rooms/${room.slug}`)).toBe('404 room_not_found');
  });

  it('brings the other one in with the first message, unread', async () => {
    const room = await house.open('ada', 'bob');
    await house.say('ada', room.slug, 'merhaba');
    expect(await house.inList('bob', room.slug)).toMatchObject({
      name: house.named('ada'),
      my_role: 'member',
      unread: 1,
      last_message: { body: 'merhaba' },
      peer: { username: house.named('ada') },
    });
    expect(await house.inList('ada', room.slug)).toMatchObject({ unread: 0 });
    expect(listRowShape.validate(await house.inList('bob', room.slug)).error).toBeUndefined();
    expect(await house.bodies('bob', room.slug)).toEqual(['merhaba']);
    expect(await house.problems(room.id)).toEqual([]);
  });

  it('answers the same room again, to both', async () => {
    const first = await house.open('ada', 'bob');
    expect((await house.open('ada', 'bob')).id).toBe(first.id);
    expect(await house.open('bob', 'ada')).toMatchObject({ id: first.id, name: house.named('ada'), is_member: true });
    expect(await house.inList('bob', first.slug)).toMatchObject({ unread: 0 });
    expect(await house.problems(first.id)).toEqual([]);
  });

  it('makes one room when both open it at once, whoever is quicker', async () => {
    await Promise.all(['ada', 'bob'].map((name) => house.person(name)));
    const rooms = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? house.open('ada', 'bob') : house.open('bob', 'ada'))),
    );
    expect(new Set(rooms.map(({ id }) => id)).size).toBe(1);
    expect(await house.inList('ada', rooms[0].slug)).toMatchObject({ name: house.named('bob') });
    expect(await house.inList('bob', rooms[0].slug)).toMatchObject({ name: house.named('ada') });
    expect(await house.problems(rooms[0].id)).toEqual([]);
  });

  it('finds the name however it is written, and follows a change of it', async () => {
    const room = await house.open('ada', 'bob');
    const answer = await house.ask('ada', 'POST', `/dm/${house.named('BOB').toUpperCase()}`);
    expect(answer.body.room.id).toBe(room.id);
    await house.ok('bob', 'PUT', '/me/username', { username: house.named('robert') });
    expect(await house.inList('ada', room.slug)).toMatchObject({
      name: house.named('robert'),
      peer: { username: house.named('robert') },
    });
  });

  it('is refused to oneself, to nobody, and without a username', async () => {
    await house.person('ada');
    expect(await house.outcome('ada', 'POST', `/dm/${house.named('ada')}`)).toBe('400 invalid_request');
    expect(await house.outcome('ada', 'POST', '/dm/kimse.yok')).toBe('404 not_found');
    expect(await house.outcome('ada', 'POST', '/dm/%20')).toBe('404 not_found');
    const { booted } = scene();
    const nameless = await booted.person(`${house.named('ada')}-nameless`, { username: null });
    const { status, body } = await booted.ask(nameless, 'POST', `/api/dm/${house.named('ada')}`);
    expect([status, body.error.code]).toEqual([403, 'username_required']);
  });

  it('is refused by who is closed to it, unless it is there already', async () => {
    const room = await house.open('ada', 'bob');
    await house.door('bob', { dmPolicy: 'closed' });
    expect((await house.open('ada', 'bob')).id).toBe(room.id);
    expect(await house.opening('cem', 'bob')).toBe('403 dm_closed');
    expect(await house.place('cem', 'bob')).toBeNull();
    await house.door('bob', { dmPolicy: 'open' });
    expect(await house.opening('cem', 'bob')).toBe('200');
  });
});

import { listRowShape, roomShape } from '#src/protocol/shapes/room.js';
import { withScene } from '../support/rooms/room-scene.js';
import { DmScene } from './dm-scene.js';

withScene('opening a direct chat', (scene) => {
  let fixture: DmScene;
  beforeEach(() => {
    fixture = new DmScene(scene());
  });

  it('answers a room of two, named after the other one', async () => {
    const room = await fixture.open('ada', 'bob');
    const digits = [await fixture.idOf('ada'), await fixture.idOf('bob')].map((id) =>
      id.replaceAll('-', '').slice(0, 12),
    );
    expect(room).toMatchObject({
      slug: `dm-${digits.sort().join('-')}`,
      kind: 'dm',
      name: fixture.named('bob'),
      visibility: 'closed',
      my_role: 'member',
      member_count: 2,
      is_member: true,
      peer: { id: await fixture.idOf('bob'), username: fixture.named('bob'), avatar: null, online: false, read_seq: 0 },
    });
    expect(roomShape.validate(room).error).toBeUndefined();
    expect(room.my_permissions).toContain('send_message');
    expect(room.my_permissions).not.toContain('group.can_ban_members');
    expect(await fixture.problems(room.id)).toEqual([]);
  });

  it('has an address that a third person cannot take for a group', async () => {
    const ids = [await fixture.idOf('ada'), await fixture.idOf('bob')];
    const slug = `dm-${ids
      .map((id) => id.replaceAll('-', '').slice(0, 12))
      .sort()
      .join('-')}`;
    for (const taken of [slug, slug.toUpperCase(), `${slug}-2`, `${slug}-8`]) {
      expect(await fixture.outcome('cem', 'POST', '/rooms', { name: 'Tuzak', slug: taken })).toBe(
        '422 validation_failed',
      );
    }
    expect(await fixture.outcome('cem', 'POST', '/rooms', { name: slug })).toBe('201');
    expect((await fixture.open('ada', 'bob')).slug).toBe(slug);
  });

  it('puts it into the opener’s list only', async () => {
    const room = await fixture.open('ada', 'bob');
    expect(await fixture.inList('ada', room.slug)).toMatchObject({
      name: fixture.named('bob'),
      last_message: null,
      unread: 0,
    });
    expect(await fixture.inList('bob', room.slug)).toBeNull();
    expect(await fixture.outcome('bob', 'GET', `/rooms/${room.slug}`)).toBe('404 room_not_found');
  });

  it('brings the other one in with the first message, unread', async () => {
    const room = await fixture.open('ada', 'bob');
    await fixture.say('ada', room.slug, 'merhaba');
    expect(await fixture.inList('bob', room.slug)).toMatchObject({
      name: fixture.named('ada'),
      my_role: 'member',
      unread: 1,
      last_message: { body: 'merhaba' },
      peer: { username: fixture.named('ada') },
    });
    expect(await fixture.inList('ada', room.slug)).toMatchObject({ unread: 0 });
    expect(listRowShape.validate(await fixture.inList('bob', room.slug)).error).toBeUndefined();
    expect(await fixture.bodies('bob', room.slug)).toEqual(['merhaba']);
    expect(await fixture.problems(room.id)).toEqual([]);
  });

  it('answers the same room again, to both', async () => {
    const first = await fixture.open('ada', 'bob');
    expect((await fixture.open('ada', 'bob')).id).toBe(first.id);
    expect(await fixture.open('bob', 'ada')).toMatchObject({
      id: first.id,
      name: fixture.named('ada'),
      is_member: true,
    });
    expect(await fixture.inList('bob', first.slug)).toMatchObject({ unread: 0 });
    expect(await fixture.problems(first.id)).toEqual([]);
  });

  it('makes one room when both open it at once, whoever is quicker', async () => {
    await Promise.all(['ada', 'bob'].map((name) => fixture.person(name)));
    const rooms = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? fixture.open('ada', 'bob') : fixture.open('bob', 'ada'))),
    );
    expect(new Set(rooms.map(({ id }) => id)).size).toBe(1);
    expect(await fixture.inList('ada', rooms[0].slug)).toMatchObject({ name: fixture.named('bob') });
    expect(await fixture.inList('bob', rooms[0].slug)).toMatchObject({ name: fixture.named('ada') });
    expect(await fixture.problems(rooms[0].id)).toEqual([]);
  });

  it('finds the name however it is written, and follows a change of it', async () => {
    const room = await fixture.open('ada', 'bob');
    const answer = await fixture.ask('ada', 'POST', `/dm/${fixture.named('BOB').toUpperCase()}`);
    expect(answer.body.room.id).toBe(room.id);
    await fixture.ok('bob', 'PUT', '/me/username', { username: fixture.named('robert') });
    expect(await fixture.inList('ada', room.slug)).toMatchObject({
      name: fixture.named('robert'),
      peer: { username: fixture.named('robert') },
    });
  });

  it('is refused to oneself, to nobody, and without a username', async () => {
    await fixture.person('ada');
    expect(await fixture.outcome('ada', 'POST', `/dm/${fixture.named('ada')}`)).toBe('400 invalid_request');
    expect(await fixture.outcome('ada', 'POST', '/dm/kimse.yok')).toBe('404 not_found');
    expect(await fixture.outcome('ada', 'POST', '/dm/%20')).toBe('404 not_found');
    const { booted } = scene();
    const nameless = await booted.person(`${fixture.named('ada')}-nameless`, { username: null });
    const { status, body } = await booted.ask(nameless, 'POST', `/api/dm/${fixture.named('ada')}`);
    expect([status, body.error.code]).toEqual([403, 'username_required']);
  });

  it('is refused by who is closed to it, unless it is there already', async () => {
    const room = await fixture.open('ada', 'bob');
    await fixture.terms('bob', { dmPolicy: 'closed' });
    expect((await fixture.open('ada', 'bob')).id).toBe(room.id);
    expect(await fixture.opening('cem', 'bob')).toBe('403 dm_closed');
    expect(await fixture.place('cem', 'bob')).toBeNull();
    await fixture.terms('bob', { dmPolicy: 'open' });
    expect(await fixture.opening('cem', 'bob')).toBe('200');
  });
});

/** Adding people, invites, and the end of a room with its sweep. */
import { keptCollections } from '#actors/room/lifecycle/delete-room.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { sweepDeletedRooms } from '#jobs/sweep-deleted-rooms.js';
import { type SceneRoom, withScene } from '../../support/rooms/room-scene.js';

withScene('adding people, invites and the end of a room', (scene) => {
  let room: SceneRoom;
  afterEach(async () => expect(await room.problems()).toEqual([]));

  const asked = async (name: string, method: string, path: string) => {
    const { status, body } = await scene().booted.ask(await scene().person(name), method, path);
    return { status, body, code: body?.error?.code };
  };
  const invite = async (body: object = {}) => (await room.ask('ada', 'POST', '/invites', body)).body.invite;

  it('adds a person by name or id, also to a closed room with a queue, and settles their request', async () => {
    room = await scene().room('ada', { visibility: 'closed', joinApproval: true });
    await room.ask('bob', 'POST', '/join');
    await scene().person('cem');
    const byName = await room.ask('ada', 'POST', '/members', { username: 'BOB' });
    expect([byName.status, byName.body.member.username]).toEqual([201, 'bob']);
    const byId = { account_id: await room.idOf('cem') };
    expect([
      await room.outcome('ada', 'POST', '/members', byId),
      await room.outcome('ada', 'POST', '/members', byId),
    ]).toEqual(['201', '200']);
    expect((await room.ask('ada', 'GET', '/requests')).body.requests).toEqual([]);
    expect((await room.ask('bob', 'GET', '/messages')).body.messages.at(-1).event).toMatchObject({
      type: 'member_joined',
      username: 'bob',
      actor: 'ada',
    });
    expect((await scene().booted.ask(await scene().person('bob'), 'GET', '/api/rooms')).body.rooms[0].unread).toBe(1);
    expect(await room.outcome('ada', 'POST', '/members', { username: 'nobody.here' })).toBe('404 not_found');
    expect(await room.outcome('ada', 'POST', '/members', { account_id: 'x' })).toBe('404 not_found');
    expect(await room.outcome('ada', 'POST', '/members', {})).toBe('422 validation_failed');
    await room.ask('ada', 'PUT', `/bans/${await room.idOf('bob')}`);
    expect(await room.outcome('ada', 'POST', '/members', { username: 'bob' })).toBe('403 banned');
  });

  it('lets people in by a link past the closed door, so many times', async () => {
    room = await scene().room('ada', { visibility: 'closed', joinApproval: true });
    const { code, url, uses, max_uses } = await invite({ max_uses: 1, expires_in_hours: 1 });
    expect([uses, max_uses, url.endsWith(`/i/${code}`)]).toEqual([0, 1, true]);
    expect((await asked('bob', 'GET', `/api/invites/${code}`)).body.room).toMatchObject({
      slug: room.slug,
      is_member: false,
    });
    expect((await asked('ada', 'POST', `/api/invites/${code}/join`)).body.status).toBe('already_member');
    expect((await asked('bob', 'POST', `/api/invites/${code}/join`)).body.status).toBe('joined');
    expect((await asked('cem', 'POST', `/api/invites/${code}/join`)).code).toBe('not_found');
    expect((await room.ask('ada', 'GET', '/invites')).body.invites).toEqual([]);
    expect((await asked('cem', 'GET', '/api/invites/unknown')).code).toBe('not_found');
  });

  it('takes a link back, and lets no banned one in by it', async () => {
    room = await scene().room('ada');
    const { code } = await invite();
    await room.ask('ada', 'PUT', `/bans/${await room.idOf('bob')}`);
    expect((await asked('bob', 'POST', `/api/invites/${code}/join`)).code).toBe('banned');
    expect((await room.ask('ada', 'GET', '/invites')).body.invites).toMatchObject([
      { code, uses: 0, created_by: 'ada' },
    ]);
    expect(await room.outcome('ada', 'DELETE', `/invites/${code}`)).toBe('204');
    expect(await room.outcome('ada', 'DELETE', `/invites/${code}`)).toBe('404 not_found');
    expect((await asked('cem', 'POST', `/api/invites/${code}/join`)).code).toBe('not_found');
    expect(await room.outcome('ada', 'POST', '/invites', { max_uses: 0 })).toBe('422 validation_failed');
  });

  it('hides what was before a newcomer where history is cut', async () => {
    room = await scene().room('ada', { historyForNewMembers: false });
    await room.say('ada', 'önce');
    await room.ask('bob', 'POST', '/join');
    await room.say('ada', 'sonra');
    const rows = (await room.ask('bob', 'GET', '/messages?after_seq=0')).body.messages;
    expect(
      rows.map(({ event, body }: { event: { type: string } | null; body: string }) => event?.type ?? body),
    ).toEqual(['member_joined', 'sonra']);
  });

  it('is deleted for everybody by its founder, and what it left behind goes in batches', async () => {
    room = await scene().room('ada');
    await room.add('bob', 'cem');
    await room.ask('ada', 'PUT', `/bans/${await room.idOf('cem')}`);
    await invite();
    const message = await room.say('bob');
    await room.command('ada', { type: 'set_flag', flag: 'archived', on: true });
    expect(await room.outcome('bob', 'DELETE', '')).toBe('403 not_admin');
    expect(await room.outcome('ada', 'DELETE', '?for=nonsense')).toBe('204');
    expect(await room.problems()).toEqual([]);
    for (const name of ['ada', 'bob']) {
      expect(await room.outcome(name, 'GET', `/messages/${message}`)).toBe('404 room_not_found');
      const { body } = await asked(name, 'GET', '/api/rooms');
      expect(body.rooms.filter(({ slug }: { slug: string }) => slug === room.slug)).toEqual([]);
    }
    const { store, node } = scene().booted.app;
    const sweep = () => sweepDeletedRooms({ rooms: node.rooms, reader: store, now: systemEnv.now });
    expect(await sweep()).toBeGreaterThan(8);
    const left = async (from: (typeof keptCollections)[number]) =>
      (await store.range(from, { index: '_id', gt: `${room.id}:`, lt: `${room.id};` })).length;
    expect(await Promise.all(keptCollections.map(left))).toEqual(
      keptCollections.map((from) => (from === 'log' ? 1 : 0)),
    );
    expect(await sweep()).toBe(0);
    expect((await asked('bob', 'POST', '/api/rooms')).code).toBe('validation_failed');
  });
});

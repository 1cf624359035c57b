/** "Room membership of an account", one test for each row of the table, named after it. */
import { type SceneRoom, withScene } from '../../support/rooms/room-scene.js';

withScene('room membership of an account', (scene) => {
  let room: SceneRoom;
  afterEach(async () => expect(await room.problems()).toEqual([]));

  const join = async (name: string) => (await room.ask(name, 'POST', '/join')).body.status;
  const types = async () => (await room.events()).map(({ type }) => type);

  it('none + join, nothing in the way: member, with rows member_joined and welcome', async () => {
    room = await scene().room('ada', { welcomeMessage: 'hoş geldin {username}' });
    expect(await join('bob')).toBe('joined');
    expect(await room.roleOf('bob')).toBe('member');
    expect(await types()).toEqual(['welcome', 'member_joined']);
    const { body } = await room.ask('bob', 'GET', '/messages?limit=1');
    expect(body.messages[0].body).toBe('hoş geldin bob');
  });

  it('none + join, join_approval on: requested, whatever the visibility', async () => {
    room = await scene().room('ada', { joinApproval: true, visibility: 'closed' });
    expect(await join('bob')).toBe('requested');
    expect(await join('bob')).toBe('requested');
    expect(await room.roleOf('bob')).toBeNull();
    const { body } = await room.ask('ada', 'GET', '/requests');
    expect(body.requests).toMatchObject([{ username: 'bob', account_id: await room.idOf('bob') }]);
  });

  it('none + join, closed room without a queue: 403 room_closed', async () => {
    room = await scene().room('ada', { visibility: 'closed' });
    expect(await room.outcome('bob', 'POST', '/join')).toBe('403 room_closed');
  });

  it('none + join, banned: 403 banned, before stars, queue and door', async () => {
    room = await scene().room('ada', { visibility: 'closed', starGated: true, joinApproval: true });
    await room.command('ada', { type: 'ban_member', account: await room.idOf('bob'), reason: null });
    expect(await room.outcome('bob', 'POST', '/join')).toBe('403 banned');
  });

  it('none + join, star_gated: 402 star_required, before queue and door, on every way in', async () => {
    room = await scene().room('ada');
    await room.command('ada', change({ joinApproval: true }));
    await join('bob');
    const invite = (await room.ask('ada', 'POST', '/invites', {})).body.invite.code;
    await room.command('ada', change({ starGated: true, visibility: 'closed' }));
    expect(await room.outcome('cem', 'POST', '/join')).toBe('402 star_required');
    expect(await room.outcome('ada', 'POST', `/requests/${await room.idOf('bob')}`)).toBe('402 star_required');
    expect(await room.outcome('ada', 'POST', '/members', { username: 'cem' })).toBe('402 star_required');
    const byInvite = await scene().booted.ask(await scene().person('cem'), 'POST', `/api/invites/${invite}/join`);
    expect(byInvite.body.error.code).toBe('star_required');
  });

  it('member + join: already_member, no change', async () => {
    room = await scene().room('ada');
    await room.add('bob');
    const before = (await types()).length;
    expect([await join('bob'), await join('ada')]).toEqual(['already_member', 'already_member']);
    expect(await types()).toHaveLength(before);
  });

  it('requested + approve: member, rows written, the request is gone', async () => {
    room = await scene().room('ada', { joinApproval: true });
    await join('bob');
    expect((await room.ask('ada', 'POST', `/requests/${await room.idOf('bob')}`)).body).toEqual({ status: 'joined' });
    expect(await room.roleOf('bob')).toBe('member');
    expect((await room.events())[0]).toMatchObject({ type: 'member_joined', username: 'bob', actor: 'ada' });
    expect((await room.ask('ada', 'GET', '/requests')).body.requests).toEqual([]);
    expect(await room.outcome('ada', 'POST', `/requests/${await room.idOf('bob')}`)).toBe('404 not_found');
    expect((await room.ask('bob', 'GET', '')).body.room.is_member).toBe(true);
  });

  it('requested + reject: none, no row, may ask again', async () => {
    room = await scene().room('ada', { joinApproval: true });
    await join('bob');
    const path = `/requests/${await room.idOf('bob')}`;
    expect([await room.outcome('ada', 'DELETE', path), await room.outcome('ada', 'DELETE', path)]).toEqual([
      '204',
      '204',
    ]);
    expect(await types()).toEqual([]);
    expect(await join('bob')).toBe('requested');
    expect((await room.ask('ada', 'GET', '/requests')).body.requests).toHaveLength(1);
  });

  it('member or admin + leave, others remain: none, row member_left', async () => {
    room = await scene().room('ada');
    await room.add('bob');
    await room.admin('cem');
    expect((await room.ask('bob', 'POST', '/leave')).body).toEqual({ status: 'left' });
    expect((await room.ask('cem', 'DELETE', '?for=me')).body).toEqual({ status: 'left' });
    expect((await types()).slice(0, 2)).toEqual(['member_left', 'member_left']);
    expect(await room.outcome('bob', 'POST', '/leave')).toBe('403 not_member');
  });

  it('founder + leave, others remain: the longest admin, else the longest member, takes over', async () => {
    room = await scene().room('ada');
    await room.add('bob');
    await room.admin('cem');
    await room.admin('can');
    expect((await room.ask('ada', 'POST', '/leave')).body).toEqual({
      status: 'handed_over',
      founder_id: await room.idOf('cem'),
    });
    expect((await room.ask('cem', 'GET', '/messages?limit=1')).body.messages[0].event.type).toBe('founder_changed');
    await room.ask('can', 'POST', '/leave');
    expect((await room.ask('cem', 'POST', '/leave')).body.founder_id).toBe(await room.idOf('bob'));
  });

  it('anybody + leave, the last one: the room is deleted', async () => {
    room = await scene().room('ada');
    expect((await room.ask('ada', 'POST', '/leave')).body).toEqual({ status: 'room_gone' });
    expect(await room.outcome('ada', 'GET')).toBe('404 room_not_found');
  });

  it('member or admin + kick: none, row member_kicked, may come back', async () => {
    room = await scene().room('ada');
    await room.admin('bob');
    expect(await room.outcome('ada', 'DELETE', `/members/${await room.idOf('bob')}`)).toBe('204');
    expect((await room.events())[0]).toMatchObject({ type: 'member_kicked', username: 'bob', actor: 'ada' });
    expect(await room.outcome('bob', 'GET', '/messages')).toBe('403 not_member');
    expect(await join('bob')).toBe('joined');
    expect(await room.roleOf('bob')).toBe('member');
  });

  it('anybody or never joined + ban: banned, row member_banned, the first reason stays', async () => {
    room = await scene().room('ada');
    await room.add('bob');
    for (const name of ['bob', 'cem']) {
      const path = `/bans/${await room.idOf(name)}`;
      expect(await room.outcome('ada', 'PUT', path, { reason: ' gürültü ' })).toBe('204');
      expect(await room.outcome('ada', 'PUT', path, { reason: 'başka' })).toBe('204');
      expect(await room.outcome(name, 'POST', '/join')).toBe('403 banned');
    }
    expect((await types()).slice(0, 2)).toEqual(['member_banned', 'member_banned']);
    const { bans } = (await room.ask('ada', 'GET', '/bans')).body;
    expect(bans).toMatchObject([
      { username: 'cem', reason: 'gürültü', banned_by: 'ada' },
      { username: 'bob', reason: 'gürültü', banned_by: 'ada' },
    ]);
  });

  it('banned + unban: none, row member_unbanned, not added again', async () => {
    room = await scene().room('ada');
    await room.add('bob');
    const path = `/bans/${await room.idOf('bob')}`;
    await room.ask('ada', 'PUT', path);
    expect(await room.outcome('ada', 'DELETE', path)).toBe('204');
    expect(await room.outcome('ada', 'DELETE', path)).toBe('404 not_found');
    expect((await room.events())[0]).toMatchObject({ type: 'member_unbanned', username: 'bob', actor: 'ada' });
    expect(await room.roleOf('bob')).toBeNull();
    expect(await join('bob')).toBe('joined');
  });

  it('a ban ends a request; switching the queue off leaves requests to the admins', async () => {
    room = await scene().room('ada', { joinApproval: true });
    await join('bob');
    await join('cem');
    await room.ask('ada', 'PUT', `/bans/${await room.idOf('bob')}`);
    await room.command('ada', change({ joinApproval: false }));
    const { requests } = (await room.ask('ada', 'GET', '/requests')).body;
    expect(requests.map(({ username }: { username: string }) => username)).toEqual(['cem']);
    expect(await join('cem')).toBe('joined');
    expect((await room.ask('ada', 'GET', '/requests')).body.requests).toEqual([]);
  });

  it('the founder is not kicked, banned, muted, made an admin or demoted', async () => {
    room = await scene().room('ada');
    await room.admin('bob');
    const ada = await room.idOf('ada');
    const tries = [
      ['DELETE', `/members/${ada}`],
      ['PUT', `/bans/${ada}`],
      ['PUT', `/members/${ada}/mute`],
    ] as const;
    for (const [method, path] of tries) expect(await room.outcome('bob', method, path)).toBe('409 founder_protected');
    for (const method of ['PUT', 'DELETE']) {
      expect(await room.outcome('ada', method, `/admins/${ada}`)).toBe('409 founder_protected');
    }
  });
});

const change = (settings: object) => ({ type: 'change_settings' as const, settings, names: Object.keys(settings) });

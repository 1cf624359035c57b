/** "Role of a member", "Member mute" and "Per-user room flags": one test for each row. */
import { adminKeys } from '#src/domain/rooms/permissions.js';
import { type SceneRoom, withScene } from '../../support/rooms/room-scene.js';

withScene('roles, mutes and flags', (scene) => {
  let room: SceneRoom;
  beforeEach(async () => {
    room = await scene().room('ada');
    await room.add('bob');
  });
  afterEach(async () => expect(await room.problems()).toEqual([]));

  const memberRow = async (name: string) => {
    const { body } = await room.ask('ada', 'GET', '/members');
    const account = await room.idOf(name);
    return body.members.find((member: { account_id: string }) => member.account_id === account);
  };
  const admins = async (name: string) => `/admins/${await room.idOf(name)}`;
  const mute = async (name: string) => `/members/${await room.idOf(name)}/mute`;

  it('member + made an admin: admin with nothing granted', async () => {
    const { body } = await room.ask('ada', 'PUT', await admins('bob'));
    expect(body).toEqual({ status: 'admin' });
    expect(await memberRow('bob')).toMatchObject({ role: 'admin', granted: [], granted_by: 'ada' });
    expect((await memberRow('bob')).admin_since).toMatch(/^\d{4}-/);
    expect((await room.ask('ada', 'PUT', await admins('bob'))).body).toEqual({ status: 'admin' });
    expect(await room.outcome('ada', 'PUT', await admins('cem'))).toBe('403 not_member');
  });

  it('admin + demoted: member, all granted keys erased', async () => {
    await room.admin('bob');
    expect((await memberRow('bob')).granted).toEqual([...adminKeys].sort());
    expect((await room.ask('ada', 'DELETE', await admins('bob'))).body).toEqual({ status: 'member' });
    expect(await memberRow('bob')).toMatchObject({ role: 'member', granted: [], granted_by: null, admin_since: null });
    expect(await room.outcome('ada', 'DELETE', await admins('bob'))).toBe('404 not_found');
    await room.ask('ada', 'PUT', await admins('bob'));
    expect((await memberRow('bob')).granted).toEqual([]);
  });

  it('admin + kick: the admin status is lost', async () => {
    await room.admin('bob');
    await room.ask('ada', 'DELETE', `/members/${await room.idOf('bob')}`);
    await room.ask('bob', 'POST', '/join');
    expect(await memberRow('bob')).toMatchObject({ role: 'member', granted: [] });
  });

  it('unmuted + mute: muted until then, row member_muted', async () => {
    const before = Date.now();
    const { body } = await room.ask('ada', 'PUT', await mute('bob'), { minutes: 5 });
    expect(body.muted_until).toBeGreaterThanOrEqual(before + 300_000);
    expect((await room.events())[0]).toEqual({
      type: 'member_muted',
      username: 'bob',
      actor: 'ada',
      data: { until: body.muted_until, seconds: 300 },
    });
    const refused = await room.ask('bob', 'POST', '/messages', { body: 'selam' });
    expect(refused.body.error).toMatchObject({ code: 'muted', until: body.muted_until });
    expect((await memberRow('bob')).muted_until).toBe(body.muted_until);
  });

  it('muted + the same call again: the time begins anew, clamped, 60 minutes for what is no number', async () => {
    const minutes = async (sent: unknown) => {
      const { body } = await room.ask('ada', 'PUT', await mute('bob'), { minutes: sent });
      return Math.round((body.muted_until - Date.now()) / 60_000);
    };
    expect([
      await minutes(-3),
      await minutes(1e9),
      await minutes('7'),
      await minutes(undefined),
      await minutes(2),
    ]).toEqual([1, 525_600, 60, 60, 2]);
  });

  it('muted or not + unmute: unmuted, row member_unmuted either way', async () => {
    await room.ask('ada', 'PUT', await mute('bob'));
    for (const _ of [1, 2]) expect(await room.outcome('ada', 'DELETE', await mute('bob'))).toBe('204');
    expect((await room.events()).slice(0, 2).map(({ type }) => type)).toEqual(['member_unmuted', 'member_unmuted']);
    expect(await room.outcome('bob', 'POST', '/messages', { body: 'selam' })).toBe('201');
  });

  it('a mute survives leaving and coming back', async () => {
    await room.ask('ada', 'PUT', await mute('bob'));
    await room.ask('bob', 'POST', '/leave');
    await room.ask('bob', 'POST', '/join');
    expect(await room.outcome('bob', 'POST', '/messages', { body: 'selam' })).toBe('403 muted');
  });

  it.each([
    ['archive', 'archived'],
    ['pin', 'pinned_to_top'],
    ['mute', 'muted'],
  ])('%s: set and cleared, 204 also when it was so already', async (path, field) => {
    const flag = async () => {
      const { body } = await scene().booted.ask(await scene().person('bob'), 'GET', '/api/rooms');
      return body.rooms.find(({ slug }: { slug: string }) => slug === room.slug)[field];
    };
    for (const [method, expected] of [
      ['PUT', true],
      ['DELETE', false],
    ] as const) {
      expect([await room.outcome('bob', method, `/${path}`), await room.outcome('bob', method, `/${path}`)]).toEqual([
        '204',
        '204',
      ]);
      expect(await flag()).toBe(expected);
    }
    expect(await room.outcome('cem', 'PUT', `/${path}`)).toBe('403 not_member');
  });
});

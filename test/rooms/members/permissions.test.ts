/** Grants, denials, settings, hand-over and what explains them, with their quirks. */
import { adminKeys, memberKeys } from '#src/domain/rooms/permissions.js';
import { type SceneRoom, withScene } from '../../support/rooms/room-scene.js';

withScene('rights in a room', (scene) => {
  let room: SceneRoom;
  beforeEach(async () => {
    room = await scene().room('ada');
    await room.admin('bob', ['group_can_give_permissions', 'group.can_edit_permissions']);
    await room.admin('cem', []);
    await room.add('can');
  });
  afterEach(async () => expect(await room.problems()).toEqual([]));

  const grant = async (by: string, to: string, granted: unknown) =>
    room.ask(by, 'PUT', `/admins/${await room.idOf(to)}/permissions`, { granted });
  const rights = async (name: string) => (await room.ask(name, 'GET')).body.room.my_permissions;

  it('drops unknown keys, keeps each once and sorted, and answers what was written', async () => {
    const { body } = await grant('ada', 'cem', [
      'group.can_pin_message',
      'nope',
      7,
      'group.can_ban_members',
      'group.can_pin_message',
    ]);
    expect(body).toEqual({ granted: ['group.can_ban_members', 'group.can_pin_message'] });
    const [row] = await room.events();
    expect(row).toMatchObject({ type: 'admin_permissions_changed', username: 'cem', data: body });
    expect((await grant('ada', 'cem', [])).body).toEqual({ granted: [] });
  });

  it('lets only the founder grant group.can_ban_administrators: from others it is dropped', async () => {
    const key = 'group.can_ban_administrators';
    expect((await grant('bob', 'cem', [key, 'group.can_ban_members'])).body.granted).toEqual(['group.can_ban_members']);
    expect((await grant('ada', 'cem', [key])).body.granted).toEqual([key]);
  });

  it('refuses granting to oneself, to no admin, without the key, and what is no list', async () => {
    const outcome = async (...call: Parameters<typeof grant>) => {
      const { status, body } = await grant(...call);
      return `${status} ${body.error?.code}`;
    };
    expect((await grant('bob', 'bob', [])).body.error).toMatchObject({ code: 'cannot_grant_to_self' });
    expect(await outcome('ada', 'ada', [])).toBe('403 cannot_grant_to_self');
    expect(await outcome('bob', 'ada', [])).toBe('409 founder_protected');
    expect(await outcome('ada', 'can', [])).toBe('403 not_admin');
    expect(await outcome('cem', 'bob', [])).toBe('403 not_admin');
    expect(await outcome('can', 'bob', 'no list')).toBe('403 not_admin');
    for (const granted of [undefined, 'all', null, {}])
      expect(await outcome('ada', 'cem', granted)).toBe('400 invalid_request');
  });

  it('denies members and admins alike, unless it was granted to the admin', async () => {
    const { body } = await room.ask('bob', 'PATCH', '/permissions', {
      denied: ['send_message', 'nope', 'send_message'],
    });
    expect(body.room.member_denied).toEqual(['send_message']);
    expect((await room.events())[0]).toMatchObject({
      type: 'member_permissions_changed',
      data: { denied: ['send_message'] },
    });
    for (const name of ['can', 'cem']) {
      expect(await room.outcome(name, 'POST', '/messages', { body: 'x' })).toBe('403 not_allowed');
      expect(await rights(name)).not.toContain('send_message');
    }
    await grant('ada', 'cem', ['send_message']);
    expect(await room.outcome('cem', 'POST', '/messages', { body: 'x' })).toBe('201');
    expect(await rights('cem')).toContain('send_message');
    expect(await rights('ada')).toEqual([...new Set([...memberKeys, ...adminKeys])].sort());
    for (const lifted of [undefined, 'x', null]) {
      await room.ask('ada', 'PATCH', '/permissions', { denied: ['send_message'] });
      expect((await room.ask('ada', 'PATCH', '/permissions', { denied: lifted })).body.room.member_denied).toEqual([]);
    }
  });

  it('members_can_pin brings the denied key along, not the other way round', async () => {
    const key = 'group.can_pin_message';
    const off = (await room.ask('cem', 'PATCH', '', { members_can_pin: false })).body.room;
    expect([off.members_can_pin, off.member_denied]).toEqual([false, [key]]);
    const lifted = (await room.ask('ada', 'PATCH', '/permissions', { denied: [] })).body.room;
    expect([lifted.members_can_pin, lifted.member_denied]).toEqual([false, []]);
    const on = (await room.ask('cem', 'PATCH', '', { members_can_pin: true })).body.room;
    expect([on.members_can_pin, on.member_denied]).toEqual([true, []]);
  });

  it('changes what is sent, leaves the rest, and tells admins the names', async () => {
    const changes = { name: ' Yeni ', welcome_message: '', message_ttl_hours: null, slow_mode_s: 5, nonsense: 1 };
    const { status, body } = await room.ask('cem', 'PATCH', '', changes);
    expect(status).toBe(200);
    expect(body.room).toMatchObject({ name: 'Yeni', welcome_message: null, slow_mode_s: 5, visibility: 'open' });
    expect((await room.events())[0]).toMatchObject({
      type: 'room_settings_changed',
      data: { settings: ['name', 'welcome_message', 'message_ttl_hours', 'slow_mode_s'] },
    });
    const seen = (await room.ask('can', 'GET', '/messages')).body.messages;
    expect(seen.filter(({ audience }: { audience: string }) => audience === 'admins')).toEqual([]);
  });

  it.each([
    'visibility',
    'wallpaper',
    'name',
    'events_visibility',
    'slow_mode_s',
    'star_gated',
    'show_members',
    'members_can_pin',
    'discussions_enabled',
    'join_approval',
    'history_for_new_members',
    'show_welcome',
    'show_gifts',
    'members_can_video',
  ])('refuses null for %s with 422, after the role', async (field) => {
    expect((await room.ask('ada', 'PATCH', '', { [field]: null })).body.error.fields).toHaveProperty(field);
    expect(await room.outcome('can', 'PATCH', '', { [field]: null })).toBe('403 not_admin');
  });

  it('hands over on purpose: who was founder stays as an admin with every key', async () => {
    const account_id = await room.idOf('can');
    expect(await room.outcome('ada', 'PUT', '/founder', { account_id })).toBe('200');
    expect([await room.roleOf('can'), await room.roleOf('ada')]).toEqual(['founder', 'admin']);
    expect(await room.outcome('ada', 'PUT', '/founder', { account_id })).toBe('403 not_admin');
    expect(await room.outcome('can', 'PUT', '/founder', {})).toBe('422 validation_failed');
    expect(await room.outcome('can', 'PUT', '/founder', { account_id: 'x' })).toBe('404 not_found');
    expect(await rights('ada')).toEqual(expect.arrayContaining([...adminKeys]));
  });

  it('explains now and the past, and agrees with my_permissions', async () => {
    await room.ask('ada', 'PATCH', '/permissions', { denied: ['send_message.links'] });
    const denied = (await room.ask('ada', 'GET', '/messages?limit=1')).body.seq;
    await room.ask('ada', 'PATCH', '/permissions', { denied: [] });
    await room.ask('ada', 'PUT', `/members/${await room.idOf('can')}/mute`);
    const ask = async (name: string, permission: string, at = '') =>
      (
        await room.ask(
          'ada',
          'GET',
          `/permissions/explain?account_id=${await room.idOf(name)}&permission=${permission}${at}`,
        )
      ).body;
    expect(await ask('can', 'send_message.links', `&at_seq=${denied}`)).toEqual({
      allowed: false,
      reason: 'denied_to_members',
      decided_by: { seq: denied, type: 'member_permissions_changed' },
    });
    expect(await ask('can', 'send_message.links')).toMatchObject({ allowed: false, reason: 'muted' });
    expect(await ask('can', 'edit_message')).toMatchObject({ allowed: false, reason: 'muted' });
    expect(await ask('can', 'delete_message')).toMatchObject({ allowed: true, reason: 'every_member' });
    expect(await ask('ada', 'send_message')).toEqual({
      allowed: true,
      reason: 'founder',
      decided_by: { seq: 1, type: 'member_joined' },
    });
    expect(await ask('can', 'edit_message', '&at_seq=1')).toEqual({
      allowed: false,
      reason: 'not_member',
      decided_by: null,
    });
    const mine = new Set(await rights('bob'));
    for (const key of new Set([...memberKeys, ...adminKeys]))
      expect((await ask('bob', key)).allowed).toBe(mine.has(key));
  });

  it('lists nothing, and asks for no username, where somebody has none', async () => {
    const nameless = await scene().booted.person('adsiz', { username: null });
    const { status, body } = await scene().booted.ask(nameless, 'GET', '/api/me/rooms');
    expect([status, body]).toEqual([200, { founded: [], administered: [] }]);
  });

  it('lists what somebody founded and administers, by name, groups only', async () => {
    const { body } = await scene().booted.ask(await scene().person('cem'), 'GET', '/api/me/rooms');
    expect(body.founded).toEqual([]);
    const own = body.administered.find(({ slug }: { slug: string }) => slug === room.slug);
    expect(own).toMatchObject({ is_member: true, avatar: null });
    expect(own).not.toHaveProperty('my_role');
    expect(own).not.toHaveProperty('member_count');
  });

  it('tags members, the founder too; text is cut, nothing removes it', async () => {
    const tag = async (name: string, value: unknown) =>
      (await room.ask('ada', 'PUT', `/members/${await room.idOf(name)}/tag`, { tag: value })).body.tag;
    expect(await tag('can', `  ${'ş'.repeat(40)} `)).toBe('ş'.repeat(32));
    expect([await tag('ada', 'kurucu'), await tag('can', ' '), await tag('ada', null)]).toEqual(['kurucu', null, null]);
    const path = `/members/${await room.idOf('can')}/tag`;
    expect(await room.outcome('cem', 'PUT', path, { tag: 'x' })).toBe('403 not_admin');
    expect(await tag('can', 'usta')).toBe('usta');
    for (const body of [{}, { tag: 7 }, { tag: ['x'] }]) {
      expect(await room.outcome('ada', 'PUT', path, body)).toBe('400 invalid_request');
      // The role is looked at before the fields.
      expect(await room.outcome('cem', 'PUT', path, body)).toBe('403 not_admin');
    }
    expect(await tag('can', '')).toBeNull();
  });
});

/** What a room writes about people who have another username than when they joined. */
import { type Talker, talk } from '../../gateway/talker.js';
import { type SceneRoom, withScene } from '../../support/rooms/room-scene.js';
import { poll } from '../../support/time/poll.js';

withScene('renamed members', (scene) => {
  let room: SceneRoom;
  let before: string;
  let after: string;
  beforeEach(async () => {
    room = await scene().room('ada');
    before = `gül.${Date.now() % 1e9}`;
    after = `nur.${Date.now() % 1e9}`;
  });
  afterEach(async () => expect(await room.problems()).toEqual([]));

  async function rename(to = after): Promise<void> {
    after = to;
    const answer = await scene().booted.ask(await scene().person(before), 'PUT', '/api/me/username', {
      username: after,
    });
    expect(answer.status).toBe(200);
  }
  const updates = (talker: Talker) => talker.all('member:updated').map(({ member }) => [member.username, member.role]);
  const newest = async (count: number) =>
    (await room.events()).slice(0, count).map(({ type, username }) => [type, username]);

  it('an admin mutes, promotes and removes the person of the present name', async () => {
    await room.add(before);
    await rename();
    const id = await room.idOf(before);
    const ada = await talk(scene().booted, await scene().person('ada'));
    await ada.ask('room:open', { room: room.slug });
    await room.ask('ada', 'PUT', `/members/${id}/mute`);
    await room.ask('ada', 'POST', '/messages', { body: `/unmute @${after}` });
    await room.ask('ada', 'PUT', `/admins/${id}`);
    await room.ask('ada', 'PUT', `/admins/${id}/permissions`, { granted: [] });
    await room.ask('ada', 'DELETE', `/members/${id}`);
    expect(await newest(4)).toEqual([
      ['member_kicked', after],
      ['admin_permissions_changed', after],
      ['member_unmuted', after],
      ['member_muted', after],
    ]);
    expect(await ada.hears('member:left')).toMatchObject({ username: after, reason: 'kicked' });
    expect(updates(ada)).toEqual([
      [after, 'member'],
      [after, 'member'],
      [after, 'admin'],
      [after, 'admin'],
    ]);
    ada.close();
  });

  it('a person leaves, is banned and becomes founder under the present name', async () => {
    await room.add(before, 'bob');
    await rename();
    await room.ask(before, 'POST', '/leave');
    expect(await newest(1)).toEqual([['member_left', after]]);
    await room.add(before);
    const id = await room.idOf(before);
    await room.ask('ada', 'PUT', '/founder', { account_id: id });
    expect(await newest(1)).toEqual([['founder_changed', after]]);
    await room.ask(before, 'PUT', '/founder', { account_id: await room.idOf('ada') });
    await room.ask('ada', 'PUT', `/bans/${id}`);
    expect(await newest(1)).toEqual([['member_banned', after]]);
  });

  it('a demoted admin and both founders of a hand-over are announced under the present names', async () => {
    await room.add(before);
    const [id, ada] = [await room.idOf(before), await talk(scene().booted, await scene().person('ada'))];
    await room.ask('ada', 'PUT', `/admins/${id}`);
    await rename();
    await ada.ask('room:open', { room: room.slug });
    await room.ask('ada', 'DELETE', `/admins/${id}`);
    await room.ask('ada', 'PUT', '/founder', { account_id: id });
    const second = after;
    await rename(`su.${Date.now() % 1e9}`);
    await room.ask(before, 'PUT', '/founder', { account_id: await room.idOf('ada') });
    await poll(() => updates(ada).length === 5, { until: 'both hand-overs are announced' });
    expect(updates(ada)).toEqual([
      [second, 'member'],
      [second, 'founder'],
      ['ada', 'admin'],
      ['ada', 'founder'],
      [after, 'admin'],
    ]);
    ada.close();
  });

  it('a person is found by the present name alone', async () => {
    await room.add(before);
    await rename();
    const found = async (name: string) =>
      (await room.ask('ada', 'GET', `/members?name=${encodeURIComponent(name)}`)).body.members.map(
        ({ username }: { username: string }) => username,
      );
    expect([await found(before), await found(after)]).toEqual([[], [after]]);
  });

  it('the heir of a founder who leaves is named as now', async () => {
    await room.add(before);
    await rename();
    const { body } = await room.ask('ada', 'POST', '/leave');
    expect(body).toEqual({ status: 'handed_over', founder_id: await room.idOf(before) });
    const { events } = (await room.ask(before, 'GET', '/events?limit=1')).body;
    expect(events[0].event).toMatchObject({ type: 'founder_changed', username: after, actor: 'ada' });
  });
});

/**
 * What a mute stops, whom it cannot reach, who follows a founder, and that all of it is explained as it was decided.
 */
import { callerOf, type SceneRoom, withScene } from '../../support/rooms/room-scene.js';

withScene('mutes and roles', (scene) => {
  let room: SceneRoom;
  beforeEach(async () => {
    room = await scene().room('ada');
    await room.add('bob', 'cem');
  });
  afterEach(async () => expect(await room.problems()).toEqual([]));

  const mute = async (name: string, by = 'ada') =>
    room.outcome(by, 'PUT', `/members/${await room.idOf(name)}/mute`, { minutes: 60 });
  const why = async (name: string, permission: string, atSeq?: number) => {
    const at = atSeq === undefined ? '' : `&at_seq=${atSeq}`;
    const asked = `account_id=${await room.idOf(name)}&permission=${permission}${at}`;
    return (await room.ask(room.founder, 'GET', `/permissions/explain?${asked}`)).body;
  };
  const seqNow = async () => (await room.ask('ada', 'GET', '/messages?limit=1')).body.seq as number;
  /** Bob's, over the actor: REST has no way to react. */
  const react = async (messageId: string): Promise<string> => {
    const by = callerOf(await scene().person('bob'));
    const command = { type: 'react' as const, by, messageId, emoji: '👍', on: true };
    const answer = await scene().booted.app.node.rooms.tryAsk(room.id, command);
    return answer.ok ? 'ok' : answer.code;
  };
  const survey = { type: 'survey', question: 'Çay mı?', options: ['Evet', 'Hayır'] };

  it('a mute stops messages, edits, reactions, pins and surveys; not votes, reading or deleting one’s own', async () => {
    const own = await room.say('bob', 'benim');
    const other = await room.say('ada', 'onun');
    const asked = (await room.ask('ada', 'POST', '/messages', { attachment: survey })).body.message.id;
    const before = await seqNow();
    expect(await mute('bob')).toBe('200');
    const as = (method: string, path: string, body?: unknown) => room.outcome('bob', method, path, body);
    expect(await as('POST', '/messages', { body: 'söz' })).toBe('403 muted');
    expect(await as('POST', '/messages', { attachment: survey })).toBe('403 muted');
    expect(await as('POST', '/messages', { body: 'cevap', discussion_of: other })).toBe('403 muted');
    expect(await as('PATCH', `/messages/${own}`, { body: 'başka' })).toBe('403 muted');
    expect(await react(other)).toBe('muted');
    expect(await as('PUT', `/messages/${other}/pin`)).toBe('403 muted');
    expect(await as('PUT', `/messages/${asked}/vote`, { options: [0] })).toBe('200');
    expect(await as('GET', '/messages')).toBe('200');
    expect(await as('POST', `/messages/${own}/discussion/close`)).toBe('200');
    expect(await as('DELETE', `/messages/${own}`)).toBe('200');

    const stopped = ['send_message', 'send_message.photos', 'send_message.reactions', 'sub_chat.send_message'];
    for (const key of [...stopped, 'send_message.surveys', 'edit_message', 'group.can_pin_message']) {
      expect([key, await why('bob', key)]).toMatchObject([
        key,
        { allowed: false, reason: 'muted', decided_by: { type: 'member_muted' } },
      ]);
      expect([key, await why('bob', key, before)]).toMatchObject([key, { allowed: true }]);
    }
    for (const key of ['delete_message', 'sub_chat.close_subject', 'update_tag']) {
      expect([key, await why('bob', key)]).toMatchObject([key, { allowed: true }]);
    }
  });

  it('a muted member who becomes founder is free of it, and nothing mutes a founder', async () => {
    await mute('bob');
    const muted = await seqNow();
    expect(await room.outcome('ada', 'PUT', '/founder', { account_id: await room.idOf('bob') })).toBe('200');
    expect(await room.outcome('bob', 'POST', '/messages', { body: 'özgürüm' })).toBe('201');
    const { members } = (await room.ask('bob', 'GET', '/members')).body;
    const bob = await room.idOf('bob');
    expect(members.find((one: { account_id: string }) => one.account_id === bob)).toMatchObject({
      role: 'founder',
      muted_until: null,
    });
    expect(await mute('bob')).toBe('409 founder_protected');
    expect(await room.outcome('bob', 'GET', `/permissions/explain?account_id=${bob}&permission=send_message`)).toBe(
      '200',
    );
    const explained = async (at: string) =>
      (await room.ask('bob', 'GET', `/permissions/explain?account_id=${bob}&permission=send_message${at}`)).body;
    expect(await explained('')).toMatchObject({ allowed: true, reason: 'founder' });
    expect(await explained(`&at_seq=${muted}`)).toMatchObject({ allowed: false, reason: 'muted' });
    // A mute that was given before does not come back with the role.
    await room.ask('bob', 'PUT', '/founder', { account_id: await room.idOf('ada') });
    await room.ask('ada', 'DELETE', `/admins/${bob}`);
    expect(await room.outcome('bob', 'POST', '/messages', { body: 'hâlâ' })).toBe('201');
  });

  it('a muted member who follows a founder by their leaving is free of it too', async () => {
    await mute('bob');
    await room.ask('ada', 'PUT', `/members/${await room.idOf('cem')}/mute`, { minutes: 60 });
    expect(await room.outcome('ada', 'POST', '/leave')).toBe('200');
    expect(await room.outcome('bob', 'POST', '/messages', { body: 'ben' })).toBe('201');
    expect(await room.outcome('cem', 'POST', '/messages', { body: 'ben' })).toBe('403 muted');
  });

  it('the ban decided, not the leaving beside it; now and for the past', async () => {
    await room.ask('ada', 'PUT', `/bans/${await room.idOf('bob')}`, {});
    const banned = await why('bob', 'send_message');
    expect(banned).toMatchObject({ allowed: false, reason: 'not_member', decided_by: { type: 'member_banned' } });
    await room.say('ada', 'sonra');
    const at = await seqNow();
    await room.ask('ada', 'DELETE', `/bans/${await room.idOf('bob')}`);
    expect(await why('bob', 'send_message', at)).toEqual(banned);
    expect(await why('bob', 'send_message')).toMatchObject({ decided_by: { type: 'member_left' } });
    // Who has left before is kept out by the ban.
    await room.ask('cem', 'POST', '/leave');
    await room.ask('ada', 'PUT', `/bans/${await room.idOf('cem')}`, {});
    expect(await why('cem', 'send_message')).toMatchObject({ decided_by: { type: 'member_banned' } });
  });

  it('the admin who has been in the room longest follows, whoever became one first', async () => {
    await room.add('can');
    // The later member becomes admin first.
    for (const name of ['can', 'cem']) await room.ask('ada', 'PUT', `/admins/${await room.idOf(name)}`);
    const { body } = await room.ask('ada', 'POST', '/leave');
    expect(body).toEqual({ status: 'handed_over', founder_id: await room.idOf('cem') });
    expect((await room.ask('cem', 'POST', '/leave')).body.founder_id).toBe(await room.idOf('can'));
    expect((await room.ask('can', 'POST', '/leave')).body.founder_id).toBe(await room.idOf('bob'));
  });

  it('each key of a kind rules that kind in the room, and its own in discussions', async () => {
    const root = await room.say('ada', 'konu');
    const reply = (await room.ask('ada', 'POST', '/messages', { body: 'cevap', discussion_of: root })).body.message.id;
    const sent: Record<string, object> = {
      links: { body: 'https://ornek.com' },
      surveys: { attachment: survey },
      locations: { attachment: { type: 'location', latitude: 41, longitude: 29 } },
      share_contact_cards: { attachment: { type: 'contact', username: 'ada' } },
      entries: { article: { title: 'Yazı', blocks: [{ type: 'paragraph', text: 'x' }] } },
    };
    const say = (body: object, isReply: boolean) =>
      room.outcome('bob', 'POST', '/messages', isReply ? { ...body, discussion_of: root } : body);
    for (const [kind, body] of Object.entries(sent)) {
      for (const isDenied of [false, true]) {
        const key = `${isDenied ? 'sub_chat.' : ''}send_message.${kind}`;
        await room.ask('ada', 'PATCH', '/permissions', { denied: [key] });
        const refused = '403 not_allowed';
        expect([key, await say(body, true)]).toEqual([key, isDenied ? refused : '201']);
        expect([key, await say(body, false)]).toEqual([key, isDenied ? '201' : refused]);
      }
    }
    await room.ask('ada', 'PATCH', '/permissions', { denied: ['sub_chat.send_message.reactions'] });
    expect([await react(reply), await react(root)]).toEqual(['not_allowed', 'ok']);
    await room.ask('ada', 'PATCH', '/permissions', { denied: ['send_message.reactions'] });
    expect([await react(reply), await react(await room.say('ada'))]).toEqual(['ok', 'not_allowed']);
  });
});

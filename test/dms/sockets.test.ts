import { type Talker, talk } from '../gateway/talker.js';
import { withScene } from '../support/rooms/room-scene.js';
import { poll } from '../support/time/poll.js';
import { DmScene } from './dm-scene.js';

withScene('a direct chat over sockets', (scene) => {
  let fixture: DmScene;
  let talkers: Talker[];
  const enter = async (name: string) => {
    const talker = await talk(scene().booted, await fixture.person(name));
    talkers.push(talker);
    return talker;
  };
  beforeEach(() => {
    fixture = new DmScene(scene());
    talkers = [];
  });
  afterEach(() => {
    for (const talker of talkers) talker.close();
  });

  it('comes to the other one with the first message, as the list shows it', async () => {
    const [ada, bob] = [await enter('ada'), await enter('bob')];
    const { slug, id } = await fixture.open('ada', 'bob');
    await ada.ask('room:open', { room: slug });
    expect(bob.all('room:new')).toEqual([]);
    expect(await bob.ask('room:open', { room: slug })).toMatchObject({ ok: false, error: { code: 'room_not_found' } });
    const { ok, message } = await ada.ask('message:new', { room: slug, body: 'merhaba' });
    expect(ok).toBe(true);
    const { room } = await bob.hears('room:new');
    expect(room).toMatchObject({
      id,
      slug,
      kind: 'dm',
      name: fixture.named('ada'),
      my_role: 'member',
      unread: 1,
      last_message: { id: message.id, body: 'merhaba' },
      peer: { id: await fixture.idOf('ada'), online: true },
    });
    await ada.hears('message:new', ({ message: { body } }) => body === 'merhaba');
    const opened = await bob.ask('room:open', { room: slug });
    expect(opened).toMatchObject({ ok: true, unread: 1, read_seq: message.seq - 1, room: { peer: { online: true } } });
    expect(opened.messages.map(({ body }: { body: string }) => body)).toEqual(['merhaba']);
    expect(ada.ofRoom(slug).map(({ name }) => name)).toEqual(['message:new']);
  });

  it('shows neither whether the other one is connected across a block, in no list', async () => {
    await Promise.all([enter('ada'), enter('bob')]);
    const { slug } = await fixture.open('ada', 'bob');
    await fixture.say('ada', slug);
    const connected = async (name: string) => {
      const { members } = await fixture.ok(name, 'GET', `/rooms/${slug}/members`);
      const rows = members as { username: string; online: boolean }[];
      return [rows.filter(({ online }) => online).length, (await fixture.inList(name, slug)).peer.online];
    };
    expect([await connected('ada'), await connected('bob')]).toEqual([
      [2, true],
      [2, true],
    ]);
    await fixture.block('ada', 'bob');
    expect([await connected('ada'), await connected('bob')]).toEqual([
      [1, false],
      [1, false],
    ]);
    await fixture.block('ada', 'bob', false);
    expect((await connected('bob'))[0]).toBe(2);
  });

  it('is told as a new room before anything is told of it, to whoever has left it too', async () => {
    const bob = await enter('bob');
    const { slug } = await fixture.open('ada', 'bob');
    const ofRoom = () =>
      bob.heard.filter(({ name, payload }) =>
        name === 'room:new' ? payload.room.slug === slug : name === 'room:activity' && payload.room === slug,
      );
    await fixture.say('ada', slug, 'bir');
    await bob.hears('room:activity', ({ room }) => room === slug);
    expect(ofRoom().map(({ name }) => name)).toEqual(['room:new', 'room:activity']);
    expect(ofRoom()[1]?.payload).toMatchObject({ last_message: { body: 'bir' }, mention: false });
    await fixture.ok('bob', 'POST', `/rooms/${slug}/leave`);
    bob.heard.length = 0;
    await fixture.say('ada', slug, 'iki');
    await fixture.say('ada', slug, 'üç');
    await bob.hears('room:activity', ({ last_message }) => last_message.body === 'üç');
    expect(ofRoom()[0]?.name).toBe('room:new');
    expect(
      ofRoom()
        .slice(1)
        .map(({ name }) => name),
    ).not.toContain('room:new');
  });

  it('tells both how far one of them has read, once for each move', async () => {
    const [ada, bob] = [await enter('ada'), await enter('bob')];
    const { slug } = await fixture.open('ada', 'bob');
    await ada.ask('room:open', { room: slug });
    const { message } = await ada.ask('message:new', { room: slug, body: 'bir' });
    await bob.ask('room:open', { room: slug });
    await bob.ask('message:read', { room: slug, seq: message.seq });
    await bob.ask('message:read', { room: slug, seq: message.seq });
    const read = { room: slug, account_id: await fixture.idOf('bob'), read_seq: message.seq };
    expect(await ada.hears('message:read')).toMatchObject({ ...read, seq: message.seq, prev_seq: message.seq });
    await bob.hears('message:read');
    await bob.ask('message:new', { room: slug, body: 'iki' });
    await ada.hears('message:new', ({ message: { body } }) => body === 'iki');
    expect([ada.all('message:read').length, bob.all('message:read').length]).toEqual([1, 1]);
    expect((await ada.ask('room:open', { room: slug })).room.peer.read_seq).toBe(message.seq);
    expect(ada.ofRoom(slug).map(({ name }) => name)).toEqual(['message:new', 'message:read', 'message:new']);
  });

  it('tells both how many stars they have, once it has cost some', async () => {
    await fixture.terms('bob', { dmPolicy: 'paid', dmStarCost: 3 });
    await fixture.give('ada', 5);
    const [ada, bob] = [await enter('ada'), await enter('bob')];
    await fixture.open('ada', 'bob');
    await ada.hears('stars:changed', ({ balance }) => balance === 2);
    await bob.hears('stars:changed', ({ balance }) => balance === 3);
    expect([ada.all('room:new'), bob.all('room:new')]).toEqual([[], []]);
  });

  it('keeps read receipts of groups, and across a block, to their reader', async () => {
    const [ada, bob] = [await enter('ada'), await enter('bob')];
    const group = await scene().room(fixture.named('ada'));
    await group.add(fixture.named('bob'));
    const { slug } = await fixture.open('ada', 'bob');
    for (const room of [slug, group.slug]) {
      await ada.ask('room:open', { room });
      await ada.ask('message:new', { room, body: 'bir' });
      await bob.ask('room:open', { room });
    }
    await bob.ask('message:read', { room: group.slug, seq: 99 });
    await fixture.block('ada', 'bob');
    expect(await bob.ask('message:read', { room: slug, seq: 99 })).toMatchObject({ ok: true, unread: 0 });
    await fixture.block('ada', 'bob', false);
    await bob.ask('message:new', { room: slug, body: 'son' });
    await ada.hears('message:new', ({ message: { body } }) => body === 'son');
    expect([...ada.all('message:read'), ...bob.all('message:read')]).toEqual([]);
  });

  it('leaves every device of who leaves, and goes on for the other one without a gap', async () => {
    const [ada, bob, other] = [await enter('ada'), await enter('bob'), await enter('bob')];
    const { slug } = await fixture.open('ada', 'bob');
    await ada.ask('room:open', { room: slug });
    await ada.ask('message:new', { room: slug, body: 'bir' });
    for (const talker of [bob, other]) await talker.ask('room:open', { room: slug });
    await fixture.ok('bob', 'POST', `/rooms/${slug}/leave`);
    for (const talker of [bob, other]) expect(await talker.hears('room:gone')).toEqual({ room: slug, reason: 'left' });
    expect(await bob.ask('message:new', { room: slug, body: 'x' })).toMatchObject({
      error: { code: 'room_not_found' },
    });
    await ada.ask('message:new', { room: slug, body: 'iki' });
    await bob.hears('room:new', ({ room }) => room.last_message?.body === 'iki');
    await ada.hears('message:new', ({ message }) => message.body === 'iki');
    const heard = ada.ofRoom(slug);
    expect(heard.map(({ name }) => name)).toEqual(['message:new', 'message:new']);
    expect(heard[1]?.payload.prev_seq).toBe(heard[0]?.payload.seq);
    expect(bob.all('message:new').filter(({ message }) => message.body === 'iki')).toEqual([]);
  });

  it('is told to both when one deletes it for everyone', async () => {
    const [ada, bob] = [await enter('ada'), await enter('bob')];
    const { slug } = await fixture.open('ada', 'bob');
    await ada.ask('message:new', { room: slug, body: 'bir' });
    await bob.hears('room:new');
    await ada.ask('room:open', { room: slug });
    await fixture.ok('bob', 'DELETE', `/rooms/${slug}?for=everyone`);
    await ada.hears('room:deleted', ({ room }) => room === slug);
    expect(await ada.hears('room:gone')).toEqual({ room: slug, reason: 'deleted' });
    expect(await bob.hears('room:gone')).toEqual({ room: slug, reason: 'deleted' });
  });

  it('shows typing to the other one only, and not across a block', async () => {
    const [ada, bob] = [await enter('ada'), await enter('bob')];
    const { slug } = await fixture.open('ada', 'bob');
    await fixture.say('ada', slug);
    for (const talker of [ada, bob]) await talker.ask('room:open', { room: slug });
    await ada.ask('typing', { room: slug, on: true });
    expect(await bob.hears('typing')).toMatchObject({ room: slug, account_id: await fixture.idOf('ada'), on: true });
    await fixture.block('bob', 'ada');
    expect(await bob.ask('typing', { room: slug, on: true })).toMatchObject({ error: { code: 'blocked' } });
  });

  it('lets either side change the wallpaper, and nothing else', async () => {
    const [ada, bob] = [await enter('ada'), await enter('bob')];
    const { slug } = await fixture.open('ada', 'bob');
    await fixture.say('ada', slug);
    for (const talker of [ada, bob]) await talker.ask('room:open', { room: slug });
    const path = `/rooms/${slug}`;
    const { room } = await fixture.ok('bob', 'PATCH', path, { wallpaper: 'gul', name: 'Oda', visibility: 'open' });
    expect(room).toMatchObject({ wallpaper: 'gul', name: fixture.named('ada'), visibility: 'closed' });
    expect(await ada.hears('room:updated')).toMatchObject({ changes: { wallpaper: 'gul' } });
    expect(await fixture.ask('ada', 'PATCH', path, { name: 'Oda' })).toMatchObject({
      status: 422,
      body: { error: { fields: { wallpaper: expect.any(Array) } } },
    });
    expect(await fixture.outcome('ada', 'PATCH', path, { wallpaper: 'yok' })).toBe('422 validation_failed');
    expect(await fixture.bodies('ada', slug)).toEqual(['selam']);
  });

  it('has no event rows: pins are told, and counted by nobody', async () => {
    const [ada, bob] = [await enter('ada'), await enter('bob')];
    const { slug, id } = await fixture.open('ada', 'bob');
    await ada.ask('room:open', { room: slug });
    const { message } = await ada.ask('message:new', { room: slug, body: 'bir' });
    await bob.ask('room:open', { room: slug });
    const pin = { room: slug, message_id: message.id, pinned: true };
    expect(await bob.ask('message:pin', pin)).toMatchObject({ ok: true, pins: [message.id] });
    expect(await ada.hears('message:pins')).toMatchObject({ pins: [message.id] });
    expect(await fixture.bodies('bob', slug)).toEqual(['bir']);
    expect(await fixture.inList('ada', slug)).toMatchObject({ unread: 0, pins: [message.id] });
    expect(await fixture.problems(id)).toEqual([]);
  });

  it('tells a name in the very first message to the one it calls', async () => {
    const bob = await enter('bob');
    const { slug } = await fixture.open('ada', 'bob');
    await fixture.say('ada', slug, `@${fixture.named('bob')} burada mısın`);
    const { room } = await bob.hears('room:new');
    expect(room).toMatchObject({ unread: 1, unread_mentions: 1 });
    await fixture.ok('bob', 'GET', `/rooms/${slug}/messages`);
    await poll(async () => (await fixture.inList('bob', slug)).unread_mentions === 1, { until: 'it is counted' });
  });
});

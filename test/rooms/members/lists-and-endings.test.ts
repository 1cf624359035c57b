/** What lists show as the last message when it changes, and what is left of people who are gone. */
import { type Talker, talk } from '../../gateway/talker.js';
import { type SceneRoom, withScene } from '../../support/rooms/room-scene.js';
import { poll } from '../../support/time/poll.js';

withScene('lists and endings', (scene) => {
  const talkers: Talker[] = [];
  let room: SceneRoom;
  afterEach(async () => {
    for (const talker of talkers.splice(0)) talker.close();
    expect(await room.problems()).toEqual([]);
  });

  async function device(name: string): Promise<Talker> {
    const talker = await talk(scene().booted, await scene().person(name));
    talkers.push(talker);
    return talker;
  }
  const listed = async (name: string, slug = room.slug) => {
    const { body } = await scene().booted.ask(await scene().person(name), 'GET', '/api/rooms');
    return body.rooms.find((one: { slug: string }) => one.slug === slug);
  };

  it('deleting and editing what a list shows as its last message tells it what it shows now', async () => {
    room = await scene().room('ada');
    await room.add('bob');
    const talker = await device('bob');
    const heard = () => talker.all('room:activity').filter((told) => told.room === room.slug);
    const shows = (fits: (last: { id: string; body: string } | null) => boolean, until: string) =>
      poll(() => fits(heard().at(-1)?.last_message ?? null), { until });
    const [first, second] = [await room.say('ada', 'bir'), await room.say('ada', 'iki')];
    await shows((last) => last?.body === 'iki', 'the newest is told');

    await room.ask('ada', 'PATCH', `/messages/${second}`, { body: 'iki buçuk' });
    await shows((last) => last?.id === second && last.body === 'iki buçuk', 'the edit is told');
    // What no list shows is told to none.
    const before = heard().length;
    await room.ask('ada', 'PATCH', `/messages/${first}`, { body: 'bir buçuk' });
    await room.ask('ada', 'DELETE', `/messages/${second}`);
    await shows((last) => last?.body === 'bir buçuk', 'the one before it is shown again');
    expect(heard()).toHaveLength(before + 1);
    expect(heard().at(-1)).toMatchObject({ mention: false, last_message: { id: first } });
    await room.ask('ada', 'DELETE', `/messages/${first}`);
    await poll(() => heard().length === before + 2 && heard().at(-1)?.last_message === null, {
      until: 'nothing is shown any more',
    });
    expect((await listed('bob')).last_message).toBeNull();
  });

  it('the message before it is told, however far back it lies', async () => {
    room = await scene().room('ada');
    await room.add('bob');
    const [first, last] = [await room.say('ada', 'eski'), await room.say('ada', 'yeni')];
    // Reactions are entries too: they push the older rows out of memory.
    const emojis = ['👍', '🎉'];
    const react = (turn: number) => {
      const emoji = emojis[turn % 2] as string;
      const command = { type: 'react' as const, messageId: last, emoji, on: turn % 4 < 2 };
      return room.command('ada', command as never);
    };
    for (let turn = 0; turn < 700; turn += 100)
      await Promise.all(Array.from({ length: 100 }, (_, at) => react(turn + at)));
    const talker = await device('bob');
    await room.ask('ada', 'DELETE', `/messages/${last}`);
    // The activity of the later message may wait in a pass, and be told first.
    const isOfFirst = ({ last_message }: { last_message: { id: string } | null }) => last_message?.id === first;
    const told = await talker.hears('room:activity', (one) => one.room === room.slug && isOfFirst(one));
    expect(told).toMatchObject({ last_message: { body: 'eski' } });
  }, 60_000);

  it('the last member’s leaving tells room:deleted to the room and room:gone to the account', async () => {
    room = await scene().room('ada');
    const [inside, outside] = [await device('ada'), await device('ada')];
    await inside.ask('room:open', { room: room.slug });
    expect((await room.ask('ada', 'POST', '/leave')).body).toEqual({ status: 'room_gone' });
    expect(await inside.hears('room:deleted')).toMatchObject({ room: room.slug });
    for (const talker of [inside, outside]) {
      expect(await talker.hears('room:gone')).toEqual({ room: room.slug, reason: 'left' });
    }
    await room.outcome('ada', 'GET').then((outcome) => expect(outcome).toBe('404 room_not_found'));
    expect(inside.all('room:gone')).toHaveLength(1);
  });

  it('deleting an account takes its bans, requests and mutes along, and no list shows its id', async () => {
    room = await scene().room('ada', { joinApproval: true });
    const [banned, waiting, muted] = [`y${Date.now() % 1e6}`, `b${Date.now() % 1e6}`, `s${Date.now() % 1e6}`];
    await room.add(muted);
    await room.ask('ada', 'PUT', `/members/${await room.idOf(muted)}/mute`, { minutes: 60 });
    await room.ask('ada', 'PUT', `/bans/${await room.idOf(banned)}`, { reason: 'gürültü' });
    await room.ask(waiting, 'POST', '/join');
    const ids = await Promise.all([banned, waiting, muted].map((name) => room.idOf(name)));
    const lists = async () =>
      JSON.stringify(await Promise.all(['/bans', '/requests', '/members'].map((path) => room.ask('ada', 'GET', path))));
    const before = await lists();
    for (const id of ids) expect(before).toContain(id);
    for (const name of [banned, waiting, muted]) {
      const gone = await scene().booted.ask(await scene().person(name), 'DELETE', '/api/me');
      expect(gone.status).toBe(204);
    }
    await poll(async () => (await room.ask('ada', 'GET', '/bans')).body.bans.length === 0, {
      until: 'the ban is gone',
    });
    expect((await room.ask('ada', 'GET', '/requests')).body.requests).toEqual([]);
    expect((await room.ask('ada', 'GET', '/members')).body.members).toHaveLength(1);
    const { store } = scene().booted.app;
    const kept = async () => {
      const range = { index: '_id', gt: `${room.id}:`, lt: `${room.id};` };
      const kept = [...(await store.range('bans', range)), ...(await store.range('requests', range))];
      // Until the last run of the erasure their keys stand there, so that no late write brings them back.
      return kept.filter((doc) => !('erased' in doc));
    };
    await poll(async () => (await kept()).length === 0, { until: 'nothing of them is kept' });
    const after = await lists();
    for (const id of ids) expect(after).not.toContain(id);
  });

  it('mentions carry the member’s own spelling, once; an edit that adds one changes no count', async () => {
    room = await scene().room('ada');
    const name = `Ayşe_${Date.now() % 1e6}`;
    await room.add(name, 'cem');
    const typed = `@${name.toUpperCase()} @${name.toLowerCase()} selam`;
    const { message } = (await room.ask('ada', 'POST', '/messages', { body: typed, client_id: 'ilk' })).body;
    expect(message.mentions).toEqual([name]);
    expect((await listed(name)).unread_mentions).toBe(1);
    await room.ask('ada', 'PATCH', `/messages/${message.id}`, { body: `@${name} @cem` });
    const edited = (await room.ask('cem', 'GET', `/messages/${message.id}`)).body.message;
    expect(edited).toMatchObject({ mentions: [name, 'cem'], client_id: 'ilk' });
    expect((await listed('cem')).unread_mentions).toBe(0);
    expect((await listed(name)).unread_mentions).toBe(1);
    const renamed = `Ayşegül_${Date.now() % 1e6}`;
    await scene().booted.ask(await scene().person(name), 'PUT', '/api/me/username', { username: renamed });
    const again = (await room.ask('ada', 'POST', '/messages', { body: `@${renamed.toLowerCase()}` })).body.message;
    expect(again.mentions).toEqual([renamed]);
  });

  it('typing that ends always passes', async () => {
    room = await scene().room('ada');
    await room.add('bob', 'cem');
    const [ada, bob] = [await device('ada'), await device('bob')];
    await ada.ask('room:open', { room: room.slug });
    expect(await bob.ask('typing', { room: room.slug, on: false })).toEqual({ ok: true });
    await bob.ask('room:open', { room: room.slug });
    await bob.ask('typing', { room: room.slug, on: true });
    await bob.ask('typing', { room: room.slug, on: false });
    await ada.hears('typing', ({ on }) => on);
    await ada.hears('typing', ({ on }) => !on);
    await room.ask('ada', 'PUT', `/members/${await room.idOf('bob')}/mute`, { minutes: 5 });
    expect(await bob.ask('typing', { room: room.slug, on: false })).toEqual({ ok: true });
    expect(await bob.ask('room:close', { room: room.slug })).toEqual({ ok: true });
    expect(await bob.ask('room:close', { room: room.slug })).toEqual({ ok: true });
  });

  it('who holds nothing opens without after_seq; zero is before the joining', async () => {
    room = await scene().room('ada');
    await room.say('ada', 'bir');
    const ada = await device('ada');
    expect(await ada.ask('room:open', { room: room.slug, after_seq: 0 })).toMatchObject({ reset: true, messages: [] });
    expect(await ada.ask('room:open', { room: room.slug, after_seq: 1 })).toMatchObject({ reset: false });
  });

  it('edits and pins of a deleted row are no valid state, and a forward from behind a door names none', async () => {
    room = await scene().room('ada', { visibility: 'closed' });
    const gone = await room.say('ada', 'gidecek');
    await room.ask('ada', 'DELETE', `/messages/${gone}`);
    expect(await room.outcome('ada', 'PATCH', `/messages/${gone}`, { body: 'geri' })).toBe('409 invalid_state');
    expect(await room.outcome('ada', 'PUT', `/messages/${gone}/pin`)).toBe('409 invalid_state');
    const secret = await room.say('ada', 'sır');
    await room.ask('ada', 'PUT', `/messages/${secret}/pin`);
    expect((await room.ask('cem', 'GET')).body.room.pinned).toBeNull();
    const other = await scene().room('ada');
    const forward_of = { room: room.slug, message_id: secret };
    const { message } = (await other.ask('ada', 'POST', '/messages', { forward_of })).body;
    expect(message).toMatchObject({ body: 'sır', forwarded_from: null });
  });
});

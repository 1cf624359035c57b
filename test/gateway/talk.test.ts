/** What open sockets hear of pins, discussions, surveys and slash commands, and what catching up tells of them. */

import { io, type Socket } from 'socket.io-client';
import { holdAck, holdToDocument } from '../support/clients/event-validation.js';
import { Scene, type SceneRoom } from '../support/rooms/room-scene.js';
import { poll } from '../support/time/poll.js';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an event by asserting it.
type Heard = Record<string, any>;

describe('what is said, over sockets', () => {
  let scene: Scene;
  let room: SceneRoom;
  const sockets: Socket[] = [];
  const heard: Heard[] = [];

  beforeAll(async () => {
    scene = await Scene.open();
  });
  afterAll(() => scene.close());
  beforeEach(async () => {
    room = await scene.room('ada');
    await room.add('bob');
    heard.length = 0;
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.disconnect();
    expect(await room.problems()).toEqual([]);
  });

  async function connect(name: string): Promise<Socket> {
    const { accessToken } = await scene.person(name);
    const socket = io(scene.booted.url, { auth: { token: accessToken }, transports: ['websocket'], forceNew: true });
    holdToDocument(socket);
    sockets.push(socket);
    await new Promise<void>((resolve) => socket.once('ready', () => resolve()));
    return socket;
  }

  const ask = async (socket: Socket, operation: string, payload: object = {}): Promise<Heard> =>
    holdAck(operation, await socket.timeout(5_000).emitWithAck(operation, { room: room.slug, ...payload }));

  const hears = (type: string) =>
    poll(() => heard.find((event) => event.type === type), { until: `${type} was heard` });

  it('tells every reader of the room, live and when catching up', async () => {
    const [ada, bob] = [await connect('ada'), await connect('bob')];
    const { seq } = await ask(bob, 'room:open');
    bob.onAny((type: string, event: object) => heard.push({ type, ...event }));
    const survey = { type: 'survey', question: 'Nereye?', options: ['Deniz', 'Dağ'] };
    const { message } = await ask(ada, 'message:new', { attachment: survey });
    expect(await ask(ada, 'message:pin', { message_id: message.id, pinned: true })).toEqual({
      ok: true,
      pins: [message.id],
    });
    expect(await ask(bob, 'survey:vote', { message_id: message.id, options: [1] })).toEqual({
      ok: true,
      votes: [0, 1],
      my_options: [1],
    });
    await ask(ada, 'message:new', { body: 'deniz', discussion_of: message.id });
    const closed = await ask(ada, 'discussion:close', { message_id: message.id });
    expect(closed.message.discussion).toMatchObject({ open: false, count: 1 });
    await poll(() => heard.some((event) => event.open === false), { until: 'the closing was heard' });
    expect(await hears('message:pins')).toMatchObject({ room: room.slug, pins: [message.id] });
    expect(await hears('survey:votes')).toMatchObject({ message_id: message.id, votes: [0, 1] });
    expect(await hears('message:discussion')).toMatchObject({ message_id: message.id, open: true, count: 1 });
    const missed = await ask(bob, 'room:open', { after_seq: seq });
    expect(missed.changes.map(({ type }: Heard) => type)).toEqual([
      'message:pins',
      'survey:votes',
      'message:discussion',
      'message:discussion',
    ]);
    expect(missed.messages[0]).toMatchObject({ pinned: true, attachment: { votes: [0, 1] } });
  });

  it('carries out slash commands, and tells the others', async () => {
    const [ada, bob] = [await connect('ada'), await connect('bob')];
    await ask(bob, 'room:open');
    bob.onAny((type: string, event: object) => heard.push({ type, ...event }));
    expect(await ask(ada, 'message:new', { body: '/help' })).toMatchObject({ ok: true, command: 'help' });
    expect(await ask(ada, 'message:new', { body: '/mute @bob' })).toEqual({ ok: true, command: 'mute' });
    expect((await hears('message:new'))?.message.event).toMatchObject({ type: 'member_muted', username: 'bob' });
    expect((await ask(bob, 'message:new', { body: 'ses' })).error.code).toBe('muted');
    expect(await ask(ada, 'message:new', { body: '/kick @bob' })).toEqual({ ok: true, command: 'kick' });
    expect(await hears('room:gone')).toMatchObject({ room: room.slug, reason: 'kicked' });
  });

  it('says `//text` as `/text`, and forwards', async () => {
    const ada = await connect('ada');
    const { message } = await ask(ada, 'message:new', { body: '//komut' });
    expect(message.body).toBe('/komut');
    const forward = { forward_of: { room: room.slug, message_id: message.id } };
    expect((await ask(ada, 'message:new', forward)).message).toMatchObject({
      body: '/komut',
      forwarded_from: { room: room.slug, message_id: message.id },
    });
    expect((await ask(ada, 'message:new', { body: '/yok' })).error.code).toBe('unknown_command');
  });
});

describe('limits on slash commands', () => {
  it('five a minute for an account, a room and a command', async () => {
    const scene = await Scene.open({ RATE_LIMITS: 'on' });
    const room = await scene.room('ada');
    const outcomes: string[] = [];
    for (let at = 0; at < 6; at += 1) outcomes.push(await room.outcome('ada', 'POST', '/messages', { body: '/help' }));
    expect(outcomes).toEqual(['200', '200', '200', '200', '200', '429 rate_limited']);
    expect(await room.outcome('ada', 'POST', '/messages', { body: '/kick @hicyok' })).toBe('404 not_found');
    await scene.close();
  });
});

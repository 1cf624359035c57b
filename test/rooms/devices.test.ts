/** What the open sockets of people hear when membership, rights, settings and flags change. */

import { io, type Socket } from 'socket.io-client';
import { holdToDocument } from '../support/clients/event-validation.js';
import { type SceneRoom, withScene } from '../support/rooms/room-scene.js';
import { poll } from '../support/time/poll.js';

interface Heard {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a payload by asserting it.
  payload: any;
}

withScene('the devices of people in a room', (scene) => {
  let room: SceneRoom;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.disconnect();
    expect(await room.problems()).toEqual([]);
  });

  class Device {
    readonly heard: Heard[] = [];
    readonly socket: Socket;
    constructor(token: string) {
      this.socket = io(scene().booted.url, { auth: { token }, transports: ['websocket'], forceNew: true });
      this.socket.onAny((name, payload) => this.heard.push({ name, payload }));
      holdToDocument(this.socket);
      sockets.push(this.socket);
    }
    open = (): Promise<{ ok: boolean }> => this.socket.emitWithAck('room:open', { room: room.slug });
    hears = async (
      name: string,
      fits: (payload: Heard['payload']) => boolean = () => true,
    ): Promise<Heard['payload']> =>
      (
        await poll(() => this.heard.find((one) => one.name === name && fits(one.payload)), {
          until: `${name} is heard among ${this.heard.map((one) => one.name).join(', ')}`,
        })
      ).payload;
  }

  async function device(name: string): Promise<Device> {
    const made = new Device((await scene().person(name)).accessToken);
    await made.hears('ready');
    return made;
  }

  it('who is banned hears room:gone and nothing of the room after it', async () => {
    room = await scene().room('ada');
    await room.add('bob');
    const [ada, bob] = [await device('ada'), await device('bob')];
    await Promise.all([ada.open(), bob.open()]);
    await room.ask('ada', 'PUT', `/bans/${await room.idOf('bob')}`);
    await room.say('ada', 'sonra');
    expect(await bob.hears('room:gone')).toMatchObject({ room: room.slug, reason: 'banned' });
    expect(await ada.hears('member:left')).toMatchObject({ username: 'bob', reason: 'banned', member_count: 1 });
    await ada.hears('message:new', ({ message }) => message.body === 'sonra');
    expect(bob.heard.filter(({ payload }) => payload.seq > 0).map(({ name }) => name)).toEqual([]);
    expect(await bob.open()).toMatchObject({ ok: false, error: { code: 'not_member' } });
  });

  it('a new admin moves to the admins, hears what they may do, and the request that waits', async () => {
    room = await scene().room('ada', { joinApproval: true });
    await room.add('bob');
    const [bob, other] = [await device('bob'), await device('bob')];
    await bob.open();
    await room.ask('ada', 'PUT', `/admins/${await room.idOf('bob')}`);
    for (const one of [bob, other]) {
      expect(await one.hears('permissions:changed')).toMatchObject({ room: room.slug, my_role: 'admin' });
    }
    expect((await bob.hears('member:updated')).member).toMatchObject({ username: 'bob', role: 'admin' });
    await room.ask('cem', 'POST', '/join');
    expect((await bob.hears('room:request')).request).toMatchObject({ username: 'cem' });
    const cem = await device('cem');
    await room.ask('bob', 'POST', `/requests/${await room.idOf('cem')}`);
    expect((await cem.hears('room:new')).room).toMatchObject({ slug: room.slug, my_role: 'member' });
  });

  it('a denial reaches every member, a setting everybody who is there, a tag too', async () => {
    room = await scene().room('ada');
    await room.add('bob');
    await room.admin('cem', ['send_message']);
    const [bob, cem] = [await device('bob'), await device('cem')];
    await bob.open();
    // Membership is read when the first socket comes: what is told to members waits for it.
    await poll(
      async () => {
        await room.ask('ada', 'PATCH', '/permissions', { denied: ['send_message'] });
        return bob.heard.some(({ name }) => name === 'permissions:changed');
      },
      { until: 'bob hears of the denial' },
    );
    const told = await bob.hears('permissions:changed');
    expect(told.my_role).toBe('member');
    expect(told.my_permissions).not.toContain('send_message');
    expect((await cem.hears('permissions:changed')).my_permissions).toContain('send_message');
    expect((await bob.hears('room:updated')).changes).toEqual({ member_denied: ['send_message'] });
    await room.ask('cem', 'PATCH', '', { name: 'Yeni', members_can_pin: false });
    expect((await bob.hears('room:updated', ({ changes }) => changes.name === 'Yeni')).changes).toEqual({
      name: 'Yeni',
      members_can_pin: false,
      member_denied: ['group.can_pin_message', 'send_message'],
    });
    await room.ask('ada', 'PUT', `/members/${await room.idOf('bob')}/tag`, { tag: 'usta' });
    expect(await bob.hears('member:tagged')).toMatchObject({ account_id: await room.idOf('bob'), tag: 'usta' });
  });

  it('flags follow on the other devices of the account only', async () => {
    room = await scene().room('ada');
    await room.add('bob');
    const [one, two, ada] = [await device('bob'), await device('bob'), await device('ada')];
    await room.ask('bob', 'PUT', '/pin');
    for (const bob of [one, two]) {
      expect(await bob.hears('room:flags')).toEqual({
        room: room.slug,
        archived: false,
        muted: false,
        muted_until: null,
        mentions_only: false,
        pinned_to_top: true,
        unread_from: null,
      });
    }
    // Of what happened just before, she may still hear activity.
    expect(ada.heard.map(({ name }) => name)).not.toContain('room:flags');
  });

  it('a deleted room is gone for every connected member, and deleted for who has it open', async () => {
    room = await scene().room('ada');
    await room.add('bob', 'cem');
    const [bob, cem] = [await device('bob'), await device('cem')];
    await Promise.all([bob.open(), cem.open()]);
    await cem.socket.emitWithAck('room:close', { room: room.slug });
    // The row arrives as activity where the room is closed: from then on the membership is known here.
    await room.say('ada', 'son');
    await cem.hears('room:activity');
    await room.ask('ada', 'DELETE');
    for (const one of [bob, cem]) {
      expect(await one.hears('room:gone')).toEqual({ room: room.slug, reason: 'deleted' });
    }
    expect(bob.heard.findIndex(({ name }) => name === 'room:deleted')).toBeLessThan(
      bob.heard.findIndex(({ name }) => name === 'room:gone'),
    );
    await bob.hears('room:deleted');
    expect(cem.heard.some(({ name }) => name === 'room:deleted')).toBe(false);
  });
});

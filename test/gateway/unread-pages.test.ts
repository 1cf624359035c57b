import type { RoomCommand } from '#actors/room/commands.js';
import type { Draft } from '#src/domain/messages/message.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { collectGarbage } from '../support/collect-garbage.js';
import { callerOf } from '../support/rooms/long-room.js';
import { poll } from '../support/time/poll.js';
import { RawSocket } from './raw-socket.js';
import { roomOf, talk } from './talker.js';

/** `npm run test:soak` asks for more. */
const SOCKETS = Number(process.env.UNREAD_SOCKETS ?? 8);
const READS = Number(process.env.UNREAD_READS ?? 24);
const ARTICLES = 24;
const GROWTH_BYTES_MAX = 104_857_600;
const TEXT = 'x'.repeat(60_000);

/** What the process holds and cannot let go of. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function articleOf(title: number): Draft {
  const blocks = [{ type: 'paragraph', text: TEXT }];
  return {
    clientId: null,
    body: '',
    replyTo: null,
    discussionOf: null,
    kind: 'article',
    attachment: { title: `${title}`, blocks },
  };
}

describe('pages that were asked for and are not read', () => {
  const room = 'heavy';
  let booted: Booted;
  let ada: Person;
  let listed = 0;
  let sockets: RawSocket[] = [];

  beforeAll(async () => {
    booted = await bootApp();
    ada = await booted.person('ada');
    const id = await roomOf(booted, room, [ada]);
    const { rooms } = booted.app.node;
    const send = (nth: number) => rooms.ask(id, { type: 'send_message', by: callerOf(ada), draft: articleOf(nth) });
    for (let at = 0; at < ARTICLES; at += 4) await Promise.all([0, 1, 2, 3].map((nth) => send(at + nth)));
    const { ask } = rooms;
    rooms.ask = <C extends RoomCommand>(to: string, command: C, ...rest: []) => {
      if (command.type === 'list_messages') listed += 1;
      return ask(to, command, ...rest);
    };
  }, 60_000);
  afterEach(() => {
    for (const socket of sockets) socket.close();
    sockets = [];
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  async function enter(person = ada): Promise<RawSocket> {
    const socket = new RawSocket(booted.url);
    sockets.push(socket);
    await socket.enter(person.accessToken);
    return socket;
  }
  const askFor = (socket: RawSocket, count: number) => {
    for (let ack = 0; ack < count; ack += 1) socket.send(`42${ack}["message:list",{"room":"heavy","limit":200}]`);
  };
  const pagesOf = (socket: RawSocket) => socket.heard().filter((text) => text.startsWith('3'));
  async function login(name: string): Promise<Person> {
    const person = await booted.person(name);
    await booted.ask(person, 'POST', `/api/rooms/${room}/join`, {});
    return person;
  }

  it('are not made once the socket has gone', async () => {
    listed = 0;
    const socket = await enter();
    askFor(socket, 250);
    await poll(() => listed > 0, { until: 'the first is asked for', everyMs: 1 });
    socket.close();
    await poll(() => booted.app.gateway.size === 0, { until: 'the socket has gone' });
    const before = listed;
    expect(before).toBeLessThan(50);
    const talker = await talk(booted, ada);
    expect((await talker.ask('message:list', { room, limit: 1 })).ok).toBe(true);
    talker.close();
    expect(listed).toBe(before + 1);
  });

  it('wait for those before them, and memory does not grow with them', async () => {
    const people = [ada];
    for (let at = 8; at < SOCKETS; at += 8) people.push(await login(`slow${at}`));
    const before = heldBytes();
    for (let at = 0; at < SOCKETS; at += 1) {
      const socket = await enter(people[Math.floor(at / 8)] as Person);
      socket.tcp.pause();
      askFor(socket, READS);
    }
    let most = 0;
    const areCut = () => {
      most = Math.max(most, heldBytes() - before);
      return booted.app.gateway.size === 0;
    };
    await poll(areCut, { until: 'everybody who does not read is cut', withinMs: 60_000, everyMs: 200 });
    expect(most).toBeLessThan(GROWTH_BYTES_MAX);
  }, 90_000);

  it('reach whoever reads, though slowly', async () => {
    const socket = await enter();
    askFor(socket, 8);
    const sip = setInterval(() => {
      socket.tcp.resume();
      setTimeout(() => socket.tcp.pause(), 5);
    }, 50);
    try {
      const haveCome = () => socket.tcp.bytesRead > 3_600_000 && pagesOf(socket).length === 8;
      await poll(haveCome, { until: 'every page has come', withinMs: 60_000, everyMs: 100 });
    } finally {
      clearInterval(sip);
    }
    for (const page of pagesOf(socket)) expect(page).toMatch(/^3\d+\[\{"ok":true,"messages":\[\{/);
    expect(socket.isClosed).toBe(false);
  }, 90_000);
});

/** What deliveries cost, in writes to sockets: a count that does not depend on the machine. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { type Booted, bootApp, type Person } from '../../support/clients/boot-app.js';
import { poll } from '../../support/time/poll.js';
import { roomOf, type Talker, talk } from '../talker.js';

const ROOM = 'cost';
const MESSAGES = 40;
const WAYS_TO_WRITE = ['writeBuffer', 'writev', 'writeUtf8String', 'writeLatin1String', 'writeAsciiString'] as const;

describe('a delivery', () => {
  let booted: Booted;
  let people: Person[];
  let talkers: Talker[];
  let writes = 0;

  /** Counts what the server writes to each socket that it accepts, past the stream and through it. */
  function countWrites(message: unknown): void {
    const { _handle: handle } = (message as { socket: Socket }).socket as unknown as {
      _handle: Record<string, (...given: unknown[]) => unknown>;
    };
    for (const way of WAYS_TO_WRITE) {
      const write = handle[way]?.bind(handle);
      if (write) handle[way] = (...given) => (writes += 1) && write(...given);
    }
  }

  beforeAll(async () => {
    subscribe('net.server.socket', countWrites);
    booted = await bootApp();
    people = await Promise.all(['ada', 'bob', 'cem', 'eda'].map((name) => booted.person(name)));
    await roomOf(booted, ROOM, people);
    talkers = await Promise.all(people.map((each) => talk(booted, each)));
    for (const talker of talkers) await talker.ask('room:open', { room: ROOM });
  });
  afterAll(async () => {
    for (const talker of talkers) talker.close();
    await booted[Symbol.asyncDispose]();
    unsubscribe('net.server.socket', countWrites);
  });

  const heard = (count: number) =>
    poll(() => talkers.every((talker) => talker.all('message:new').length === count), { until: 'everybody has heard' });

  async function writesOf(say: () => Promise<void>): Promise<number> {
    const already = (talkers[0] as Talker).all('message:new').length;
    const before = writes;
    await say();
    await heard(already + MESSAGES);
    return writes - before;
  }

  it('is one write, and the ack of the sender shares it', async () => {
    const [ada] = talkers as [Talker];
    const count = await writesOf(async () => {
      for (let said = 0; said < MESSAGES; said += 1) {
        await ada.ask('message:new', { room: ROOM, body: `${said}` });
        await poll(() => talkers.every((talker) => talker.all('message:new').length === said + 1), {
          until: 'all hear',
        });
      }
    });
    expect(count).toBe(MESSAGES * talkers.length);
  });

  it('of messages that become durable together is one write for all of them', async () => {
    const count = await writesOf(async () => {
      const asked = Array.from({ length: MESSAGES }, (_, at) =>
        (talkers[at % talkers.length] as Talker).ask('message:new', { room: ROOM, body: `${at}` }),
      );
      await Promise.all(asked);
    });
    expect(count).toBeLessThan((MESSAGES * talkers.length) / 2);
  });
});

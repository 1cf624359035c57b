/**
 * The protocol of Engine.IO and Socket.IO, packet by packet: a WebSocket that the gateway serves by itself answers as
 * the two libraries do.
 */
import { type Booted, bootApp, type Person } from '../../support/clients/boot-app.js';
import { poll } from '../../support/time/poll.js';
import { RawSocket } from '../raw-socket.js';

const TEXT = 1;
const BINARY = 2;
const PROBE = '42999["probe",{}]';
const PROBED = '3999[';

type Step = string | Buffer | { until: string };

const READY = '2["ready"';
const ready = { until: READY };
const refused = { until: '4{' };
const send = '40{"token":"{token}"}';
/** Every sequence before or after the socket is accepted; `{token}` is a good one. */
const connect = [send, ready];
const sequences: Record<string, Step[]> = {
  'CONNECT and nothing else': [...connect],
  'CONNECT without credentials, then a good one': ['40', refused, ...connect],
  'credentials that are no object': ['40["token"]', ...connect],
  'credentials that are not JSON': ['40{token}', ...connect],
  'two refusals': ['40{}', refused, '40{"token":"no"}', ...connect],
  'CONNECT twice at once': [send, send],
  'CONNECT again': [...connect, '40'],
  'another namespace': ['40/admin,{"token":"{token}"}', ...connect],
  'another namespace without a comma': ['40/admin', ...connect],
  'another namespace afterwards': [...connect, '40/admin,'],
  'the main namespace by its name': ['40/,{"token":"{token}"}', ready],
  'an event before CONNECT': ['42["typing",{}]', ...connect],
  'an ack before CONNECT': ['430[]', ...connect],
  'an event of another namespace': [...connect, '42/admin,["typing",{}]'],
  'an ack that nobody asked for': [...connect, '430[1]'],
  DISCONNECT: [...connect, '41'],
  'CONNECT_ERROR from a client': [...connect, '44{"message":"no"}'],
  'a heartbeat of the wrong direction': [...connect, '2'],
  'an answer to no heartbeat': [...connect, '3', '3'],
  'NOOP, and an upgrade that is none': [...connect, '6', '5'],
  'an unknown type of Engine.IO': [...connect, '9'],
  'an unknown type of Socket.IO': [...connect, '49["x"]'],
  'an empty frame': [...connect, ''],
  'a message without a type': [...connect, '4'],
  'an event that is not JSON': [...connect, '42{'],
  'an event that is no list': [...connect, '42{"a":1}'],
  'binary that was not announced': [...connect, Buffer.from('x')],
};

describe('a WebSocket that the gateway serves by itself', () => {
  let alone: Booted;
  let documented: Booted;
  const people = new Map<Booted, Person>();

  beforeAll(async () => {
    [alone, documented] = [await bootApp(), await bootApp({ settings: { SOCKET_FAST_PATH: 'off' } })];
    for (const booted of [alone, documented]) people.set(booted, await booted.person('ada'));
  });
  afterAll(async () => {
    await alone[Symbol.asyncDispose]();
    await documented[Symbol.asyncDispose]();
  });

  /** Whether the socket was closed before it answered a probe, and if not, everything that was heard. */
  async function outcomeOf(booted: Booted, steps: Step[]): Promise<{ heard: string[]; isClosed: boolean }> {
    const token = people.get(booted)?.accessToken ?? '';
    const socket = new RawSocket(booted.url);
    await socket.upgrade();
    const hears = (start: string) =>
      poll(() => socket.isClosed || socket.heard().some((text) => text.startsWith(start)), { until: 'an answer' });
    for (const step of steps) {
      if (typeof step === 'string') socket.write(Buffer.from(step.replace('{token}', token)), TEXT);
      else if (Buffer.isBuffer(step)) socket.write(step, BINARY);
      else await hears(step.until);
    }
    await hears(READY);
    if (!socket.isClosed) socket.send(PROBE);
    await hears(PROBED);
    const { isClosed } = socket;
    socket.close();
    // What a socket hears that is being closed is a matter of time.
    return { heard: isClosed ? [] : socket.heard().map(plain).filter(isAnswer), isClosed };
  }

  /** Ids, instants and the session are those of this one connection. */
  const plain = (text: string): string => (text.startsWith(READY) ? READY : text.replace(/"sid":"[^"]+"/, '"sid":"…"'));
  const isAnswer = (text: string): boolean => !text.startsWith(PROBED);

  it.each(Object.entries(sequences))('answers as Socket.IO does: %s', async (_, steps) => {
    expect(await outcomeOf(alone, steps)).toEqual(await outcomeOf(documented, steps));
  });

  /** Socket.IO waits for them first. */
  it('judges a message with binary parts without them, and goes on', async () => {
    const socket = new RawSocket(alone.url);
    await socket.enter(people.get(alone)?.accessToken ?? '');
    socket.send('451-5["message:new",{"room":"kahve","body":{"_placeholder":true,"num":0}}]');
    socket.write(Buffer.from('part'), BINARY);
    await poll(() => socket.heard().some((text) => text.startsWith('35[')), { until: 'it is refused' });
    expect(socket.heard().find((text) => text.startsWith('35['))).toContain('"ok":false');
    socket.send(PROBE);
    await poll(() => socket.heard().some((text) => text.startsWith(PROBED)), { until: 'it goes on' });
    socket.write(Buffer.from('one part too many'), BINARY);
    await poll(() => socket.isClosed, { until: 'it is closed' });
  });

  it('is closed when it announces more parts than a message may have, or parts beside those it owes', async () => {
    for (const packets of [['4511-["x"]'], ['450-["x"]'], ['452-["x"]', '451-["x"]']]) {
      const socket = new RawSocket(alone.url);
      await socket.enter(people.get(alone)?.accessToken ?? '');
      for (const packet of packets) socket.send(packet);
      await poll(() => socket.isClosed, { until: 'it is closed' });
    }
  });

  it('has no session that long polling could take over', async () => {
    const socket = new RawSocket(alone.url);
    await socket.upgrade();
    await poll(() => socket.heard().length > 0, { until: 'it is opened' });
    const { sid } = JSON.parse(socket.heard()[0] ?? '{}');
    const answer = await fetch(`${alone.url}/socket.io/?EIO=4&transport=polling&sid=${sid}`);
    expect([answer.status, await answer.json()]).toEqual([400, { code: 1, message: 'Session ID unknown' }]);
    socket.close();
  });
});

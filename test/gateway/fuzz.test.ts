import { createLoggers } from '#src/observability/logger.js';
import { operationSchemas } from '#src/protocol/socket/operations.js';
import { modelRuns } from '../model/model-runs.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { fc } from '../support/seeds/fast-check.js';
import { poll } from '../support/time/poll.js';
import { RawSocket } from './raw-socket.js';
import { roomOf, type Talker, talk } from './talker.js';

const SCALE = Number(process.env.MODEL_RUNS ?? 1);
const names = Object.keys(operationSchemas);
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Values that go wrong in programs: types, sizes, depths, keys of built-in things, text that is not text. */
const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 2 ** 53, '', ' ', '\0', '\ud800', 'kahve', 'private', '__proto__'),
  fc.constantFrom<unknown>({ $ne: null }, { __proto__: { isAdmin: true } }, { constructor: { prototype: {} } }, [[]]),
  fc.integer({ min: 1, max: 60_000 }).map((length) => 'ş'.repeat(length)),
);
const keys = [
  'room',
  'body',
  'client_id',
  'message_id',
  'seq',
  'after_seq',
  'limit',
  'emoji',
  'on',
  'token',
  'reply_to',
];
const payload = fc.oneof(
  { arbitrary: fc.dictionary(fc.constantFrom(...keys, '__proto__', 'constructor'), value), weight: 4 },
  { arbitrary: fc.record({ room: fc.constantFrom('kahve', 'private', 'nowhere') }, {}), weight: 1 },
  { arbitrary: value, weight: 1 },
);
const event = fc
  .tuple(fc.oneof(fc.constantFrom(...names), fc.string(), fc.jsonValue()), payload, fc.boolean())
  .map(([name, content, isAcked]) => `42${isAcked ? '7' : ''}${JSON.stringify([name, content])}`);
const broken = fc.oneof(
  fc.constantFrom('42', '42[', '42[]', '42[1]', '42{}', '42"x"', '429999999999999999999["typing"]', '43[]', '430[1,2]'),
  fc.constantFrom('40', '41', '44', '45', '49', '2', '3', '6', '9', '', '4', '42/admin,["x"]', '42-1["x"]', '42 ["x"]'),
  fc.constantFrom(
    '451-["message:new",{"_placeholder":true,"num":0}]',
    '4599-["x"]',
    '42["disconnect"]',
    '42["connect"]',
  ),
  fc.constantFrom(
    `420["message:new",{"room":${deep(30_000)}}]`,
    `42${deep(60_000)}`,
    `420["message:new",${deep(40_000)}]`,
  ),
  fc.constant('420["message:new",{"room":"kahve","body":"x","__proto__":{"room":"private"}}]'),
  fc.string({ unit: 'binary' }),
  fc.string().map((text) => `42${text}`),
);
/** Mostly something that looks right, so that it comes far. */
const packets = fc.array(fc.oneof({ arbitrary: event, weight: 5 }, { arbitrary: broken, weight: 1 }), {
  minLength: 1,
  maxLength: 12,
});

describe('whatever a socket sends', () => {
  let booted: Booted;
  let eda: Person;
  let [adaTalks, bobTalks] = [] as unknown as [Talker, Talker];
  const logged: string[] = [];

  beforeAll(async () => {
    const loggers = createLoggers('warn', { write: (line: string) => logged.push(line) });
    booted = await bootApp({ parts: { loggers } });
    const [ada, bob] = [await booted.person('ada'), await booted.person('bob')];
    eda = await booted.person('eda');
    await roomOf(booted, 'private', [ada, bob]);
    await roomOf(booted, 'kahve', [ada, eda]);
    [adaTalks, bobTalks] = [await talk(booted, ada), await talk(booted, bob)];
    for (const talker of [adaTalks, bobTalks]) await talker.ask('room:open', { room: 'private' });
  });
  afterAll(async () => {
    adaTalks.close();
    bobTalks.close();
    await booted[Symbol.asyncDispose]();
  });

  let marks = 0;

  /** The others talk as if nothing had happened. */
  async function othersAreUndisturbed(): Promise<void> {
    marks += 1;
    const body = `mark ${marks}`;
    expect((await adaTalks.ask('message:new', { room: 'private', body })).ok).toBe(true);
    await bobTalks.hears('message:new', ({ message }) => message.body === body);
    expect(bobTalks.ofRoom('private')).toHaveLength(marks);
  }

  it(
    'is answered or ends that connection, and reaches nobody else',
    async () => {
      await fc.assert(
        fc.asyncProperty(packets, async (texts) => {
          const socket = new RawSocket(booted.url);
          await socket.enter(eda.accessToken);
          for (const text of texts) socket.send(text);
          socket.send('4299["room:close",{"room":"the-end"}]');
          const isAnswered = () => socket.heard().some((text) => text.startsWith('399['));
          await poll(() => socket.isClosed || isAnswered(), { until: 'it is answered or over', withinMs: 5_000 });
          expect(socket.heard().join('\n')).not.toMatch(/internal_error|"private"/);
          socket.close();
          await othersAreUndisturbed();
        }),
        modelRuns(40),
      );
      expect(logged).toEqual([]);
    },
    120_000 * SCALE,
  );

  it('is a name of nested lists: it is refused unread', async () => {
    const socket = new RawSocket(booted.url);
    await socket.enter(eda.accessToken);
    socket.send(`427[${deep(60_000)}]`);
    socket.send(`42[${deep(60_000)}]`);
    await poll(() => socket.heard().filter((text) => text.includes('nests too deeply')).length === 2, {
      until: 'both are answered',
    });
    socket.close();
    await othersAreUndisturbed();
  });

  it(
    'is no frame at all: that connection ends',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 2, maxLength: 400 }), fc.nat(15), async (bytes, opcode) => {
          const socket = new RawSocket(booted.url);
          await socket.enter(eda.accessToken);
          socket.write(Buffer.from(bytes), opcode);
          socket.tcp.write(bytes);
          socket.tcp.end();
          await poll(() => socket.isClosed, { until: 'the connection is over', withinMs: 5_000 });
          await othersAreUndisturbed();
        }),
        modelRuns(30),
      );
    },
    60_000 * SCALE,
  );

  it('and however often it knocks: a connection becomes one socket at most', async () => {
    const socket = new RawSocket(booted.url);
    await socket.upgrade();
    for (let index = 0; index < 20; index += 1) socket.send(`40${JSON.stringify({ token: eda.accessToken })}`);
    await poll(() => socket.isClosed || socket.heard().some((text) => text.startsWith('2["ready"')), {
      until: 'it is answered',
    });
    expect(socket.heard().filter((text) => text.startsWith('2["ready"')).length).toBeLessThanOrEqual(1);
    socket.close();
    await poll(() => !booted.app.gateway.presence.isOnline(eda.accountId), { until: 'eda is gone' });
    await othersAreUndisturbed();
  });
});

import type { Client, Room } from '#sdk/index.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { startProxy, type TcpProxy } from '../support/servers/proxy.js';
import { poll } from '../support/time/poll.js';
import { found, heard, join, numbered, People, storedTexts, until } from './people.js';

const LINES = 120;

let server: ServerProcess;
let proxy: TcpProxy;
let people: People;

beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'off' });
  proxy = await startProxy(Number(new URL(server.url).port));
  people = new People();
}, 90_000);

afterAll(async () => {
  await people?.[Symbol.asyncDispose]();
  await proxy?.stop();
  await server?.remove();
});

const through = () => `http://127.0.0.1:${proxy.port}`;

/** Says line after line, each once there is an answer to the one before; trouble happens at its lines. */
async function talk(room: Room, name: string, trouble: Record<number, () => unknown>): Promise<void> {
  for (const [at, body] of numbered(name, LINES).entries()) {
    await trouble[at]?.();
    await room.send(body);
  }
}

const whole = (lines: string[], name: string) => lines.filter((line) => line.startsWith(name));

describe('a connection that is lost', () => {
  it('is tried again at a time that is told, and at once for who does not want to wait', async () => {
    const ece = await people.enter(through(), 'ece');
    const told: (number | null)[] = [];
    ece.on('retry', ({ at }) => told.push(at));
    proxy.cut();
    await until(() => told.length >= 3, 'it was tried, in vain');
    expect(told.slice(0, 3)).toEqual([expect.any(Number), null, expect.any(Number)]);
    proxy.mend();
    ece.connectNow();
    await until(() => ece.isOnline, 'she is back');
    expect(told.at(-1)).toBeNull();
    ece.close();
  }, 60_000);
});

describe('when connections break and the service is killed', () => {
  it('everything said is heard by everybody once, in order', async () => {
    const ada = await people.enter(through(), 'ada');
    const bora = await people.enter(through(), 'bora');
    const cem = await people.enter(server.url, 'cem');
    const rooms = [await found(ada, 'firtina'), await join(bora, 'firtina'), await join(cem, 'firtina')] as const;
    const lines = rooms.map(heard);
    const cut = () => {
      proxy.cut();
      proxy.mend();
    };
    const killed = async () => {
      await server.kill();
      await server.start();
    };
    await Promise.all([
      talk(rooms[0], 'ada', { 20: cut, 50: killed, 90: cut }),
      talk(rooms[1], 'bora', { 35: cut, 70: cut }),
    ]);
    for (const heardBy of lines) await until(() => heardBy.length >= 2 * LINES, 'everything arrived', 60_000);

    const stored = await storedTexts(cem, 'firtina');
    expect(whole(stored, 'ada')).toEqual(numbered('ada', LINES));
    expect(whole(stored, 'bora')).toEqual(numbered('bora', LINES));
    for (const heardBy of lines) expect(heardBy).toEqual(stored);
  }, 180_000);

  it('a long absence is caught up over several pages, while more is being said', async () => {
    const deniz = await people.enter(through(), 'deniz');
    const eda = await people.enter(server.url, 'eda');
    const his = await found(deniz, 'uzun');
    const hers = await join(eda, 'uzun');
    const [atHim] = [heard(his)];
    proxy.cut();
    await until(() => !deniz.isOnline, 'he is away');
    await say(eda, 'uzun', numbered('uzakta', 450));
    const live = Promise.all(numbered('döndü', 100).map((body) => hers.send(body)));
    proxy.mend();
    await live;
    await until(() => atHim.length >= 550, 'he has everything', 60_000);
    expect(atHim).toEqual([...numbered('uzakta', 450), ...numbered('döndü', 100)]);
  }, 120_000);
});

const say = async (client: Client, room: string, lines: string[]) => {
  for (const body of lines) await client.operate('message:new', { room, body });
};

describe('what is said without a connection', () => {
  it('waits, outlives the program, and goes out once in its order', async () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    const { storedOutbox, storedSession } = await import('#sdk/index.js');
    const stores = { sessions: storedSession(storage), unsent: storedOutbox(storage), unsentMax: 3 };
    const first = await people.enter(through(), 'fidan', stores);
    const room = await found(first, 'defter');
    proxy.cut();
    await until(() => !first.isOnline, 'she is cut off');
    const waiting = ['bir', 'iki', 'üç'].map((body) => room.send(body).catch((error: { code: string }) => error.code));
    await expect(room.send('dört')).rejects.toMatchObject({ code: 'queue_full' });
    first.close();
    expect(await Promise.all(waiting)).toEqual(['closed', 'closed', 'closed']);

    proxy.mend();
    const second = people.make(through(), stores);
    expect(await second.resume()).toMatchObject({ username: 'fidan' });
    await second.connect();
    await poll(() => second.outbox.items.length === 0, { until: 'everything is sent' });
    expect(await storedTexts(second, 'defter')).toEqual(['bir', 'iki', 'üç']);
    expect(storedOutbox(storage).load(second.account?.id ?? '')).toEqual([]);
  }, 60_000);
});

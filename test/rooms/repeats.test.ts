import type { EntryDoc } from '#actors/room/model/codec.js';
import { hash53 } from '#src/domain/text/hash.js';
import { ada, bob, cem, eda, RoomFixture, registerNames, sending } from '../support/rooms/room-fixture.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { FaultyStore } from '../support/store/faulty-store.js';

/** More requests than a room remembers, so that the first one is known to the store alone. */
const REMEMBERED = 1_000;

describeOnBothEngines('a request that memory has forgotten', (openStore) => {
  let store: FaultyStore;
  let fixture: RoomFixture;
  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    await registerNames(store);
    fixture = await new RoomFixture(store).found({}, [bob, cem, eda]);
  });
  afterEach(async () => {
    await fixture.stop();
    expect(fixture.errors).toEqual([]);
    expect(await fixture.problems()).toEqual([]);
  });

  const send = (by: typeof ada, body: string, clientId: string) => fixture.ask(by, sending(body, { clientId }));
  const readsOf = async (run: () => Promise<unknown>): Promise<string[]> => {
    store.calls.length = 0;
    await run();
    return store.calls.flatMap((call) => ('from' in call ? `${call.op} ${call.from}` : []));
  };
  /** Fifteen at a time, as a mailbox takes them. */
  async function talk(count: number): Promise<void> {
    for (let at = 0; at < count; at += 15)
      await Promise.all(Array.from({ length: 15 }, (_, n) => fixture.say(cem, 'dolgu', { clientId: `d${at + n}` })));
  }

  it('is not looked for when a new message comes: it reads nothing', async () => {
    await fixture.say(bob, 'ilk', { clientId: 'c0' });
    expect(await readsOf(() => fixture.say(bob, 'selam', { clientId: 'c1' }))).toEqual([]);
    await fixture.restart();
    await fixture.say(cem, 'yine', { clientId: 'd' });
    await fixture.say(bob, 'yine', { clientId: 'c2' });
    expect(await readsOf(() => fixture.say(bob, 'selam', { clientId: 'c3' }))).toEqual([]);
  });

  it('is known by the hash of its JSON, whatever its text holds', async () => {
    const texts = ['selam', 'o "evet" dedi', 'ters \\ bölü', 'iki\nsatır', 'şimdi 👋🏽', 'yarım \ud83d'];
    for (const [at, body] of texts.entries()) await fixture.say(bob, body, { clientId: `h${at}` });
    const docs = await store.range<EntryDoc>('log', { index: '_id', gt: '', limit: 100 });
    const hashes = texts.map((body) => hash53(JSON.stringify([body, null, null])));
    expect(docs.flatMap(({ hash }) => hash ?? [])).toEqual(hashes);
  });

  it('is answered with its message, while what others send at the same time stays in order and once', async () => {
    const first = await fixture.say(bob, 'ilk', { clientId: 'c1' });
    await talk(REMEMBERED * 2);
    await fixture.restart();
    await fixture.say(ada, 'uyan');
    const others = Array.from({ length: 8 }, (_, n) => fixture.say(cem, `${n}`, { clientId: `e${n}` }));
    const repeat = send(bob, 'ilk', 'c1');
    const later = Array.from({ length: 8 }, (_, n) => fixture.say(eda, `${n}`, { clientId: `f${n}` }));
    const rows = await Promise.all([...others, ...later]);
    expect(await repeat).toMatchObject({ value: { duplicate: true, message: { row: { id: first.id } } } });
    expect(await send(bob, 'başka', 'c1')).toMatchObject({ code: 'idempotency_conflict' });
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(16);
    expect(rows.map(({ body }) => body)).toEqual([...'01234567', ...'01234567']);
  });

  it('of somebody who has done so before costs the room no second load', async () => {
    for (const id of ['c1', 'c2', 'c3']) await fixture.say(bob, 'ilk', { clientId: id });
    await talk(REMEMBERED * 2);
    await fixture.restart();
    await fixture.say(ada, 'uyan');
    expect(await readsOf(() => send(bob, 'ilk', 'c1'))).toContain('get rooms');
    expect(await readsOf(() => send(bob, 'ilk', 'c2'))).toEqual(['getManyBy log', 'get log']);
    const reads = await readsOf(async () => {
      expect(await send(bob, 'ilk', 'c3')).toMatchObject({ value: { duplicate: true } });
    });
    expect(reads).not.toContain('get rooms');
  });

  it('is answered with its message also where the same request would be refused today', async () => {
    const { id } = await fixture.say(bob, 'ilk', { clientId: 'c1' });
    await fixture.restart();
    await fixture.ok(ada, { type: 'mute_member', account: bob.accountId, minutes: 60 });
    await talk(REMEMBERED * 2);
    expect(await send(bob, 'ilk', 'c1')).toMatchObject({ value: { duplicate: true, message: { row: { id } } } });
    expect(await send(bob, 'ikinci', 'c2')).toMatchObject({ code: 'muted' });
  });

  it('is remembered by a room that has just been loaded, when it is among its newest rows', async () => {
    await fixture.say(bob, 'ilk', { clientId: 'c1' });
    await fixture.restart();
    await fixture.say(ada, 'uyan');
    const reads = await readsOf(async () => {
      expect(await send(bob, 'ilk', 'c1')).toMatchObject({ value: { duplicate: true } });
    });
    expect(reads.filter((read) => read.endsWith(' log'))).toEqual([]);
  });
});

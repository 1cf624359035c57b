import type { RoomItem } from '#actors/room/commands.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { type Doc, type Store, StoreUnavailable, type Write } from '#src/store/store.js';
import { ada, bob, cem, RoomFixture, registerNames, sending } from '../../support/rooms/room-fixture.js';
import { describeOnBothEngines, type OpenStore } from '../../support/store/engines.js';
import { FaultyStore } from '../../support/store/faulty-store.js';

type Entry = Doc & Record<string, unknown>;

/** A room whose appends get lost on the way, and can arrive later. */
async function withLostAppends(openStore: OpenStore) {
  const inner = await openStore();
  await registerNames(inner);
  const store = new FaultyStore(inner);
  const fixture = await new RoomFixture(store, { lanes: { retryTimeoutMs: 100 } }).found({}, [bob, cem]);
  let lost: Entry[] = [];
  const loseAppends = (phase: 'before' | 'after') => {
    lost = [];
    store.fault = (call, at) => {
      if (call.op !== 'append' || at !== phase) return;
      lost = call.entries;
      throw new StoreUnavailable('the answer is lost');
    };
  };
  const heal = () => {
    store.fault = () => undefined;
  };
  return { store, fixture, loseAppends, heal, arrive: () => (inner as Store).append(lost) };
}

const message = sending('bir kez', { clientId: 'c1' });

describeOnBothEngines('a command whose outcome is unknown', (openStore) => {
  it('is answered by its resend when it arrives after the room was loaded again', async () => {
    const { fixture, loseAppends, heal, arrive } = await withLostAppends(openStore);
    loseAppends('before');
    expect(await fixture.env.until(fixture.ask(bob, message))).toMatchObject({ ok: false, code: 'unavailable' });
    heal();
    // A process that knows nothing of the first try, as after a restart.
    fixture.abandon();
    await fixture.ok(cem, { type: 'view_room' });
    expect(await arrive()).toMatchObject({ appended: 1 });
    const again = await fixture.ok(bob, message);
    expect(again).toMatchObject({ duplicate: true, message: { row: { body: 'bir kez', seq: 4 } } });
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('is found by a slash command’s resend, too', async () => {
    const { fixture, loseAppends, heal, arrive } = await withLostAppends(openStore);
    const command = { name: 'kick' as const, target: 'cem', rest: '' };
    const kick = { type: 'run_slash' as const, clientId: 'k1', body: '/kick cem', command };
    loseAppends('before');
    await fixture.env.until(fixture.ask(ada, kick));
    heal();
    fixture.abandon();
    await fixture.ok(ada, { type: 'view_room' });
    await arrive();
    expect(await fixture.code(ada, kick)).toBe('ok');
    expect(await fixture.ok(ada, { type: 'view_room' })).toMatchObject({ memberCount: 2 });
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('can no longer arrive once the same owner has answered from a fresh load', async () => {
    const { fixture, loseAppends, heal, arrive } = await withLostAppends(openStore);
    loseAppends('before');
    await fixture.env.until(fixture.ask(bob, message));
    heal();
    await fixture.ok(cem, { type: 'view_room' });
    expect(await arrive()).toMatchObject({ appended: 0 });
    expect(await fixture.ok(bob, message)).toMatchObject({ duplicate: false });
    expect(await fixture.ok(bob, message)).toMatchObject({ duplicate: true });
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('is told to those who watch the room at the next load, once', async () => {
    const { fixture, loseAppends, heal } = await withLostAppends(openStore);
    const items: RoomItem[] = [];
    fixture.node.streams.watch(fixture.id, (item) => items.push(item));
    const told = () => items.filter(({ announcements }) => announcements.length > 0).map(({ seq }) => seq);
    loseAppends('after');
    await fixture.env.until(fixture.ask(bob, message));
    expect(told()).toEqual([]);
    heal();
    expect(await fixture.ok(bob, message)).toMatchObject({ duplicate: true });
    expect(told()).toEqual([4]);
    await fixture.stop();
    await fixture.ok(cem, { type: 'view_room' }).catch(() => undefined);
    expect(told()).toEqual([4]);
    expect(await fixture.problems()).toEqual([]);
  });

  it('is pushed when it arrives after the search for pushes that its next owner began with', async () => {
    const { fixture, loseAppends, heal, arrive } = await withLostAppends(openStore);
    loseAppends('before');
    await fixture.env.until(fixture.ask(bob, message));
    heal();
    fixture.abandon();
    const due: string[] = [];
    fixture.node.userEvents.listen(({ type }) => due.push(type));
    await arrive();
    await fixture.ok(cem, { type: 'view_room' });
    expect(due).toContain('push:due');
    await fixture.stop();
    due.length = 0;
    await fixture.ok(cem, { type: 'view_room' }).catch(() => undefined);
    expect(due).toEqual([]);
  });

  it('is its own when it arrives while the slug of the room is looked for', async () => {
    const store = new FaultyStore(await openStore());
    await registerNames(store);
    const fixture = new RoomFixture(store, { lanes: { retryTimeoutMs: 100 } });
    const settings = { ...defaultSettings, name: 'Oda' };
    const create = { type: 'create_room' as const, slug: fixture.slug, settings };
    const arriving: Write[][] = [];
    store.fault = (call, phase) => {
      if (call.op !== 'transaction' || phase !== 'before') return;
      arriving.push(call.writes);
      throw new StoreUnavailable('the answer is lost');
    };
    expect(await fixture.env.until(fixture.ask(ada, create))).toMatchObject({ ok: false, code: 'unavailable' });
    fixture.abandon();
    store.fault = async (call, phase) => {
      if (call.op !== 'get' || call.from !== 'slugs' || phase !== 'before') return;
      store.fault = () => undefined;
      expect(await store.transaction(arriving[0] as Write[])).toEqual({ ok: true });
    };
    expect(await fixture.ok(ada, create)).toMatchObject({ memberCount: 1 });
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });
});

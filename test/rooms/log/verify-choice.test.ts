import { RecentSet } from '#actors/room/verify/recent-set.js';
import { verifyAllRooms } from '#actors/room/verify/verify-room.js';
import type { Store } from '#src/store/store.js';
import { callerNamed, RoomNode } from '../../support/rooms/room-node.js';
import { describeOnBothEngines } from '../../support/store/engines.js';
import { TestClock } from '../../support/time/test-clock.js';

describeOnBothEngines('verify-log of many rooms', (openStore) => {
  let store: Store;
  const clock = new TestClock();
  const ids = Array.from({ length: 9 }, (_, at) => `room-${at}`);
  let between = 0;

  beforeEach(async () => {
    store = await openStore();
    for (const [at, id] of ids.entries()) {
      if (at === 6) {
        clock.move(60_000);
        between = clock.env.now();
      }
      const room = new RoomNode(store, { id, clock });
      await room.create('ada', {}, id);
      await room.say('ada', 'selam');
      await room.node.system.stop();
    }
  });

  /** The log of a deleted room is swept to its last entry. */
  const removeRoom = async (id: string) => {
    const room = new RoomNode(store, { id, clock });
    await room.ask({ type: 'delete_room', by: callerNamed('ada'), scope: null });
    while ((await room.ask({ type: 'sweep_deleted_room' })) > 0);
    await room.node.system.stop();
  };

  const verified = async (choice: Parameters<typeof verifyAllRooms>[1]) => {
    const rooms: string[] = [];
    for await (const { room, problems } of verifyAllRooms(store, choice)) {
      expect(problems).toEqual([]);
      rooms.push(room);
    }
    return rooms;
  };

  it('goes over all of them, several at once, in their order', async () => {
    expect(await verified({ concurrency: 4 })).toEqual(ids);
    expect(await verified({ concurrency: 1 })).toEqual(ids);
  });

  it('goes over those with an entry since a time', async () => {
    expect(await verified({ since: between })).toEqual(ids.slice(6));
    expect(await verified({ since: between + 60_000 })).toEqual([]);
  });

  it('goes over a sample', async () => {
    expect(await verified({ takes: (room) => room === 'room-3' })).toEqual(['room-3']);
  });

  it('reads them together: few reads for many small rooms, and each log once', async () => {
    const reads: string[] = [];
    const counted = new Proxy(store, {
      get(target, name: keyof Store) {
        const method = target[name];
        if (typeof method !== 'function') return method;
        return (from: string, ...rest: unknown[]) => {
          if (name !== 'get' && name !== 'getMany') reads.push(`${name} ${from}`);
          return (method as (...args: unknown[]) => unknown).call(target, from, ...rest);
        };
      },
    });
    for await (const { problems } of verifyAllRooms(counted)) expect(problems).toEqual([]);
    const tables = ['members', 'readers', 'bans', 'requests', 'invites', 'fileUses', 'vanity', 'log'];
    expect(reads).toEqual(['range rooms', ...tables.map((from) => `ranges ${from}`)]);
  });

  it('takes no room for faulty that is deleted while the others are verified', async () => {
    const during = new Proxy(store, {
      get(target, name: keyof Store) {
        const method = target[name];
        if (name !== 'ranges') return typeof method === 'function' ? method.bind(target) : method;
        return async (from: 'log', ranges: never[]) => {
          if (from === 'log') await removeRoom('room-4');
          return target.ranges(from, ranges);
        };
      },
    });
    const problems: unknown[] = [];
    for await (const verified of verifyAllRooms(during)) problems.push(...verified.problems);
    expect(problems).toEqual([]);
  });

  it('finds the fault of one room beside the others', async () => {
    await store.write([{ op: 'del', in: 'members', id: 'room-4:account-ada' }]);
    const faults: string[] = [];
    for await (const { problems } of verifyAllRooms(store)) faults.push(...problems.map(({ room }) => room));
    expect(new Set(faults)).toEqual(new Set(['room-4']));
  });
});

describe('the last so many values', () => {
  it('know a repeat among them, and forget older ones', () => {
    const recent = new RecentSet(2);
    expect(['a', 'b', 'a', 'c', 'b', 'd', 'e'].map((value) => recent.add(value))).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
      true,
    ]);
    expect([recent.add('a'), recent.add('d')]).toEqual([true, false]);
  });

  it('know each of many, and no other', () => {
    const recent = new RecentSet(5_000);
    const values = Array.from({ length: 5_000 }, (_, at) => `c48fe204.${at.toString(36)}`);
    expect(values.filter((value) => !recent.add(value))).toEqual([]);
    expect(values.filter((value) => recent.add(value))).toEqual([]);
  });
});

import { emptyHead } from '#actors/room/log/apply.js';
import { Needs } from '#actors/room/model/needs.js';
import { roomBounds } from '#actors/room/model/room-bounds.js';
import { sizeOfRoom } from '#actors/room/model/room-size.js';
import { RoomState } from '#actors/room/model/room-state.js';
import type { ActorIo } from '#actors/runtime/kind.js';
import type { LogEntry } from '#src/domain/log/log.js';
import type { Row } from '#src/domain/messages/message.js';
import { defaultSettings, type Head, type Member, type ReadState } from '#src/domain/rooms/room.js';

const member = (account: string, more: Partial<Member> = {}) =>
  ({ account, present: true, role: 'member', rev: 1, ...more }) as Member;

/** A room of which entry 10 is the newest. */
function stateOf({ storedSeq }: { storedSeq: number }): RoomState {
  const state = new RoomState('r');
  state.head = { ...emptyHead, id: 'r', slug: 'oda', settings: { ...defaultSettings, name: 'Oda' }, seq: 10 };
  state.storedSeq = storedSeq;
  return state;
}

describe('what a room keeps in memory', () => {
  const deleted = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      seq: count - at,
      owner: null,
      countedAs: 'all' as const,
      mentionsAll: false,
      rev: 1,
    }));

  it('is the newest deleted rows, all of them after the floor', () => {
    const state = stateOf({ storedSeq: 10 });
    state.deleted = deleted(roomBounds.deleted * 2 + 1);
    state.trim();
    expect(state.deleted.map(({ seq }) => seq)).toEqual(
      Array.from({ length: roomBounds.deleted }, (_, at) => at + roomBounds.deleted + 2),
    );
    expect([state.deletedFloor, state.evictions]).toEqual([roomBounds.deleted + 2, 1]);
  });

  it('is every deleted row while one of them is on its way to the store', () => {
    const state = stateOf({ storedSeq: 9 });
    state.deleted = deleted(roomBounds.deleted * 2 + 1);
    state.trim();
    expect([state.deleted.length, state.deletedFloor, state.evictions]).toEqual([roomBounds.deleted * 2 + 1, 0, 0]);
  });

  it('is everybody whose document is behind, and those who lead, however many there are', () => {
    const state = stateOf({ storedSeq: 5 });
    for (let n = 0; n < 5_000; n += 1) state.members.set(`m${n}`, member(`m${n}`));
    state.members.set('m1', member('m1', { role: 'admin' }));
    state.members.set('m2', member('m2', { rev: 7 }));
    state.dirty.add('m3');
    state.trim();
    expect(state.members.size).toBeLessThanOrEqual(2_003);
    expect(['m1', 'm2', 'm3'].filter((account) => !state.members.has(account))).toEqual([]);
    expect(state.evictions).toBe(1);
  });

  it('is every read state that is on its way to the store', () => {
    const state = stateOf({ storedSeq: 5 });
    for (let n = 0; n < 5_000; n += 1) state.readStates.set(`m${n}`, { rev: 1 } as ReadState);
    state.readStates.set('m1', { rev: 7 } as ReadState);
    state.writing.set('m2', 3);
    state.trim();
    expect(state.readStates.size).toBeLessThanOrEqual(2_002);
    expect(['m1', 'm2'].filter((account) => !state.readStates.has(account))).toEqual([]);
  });

  it('is not filled with what was read before something left it', async () => {
    const state = stateOf({ storedSeq: 10 });
    const needs = new Needs(state, {});
    needs.member('bob');
    needs.once('members', async () => []);
    const get = async () => member('bob');
    const supply = await needs.load({ reader: { get } } as unknown as ActorIo);
    state.evictions += 1;
    expect(supply(state)).toBe(false);
    expect(state.members.has('bob')).toBe(false);
    state.evictions -= 1;
    expect(supply(state)).toBe(true);
    expect(state.members.get('bob')).toMatchObject({ account: 'bob' });
  });

  it('forgets what was read for one command when something left it since', () => {
    const state = stateOf({ storedSeq: 10 });
    const command = {};
    state.keepReads(command, { members: [], at: state.evictions });
    const isComplete = () => {
      const needs = new Needs(state, command);
      needs.once('members', async () => []);
      return needs.complete;
    };
    expect(isComplete()).toBe(true);
    state.evictions += 1;
    expect(isComplete()).toBe(false);
  });

  it('is the newest rows when memory is scarce, and whatever is on its way to the store', () => {
    const state = stateOf({ storedSeq: 90 });
    const entries = Array.from({ length: 100 }, (_, at) => ({ seq: at + 1 }) as LogEntry);
    state.head = { ...(state.head as Head), seq: 100 };
    state.recent = [...entries];
    state.window = entries.map(
      ({ seq }) => ({ seq, id: `m${seq}`, rev: seq, body: '', mentions: [], hashtags: [] }) as unknown as Row,
    );
    const before = sizeOfRoom(state);
    state.shrink();
    expect(state.recent.map(({ seq }) => seq)).toEqual(entries.slice(-16).map(({ seq }) => seq));
    expect([state.window.length, state.windowFrom, state.evictions]).toEqual([16, 84, 1]);
    expect(sizeOfRoom(state)).toBeLessThan(before / 2);
    state.storedSeq = 70;
    state.shrink();
    expect([state.window.length, state.evictions]).toEqual([16, 1]);
  });

  it('calls nothing an eviction when nothing may go', () => {
    const state = stateOf({ storedSeq: 5 });
    for (let n = 0; n < 5_000; n += 1) state.members.set(`m${n}`, member(`m${n}`, { rev: 9 }));
    state.trim();
    expect([state.members.size, state.evictions]).toEqual([5_000, 0]);
  });

  it('is not looked through for each message while many are on their way to the store', () => {
    const [count, kept] = [4_000, roomBounds.entries];
    let looks = 0;
    const counted = (number: number) => ({
      get seq() {
        looks += 1;
        return number;
      },
    });
    const state = stateOf({ storedSeq: 0 });
    state.head = { ...(state.head as Head), seq: count };
    for (let seq = 1; seq <= count; seq += 1) {
      state.recent.push(counted(seq) as LogEntry);
      state.dedup.set(`m${seq % 20}`, `${seq}`, Object.assign(counted(seq), { hash: null }));
    }
    // One message after the other is stored.
    for (state.storedSeq = 1; state.storedSeq <= count; state.storedSeq += 1) {
      state.trim();
      const unstored = count - state.storedSeq;
      expect(state.recent.length).toBeGreaterThanOrEqual(Math.min(count, unstored));
      expect(state.recent.length).toBeLessThanOrEqual(unstored + 2 * kept);
    }
    expect(looks / count).toBeLessThan(40);
    expect(state.recent.length).toBeLessThanOrEqual(2 * kept);
    expect(state.dedup.size).toBeLessThanOrEqual(roomBounds.dedup);
    for (let seq = count - 100; seq <= count; seq += 1) {
      expect(state.dedup.get(`m${seq % 20}`, `${seq}`)).toBeDefined();
    }
  });
});

/** What stands beside the entries: pinned rows from before the window, and the mark of a row to be reported. */
import { commitReadState, commitWrites } from '#actors/room/log/commit-entry.js';
import { loadOldRows } from '#actors/room/log/load-old-rows.js';
import { reportMarkOf, reportOf } from '#actors/room/log/project-sharing.js';
import { type EntryDoc, packEntry } from '#actors/room/model/codec.js';
import { RoomState } from '#actors/room/model/room-state.js';
import { OWN_REMEMBERED } from '#src/domain/log/unread.js';
import type { Head, ReadState } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import { groupScene, idOf, rowBy } from './scene.js';

/** A room whose window begins behind row 7, and a store that has rows 6 and 7. */
async function loaded(pins: string[], windowFrom = 7) {
  const { state: before } = groupScene();
  const docs = before.recent.filter(({ seq }) => seq === 6 || seq === 7).map(packEntry) as EntryDoc[];
  const asked: string[][] = [];
  const getMany = async (_: string, ids: string[]) => {
    asked.push(ids);
    return ids.map((id) => docs.find(({ _id }) => _id === id) ?? null);
  };
  const state = new RoomState('room-1');
  state.head = { ...(before.head as Head), pins };
  state.windowFrom = windowFrom;
  await loadOldRows(state, { getMany } as never, before.recent);
  return { asked, state };
}

describe('rows from before the window', () => {
  it('are read: pinned ones of the head, and those that the entries to be replayed name', async () => {
    const { asked, state } = await loaded([idOf(6), idOf(5), idOf(99)]);
    expect(asked).toEqual([[6, 5, 7].map((seq) => logId('room-1', seq))]);
    expect([6, 5, 7].map((seq) => state.oldRows.get(seq)?.id ?? null)).toEqual([idOf(6), null, idOf(7)]);
    expect(state.oldRows.has(99)).toBe(false);
    // An entry to be replayed changes row 6.
    expect((await loaded([], 6)).asked).toEqual([[logId('room-1', 6)]]);
  });

  it('are not read where the window has them, or no room is there', async () => {
    expect((await loaded([idOf(6)], 5)).asked).toEqual([[]]);
    const state = new RoomState('room-1');
    await loadOldRows(state, { getMany: async () => [] } as never, []);
    expect(state.oldRows.size).toBe(0);
  });
});

describe('the mark of a row to be reported', () => {
  it('is there for a row that the dictionary has, and carries the seq', () => {
    expect([{}, { entryId: null }, { entryId: 12 }, { entryId: 0 }].map(reportOf)).toEqual([
      {},
      {},
      { toReport: true },
      { toReport: true },
    ]);
    expect([reportMarkOf({}, 5), reportMarkOf({ toReport: true }, 5)]).toEqual([{}, { toReport: 5 }]);
  });
});

describe('what is committed without an entry', () => {
  it('a reading: memory has it at once, and those concerned are told', () => {
    const { state } = groupScene();
    const readState = { ...(state.readStates.get('cem') as ReadState), v: 2, muted: true };
    const event = { to: 'cem', type: 'push:due' } as never;
    const plan = { kind: 'read-state' as const, readState, reply: () => 'read', userEvents: [event] };
    const { _id, ...stored } = readState;
    const write = {
      op: 'set',
      in: 'readers',
      id: _id,
      set: stored,
      guard: { equals: { rev: readState.rev, v: 1 } },
    };
    expect(commitReadState(state, plan)).toEqual({
      kind: 'commit',
      unit: { transaction: [write] },
      reply: 'read',
      outputs: [{ to: 'people', event }],
    });
    expect([state.readStates.get('cem'), state.writing.get('cem')]).toEqual([readState, 2]);
    const { userEvents: _, ...silent } = plan;
    expect(commitReadState(state, silent)).toMatchObject({ outputs: [] });
  });

  it('upkeep: what is written, what counts on it, and memory made anew only where that is said', () => {
    const { state } = groupScene();
    const { push } = state;
    const write = { op: 'del' as const, in: 'meta' as const, id: 'x' };
    const plan = { kind: 'writes' as const, writes: [write], reply: 1 };
    expect(commitWrites(state, plan)).toEqual({ kind: 'commit', unit: { writes: [write] }, reply: 1, outputs: [] });
    expect(state.push).toBe(push);
    const settled = { ...push, marks: [] };
    expect(commitWrites(state, { ...plan, after: [write], push: settled, reload: true })).toEqual({
      kind: 'commit',
      unit: { writes: [write], after: [write] },
      reply: 1,
      outputs: [],
      reload: true,
    });
    expect(state.push).toBe(settled);
  });
});

describe('the own rows of a member', () => {
  it('are remembered one by one as far as that goes; of the others it is known where they end', () => {
    const scene = groupScene();
    const first = (scene.state.head as Head).seq + 1;
    for (let at = 0; at < OWN_REMEMBERED + 3; at += 1) scene.commit({ by: 'eda', row: rowBy({ owner: 'eda' }) });
    const eda = scene.state.memberOf('eda');
    expect([eda?.own.length, eda?.own[0]?.[0], eda?.ownFloor]).toEqual([OWN_REMEMBERED, first + 3, first + 2]);
  });
});

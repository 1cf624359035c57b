/** What stands beside the entries: pinned rows from before the window, and the mark of a row to be reported. */
import { loadPins } from '#actors/room/log/load-pins.js';
import { reportMarkOf, reportOf } from '#actors/room/log/project-sharing.js';
import { type EntryDoc, packEntry } from '#actors/room/model/codec.js';
import { RoomState } from '#actors/room/model/room-state.js';
import type { Head } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import { groupScene, idOf } from './scene.js';

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
  const entries = before.recent.filter(({ facts }) => facts.some(({ type }) => type === 'message_pinned'));
  await loadPins(state, { getMany } as never, entries);
  return { asked, state };
}

describe('pinned rows from before the window', () => {
  it('are read: those of the head, and those that the entries to be replayed pin', async () => {
    const { asked, state } = await loaded([idOf(6), idOf(5), idOf(99)]);
    expect(asked).toEqual([[6, 5, 7].map((seq) => logId('room-1', seq))]);
    expect([6, 5, 7].map((seq) => state.oldRows.get(seq)?.id ?? null)).toEqual([idOf(6), null, idOf(7)]);
    expect(state.oldRows.has(99)).toBe(false);
  });

  it('are not read where the window has them, or no room is there', async () => {
    expect((await loaded([idOf(6)], 5)).asked).toEqual([[]]);
    expect((await loaded([], 6)).asked).toEqual([[]]);
    const state = new RoomState('room-1');
    await loadPins(state, { getMany: async () => [] } as never, []);
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

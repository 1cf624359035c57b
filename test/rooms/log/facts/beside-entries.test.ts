/** What stands beside the entries: rows from before the window, marks for pushes and reports, and what is written alone. */
import { itemOf } from '#actors/room/log/announce.js';
import { commitReadState, commitWrites } from '#actors/room/log/commit-entry.js';
import { putMembers } from '#actors/room/log/head-projection.js';
import { loadOldRows } from '#actors/room/log/load-old-rows.js';
import { reportMarkOf, reportOf } from '#actors/room/log/project-sharing.js';
import { loadPush } from '#actors/room/log/push-mark.js';
import { type EntryDoc, packEntry } from '#actors/room/model/codec.js';
import { RoomState } from '#actors/room/model/room-state.js';
import type { LogEntry } from '#src/domain/log/log.js';
import { MENTIONS_REMEMBERED, OWN_REMEMBERED } from '#src/domain/log/unread.js';
import type { Head, ReadState } from '#src/domain/rooms/room.js';
import { dedupKey, logId } from '#src/store/collections.js';
import { groupScene, idOf, rowBy } from './scene.js';

/** A room whose window begins behind row 7, and a store that has rows 6 and 7. */
async function loaded(pins: string[], windowFrom = 7, head: Partial<Head> = {}, isReplayed = true) {
  const { state: before } = groupScene();
  const docs = before.recent.filter(({ seq }) => seq === 6 || seq === 7).map(packEntry) as EntryDoc[];
  const asked: string[][] = [];
  const getMany = async (from: string, ids: string[]) => {
    expect(from).toBe('log');
    asked.push(ids);
    return ids.map((id) => docs.find(({ _id }) => _id === id) ?? null);
  };
  const state = new RoomState('room-1');
  state.head = { ...(before.head as Head), pins, ...head };
  state.windowFrom = windowFrom;
  await loadOldRows(state, { getMany } as never, isReplayed ? before.recent : []);
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

  it('are read: the last message, as the newest entry says, or the head where nothing is replayed', async () => {
    const older = { lastMessageSeq: 2 };
    expect((await loaded([], 8, older)).asked).toEqual([[8, 6, 7].map((seq) => logId('room-1', seq))]);
    expect((await loaded([], 8, older, false)).asked).toEqual([[logId('room-1', 2)]]);
    expect((await loaded([], 8, { lastMessageSeq: 0 }, false)).asked).toEqual([[]]);
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

describe('the marks of rows to be pushed', () => {
  it('are found again, and with them that nothing behind them is settled', async () => {
    const { state } = groupScene();
    const load = async (seqs: number[]) => {
      const asked: unknown[] = [];
      const range = async (...args: unknown[]) => {
        asked.push(args);
        return seqs.map((seq) => ({ seq }));
      };
      await loadPush(state, { range } as never, 10);
      return { asked, push: state.push };
    };
    const { asked, push } = await load([6, 8]);
    expect(asked).toEqual([['log', { index: 'push', prefix: ['room-1'], limit: 1_000 }]]);
    expect(push).toMatchObject({ marks: [6, 8], last: 10 });
    expect((await load([])).push).toMatchObject({ marks: [], last: 0 });
  });
});

describe('an entry that is announced again', () => {
  const again = (state: RoomState, seq: number) => itemOf(state, 'room-1', state.entryAt(seq) as LogEntry);

  it('says nothing any more of what a message was before it was deleted', () => {
    const scene = groupScene();
    const { state } = scene;
    scene.commit({ by: 'ada', row: rowBy({ owner: 'ada', body: 'sır' }) });
    const { seq } = state.head as Head;
    expect(JSON.stringify(again(state, seq))).toContain('sır');
    const about = { row: seq, id: idOf(seq), owner: 'ada', mentions: [], edits: [] };
    scene.commit({
      by: 'ada',
      facts: [{ type: 'message_deleted', ...about, countedAs: 'all', mentionsAll: false }],
      more: { lastMessage: { seq: 8, at: 8 } },
    });
    expect(JSON.stringify(again(state, seq))).not.toContain('sır');
  });

  it('says nothing of a member who has left since', () => {
    const scene = groupScene();
    const role = { type: 'role_changed', account: 'cem', role: 'admin', actor: 'ada' } as const;
    scene.commit({ by: 'ada', facts: [role] });
    expect(again(scene.state, 11)).toMatchObject({ moves: [{ account: 'cem' }], announcements: [{ to: 'all' }] });
    scene.commit({ by: 'cem', facts: [{ type: 'member_left', account: 'cem', username: 'cem', reason: 'left' }] });
    expect(again(scene.state, 11)).toMatchObject({ moves: [], announcements: [] });
  });

  it('says nothing of an edit of a row that has left memory', () => {
    const { state } = groupScene();
    expect(again(state, 9).announcements).toMatchObject([{ about: 6, event: { type: 'message:edited' } }]);
    state.windowFrom = 6;
    state.window = state.window.filter(({ seq }) => seq > 6);
    expect(again(state, 9).announcements).toEqual([]);
  });

  it('tells lists the present last message where the one of then has left memory', () => {
    const { state } = groupScene();
    const entry = state.entryAt(7) as LogEntry;
    expect(again(state, 7).activity?.lastMessage?.row.seq).toBe(7);
    state.windowFrom = 7;
    state.window = state.window.filter(({ seq }) => seq > 7);
    const item = itemOf(state, 'room-1', entry);
    expect(item.activity?.lastMessage?.row.seq).toBe(8);
    expect(item.announcements).toMatchObject([{ event: { type: 'message:new', message: { row: { seq: 7 } } } }]);
  });
});

describe('what memory holds of members', () => {
  it('is written of those whom it knows', () => {
    const { state } = groupScene();
    const cem = state.memberOf('cem');
    expect(putMembers(state, ['nil', 'cem'])).toEqual([
      { op: 'put', in: 'members', doc: cem, guard: { olderThan: cem?.rev } },
    ]);
  });

  it('has each request with a client_id, by that id', () => {
    const scene = groupScene();
    const dedup = dedupKey('room-1', 'cem', 'c-11');
    scene.commit({ by: 'cem', row: rowBy({ owner: 'cem', clientId: 'c-11' }), more: { dedup, hash: 'h' } });
    expect(scene.state.dedup.get('cem', 'c-11')).toEqual({ seq: 11, hash: 'h' });
    scene.commit({ by: null, row: rowBy({ owner: null }), more: { dedup } });
    expect(scene.state.dedup.size).toBe(1);
  });

  it('gets nobody by a fact about one whom it does not know', () => {
    const scene = groupScene();
    scene.commit({ by: 'ada', facts: [{ type: 'member_left', account: 'nil', username: 'nil', reason: 'left' }] });
    scene.commit({ by: 'ada', facts: [{ type: 'member_muted', account: 'nil', until: 5 }] });
    expect(scene.state.members.has('nil')).toBe(false);
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

describe('the mentions of a member', () => {
  it('are remembered one by one as far as that goes', () => {
    const scene = groupScene();
    const first = (scene.state.head as Head).seq + 1;
    for (let at = 0; at < MENTIONS_REMEMBERED + 3; at += 1)
      scene.commit({ by: 'ada', row: rowBy({ owner: 'ada', mentioned: ['eda'] }) });
    const { mentions } = scene.state.memberOf('eda') as { mentions: number[] };
    expect([mentions.length, mentions[0]]).toEqual([MENTIONS_REMEMBERED, first + 3]);
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

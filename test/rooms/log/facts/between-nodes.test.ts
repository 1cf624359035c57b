/** The item of an entry between nodes, rows of an import, marks of pushes, and what a replay reads of reactions. */
import { itemOf } from '#actors/room/log/announce.js';
import { reactionKey } from '#actors/room/log/apply-rows.js';
import { loadReactions } from '#actors/room/log/load-touched.js';
import { roomItemCodec } from '#actors/room/log/packed-item.js';
import type { EntryDoc } from '#actors/room/model/codec.js';
import { RoomState } from '#actors/room/model/room-state.js';
import type { LogEntry } from '#src/domain/log/log.js';
import { PUSH_MARK_RENEWED_MS } from '#src/domain/messages/push-marks.js';
import { IMPORTER } from '#src/domain/rooms/imported-room.js';
import type { Head } from '#src/domain/rooms/room.js';
import type { Write } from '#src/store/store.js';
import { eventRow, groupScene, idOf, joined, rowBy, type Scene, type Step } from './scene.js';

const sent = (packed: unknown): unknown => JSON.parse(JSON.stringify(packed));

function itemAfter(scene: Scene, step: Step) {
  scene.commit(step);
  return itemOf(scene.state, 'room-1', scene.state.recent.at(-1) as LogEntry);
}

/** What the store gets of the entry. */
function docAfter(scene: Scene, step: Step): EntryDoc {
  const { unit } = scene.commit(step) as unknown as { unit: { entry: EntryDoc } };
  return unit.entry;
}

const message: Step = { by: 'cem', row: rowBy({ owner: 'cem', body: 'bir kere' }) };
const edit: Step = {
  by: 'cem',
  facts: [{ type: 'message_edited', row: 6, id: idOf(6), content: { ...rowBy({ owner: 'cem' }) }, edits: [9] }],
};
const deletion: Step = {
  by: 'ada',
  facts: [
    {
      type: 'message_deleted',
      row: 8,
      id: idOf(8),
      owner: 'bob',
      countedAs: 'all',
      mentionsAll: true,
      mentions: [],
      edits: [],
    },
  ],
  more: { lastMessage: { seq: 7, at: 7 } },
};
const editOfLast: Step = {
  by: 'bob',
  facts: [{ type: 'message_edited', row: 8, id: idOf(8), content: { ...rowBy({ owner: 'bob' }) }, edits: [9] }],
};
const joining: Step = { by: 'can', facts: [joined('can')], row: eventRow('can', { body: 'bir kere' }) };
const tag: Step = { by: 'ada', facts: [{ type: 'member_tagged', account: 'cem', tag: 'usta' }] };
const request: Step = { by: 'can', facts: [{ type: 'request_made', account: 'can', username: 'can' }] };

describe('an item on its way to another node', () => {
  it.each([
    ['a message', message, 1],
    ['a row behind what is told without one', joining, 1],
    ['an edit', edit, 0],
    ['an edit of the row that lists show', editOfLast, 0],
    ['a deletion, after which lists show an earlier row', deletion, 0],
    ['what is told without a row', tag, 0],
    ['what only admins are told', request, 0],
  ])('arrives as it was: %s', (_, step, times) => {
    const item = itemAfter(groupScene(), step);
    const arrived = sent(roomItemCodec.pack(item));
    expect(JSON.stringify(arrived).split('bir kere').length - 1).toBe(times);
    expect(sent(roomItemCodec.unpack(arrived))).toEqual(sent(item));
  });

  it('has its row once in memory there: the event, the activity and the lists share it', () => {
    const item = roomItemCodec.unpack(sent(roomItemCodec.pack(itemAfter(groupScene(), message))));
    const [announcement] = item.announcements;
    const said = announcement && 'message' in announcement.event ? announcement.event.message : null;
    expect(said?.row.body).toBe('bir kere');
    expect([item.activity?.row, item.activity?.lastMessage].map((view) => view === said)).toEqual([true, true]);
  });
});

describe('an imported row', () => {
  const imported = (editedAt: number | null, reactions: Record<string, number>): Step => ({
    ...message,
    more: { original: { at: 5, editedAt, reactions } },
  });

  it('begins with the edit and the reactions of the original, in memory and in its document', () => {
    const scene = groupScene();
    const doc = docAfter(scene, imported(4_000, { '👍': 2 }));
    expect(doc).toMatchObject({ editedAt: 4_000, reactions: { '👍': 2 } });
    expect(scene.state.rowAt(doc.seq)).toMatchObject({ editedAt: 4_000, reactions: { '👍': 2 } });
    expect(doc).not.toHaveProperty('toPush');
  });

  it('without them is stored like any other', () => {
    const doc = docAfter(groupScene(), imported(null, {}));
    expect(doc).not.toHaveProperty('editedAt');
    expect(doc).not.toHaveProperty('reactions');
  });

  it('comes with members who have no request to join', () => {
    const joiningAs = (by: string) => {
      const { unit } = groupScene().commit({ by, facts: [joined('can')] }) as unknown as { unit: { writes: Write[] } };
      return unit.writes.map(({ in: into }) => into);
    };
    expect(joiningAs('can')).toEqual(['members', 'readers', 'requests']);
    expect(joiningAs(IMPORTER)).toEqual(['members', 'readers']);
  });

  it('is not older than the row before it', () => {
    const scene = groupScene();
    const { lastAt } = scene.state.head as Head;
    expect(docAfter(scene, imported(null, {})).at).toBe(lastAt);
  });
});

describe('the mark of a row for pushes', () => {
  it('is set on the first row, not on those behind it, and on a later one after its time', () => {
    const scene = groupScene();
    const hour = PUSH_MARK_RENEWED_MS / 3_600_000;
    const isMarked = (hours: number) => docAfter(scene, { ...message, hours }).toPush !== undefined;
    scene.state.push = { marks: [], markedAt: 0, last: 0, isAwaited: true };
    const marked = [isMarked(1), isMarked(0), isMarked(hour - 1e-6), isMarked(2e-6), isMarked(0), isMarked(hour)];
    expect(marked).toEqual([true, false, false, true, false, true]);
    expect(scene.state.push.marks).toEqual([11, 14, 16]);
  });

  it('is one of a thousand at most: the oldest is forgotten', () => {
    const scene = groupScene();
    const marks = Array.from({ length: 1_000 }, (_, at) => at - 1_000);
    scene.state.push = { marks, markedAt: 0, last: 0, isAwaited: true };
    scene.commit(message);
    expect(scene.state.push.marks).toEqual([...marks.slice(1), 11]);
  });

  it('tells the follower of the first row that it waits for alone', () => {
    const scene = groupScene();
    scene.state.push = { marks: [], markedAt: 0, last: 0, isAwaited: true };
    const due = () => (scene.commit(message) as unknown as { outputs: unknown[] }).outputs.slice(1);
    const told = { to: 'people', event: { to: 'room-1', type: 'push:due' }, isLocal: true };
    expect([due(), due()]).toEqual([[told], []]);
  });
});

describe('the reactions that a replay reads', () => {
  it('are those that its entries change, and nothing of an erased account', async () => {
    const reacts = (row: number, account: string) =>
      ({ type: 'reaction_changed', row, id: idOf(row), account, emoji: '👍', on: true, reactions: {} }) as const;
    const entries = [{ facts: [reacts(6, 'bob'), tag.facts?.[0]] }, { facts: [] }, { facts: [reacts(7, 'cem')] }];
    const asked: unknown[] = [];
    const stored = [{ emojis: ['🎉'] }, { erased: true }];
    const getMany = async (...all: unknown[]) => {
      asked.push(all);
      return stored;
    };
    const state = new RoomState('room-1');
    await loadReactions(state, { getMany } as never, entries as never);
    const keys = [reactionKey('room-1', 6, 'bob'), reactionKey('room-1', 7, 'cem')];
    expect(asked).toEqual([['reactions', keys]]);
    expect([...state.reactions]).toEqual([
      [keys[0], stored[0]],
      [keys[1], null],
    ]);
  });
});

/** Entries without facts, the entries that a head names for lists of rooms, and what this version cannot read. */
import { announcementsOf, itemOf } from '#actors/room/log/announce.js';
import { emptyHead } from '#actors/room/log/apply.js';
import { fillHead, type HeadDoc } from '#actors/room/log/head-projection.js';
import { listedRows } from '#actors/room/log/listed-rows.js';
import { refuseUnknown } from '#actors/room/log/load-touched.js';
import type { EntryDoc } from '#actors/room/model/codec.js';
import { UnknownFormat } from '#actors/runtime/ownership.js';
import { FORMAT } from '#src/domain/format.js';
import type { LogEntry } from '#src/domain/log/log.js';
import { OWN_REMEMBERED } from '#src/domain/log/unread.js';
import type { Head } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { Write } from '#src/store/store.js';
import { groupScene, HOUR, idOf, rowBy, type Scene } from './scene.js';

/** A message as it is sent: no fact is beside it. */
function say(scene: Scene, row = rowBy({ owner: 'cem' })) {
  const { unit } = scene.commit({ by: 'cem', facts: [], row }) as unknown as {
    unit: { entry: EntryDoc; writes: Write[] };
  };
  return { ...unit, last: scene.state.recent.at(-1) as LogEntry };
}

const writtenTo = (writes: Write[]): string[] => writes.map(({ in: into }) => into);

describe('an ordinary message', () => {
  it('writes its entry and nothing beside it, and is announced alone', () => {
    const scene = groupScene();
    const { writes, last } = say(scene);
    expect(writes).toEqual([]);
    expect(announcementsOf(scene.state, last)).toMatchObject([{ to: 'all', event: { type: 'message:new' } }]);
    expect(itemOf(scene.state, 'room-1', last)).toMatchObject({ moves: [], activity: { arrivals: [] } });
  });

  it('writes the use of its files', () => {
    const attachment = { key: 'k-1', byteSize: 5 } as never;
    const { writes } = say(groupScene(), rowBy({ owner: 'cem', kind: 'photo', attachment }));
    expect(JSON.stringify(writes)).toContain('k-1');
    expect(writtenTo(writes)).not.toContain('rooms');
  });

  it('writes the head where it is the first one that will expire, and the next one does not', () => {
    const scene = groupScene({ messageTtlHours: 100 });
    scene.state.head = { ...(scene.state.head as Head), sweepAt: null };
    const first = say(scene);
    expect(writtenTo(first.writes)).toEqual(['rooms']);
    expect((scene.state.head as Head).sweepAt).toBe(first.last.at + 100 * HOUR);
    expect(say(scene).writes).toEqual([]);
  });

  it('carries a page of its sender in every 32nd entry', () => {
    const scene = groupScene();
    const pages = Array.from({ length: 2 * OWN_REMEMBERED }, () => say(scene).last.own);
    const at = pages.flatMap((page, place) => (page ? [place + 1] : []));
    // The joining of Cem is a row of admins, and Cem has said one.
    expect(at).toEqual([OWN_REMEMBERED - 2, 2 * OWN_REMEMBERED - 2]);
    expect(pages[OWN_REMEMBERED - 3]?.rows.at(-1)?.[0]).toBe(10 + OWN_REMEMBERED - 2);
  });
});

describe('the entries that a head names for lists of rooms', () => {
  const head = { ...emptyHead, id: 'room-1', seq: 40, lastMessageSeq: 39, pins: [idOf(7), idOf(39)] } as Head;
  const listed = (deleted: number[], deletedFloor = 0) =>
    listedRows(head, { deleted: deleted.map((seq) => ({ seq })), deletedFloor });
  const ids = (...seqs: number[]) => seqs.map((seq) => logId('room-1', seq));

  it('are the next one, those that are shown, and the newest deleted ones', () => {
    expect(listed([])).toStrictEqual({ seq: 40, ids: ids(41, 39, 7), deletedFloor: 0 });
    expect(listed([12, 30, 7])).toStrictEqual({ seq: 40, ids: ids(41, 39, 7, 30, 12), deletedFloor: 0 });
  });

  it('are of the deleted ones the newest four, in whatever order they were deleted; the floor is the fifth', () => {
    const newest = { seq: 40, ids: ids(41, 39, 7, 38, 36, 30, 24), deletedFloor: 12 };
    expect(listed([38, 36, 30, 24, 12, 3])).toStrictEqual(newest);
    expect(listed([3, 12, 24, 30, 36, 38])).toStrictEqual(newest);
    expect(listed([24, 3, 38, 12, 36, 1, 30, 2])).toStrictEqual(newest);
    expect(listed([24, 38, 36, 30], 5)).toStrictEqual({ ...newest, deletedFloor: 5 });
    expect(listed([24, 38, 36, 30, 12], 20)).toStrictEqual({ ...newest, deletedFloor: 20 });
  });

  it('are those that are shown while there are any', () => {
    expect(listedRows({ ...head, lastMessageSeq: 0, pins: [] }, { deleted: [], deletedFloor: 0 }).ids).toStrictEqual(
      ids(41),
    );
  });
});

describe('the head of an earlier version', () => {
  it('has later fields as they are in a room without them, and its own as they are', () => {
    const doc = fillHead({ _id: 'room-1', id: 'room-1', pins: [idOf(7)], expiredAt: 5 } as unknown as HeadDoc);
    expect(doc).toMatchObject({ ...emptyHead, id: 'room-1', pins: [idOf(7)], expiredAt: 5 });
  });
});

describe('what a newer version has written', () => {
  const refusal = (stored: Pick<EntryDoc, 'format' | 'facts'>): unknown => {
    try {
      refuseUnknown('room-1', 7, stored);
      return null;
    } catch (error) {
      return error;
    }
  };

  it('is refused by its place, with the fact that is not known', () => {
    const ofFormat = refusal({ format: FORMAT + 1 } as never) as UnknownFormat;
    expect(ofFormat).toBeInstanceOf(UnknownFormat);
    expect(ofFormat.message).toContain('room room-1, at entry 7,');
    expect(ofFormat.message).not.toContain('the fact');
    const ofFact = refusal({ facts: [{ type: 'room_sung' }] } as never) as UnknownFormat;
    expect(ofFact.message).toContain('the fact room_sung of room room-1, at entry 7,');
    expect(refusal({ format: FORMAT, facts: [{ type: 'claimed' }] } as never)).toBeNull();
    expect(refusal({} as never)).toBeNull();
  });
});

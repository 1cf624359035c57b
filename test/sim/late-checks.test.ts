/** What is judged by its time: pushes on a machine whose clock was set, and pictures whose nodes begin late. */
import type { EntryDoc } from '#actors/room/model/codec.js';
import { goingPictures, isThere, pictures } from './checks/pictures.js';
import { pushes } from './checks/pushes.js';
import { RoomLog } from './checks/room-log.js';
import { History } from './history.js';
import { EPOCH } from './time/node-env.js';
import type { World } from './world.js';

/** So far ahead is the clock that the entries have their times of. */
const AHEAD_MS = 20_000;
const OVER_AT = 30_000;
/** So long after `OVER_AT`, and the slack of clocks, a picture is gone. */
const REMOVED_MS = 12_500;

function entry(seq: number, atMs: number, more: object): EntryDoc {
  return { seq, at: EPOCH + atMs, head: [], ...more } as unknown as EntryDoc;
}
const joined = (seq: number, account: string) =>
  entry(seq, seq, { facts: [{ type: 'member_joined', account, role: 'member', mutedUntil: null }] });
const row = (seq: number, more: object = {}) => ({
  row: { id: `m${seq}`, sender: { accountId: 'ada' }, owner: 'ada', clientId: `c${seq}`, ...more },
  content: { body: 'söz' },
});

function worldOf(entries: EntryDoc[], now: number) {
  const history = new History();
  const world = {
    now,
    rooms: ['r'],
    quietRooms: [],
    phones: ['bob'],
    history,
    objects: new Map(),
    documents: { get: () => null, range: () => entries },
  } as unknown as World;
  return { world, history, logs: new Map([['r', new RoomLog('r', entries)]]) };
}

describe('pushes', () => {
  const entries = [
    joined(1, 'bob'),
    entry(2, AHEAD_MS, row(2, { mentioned: ['bob'] })),
    ...[3, 4].map((seq) => entry(seq, AHEAD_MS + seq, row(seq))),
  ];
  it.each([
    [4, []],
    [3, ['push: row 4 of r was not pushed to bob']],
    [2, ['push: row 3 of r was not pushed to bob', 'push: row 4 of r was not pushed to bob']],
  ])('of a mention tell of the rows up to where the room stood (%d), whatever the clock', (upTo, problems) => {
    const { world, history, logs } = worldOf(entries, 60_000);
    history.pushes.push({ who: 'bob', room: 'r', messageId: 'm2', viewedAt: 10, upTo, at: 20 });
    expect(pushes(world, logs)).toEqual(problems);
  });
});

describe('pictures of deleted messages', () => {
  const deleted = { ...row(2), deletedAt: EPOCH + 3 };
  const entries = [
    joined(1, 'ada'),
    entry(2, 2, deleted),
    entry(3, 3, { facts: [{ type: 'message_deleted', id: 'm2' }] }),
  ];
  const picture = { who: 'ada', room: 'r', key: 'c2', keys: ['k', 't'] };
  const late = ['file: the picture of row 2 of r outlives it'];

  it.each([
    ['twelve seconds after all nodes answer', OVER_AT + REMOVED_MS, ['t'], []],
    ['later', OVER_AT + REMOVED_MS + 1, ['t'], late],
    ['later, once they are gone', OVER_AT + REMOVED_MS + 1, [], []],
  ])('may be there until then: %s', (_, now, there, problems) => {
    const { world, history, logs } = worldOf(entries, now);
    history.pictures.push(picture);
    for (const key of there) world.objects.set(key, {} as never);
    expect(pictures(world, logs, OVER_AT)).toEqual(problems);
  });

  it('are waited for until then, and others are not', () => {
    const kept = entry(4, 4, row(4));
    const { world, history } = worldOf([...entries, kept], OVER_AT);
    history.pictures.push(picture, { ...picture, key: 'c4', keys: ['k4'] });
    for (const key of ['k', 'k4']) world.objects.set(key, {} as never);
    expect(goingPictures(world, OVER_AT)).toEqual({ going: [picture], by: OVER_AT + REMOVED_MS });
    history.clockSet(-1_000);
    expect(goingPictures(world, OVER_AT).by).toBe(OVER_AT + REMOVED_MS + 1_000);
    world.objects.delete('k');
    expect([isThere(picture, world), goingPictures(world, OVER_AT)]).toEqual([false, { going: [], by: 0 }]);
  });
});

import type { EntryDoc } from '#actors/room/model/codec.js';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { UnknownFormat } from '#actors/runtime/ownership.js';
import { actorErrorLog } from '#src/app/actor-error-log.js';
import { FORMAT } from '#src/domain/format.js';
import { createNode } from '#src/node.js';
import { createLoggers } from '#src/observability/logger.js';
import { logId } from '#src/store/collections.js';
import type { Store } from '#src/store/store.js';
import { RoomNode } from '../../support/rooms/room-node.js';
import { describeOnBothEngines } from '../../support/store/engines.js';
import { poll } from '../../support/time/poll.js';

const quarantine = { type: 'member_quarantined', account: 'account-bob' };
const refused = { refusal: { code: 'unavailable' } };

describeOnBothEngines('a room that a newer version has written', (openStore) => {
  let store: Store;
  let room: RoomNode;
  const newest = async () =>
    (await store.range<EntryDoc>('log', { index: '_id', desc: true, limit: 1 }))[0] as EntryDoc;
  const problems = async () => (await verifyRoom(store, room.id)).problems.map(({ what }) => what);

  /** As a newer owner appends it: a fact that this version does not know. */
  async function plant(more: Record<string, unknown>): Promise<number> {
    const { _id, dedup, row, content, facts, ...last } = await newest();
    const seq = last.seq + 1;
    const entry = { ...last, _id: logId(room.id, seq), seq, rev: seq, commit: 'newer.1', owner: 'newer', ...more };
    expect(await store.append([entry])).toEqual({ appended: 1 });
    return seq;
  }

  const restart = async () => {
    await room.node.system.stop();
    room = new RoomNode(store);
  };

  beforeEach(async () => {
    store = await openStore();
    room = new RoomNode(store);
    await room.create('ada');
    await room.join('bob');
    await room.say('bob', 'selam');
  });
  afterEach(() => room.node.system.stop());

  it.each([
    ['a format that it does not know', { format: FORMAT + 1, facts: [quarantine] }],
    ['a fact that it does not know', { facts: [quarantine] }],
    ['a known fact in a newer format', { format: FORMAT + 1, facts: [{ type: 'message_posted' }] }],
  ])('is refused because of %s, and nothing is written past it', async (_, more) => {
    await restart();
    const seq = await plant(more);
    await expect(room.say('bob', 'merhaba')).rejects.toMatchObject(refused);
    await expect(room.ask({ type: 'replay', after: 0 })).rejects.toMatchObject(refused);
    await room.node.system.stop();
    expect((await newest()).seq).toBe(seq);
    expect(await store.get('rooms', room.id)).toMatchObject({ seq: expect.any(Number) });
    expect((await store.get<{ _id: string; appliedSeq: number }>('rooms', room.id))?.appliedSeq).toBeLessThan(seq);
    expect(await problems()).toEqual([
      expect.stringMatching(new RegExp(`^needs format ${FORMAT + 1}.* verify it with a newer one$`)),
    ]);
  });

  it('is refused by an owner that had it in memory, when it meets the entry', async () => {
    const seq = await plant({ format: FORMAT + 1, facts: [quarantine] });
    await expect(room.say('bob', 'merhaba')).rejects.toMatchObject(refused);
    expect((await newest()).seq).toBe(seq);
  });

  it('is refused when the newer version has made a checkpoint past the entry', async () => {
    await restart();
    const head = await store.get('rooms', room.id);
    await store.write([{ op: 'set', in: 'rooms', id: room.id, set: { format: FORMAT + 1 } }]);
    await expect(room.say('bob', 'merhaba')).rejects.toMatchObject(refused);
    expect(await store.get('rooms', room.id)).toEqual({ ...head, format: FORMAT + 1 });
    expect(await problems()).toEqual([expect.stringContaining(`needs format ${FORMAT + 1}`)]);
  });

  it('is told to the node, with the format that it needs', async () => {
    await restart();
    await plant({ format: FORMAT + 6, facts: [quarantine] });
    const told: unknown[] = [];
    const node = createNode({
      store,
      env: room.clock.env,
      owner: 'third',
      alone: true,
      brand: 'meydan',
      onError: (error) => told.push(error),
    });
    await expect(node.rooms.ask(room.id, { type: 'replay', after: 0 })).rejects.toMatchObject(refused);
    await node.system.stop();
    expect(told).toEqual([expect.any(UnknownFormat)]);
    expect(told[0]).toMatchObject({ needs: FORMAT + 6, message: expect.stringContaining('member_quarantined') });
  });

  it('is told to the operator once, with the version that the store names', async () => {
    await store.write([
      { op: 'put', in: 'meta', doc: { _id: 'format', current: FORMAT + 1, oldest: FORMAT, version: '9.9.0' } },
    ]);
    const lines: object[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as object);
    const report = actorErrorLog(createLoggers('info', { write }).actors, store);
    const where = { kind: 'room', id: room.id };
    for (let times = 0; times < 3; times++) report(new UnknownFormat('room x', FORMAT + 1), where);
    await poll(() => lines.length > 0, { until: 'the line is written' });
    report(new Error('something else'), where);
    expect(lines).toMatchObject([
      { level: 'error', ...where, needs: FORMAT + 1, knows: FORMAT, version: '9.9.0' },
      { level: 'error', ...where, msg: 'actor failed' },
    ]);
  });

  it('is served as ever when nothing in it is newer, and carries no format', async () => {
    await restart();
    await room.say('bob', 'merhaba');
    await restart();
    expect(await newest()).not.toHaveProperty('format');
    expect(await store.get('rooms', room.id)).not.toHaveProperty('format');
    expect(await problems()).toEqual([]);
  });
});

/** ADR 0138: what needs a format that not each living node knows is not written. */
import type { EntryDoc } from '#actors/room/model/codec.js';
import { soleOwnership, UnknownFormat } from '#actors/runtime/ownership.js';
import { FORMAT } from '#src/domain/format.js';
import { formatTable } from '#src/domain/log/format-table.js';
import { createNode } from '#src/node.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Store } from '#src/store/store.js';
import { LATER, plantedFormats } from '../../support/rooms/planted-format.js';
import { ada, bob, RoomFixture, registerNames } from '../../support/rooms/room-fixture.js';
import { describeOnBothEngines } from '../../support/store/engines.js';

const tag = { type: 'tag_member', account: bob.accountId, tag: 'usta' } as const;
const refused = { ok: false, code: 'unavailable', retryAfterMs: 5_000, message: expect.stringContaining('upgrade') };

describeOnBothEngines('what needs a format that not each living node knows', (openStore) => {
  let store: Store;
  let known: number;
  let room: RoomFixture;
  const lastEntry = async () =>
    (await store.range<EntryDoc>('log', { index: '_id', desc: true, limit: 1 }))[0] as EntryDoc;

  beforeEach(async () => {
    store = await openStore();
    known = FORMAT;
    await registerNames(store);
    const owner = { ...soleOwnership('one'), format: () => known };
    room = await new RoomFixture(store, { owner }).found({}, [bob]);
  });
  afterEach(async () => {
    plantedFormats.end();
    await room.stop();
  });

  it('is refused while it is a fact, and written once each of them knows it', async () => {
    plantedFormats.fact('member_tagged');
    const before = await lastEntry();
    expect(await room.ask(ada, tag)).toEqual(refused);
    expect(await lastEntry()).toEqual(before);
    // Everything else goes on, on the memory that nothing has changed.
    expect((await room.say(bob, 'selam')).seq).toBe(before.seq + 1);
    known = LATER;
    expect(await room.code(ada, tag)).toBe('ok');
    expect(await lastEntry()).toMatchObject({ seq: before.seq + 2, format: LATER });
    // A node of an older version has come back: what is stored stays, and nothing more is added to it.
    known = FORMAT;
    expect(await room.ask(ada, { ...tag, tag: null })).toEqual(refused);
    expect(await lastEntry()).toMatchObject({ seq: before.seq + 2 });
  });

  it('is refused before a command is decided whose documents need it', async () => {
    plantedFormats.command('room', 'send_message');
    const before = await lastEntry();
    await expect(room.say(bob, 'selam')).rejects.toThrow('unavailable');
    expect(await lastEntry()).toEqual(before);
    known = LATER;
    expect((await room.say(bob, 'selam')).seq).toBe(before.seq + 1);
  });

  it('is written by a node that is alone, because it knows everything that it writes', async () => {
    await room.restart({ owner: 'alone' });
    plantedFormats.fact('member_tagged');
    plantedFormats.command('room', 'send_message');
    expect(await room.code(ada, tag)).toBe('ok');
    expect(await lastEntry()).toMatchObject({ format: LATER });
    await room.say(bob, 'selam');
  });

  it.each<[CollectionName, (node: ReturnType<typeof createNode>) => Promise<{ ok: boolean }>]>([
    ['accounts', ({ users }) => users.tryAsk('one', { type: 'get_own_sessions' } as never)],
    ['organizations', ({ organizations }) => organizations.tryAsk('one', { type: 'get' } as never)],
    ['v1Accounts', ({ addresses }) => addresses.tryAsk('one', { type: 'get' } as never)],
  ])('makes a document of %s one that no actor is loaded from', async (from, ask) => {
    const errors: unknown[] = [];
    await store.write([{ op: 'put', in: from, doc: { _id: 'one', format: LATER } }]);
    const onError = (error: unknown) => errors.push(error);
    const node = createNode({ store, env: room.env, owner: 'two', alone: true, brand: 'meydan', onError });
    expect(await ask(node)).toMatchObject({ ok: false, code: 'unavailable' });
    expect(errors).toEqual([expect.any(UnknownFormat)]);
    expect(errors[0]).toMatchObject({ needs: LATER });
    await node.system.stop();
  });
});

describe('the table of formats', () => {
  /** So that a node which is alone writes nothing that it would not read. */
  it('names no format that this version does not know, and the newest one', () => {
    const { facts, commands, messages, packedRows, archivedStretches } = formatTable;
    const sparse = Object.values(commands).flatMap((formats) => Object.values(formats));
    const all = [...Object.values(facts), ...sparse, ...Object.values(messages), packedRows, archivedStretches];
    expect(Math.max(...all)).toBe(FORMAT);
  });
});

/** A restore to an earlier moment: each room is as it was then, in everything that its log holds. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PeopleCommand, RoomCommand, ScanPosition } from '#actors/room/commands.js';
import { verifyAllRooms } from '#actors/room/verify/verify-room.js';
import { releaseFile } from '#actors/writers/commands.js';
import { type RollBack, rollBack } from '#src/app/roll-back.js';
import { roomPhotoFolder } from '#src/domain/accounts/photo.js';
import { dmRoomId, pairOf } from '#src/domain/rooms/dm.js';
import { folderPlace } from '#src/store/backup/places.js';
import { restoreBackup } from '#src/store/backup/read-backup.js';
import { writeBackup } from '#src/store/backup/write-backup.js';
import { type CollectionName, logId } from '#src/store/collections.js';
import type { Doc, Store } from '#src/store/store.js';
import { callerNamed, RoomNode, StillClock } from '../../support/rooms/room-node.js';
import { describeOnEmbedded } from '../../support/store/engines.js';
import { describeSchemas, embeddedPlace, type SchemaPlace } from '../../support/store/schema-places.js';

type Step = PeopleCommand extends infer C ? (C extends { by: unknown } ? Omit<C, 'by'> : never) : never;
type Fields = Record<string, unknown>;

const [ada, bob, cem] = [callerNamed('ada'), callerNamed('bob'), callerNamed('cem')];
const account = (name: string) => `account-${name}`;
const as = (room: RoomNode, name: string, step: Step) => room.ask({ ...step, by: callerNamed(name) } as PeopleCommand);
const react = (room: RoomNode, name: string, messageId: string, emoji: string, on = true) =>
  room.ask({ type: 'react', by: callerNamed(name), messageId, emoji, on });

interface Rows {
  first: string;
  survey: string;
}

/** Something of every kind, before the moment. */
async function liveUntilThen(room: RoomNode): Promise<Rows> {
  await room.create('ada', { name: 'Kahve' });
  await room.join('bob', 'cem');
  await as(room, 'ada', { type: 'promote_member', account: account('bob') });
  await as(room, 'ada', { type: 'tag_member', account: account('cem'), tag: 'usta' });
  const first = await room.say('bob', 'ilk söz @ada');
  await react(room, 'ada', first.id, '👍');
  await react(room, 'cem', first.id, '👍');
  const draft = { clientId: null, body: '', replyTo: null, discussionOf: null };
  const asked = { question: 'Çay mı, kahve mi?', options: ['çay', 'kahve'], multiple: false };
  const attachment = { type: 'survey', ...asked };
  const survey = { type: 'send_message', by: ada, draft: { ...draft, kind: 'survey', attachment } } as RoomCommand;
  const { message } = (await room.ask(survey)) as { message: { row: { id: string } } };
  await room.ask({ type: 'vote', by: bob, messageId: message.row.id, options: [0] });
  await room.ask({ type: 'pin_message', by: ada, messageId: first.id, pinned: true });
  const edited = await room.say('cem', 'yanlış');
  await room.ask({ type: 'edit_message', by: cem, messageId: edited.id, body: 'doğru' });
  const gone = await room.say('cem', 'silinecek');
  await room.ask({ type: 'delete_message', by: cem, messageId: gone.id });
  await as(room, 'ada', { type: 'create_invite', expiresInHours: null, maxUses: 5 });
  await room.ask({ type: 'mark_read', by: bob, seq: 8 });
  return { first: first.id, survey: message.row.id };
}

/** What later entries change, without destroying what they change. */
async function liveOn(room: RoomNode, { first, survey }: Rows): Promise<void> {
  await react(room, 'ada', first, '👍', false);
  await react(room, 'bob', first, '🔥');
  await room.ask({ type: 'vote', by: bob, messageId: survey, options: [1] });
  await room.ask({ type: 'pin_message', by: ada, messageId: first, pinned: false });
  const draft = { body: 'yanıt', clientId: null, replyTo: null, discussionOf: first };
  await room.ask({ type: 'send_message', by: cem, draft });
  await room.join('eda');
  await as(room, 'ada', { type: 'ban_member', account: account('cem'), reason: null });
  const { invites } = await room.ask({ type: 'list_invites', by: ada });
  await as(room, 'ada', { type: 'cancel_invite', code: invites[0]?.code ?? '' });
  await as(room, 'ada', { type: 'create_invite', expiresInHours: null, maxUses: null });
  await as(room, 'ada', { type: 'deny_permissions', denied: ['send_message.links'] });
  await room.settings('ada', { name: 'Başka', joinApproval: true });
  await as(room, 'ada', { type: 'hand_over', account: account('bob') });
  await room.ask({ type: 'leave_room', by: ada });
  await as(room, 'bob', { type: 'add_member', account: account('ada') });
  await room.sayMany('bob', 40, (at) => `sonra ${at}`);
  await room.ask({ type: 'mark_read', by: ada, seq: 40 });
}

const ofRoom: CollectionName[] = ['members', 'readers', 'bans', 'requests', 'invites', 'reactions', 'votes', 'log'];

async function documentsOf(store: Store, { id }: RoomNode): Promise<Record<string, Doc[]>> {
  const range = { index: '_id', gt: `${id}:`, lt: `${id};` };
  const found: [string, Doc[]][] = [];
  for (const from of ofRoom) found.push([from, await store.range<Doc>(from, range)]);
  const head = await store.get<Doc & { appliedSeq: number }>('rooms', id);
  const words = await store.range<Doc>('roomWords', { index: '_id' });
  const inviteCodes = await store.range<Doc>('inviteCodes', { index: '_id' });
  // How much of the log is applied depends on when memory was left.
  return {
    ...Object.fromEntries(found),
    rooms: [{ ...(head as Doc), appliedSeq: 0 } as Doc],
    roomWords: words,
    inviteCodes,
  };
}

/** An embedded store, and the restore of its backup into the place. */
function withLife(place: () => SchemaPlace) {
  let source: SchemaPlace;
  let folder: string;
  const life = { clock: new StillClock(), store: null as unknown as Store, restored: null as Store | null };
  beforeEach(async () => {
    source = await embeddedPlace();
    folder = await mkdtemp(join(tmpdir(), 'meydan-until-'));
    Object.assign(life, { clock: new StillClock(), store: await source.open(), restored: null });
  });
  afterEach(async () => {
    await life.restored?.close();
    await source.remove();
    await rm(folder, { recursive: true, force: true });
  });

  async function backUp() {
    await life.store.close();
    const reader = await source.openReader();
    await writeBackup(reader, await folderPlace(folder));
    await reader.close();
    const into = await place().open();
    life.restored = into;
    return { into, at: await folderPlace(folder) };
  }

  async function restore(to: RollBack) {
    const { into, at } = await backUp();
    let done = null as Awaited<ReturnType<typeof rollBack>> | null;
    const change = async () => {
      done = await rollBack(into, to);
    };
    await restoreBackup(into, at, { change });
    const problems: unknown[] = [];
    for await (const verified of verifyAllRooms(into)) problems.push(...verified.problems);
    expect(problems).toEqual([]);
    return { into, done };
  }

  const openRoom = (id = 'room-1') => new RoomNode(life.store, { id, clock: life.clock });
  const newest = async (room: RoomNode): Promise<number> =>
    (await life.store.get<Doc & { seq: number }>('rooms', room.id))?.seq ?? 0;
  return { life, openRoom, newest, backUp, restore };
}

describeSchemas('a restore to an earlier moment', (place) => {
  const { life, openRoom, newest, restore } = withLife(place);

  it('makes every document of the room what it was, whatever happened since', async () => {
    let room = openRoom();
    const rows = await liveUntilThen(room);
    await room.node.system.stop();
    const [before, seq] = [await documentsOf(life.store, room), await newest(room)];
    life.clock.move(60_000);
    room = openRoom();
    await liveOn(room, rows);
    await room.node.system.stop();

    const { into, done } = await restore({ until: { seq }, room: room.id });
    expect(done).toEqual({ rooms: 1, repeated: 0, deleted: 0 });
    const after = await documentsOf(into, room);
    for (const from of Object.keys(before).filter((name) => name !== 'readers')) {
      expect([from, after[from]]).toEqual([from, before[from]]);
    }
    // ada has come back since: all is read. The others stand where they stood.
    expect(after.readers).toMatchObject(
      before.readers?.map((reader) => (reader._id.endsWith('ada') ? { cursor: { seq } } : reader)) ?? [],
    );
    expect(await into.range('slugs', { index: '_id' })).toMatchObject([{ _id: 'kahve', room: room.id }]);
    const again = new RoomNode(into, { clock: life.clock });
    expect((await again.bodies('cem')).at(-1)).toBe('');
    expect((await again.say('cem', 'yine buradayım')).seq).toBe(seq + 1);
    expect(await again.problems()).toEqual([]);
    await again.node.system.stop();
  });

  it('does again what cannot be undone: deletions, and edits whose earlier text is nowhere', async () => {
    const room = openRoom();
    await room.create('ada', { eventsVisibility: 'none' });
    await room.join('bob');
    const [deleted, edited, twice] = [
      await room.say('bob', 'silinen @ada'),
      await room.say('bob', 'ilk hali'),
      await room.say('bob', 'bir'),
    ];
    await react(room, 'ada', deleted.id, '👍');
    await room.ask({ type: 'edit_message', by: bob, messageId: twice.id, body: 'iki' });
    const seq = (await room.say('bob', 'son')).seq;
    await room.ask({ type: 'delete_message', by: bob, messageId: deleted.id });
    await room.ask({ type: 'edit_message', by: bob, messageId: edited.id, body: 'yeni hali' });
    await room.ask({ type: 'edit_message', by: bob, messageId: twice.id, body: 'üç' });
    const later = await room.say('bob', 'sonradan');
    await room.ask({ type: 'delete_message', by: bob, messageId: later.id });
    await room.node.system.stop();

    const { into, done } = await restore({ until: { seq }, room: room.id });
    expect(done).toEqual({ rooms: 1, repeated: 2, deleted: 0 });
    const again = new RoomNode(into, { clock: life.clock });
    expect(await again.bodies('ada')).toEqual(['', 'yeni hali', 'iki', 'son']);
    const docOf = async (at: number) => (await into.get<Doc & Fields>('log', logId(room.id, at))) as Fields;
    expect(await docOf(deleted.seq)).toMatchObject({ deletedAt: expect.any(Number), rev: seq + 1 });
    expect(await docOf(edited.seq)).toMatchObject({ edits: [seq + 2], rev: seq + 2 });
    expect(await again.listRow('ada')).toMatchObject({ unread: 3, unreadMentions: 0 });
    await again.node.system.stop();
  });
});

describeOnEmbedded('a restore of some rooms to an earlier moment', () => {
  let place: SchemaPlace;
  beforeEach(async () => {
    place = await embeddedPlace();
  });
  afterEach(() => place.remove());
  const { life, openRoom, backUp, restore } = withLife(() => place);

  it('takes all rooms back to a time, and deletes those that did not exist', async () => {
    const room = openRoom();
    await room.create('ada');
    await room.say('ada', 'önce');
    const quiet = openRoom('room-2');
    await quiet.create('ada', {}, 'sessiz');
    const moment = life.clock.env.now();
    life.clock.move(1);
    await room.say('ada', 'sonra');
    const late = openRoom('room-3');
    await late.create('ada', {}, 'sonradan');
    await Promise.all([room, quiet, late].map(({ node }) => node.system.stop()));

    const { into, done } = await restore({ until: { time: moment } });
    expect(done).toEqual({ rooms: 1, repeated: 0, deleted: 1 });
    const again = new RoomNode(into, { clock: life.clock });
    expect(await again.bodies('ada')).toEqual(['önce']);
    expect(await into.get('rooms', 'room-3')).toMatchObject({ deleted: true });
    expect(await into.get('slugs', 'sonradan')).toBeNull();
    expect(await into.get('slugs', 'sessiz')).toMatchObject({ room: 'room-2' });
    await again.node.system.stop();
  });

  it('brings back no member whose account was deleted since, no file that was removed, no photo', async () => {
    const room = openRoom();
    await room.create('ada');
    await room.join('bob', 'cem');
    const file = (key: string) => ({ _id: key, at: 1, owner: room.id, by: ada.accountId, maxBytes: 9, dueAt: 1 });
    const [full, thumb] = ['full', 'thumb'].map((name) => `room-media/${room.id}/${name}.jpg`) as [string, string];
    const face = [1, 2].map((at) => `${roomPhotoFolder(room.id)}${at}.jpg`) as [string, string];
    await life.store.write(
      [full, thumb, ...face].map((key) => {
        return {
          op: 'put',
          in: 'files',
          doc: { ...file(key), contentType: 'image/jpeg', state: 'presigned' },
        } as const;
      }),
    );
    const about = { type: 'photo', content_type: 'image/jpeg', width: 64, height: 64, byte_size: 9 };
    const draft = { clientId: null, body: '', replyTo: null, discussionOf: null, kind: 'photo' as const };
    const attachment = { ...about, key: full, thumb_key: thumb };
    const sent = await room.ask({ type: 'send_message', by: ada, draft: { ...draft, attachment } });
    const photo = { key: face[0], thumbKey: face[1], contentType: 'image/jpeg' as const, byteSize: 9, sizePx: 64 };
    const added = await room.ask({ type: 'add_room_photo', by: ada, photo, isPrimary: true });
    const seq = (await room.say('cem', 'buradaydım')).seq;
    const { seq: by } = sent.message.row;
    await life.store.write(releaseFile({ key: full, owner: room.id, by }, 1));
    await room.ask({ type: 'remove_file', key: full, use: by });
    await room.ask({ type: 'delete_room_photo', by: ada, id: added.photo.id });
    await room.ask({ type: 'depart', account: cem.accountId });
    const tombstone = crypto.randomUUID();
    const forget = { type: 'anonymize_account', account: cem.accountId, tombstone, isLast: true } as const;
    for (let from: ScanPosition | null | undefined; from !== null; )
      from = (await room.ask({ ...forget, from: from ?? null })).next;
    await life.store.write([{ op: 'del', in: 'accounts', id: cem.accountId }]);
    await room.node.system.stop();

    const { into, done } = await restore({ until: { seq }, room: room.id });
    expect(done).toEqual({ rooms: 1, repeated: 2, deleted: 0 });
    expect(await into.get('log', logId(room.id, sent.message.row.seq))).toMatchObject({ goneFiles: [full] });
    expect(await into.get('rooms', room.id)).toMatchObject({ photos: [], avatar: null, memberCount: 2 });
    expect(await into.get('members', `${room.id}:${tombstone}`)).toMatchObject({ present: null, username: '' });
    expect(JSON.stringify(await documentsOf(into, room))).not.toContain(cem.accountId);
  });

  it('leaves a view-once photo viewed', async () => {
    const id = dmRoomId(pairOf(ada.accountId, bob.accountId), 0);
    const room = openRoom(id);
    for (const { accountId, username } of [ada, bob]) {
      const profile = { dmPolicy: 'open', dmStarCost: 0 };
      await life.store.write([{ op: 'put', in: 'accounts', doc: { _id: accountId, username, profile } }]);
    }
    await room.ask({ type: 'open_dm', by: ada, peer: bob.accountId, generation: 0 });
    const key = `room-media/${id}/once.jpg`;
    const file = { _id: key, at: 1, owner: id, by: ada.accountId, maxBytes: 9, dueAt: 1, state: 'presigned' };
    await life.store.write([{ op: 'put', in: 'files', doc: { ...file, contentType: 'image/jpeg' } }]);
    const attachment = { type: 'photo', content_type: 'image/jpeg', width: 64, height: 64, byte_size: 9, key };
    const draft = { clientId: null, body: '', replyTo: null, discussionOf: null, kind: 'photo' as const, attachment };
    const { message } = await room.ask({ type: 'send_message', by: ada, draft: { ...draft, viewOnce: true } });
    await room.ask({ type: 'open_once', by: bob, messageId: message.row.id });
    await room.node.system.stop();

    const { into, done } = await restore({ until: { seq: message.row.seq }, room: id });
    expect(done).toEqual({ rooms: 1, repeated: 1, deleted: 0 });
    const again = new RoomNode(into, { id, clock: life.clock });
    const other = { ...bob, sessionId: 'another device' };
    await expect(again.ask({ type: 'open_once', by: other, messageId: message.row.id })).rejects.toThrow();
    await again.node.system.stop();
  });

  it('refuses a room that the backup does not have, and cannot be repeated once it has begun', async () => {
    const room = openRoom();
    await room.create('ada');
    const seq = (await room.say('ada', 'selam')).seq;
    await room.node.system.stop();
    const { into, at } = await backUp();
    const change = () => rollBack(into, { until: { seq: 1 }, room: 'no-such' }).then(() => undefined);
    await expect(restoreBackup(into, at, { change })).rejects.toThrow('the backup has no room no-such');
    const failing = async () => {
      await rollBack(into, { until: { seq: seq - 1 }, room: room.id });
      throw new Error('killed');
    };
    await expect(restoreBackup(into, at, { change: failing })).rejects.toThrow('killed');
    await expect(restoreBackup(into, at)).rejects.toThrow('use an empty store');
  });
});

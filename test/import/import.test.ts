/** Exports of each product become rooms beside a running service, and members read them over REST. */

import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { type ImportRequest, importExport } from '#src/app/import-export.js';
import type { Store } from '#src/store/store.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import {
  archiveOf,
  discordFiles,
  type Files,
  folderOf,
  mattermostFiles,
  PNG,
  slackFiles,
  T0,
  telegramFiles,
  telegramOneChat,
} from './support/exports.js';

interface WireRow {
  id: string;
  kind: string;
  body: string;
  inserted_at: number;
  edited_at: number | null;
  reply_to: string | null;
  reactions: Record<string, number>;
  hashtags: string[];
  discussion: { count: number } | null;
  discussion_of: string | null;
  sender: { account_id: string | null; username: string };
  attachment: { url: string | null; width: number; name: string } | null;
}

onEachEngine('an import', (engine) => {
  let service: Booted;
  let ada: Person;
  let bob: Person;
  let eda: Person;
  const folders = { slack: '', mattermost: '', telegram: '', discord: '' };
  beforeAll(async () => {
    service = await bootApp({ settings: engine() });
    [ada, bob, eda] = [await service.person('ada'), await service.person('bob'), await service.person('eda')];
    folders.slack = await archiveOf(slackFiles());
    folders.mattermost = await folderOf(mattermostFiles());
    folders.telegram = await folderOf(telegramFiles());
    folders.discord = await folderOf(discordFiles());
  }, 60_000);
  afterAll(() => service?.[Symbol.asyncDispose]());

  const run = (request: Omit<ImportRequest, 'founder'>, store: Store = service.app.store) =>
    importExport(
      { store, objects: service.app.objects, env: systemEnv, documentTtlS: 3_600 },
      { founder: '@ada', ...request },
    );
  const rowsOf = async (who: Person, slug: string): Promise<WireRow[]> => {
    const { status, body } = await service.ask(who, 'GET', `/api/rooms/${slug}/messages`);
    expect(status).toBe(200);
    return body.messages.filter((row: WireRow) => row.kind !== 'event' && row.discussion_of === null).reverse();
  };
  const said = (rows: WireRow[]) => rows.map(({ sender, body }) => [sender.username, body]);

  it('of Slack keeps order, times, threads, reactions and files', async () => {
    const accounts = { 'ada@example.org': bob.accountId };
    const report = await run({ kind: 'slack', path: folders.slack, accounts });
    expect(report.rooms).toMatchObject([{ name: 'genel', slug: 'genel', rows: 7, files: 1, members: 2, problems: 0 }]);
    const rows = await rowsOf(bob, 'genel');
    expect(said(rows)).toEqual([
      ['bob', 'Who comes? #party'],
      ['Grace Hopper', 'two files'],
      ['Grace Hopper', '[song.mp3]'],
      ['Grace Hopper', '[gone.png]'],
      ['Deploy', 'done'],
      ['Grace Hopper', 'for all'],
    ]);
    const [question, dot] = rows as [WireRow, WireRow];
    expect(question).toMatchObject({
      sender: { account_id: bob.accountId },
      inserted_at: T0 + 10_000,
      edited_at: T0 + 12_000,
      reactions: { '👍': 3 },
      hashtags: ['party'],
      discussion: { count: 1 },
    });
    expect(rows.at(-1)?.reply_to).toBe(question.id);
    expect(dot).toMatchObject({ kind: 'photo', sender: { account_id: null }, attachment: { width: 1 } });
    const picture = await fetch(dot.attachment?.url as string);
    expect(Buffer.from(await picture.arrayBuffer()).equals(PNG)).toBe(true);
    const { body } = await service.ask(bob, 'GET', `/api/rooms/genel/messages/${question.id}/discussion`);
    expect(said(body.messages)).toEqual([['Grace Hopper', 'Yes <3 @Ada L., see the page (https://example.org/a) 🎉']]);
    expect(Object.fromEntries(report.counts)).toEqual({
      'direct messages': 1,
      'notes of the product about a room': 1,
      'kinds of reactions': 1,
      'files of other types': 1,
      'files that the export does not include': 1,
    });
    expect(report.leftOut.map(({ place, what }) => [place, what])).toEqual([
      ['genel/2023-05-08.json, [2]', 'song.mp3'],
      ['genel/2023-05-08.json, [2]', 'gone.png'],
    ]);
  });

  it('leaves nothing unread, and the room goes on like any other', async () => {
    const { body } = await service.ask(bob, 'GET', '/api/rooms');
    expect(body.rooms).toMatchObject([{ slug: 'genel', unread: 0, last_message: { body: 'for all' } }]);
    const [question] = (await rowsOf(bob, 'genel')) as [WireRow];
    const deleted = await service.ask(bob, 'DELETE', `/api/rooms/genel/messages/${question.id}`);
    expect(deleted.status).toBe(200);
    await service.ask(ada, 'POST', '/api/rooms/genel/messages', { body: 'welcome', client_id: 'c-1' });
    expect((await service.ask(bob, 'GET', '/api/rooms')).body.rooms[0].unread).toBeGreaterThan(0);
    const { _id: room } = await roomOf('genel');
    expect((await verifyRoom(service.app.store, room)).problems).toEqual([]);
    expect((await service.ask(eda, 'GET', '/api/rooms/genel/messages')).status).toBe(403);
  });

  const roomOf = async (slug: string) => {
    const place = await service.app.store.get<{ _id: string; room: string }>('slugs', slug);
    return { _id: place?.room as string };
  };

  it('once more doubles nothing', async () => {
    const accounts = { 'ada@example.org': bob.accountId };
    const report = await run({ kind: 'slack', path: folders.slack, accounts });
    expect(report.rooms).toMatchObject([{ rows: 0, earlierRows: 7, problems: 0 }]);
    await expect(run({ kind: 'slack', path: folders.slack })).rejects.toThrow(/another mapping or founder; --label/);
    const again = await run({ kind: 'slack', path: folders.slack, label: 'again' });
    expect(again.rooms).toMatchObject([{ rows: 7, problems: 0 }]);
    expect(again.rooms[0]?.slug).toMatch(/^genel-[0-9a-f]{4}$/);
  });

  it('of Mattermost sorts posts by their time', async () => {
    const report = await run({ kind: 'mattermost', path: folders.mattermost, accounts: { ada: '@bob' }, label: 'm' });
    const [room] = report.rooms;
    expect(room).toMatchObject({ name: 'Genel', rows: 4, files: 2, problems: 0 });
    const rows = await rowsOf(bob, room?.slug as string);
    expect(rows.map(({ kind, body, inserted_at }) => [kind, body, inserted_at - T0])).toEqual([
      ['photo', 'first ☕', 0],
      ['document', '', 0],
      ['text', 'later', 60_000],
    ]);
    expect(rows[0]).toMatchObject({ edited_at: T0 + 5_000, reactions: { '❤️': 2 }, discussion: { count: 1 } });
    expect(rows[1]?.attachment).toMatchObject({ name: 'plan.pdf', url: expect.stringMatching(/^http/) });
  });

  it('of Telegram takes the groups of a whole account', async () => {
    const report = await run({ kind: 'telegram', path: folders.telegram, accounts: { user111: bob.accountId } });
    const slug = report.rooms[0]?.slug as string;
    const rows = await rowsOf(bob, slug);
    expect(said(rows)).toEqual([
      ['bob', 'see the page (https://example.org/) or wait'],
      ['Grace', 'a dot'],
      ['user333', '[talk.ogg]'],
    ]);
    expect(rows[1]).toMatchObject({ kind: 'photo', reply_to: rows[0]?.id, inserted_at: T0 + 60_000 });
    expect(rows[2]?.inserted_at).toBe(T0 + 120_000);
    expect(report.counts.get('direct messages')).toBe(1);
    expect(report.rooms).toHaveLength(1);
  });

  it('of one chat of Telegram reads the named file', async () => {
    const folder = await folderOf(telegramOneChat());
    const report = await run({ kind: 'telegram', path: `${folder}/result.json`, label: 'one', visibility: 'open' });
    expect(report.rooms).toMatchObject([{ rows: 3, members: 1, problems: 0 }]);
    const slug = report.rooms[0]?.slug as string;
    expect((await service.ask(eda, 'POST', `/api/rooms/${slug}/join`)).status).toBe(200);
    expect(await rowsOf(eda, slug)).toHaveLength(3);
  });

  it('of Discord joins the parts of a channel', async () => {
    const report = await run({ kind: 'discord', path: folders.discord, accounts: { '701': '@bob' } });
    const rows = await rowsOf(bob, report.rooms[0]?.slug as string);
    expect(said(rows)).toEqual([
      ['User 0', 'hello @User 0 :our:'],
      ['bob', 'message 1'],
      ['User 2', 'message 2\n[a.png]'],
    ]);
    expect(rows[0]?.reactions).toEqual({ '👍': 4 });
    expect(rows[1]).toMatchObject({ kind: 'photo', reply_to: rows[0]?.id, edited_at: T0 + 9_000 });
    expect(report.counts.get('repeated messages')).toBe(1);
  });

  it('of an unknown product is refused before anybody is looked for', async () => {
    const { store, objects } = service.app;
    const place = { store, objects, env: systemEnv, documentTtlS: 3_600 };
    const request = { kind: 'irc', path: folders.slack, founder: '@nobody' };
    await expect(importExport(place, request)).rejects.toThrow(/no import of "irc". Known: slack, mattermost/);
  });

  it('that is unfinished can be found by nobody', async () => {
    const files: Files = telegramOneChat();
    const folder = await folderOf(files);
    const slow = { ...service.app.objects, write: async () => Promise.reject(new Error('the disk is full')) };
    await folderWithPhoto(folder);
    const place = { store: service.app.store, objects: slow, env: systemEnv, documentTtlS: 3_600 };
    const request = { kind: 'telegram', path: folder, founder: '@ada', accounts: { user111: '@eda' }, label: 'cut' };
    await expect(importExport(place, request)).rejects.toThrow('the disk is full');
    const { body } = await service.ask(eda, 'GET', '/api/rooms');
    const before = body.rooms.length;
    const slots = await service.app.store.range<{ _id: string; room: string }>('slugs', {
      index: '_id',
      gt: 'genel',
      lt: 'genem',
      limit: 50,
    });
    const [reserved] = slots.filter(({ room }) => room.startsWith('import:')) as [(typeof slots)[0]];
    expect((await service.ask(ada, 'GET', `/api/rooms/${reserved._id}`)).status).toBe(404);
    const room = reserved.room.slice('import:'.length);
    expect((await verifyRoom(service.app.store, room)).problems).toEqual([]);
    const report = await run({ kind: 'telegram', path: folder, accounts: { user111: '@eda' }, label: 'cut' });
    expect(report.rooms).toMatchObject([{ rows: 2, earlierRows: 1, problems: 0, id: room }]);
    expect((await service.ask(eda, 'GET', '/api/rooms')).body.rooms).toHaveLength(before + 1);
  });

  const folderWithPhoto = async (folder: string) => {
    const { mkdir, writeFile } = await import('node:fs/promises');
    await mkdir(`${folder}/photos`);
    await writeFile(`${folder}/photos/photo_1@08-05-2023_09-31-00.png`, PNG);
  };

  it('pushes nothing', async () => {
    const range = { index: 'push', prefix: [(await roomOf('genel'))._id], limit: 10 };
    const marks = await service.app.store.range<{ _id: string; seq: number }>('log', range);
    // The creation, seven rows, the publication: what is pushed was said afterwards.
    expect(marks.map(({ seq }) => seq).filter((seq) => seq <= 9)).toEqual([]);
  });
});

/** Small exports of each product, in the formats that they document. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipOf } from './zip-archive.js';

export type Files = Record<string, string | Uint8Array>;

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = '%PDF-1.4\n%%EOF\n';
const json = (value: unknown): string => JSON.stringify(value, null, 1);
export const T0 = Date.UTC(2023, 4, 8, 9, 30);
const ts = (seconds: number, micros = '000100'): string => `${T0 / 1_000 + seconds}.${micros}`;

export const slackFiles = (): Files => ({
  'users.json': json([
    { id: 'U1', name: 'ada', profile: { display_name: 'Ada L.', real_name: 'Ada Lovelace', email: 'Ada@Example.org' } },
    { id: 'U2', name: 'grace', real_name: 'Grace Hopper', profile: { display_name: '', real_name: 'Grace Hopper' } },
  ]),
  'channels.json': json([
    { id: 'C1', name: 'genel', created: 1683500000, members: ['U1', 'U2'] },
    { id: 'C2', name: 'bos', created: 1683500000, members: ['U1'] },
  ]),
  'dms.json': json([{ id: 'D1', members: ['U1', 'U2'] }]),
  'integration_logs.json': '[]',
  'genel/2023-05-09.json': json([
    {
      type: 'message',
      user: 'U2',
      text: 'Yes &lt;3 <@U1>, see <https://example.org/a|the page> :tada:',
      ts: ts(90_000),
      thread_ts: ts(10),
      parent_user_id: 'U1',
    },
    { type: 'message', subtype: 'bot_message', bot_id: 'B7', username: 'Deploy', text: 'done', ts: ts(90_001) },
    { type: 'message', user: 'U2', subtype: 'thread_broadcast', text: 'for all', ts: ts(90_002), thread_ts: ts(10) },
  ]),
  'genel/2023-05-08.json': json([
    { type: 'message', subtype: 'channel_join', user: 'U1', text: '<@U1> has joined', ts: ts(0) },
    {
      type: 'message',
      user: 'U1',
      text: 'Who comes? #party',
      ts: ts(10),
      edited: { user: 'U1', ts: ts(12) },
      reactions: [
        { name: '+1', users: ['U2'], count: 3 },
        { name: 'our-logo', users: ['U2'], count: 1 },
      ],
    },
    {
      type: 'message',
      user: 'U2',
      text: 'two files',
      ts: ts(20),
      files: [
        { id: 'F1', name: 'dot.png', mimetype: 'image/png', size: PNG.length },
        { id: 'F2', name: 'song.mp3', mimetype: 'audio/mpeg', size: 5 },
        { id: 'F3', name: 'gone.png', mimetype: 'image/png', size: 10 },
      ],
    },
  ]),
  '__uploads/F1/dot.png': PNG,
  '__uploads/F2/song.mp3': 'ID3..',
});

export const mattermostFiles = (): Files => ({
  'import.jsonl': [
    { type: 'version', version: 1 },
    { type: 'team', team: { name: 'ekip', display_name: 'Ekip', type: 'O' } },
    { type: 'channel', channel: { team: 'ekip', name: 'genel', display_name: 'Genel', type: 'O' } },
    {
      type: 'user',
      user: {
        username: 'ada',
        email: 'ada@example.org',
        nickname: '',
        first_name: 'Ada',
        last_name: 'Lovelace',
        teams: [{ name: 'ekip', roles: 'team_user', channels: [{ name: 'genel', roles: 'channel_user' }] }],
      },
    },
    { type: 'user', user: { username: 'grace', email: 'grace@example.org', nickname: 'Grace' } },
    // Posts are in no order of time.
    { type: 'post', post: { team: 'ekip', channel: 'genel', user: 'grace', message: 'later', create_at: T0 + 60_000 } },
    {
      type: 'post',
      post: {
        team: 'ekip',
        channel: 'genel',
        user: 'ada',
        message: 'first :coffee:',
        create_at: T0,
        edit_at: T0 + 5_000,
        reactions: [
          { user: 'grace', emoji_name: 'heart', create_at: T0 + 1 },
          { user: 'ada', emoji_name: 'heart', create_at: T0 + 2 },
        ],
        replies: [{ user: 'grace', message: 'an answer', create_at: T0 + 30_000 }],
        attachments: [{ path: '20230508/teams/dot.png' }, { path: '20230508/teams/plan.pdf' }],
      },
    },
    {
      type: 'post',
      post: {
        team: 'ekip',
        channel: 'genel',
        user: 'ada',
        type: 'system_join_channel',
        message: 'ada joined',
        create_at: T0,
      },
    },
    {
      type: 'direct_post',
      direct_post: { channel_members: ['ada', 'grace'], user: 'ada', message: 'psst', create_at: T0 },
    },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
  'data/20230508/teams/dot.png': PNG,
  'data/20230508/teams/plan.pdf': PDF,
});

const telegramChat = {
  name: 'Genel',
  type: 'private_supergroup',
  id: 1234567,
  messages: [
    {
      id: 1,
      type: 'service',
      date: '2023-05-08T09:29:00',
      date_unixtime: String(T0 / 1_000 - 60),
      actor: 'Ada',
      action: 'create_group',
      text: '',
    },
    {
      id: 2,
      type: 'message',
      date: '2023-05-08T09:30:00',
      date_unixtime: String(T0 / 1_000),
      edited: '2023-05-08T09:30:05',
      edited_unixtime: String(T0 / 1_000 + 5),
      from: 'Ada Lovelace',
      from_id: 'user111',
      text: [
        'see ',
        { type: 'text_link', text: 'the page', href: 'https://example.org/' },
        ' or ',
        { type: 'bold', text: 'wait' },
      ],
      reactions: [{ type: 'emoji', count: 2, emoji: '👍' }],
    },
    {
      id: 3,
      type: 'message',
      date: '2023-05-08T09:31:00',
      date_unixtime: String(T0 / 1_000 + 60),
      from: 'Grace',
      from_id: 'user222',
      reply_to_message_id: 2,
      photo: 'photos/photo_1@08-05-2023_09-31-00.png',
      width: 1,
      height: 1,
      text: 'a dot',
    },
    {
      id: 4,
      type: 'message',
      date: '2023-05-08T09:32:00',
      from: null,
      from_id: 'user333',
      file: '(File not included. Change data exporting settings to download.)',
      file_name: 'talk.ogg',
      media_type: 'voice_message',
      mime_type: 'audio/ogg',
      duration_seconds: 4,
      text: '',
    },
  ],
};

export const telegramFiles = (): Files => ({
  'result.json': json({
    about: 'Here is the data you requested.',
    contacts: { about: '', list: [{ first_name: 'Bob' }] },
    chats: {
      about: '',
      list: [
        { name: 'Bob', type: 'personal_chat', id: 9, messages: [{ id: 1, type: 'message', text: 'psst' }] },
        telegramChat,
      ],
    },
  }),
  'photos/photo_1@08-05-2023_09-31-00.png': PNG,
});

export const telegramOneChat = (): Files => ({ 'result.json': json(telegramChat) });

const discordAuthor = (id: string, name: string, nickname: string) => ({
  id,
  name,
  discriminator: '0000',
  nickname,
  isBot: false,
});

export const discordMessages = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: String(1_104_000_000_000_000_000n + BigInt(at)),
    type: 'Default',
    timestamp: new Date(T0 + at * 1_000).toISOString(),
    timestampEdited: null,
    isPinned: false,
    content: `message ${at}`,
    author: discordAuthor(String(700 + (at % 3)), `user${at % 3}`, `User ${at % 3}`),
    attachments: [],
    embeds: [],
    stickers: [],
    reactions: [],
    mentions: [],
  }));

export const discordChannel = (messages: unknown[], name = 'genel') =>
  json({
    guild: { id: '1', name: 'Ekip', iconUrl: '' },
    channel: { id: '42', type: 'GuildTextChat', categoryId: '5', category: 'Text', name, topic: null },
    dateRange: { after: null, before: null },
    exportedAt: '2023-06-01T00:00:00+00:00',
    messages,
    messageCount: messages.length,
  });

export const discordFiles = (): Files => {
  const [first, second, third] = discordMessages(3) as [object, object, object];
  const content = discordChannel([
    {
      ...first,
      content: 'hello <@700> <:our:123>',
      mentions: [{ id: '700', name: 'user0', nickname: 'User 0' }],
      reactions: [
        { emoji: { id: '', name: '👍', code: 'thumbsup' }, count: 4 },
        { emoji: { id: '99', name: 'our', code: 'our' }, count: 1 },
      ],
    },
    {
      ...second,
      type: 'Reply',
      timestampEdited: new Date(T0 + 9_000).toISOString(),
      reference: { messageId: '1104000000000000000', channelId: '42', guildId: '1' },
      attachments: [
        { id: '7', url: 'Ekip - genel.json_Files\\dot-1A2B3.png', fileName: 'dot.png', fileSizeBytes: PNG.length },
      ],
    },
    { ...third, type: 'ChannelPinnedMessage', content: 'Pinned a message.' },
    third,
  ]);
  // A second part that overlaps the first one.
  return {
    'Ekip - genel.json': content,
    'Ekip - genel [part 2].json': discordChannel([
      {
        ...third,
        attachments: [{ id: '8', url: 'https://cdn.example.org/a.png', fileName: 'a.png', fileSizeBytes: 9 }],
      },
    ]),
    'Ekip - genel.json_Files/dot-1A2B3.png': PNG,
  };
};

export async function folderOf(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'meydan-export-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

export async function archiveOf(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'meydan-export-'));
  const path = join(folder, 'export.zip');
  await writeFile(path, zipOf(Object.entries(files).map(([name, content]) => ({ name, content }))));
  return path;
}

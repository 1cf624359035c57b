/** Exports that are damaged, or made to harm: they are refused with the place, and nothing is written. */
import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { summarizeExport } from '#src/app/import-export.js';
import { JsonReader } from '#src/import/files/json-reader.js';
import { openExport } from '#src/import/files/open-export.js';
import { rowsOfMessage } from '#src/import/writing/rows-of-message.js';
import {
  discordChannel,
  discordMessages,
  type Files,
  folderOf,
  slackFiles,
  telegramOneChat,
} from './support/exports.js';
import { type ZipPart, zipOf } from './support/zip-archive.js';

async function archive(parts: ZipPart[]): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'meydan-export-')), 'export.zip');
  await writeFile(path, zipOf(parts));
  return path;
}

const opening = async (parts: ZipPart[]) => (await openExport(await archive(parts))).files;
const reading = async (kind: string, files: Files) => summarizeExport({ kind, path: await folderOf(files) });

describe('an archive', () => {
  const ok = { name: 'a.json', content: '[]' };

  it.each([
    ['leaves its folder', [{ name: '../a.json', content: '[]' }], /"\.\.\/a\.json" leaves the export/],
    ['has an absolute path', [{ name: '/etc/passwd', content: '' }], /leaves the export/],
    ['has a path of Windows', [{ name: 'a\\..\\b', content: '' }], /leaves the export/],
    ['has a drive', [{ name: 'C:/b', content: '' }], /leaves the export/],
    ['has a link', [{ name: 'a', content: '/etc/passwd', unixMode: 0o120777 }], /"a" is a link/],
    ['is encrypted', [{ ...ok, flags: 1 }], /is encrypted/],
    ['is compressed otherwise', [{ ...ok, method: 12 }], /method 12/],
    ['has a file twice', [ok, ok], /is in it twice/],
    ['shares bytes between files', [ok, { name: 'b.json', content: '[1]', offset: 5 }], /shares bytes/],
    [
      'grows a thousand times',
      [{ name: 'bomb', content: Buffer.alloc(12_000_000) }],
      /"bomb" grows more than 200 times/,
    ],
  ] as [string, ZipPart[], RegExp][])('that %s is refused', async (_, parts, reason) => {
    await expect(opening(parts)).rejects.toThrow(reason);
  });

  it('that holds more than it declares is refused while it is read', async () => {
    const files = await opening([{ name: 'a', content: 'x'.repeat(5_000), declaredBytes: 100 }]);
    const read = async () => {
      for await (const _ of await files.open('a'));
    };
    await expect(read()).rejects.toThrow(/a: the archive is damaged: too many bytes in the stream/);
    await files.close();
  });

  it('that is none, or is cut, is refused', async () => {
    const path = await archive([ok]);
    await writeFile(path, 'nothing of the kind');
    await expect(openExport(path)).rejects.toThrow(/it is no ZIP archive/);
    const whole = zipOf([ok]);
    whole.writeUInt32LE(60_000, whole.length - 6);
    await writeFile(path, whole);
    await expect(openExport(path)).rejects.toThrow(/directory is damaged/);
  });
});

describe('a folder', () => {
  it('with a link is refused, and so is a path into one', async () => {
    const folder = await folderOf(telegramOneChat());
    await symlink('/etc', join(folder, 'photos'));
    const { files } = await openExport(folder);
    await expect(files.names()).rejects.toThrow('photos: it is a link');
    await expect(files.size('photos/passwd')).rejects.toThrow(/it is a link/);
    await expect(files.size('../x')).rejects.toThrow(/leaves the export/);
    expect(await files.size('absent/x')).toBeNull();
  });

  it('that is not there is named', async () => {
    await expect(openExport('/nowhere/at/all')).rejects.toThrow('/nowhere/at/all: there is no such file or folder');
  });
});

describe('an export', () => {
  const slackDay = (day: unknown): Files => ({ ...slackFiles(), 'genel/2023-05-08.json': JSON.stringify(day) });

  it.each([
    ['slack', {}, /users\.json: it is missing/],
    ['slack', slackDay({}), /2023-05-08\.json, character 0: "\[" is missing/],
    ['slack', slackDay([7]), /2023-05-08\.json, \[0\]: it is no object/],
    ['slack', slackDay([{ type: 'message', user: 'U1', text: 'x' }]), /\[0\]: "ts" is no id/],
    ['slack', slackDay([{ type: 'message', text: {}, ts: '1.0' }]), /\[0\]: "text" is no text/],
    ['slack', slackDay([{ type: 'message', text: 'x', ts: 'soon' }]), /\[0\]: its time is no time/],
    ['slack', slackDay([{ type: 'message', text: 'x', ts: '9999999999.0' }]), /\[0\]: its time is in the future/],
    ['slack', slackDay([{ type: 'message', text: 'x'.repeat(1_048_577), ts: '1.0' }]), /\[0\]: it has more than/],
    ['mattermost', { 'a.jsonl': '{"type":"post"}' }, /line 1: the version is missing/],
    ['mattermost', { 'a.jsonl': '{"type":"version","version":2}' }, /version 2 of the format/],
    ['mattermost', { 'a.jsonl': '{"type":"version","version":1}\nnot' }, /a\.jsonl, line 2: it is no JSON/],
    [
      'mattermost',
      {
        'a.jsonl':
          '{"type":"version","version":1}\n{"type":"post","post":{"team":"t","channel":"c","user":"u","create_at":1}}',
      },
      /line 2: it belongs to no room/,
    ],
    ['telegram', { 'result.json': '{"messages": []}' }, /the type of the chat is missing/],
    ['telegram', { 'result.json': '{"swagger": {"chats": []}}' }, /it has no chat: this is no export of Telegram/],
    ['telegram', { 'result.json': '{"name": "x"' }, /the file ends too early|is missing/],
    [
      'telegram',
      {
        'result.json':
          '{"type":"private_group","id":1,"messages":[{"id":1,"type":"message","date_unixtime":"1","from_id":"u","photo":"../../etc/passwd"}]}',
      },
      /messages\[0\]: the path "\.\.\/\.\.\/etc\/passwd" leaves the export/,
    ],
    ['discord', { 'a.json': '{"messages": []}' }, /the channel does not stand before the messages/],
    [
      'discord',
      { 'a.json': discordChannel([{ ...discordMessages(1)[0], author: null }]) },
      /messages\[0\], "author": it is no object/,
    ],
    ['discord', { 'a.json': new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) }, /it is not UTF-8/],
  ] as [string, Files, RegExp][])('of %s is refused with the place of its mistake', async (kind, files, reason) => {
    await expect(reading(kind, files)).rejects.toThrow(reason);
  });

  it('without a room that was asked for is refused', async () => {
    const path = await folderOf(telegramOneChat());
    const name = (await summarizeExport({ kind: 'telegram', path })).rooms[0]?.name ?? '';
    await expect(summarizeExport({ kind: 'telegram', path, only: [name] })).resolves.toBeDefined();
    const asked = summarizeExport({ kind: 'telegram', path, only: [name, 'yok'] });
    await expect(asked).rejects.toThrow(/it has no room "yok"/);
  });

  it('of an unknown product names the known ones', async () => {
    await expect(reading('irc', {})).rejects.toThrow(/slack, mattermost, telegram, discord/);
  });
});

describe('a long text', () => {
  const message = { room: 'r', id: '1', at: 1, author: 'a', authorName: null, replyTo: null, threadOf: null };
  const rest = { editedAt: null, reactions: {}, files: [], place: '' };

  it.each([
    ['words', 'selam '.repeat(6_000)],
    ['emojis without a blank', '😀'.repeat(9_000)],
  ])('of %s takes rows of at most 16 KB, and loses nothing', (_, body) => {
    const rows = rowsOfMessage({ ...message, ...rest, body });
    expect(rows.map(({ source }) => source)).toEqual(['1', '1#1', '1#2'].slice(0, rows.length));
    for (const row of rows) expect(Buffer.byteLength(row.body)).toBeLessThan(16_384);
    expect(rows.map((row) => row.body.replaceAll(' ', '')).join('')).toBe(body.replaceAll(' ', ''));
  });
});

describe('the reader of JSON', () => {
  const value = { a: [1, 'ü"\\', { b: null }], c: -1.5e3, d: true, 'e"': '' };
  async function* inPieces(text: string, size: number) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  it.each([1, 2, 3, 7, 1_000])('reads the same in pieces of %d bytes', async (size) => {
    const text = JSON.stringify({ skipped: [value, '\\', 'x"y'], kept: value, list: [value, 7, 'x'] }, null, 1);
    const json = new JsonReader(inPieces(text, size), 'a.json');
    const found: unknown[] = [];
    for await (const key of json.keys()) {
      if (key === 'skipped') await json.skip();
      else if (key === 'kept') found.push(await json.value());
      else for await (const _ of json.places()) found.push(await json.value());
    }
    await json.end();
    expect(found).toEqual([value, value, 7, 'x']);
  });

  it('refuses deep nesting and what follows the end', async () => {
    const deep = new JsonReader(inPieces('['.repeat(100), 10), 'deep.json');
    await expect(deep.value()).rejects.toThrow(/nested more than 64 times/);
    const two = new JsonReader(inPieces('{} {}', 10), 'two.json');
    await two.skip();
    await expect(two.end()).rejects.toThrow(/something follows the end/);
  });
});

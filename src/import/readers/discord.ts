/** The JSON of DiscordChatExporter: a file for each channel or part of it, and with `--media` the files beside it. */
import { dirname } from 'node:path/posix';
import { ImportError, type SourceFile, type SourceItem, type SourceMessage } from '../common-form.js';
import { type ExportFiles, safePath } from '../files/export-files.js';
import { JsonReader } from '../files/json-reader.js';
import { type Fields, fieldsOf, idOf, known, listOf, optionalIdOf, sizeOf, textOf, timeOf } from './fields.js';

/** Messages that people wrote. Every other type is a note of Discord about the channel. */
const said = new Set(['Default', 'Reply', 'ApplicationCommand', 'ContextMenuCommand', '0', '19', '20', '23']);

export async function* readDiscord(files: ExportFiles, main: string | null): AsyncGenerator<SourceItem> {
  const paths = main === null ? (await files.names()).filter((name) => /^[^/]+\.json$/i.test(name)) : [main];
  if (paths.length === 0) throw new ImportError('*.json', 'it is missing: this is no export of DiscordChatExporter');
  for (const path of paths) {
    const json = new JsonReader(await files.open(path), path);
    let channel: Fields | null = null;
    for await (const key of json.keys()) {
      if (key === 'channel') channel = fieldsOf(await json.value(), `${path}, "channel"`);
      else if (key === 'messages') yield* readChannel(json, path, channel);
      else await json.skip();
    }
    await json.end();
    if (!channel) throw new ImportError(path, 'the channel is missing: this is no export of DiscordChatExporter');
  }
}

async function* readChannel(json: JsonReader, path: string, channel: Fields | null): AsyncGenerator<SourceItem> {
  if (!channel) throw new ImportError(path, 'the channel does not stand before the messages');
  const id = idOf(channel, 'id', path);
  const isDirect = /^Direct/.test(textOf(channel, 'type', path) ?? '');
  if (isDirect) yield { kind: 'skipped', what: 'direct messages' };
  else yield { kind: 'room', room: { id, name: textOf(channel, 'name', path) ?? id, members: [] } };
  for await (const at of json.places()) {
    const place = `${path}, messages[${at}]`;
    if (isDirect) {
      await json.skip();
      continue;
    }
    const fields = fieldsOf(await json.value(), place);
    if (said.has(String(fields.type))) yield { kind: 'message', message: messageOf(fields, { path, place, room: id }) };
    else yield { kind: 'skipped', what: 'notes of the product about a room' };
  }
}

interface Where {
  path: string;
  place: string;
  room: string;
}

function messageOf(fields: Fields, { path, place, room }: Where): SourceMessage {
  const author = fieldsOf(fields.author, `${place}, "author"`);
  const reference = fields.reference ? fieldsOf(fields.reference, `${place}, "reference"`) : {};
  const isHere = reference.channelId === undefined || String(reference.channelId) === room;
  const edited = textOf(fields, 'timestampEdited', place);
  const attachments = listOf(fields.attachments, `${place}, "attachments"`);
  const stickers = listOf(fields.stickers, `${place}, "stickers"`);
  return {
    room,
    id: idOf(fields, 'id', place),
    at: timeOf(Date.parse(textOf(fields, 'timestamp', place) ?? ''), place),
    author: idOf(author, 'id', place),
    authorName: textOf(author, 'nickname', place) ?? textOf(author, 'name', place),
    body: discordText(textOf(fields, 'content', place) ?? '', namesIn(fields, place)),
    replyTo: isHere ? optionalIdOf(reference, 'messageId', place) : null,
    threadOf: null,
    editedAt: edited === null ? null : timeOf(Date.parse(edited), place),
    reactions: reactionsOf(fields, place),
    files: [
      ...attachments.map((each) => fileOf(fieldsOf(each, place), 'url', path, place)),
      ...stickers.map((each) => fileOf(fieldsOf(each, place), 'sourceUrl', path, place)),
    ],
    place,
  };
}

function namesIn(fields: Fields, place: string): Map<string, string> {
  const people = listOf(fields.mentions, `${place}, "mentions"`).map((each) => fieldsOf(each, `${place}, "mentions"`));
  return new Map(people.map((who) => [String(who.id), textOf(who, 'nickname', place) ?? String(who.name)]));
}

/** `<@1>`, `<:name:1>` and `<t:1>`, where the export has not replaced them itself. */
const discordText = (text: string, names: ReadonlyMap<string, string>): string =>
  text
    .replace(/<@!?(\d{1,20})>/g, (_, id: string) => `@${names.get(id) ?? id}`)
    .replace(/<a?:(\w{2,32}):\d{1,20}>/g, ':$1:')
    .replace(/<t:(\d{1,12})(?::\w)?>/g, (_, seconds: string) => new Date(Number(seconds) * 1_000).toISOString());

function reactionsOf(fields: Fields, place: string): Record<string, number> {
  const counts = Object.create(null) as Record<string, number>;
  for (const each of listOf(fields.reactions, `${place}, "reactions"`)) {
    const reaction = fieldsOf(each, `${place}, "reactions"`);
    const sign = textOf(fieldsOf(reaction.emoji, `${place}, "reactions"`), 'name', place) ?? '';
    counts[sign] = (counts[sign] ?? 0) + (sizeOf(reaction, 'count') ?? 0);
  }
  return counts;
}

/** Without `--media` the export has the address at Discord, which is never opened. */
function fileOf(file: Fields, address: 'url' | 'sourceUrl', path: string, place: string): SourceFile {
  const stored = textOf(file, address, place);
  const isHere = stored !== null && !/^[a-z][a-z0-9+.-]*:/i.test(stored);
  const folder = dirname(path);
  // Programs on Windows write the separator of Windows.
  const inside = isHere ? safePath(stored.replaceAll('\\', '/'), place) : null;
  return {
    path: inside === null ? null : folder === '.' ? inside : `${folder}/${inside}`,
    name: textOf(file, 'fileName', place) ?? textOf(file, 'name', place) ?? 'file',
    contentType: null,
    ...known({ isSticker: address === 'sourceUrl' || undefined }),
  };
}

/**
 * Slack's export: `users.json`, `channels.json`, `groups.json`, and for each channel a folder with a file for each day.
 * The files of messages are not in Slack's own export; slackdump and slack-advanced-exporter add them.
 */
import { ImportError, type SourceFile, type SourceItem, type SourceMessage } from '../common-form.js';
import type { ExportFiles } from '../files/export-files.js';
import { JsonReader } from '../files/json-reader.js';
import { emojiOf } from './emoji-names.js';
import { type Fields, fieldsOf, idOf, known, listOf, optionalIdOf, sizeOf, textOf, timeOf } from './fields.js';
import { slackText } from './slack-text.js';

interface Channel {
  id: string;
  name: string;
}

/** Messages that people wrote. Every other subtype is a note of Slack about the channel. */
const said = new Set([
  'bot_message',
  'me_message',
  'thread_broadcast',
  'file_share',
  'file_comment',
  'reply_broadcast',
]);

export async function* readSlack(files: ExportFiles): AsyncGenerator<SourceItem> {
  const names = await files.names();
  const people = new Map<string, string>();
  if (!names.includes('users.json')) throw new ImportError('users.json', 'it is missing: this is no export of Slack');
  for await (const [user, place] of elementsOf(files, 'users.json')) yield personOf(user, place, people);
  const channels: Channel[] = [];
  for (const list of ['channels.json', 'groups.json'].filter((name) => names.includes(name))) {
    for await (const [channel, place] of elementsOf(files, list)) {
      const id = idOf(channel, 'id', place);
      const name = textOf(channel, 'name', place) ?? id;
      channels.push({ id, name });
      const members = listOf(channel.members, `${place}, "members"`).map(String);
      yield { kind: 'room', room: { id, name, members } };
    }
  }
  for (const list of ['dms.json', 'mpims.json'].filter((name) => names.includes(name))) {
    for await (const _ of elementsOf(files, list)) yield { kind: 'skipped', what: 'direct messages' };
  }
  for (const channel of channels) {
    // Slack names the folder after the channel, slackdump after its id where it has no name.
    const days = names.filter((name) => [channel.name, channel.id].some((folder) => isDayOf(name, folder)));
    for (const day of days) yield* readDay(files, { channel, day, names, people });
  }
}

const isDayOf = (name: string, folder: string): boolean =>
  name.startsWith(`${folder}/`) && /^\d{4}-\d{2}-\d{2}\.json$/.test(name.slice(folder.length + 1));

async function* elementsOf(files: ExportFiles, path: string): AsyncGenerator<[fields: Fields, place: string]> {
  const json = new JsonReader(await files.open(path), path);
  for await (const at of json.places()) {
    const place = `${path}, [${at}]`;
    yield [fieldsOf(await json.value(), place), place];
  }
  await json.end();
}

function personOf(user: Fields, place: string, people: Map<string, string>): SourceItem {
  const id = idOf(user, 'id', place);
  const profile = fieldsOf(user.profile ?? {}, `${place}, "profile"`);
  const names = [textOf(profile, 'display_name', place), textOf(profile, 'real_name', place)];
  const name =
    names.find((each) => each !== null) ?? textOf(user, 'real_name', place) ?? textOf(user, 'name', place) ?? id;
  people.set(id, name);
  return { kind: 'person', person: { id, name, email: textOf(profile, 'email', place) } };
}

interface Day {
  channel: Channel;
  day: string;
  names: readonly string[];
  people: ReadonlyMap<string, string>;
}

async function* readDay(files: ExportFiles, day: Day): AsyncGenerator<SourceItem> {
  for await (const [fields, place] of elementsOf(files, day.day)) {
    const subtype = textOf(fields, 'subtype', place);
    const isSaid = fields.type === 'message' && (subtype === null || said.has(subtype));
    if (isSaid) yield { kind: 'message', message: messageOf(fields, place, day) };
    else yield { kind: 'skipped', what: 'notes of the product about a room' };
  }
}

function messageOf(fields: Fields, place: string, { channel, names, people }: Day): SourceMessage {
  const id = idOf(fields, 'ts', place);
  const thread = optionalIdOf(fields, 'thread_ts', place);
  const isReply = thread !== null && thread !== id;
  const isBroadcast = isReply && ['thread_broadcast', 'reply_broadcast'].includes(String(fields.subtype));
  const author = optionalIdOf(fields, 'user', place) ?? optionalIdOf(fields, 'bot_id', place) ?? 'unknown';
  const profile = fieldsOf(fields.user_profile ?? {}, `${place}, "user_profile"`);
  const edited = fields.edited ? fieldsOf(fields.edited, `${place}, "edited"`) : null;
  return {
    room: channel.id,
    id,
    at: slackTime(id, place),
    author,
    authorName: textOf(profile, 'real_name', place) ?? textOf(fields, 'username', place),
    body: slackText(textOf(fields, 'text', place) ?? '', (user) => people.get(user) ?? null),
    replyTo: isBroadcast ? thread : null,
    threadOf: isReply && !isBroadcast ? thread : null,
    editedAt: edited ? slackTime(idOf(edited, 'ts', place), place) : null,
    reactions: reactionsOf(fields, place),
    files: listOf(fields.files, `${place}, "files"`).map((file) =>
      fileOf(fieldsOf(file, place), place, channel, names),
    ),
    place,
  };
}

/** Seconds with six decimals. */
const slackTime = (ts: string, place: string): number => timeOf(Number(ts) * 1_000, place);

function reactionsOf(fields: Fields, place: string): Record<string, number> {
  const counts = Object.create(null) as Record<string, number>;
  for (const each of listOf(fields.reactions, `${place}, "reactions"`)) {
    const reaction = fieldsOf(each, `${place}, "reactions"`);
    const sign = emojiOf(textOf(reaction, 'name', place) ?? '');
    counts[sign] = (counts[sign] ?? 0) + (sizeOf(reaction, 'count') ?? 0);
  }
  return counts;
}

function fileOf(file: Fields, place: string, channel: Channel, names: readonly string[]): SourceFile {
  const id = optionalIdOf(file, 'id', place) ?? 'none';
  const name = textOf(file, 'name', place) ?? textOf(file, 'title', place) ?? id;
  const places = [channel.name, channel.id].map((folder) => `${folder}/attachments/${id}-${name}`);
  const all = [`__uploads/${id}/${name}`, `attachments/${id}-${name}`, ...places];
  return {
    path: all.find((path) => has(names, path)) ?? null,
    name,
    contentType: textOf(file, 'mimetype', place),
    ...known({
      width: sizeOf(file, 'original_w'),
      height: sizeOf(file, 'original_h'),
      durationMs: sizeOf(file, 'duration_ms'),
    }),
  };
}

/** The names are sorted. */
function has(names: readonly string[], path: string): boolean {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] as string) < path) low = middle + 1;
    else high = middle;
  }
  return names[low] === path;
}

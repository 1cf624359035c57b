/** Mattermost's bulk export: one JSON object a line (`import.jsonl`), the files under `data/`. */
import { ImportError, type SourceFile, type SourceItem, type SourceMessage } from '../common-form.js';
import { type ExportFiles, safePath } from '../files/export-files.js';
import { linesOf } from '../files/lines.js';
import { emojiOf, withEmojis } from './emoji-names.js';
import { type Fields, fieldsOf, listOf, parsed, sizeOf, textOf, timeOf } from './fields.js';

export async function* readMattermost(files: ExportFiles, main: string | null): AsyncGenerator<SourceItem> {
  const path = main ?? (await files.names()).find((name) => /^[^/]+\.jsonl$/.test(name));
  if (path === undefined) throw new ImportError('*.jsonl', 'it is missing: this is no bulk export of Mattermost');
  const rooms = new Map<string, { name: string; members: string[] }>();
  let isAnnounced = false;
  for await (const { text, number } of linesOf(await files.open(path), path)) {
    const place = `${path}, line ${number}`;
    const line = parsed(text, place);
    const type = textOf(line, 'type', place);
    if (number === 1 && type !== 'version') throw new ImportError(place, 'the version is missing');
    const about = type === null || line[type] === undefined ? null : line[type];
    if (type === 'version') checkVersion(line, place);
    else if (type === 'channel') addChannel(rooms, fieldsOf(about, place), place);
    else if (type === 'user') yield userOf(rooms, fieldsOf(about, place), place);
    else if (type === 'post') {
      // Channels come before users, and users before posts.
      if (!isAnnounced) yield* announced(rooms);
      isAnnounced = true;
      yield* postOf(fieldsOf(about, place), place, number);
    } else if (type === 'direct_post') yield { kind: 'skipped', what: 'direct messages' };
  }
}

function checkVersion({ version }: Fields, place: string): void {
  if (version !== 1) throw new ImportError(place, `the version ${version} of the format is not known`);
}

const roomOf = (fields: Fields, place: string): string => {
  const [team, channel] = ['team', 'channel'].map((name) => textOf(fields, name, place));
  if (!team || !channel) throw new ImportError(place, 'its team or its channel is missing');
  return `${team}/${channel}`;
};

function addChannel(rooms: Map<string, { name: string; members: string[] }>, channel: Fields, place: string): void {
  const name = textOf(channel, 'name', place);
  const id = roomOf({ team: channel.team, channel: name }, place);
  rooms.set(id, { name: textOf(channel, 'display_name', place) ?? (name as string), members: [] });
}

function userOf(rooms: Map<string, { members: string[] }>, user: Fields, place: string): SourceItem {
  const id = textOf(user, 'username', place);
  if (id === null) throw new ImportError(place, 'the username is missing');
  for (const each of listOf(user.teams, `${place}, "teams"`)) {
    const team = fieldsOf(each, `${place}, "teams"`);
    for (const one of listOf(team.channels, `${place}, "channels"`)) {
      const channel = textOf(fieldsOf(one, `${place}, "channels"`), 'name', place);
      rooms.get(`${textOf(team, 'name', place)}/${channel}`)?.members.push(id);
    }
  }
  const full = ['first_name', 'last_name'].map((name) => textOf(user, name, place) ?? '').join(' ');
  const name = textOf(user, 'nickname', place) ?? (full.trim() || id);
  return { kind: 'person', person: { id, name, email: textOf(user, 'email', place) } };
}

function* announced(rooms: ReadonlyMap<string, { name: string; members: string[] }>): Generator<SourceItem> {
  for (const [id, room] of rooms) yield { kind: 'room', room: { id, ...room } };
}

/** Posts have no ids: the line is one. Replies stand in the line of their post. */
function* postOf(post: Fields, place: string, line: number): Generator<SourceItem> {
  const room = roomOf(post, place);
  const id = String(line);
  const isNote = (textOf(post, 'type', place) ?? '').startsWith('system_');
  if (isNote) yield { kind: 'skipped', what: 'notes of the product about a room' };
  else yield { kind: 'message', message: messageOf(post, { room, id, threadOf: null, place }) };
  for (const [at, each] of listOf(post.replies, `${place}, "replies"`).entries()) {
    const at_ = `${place}, replies[${at}]`;
    const about = { room, id: `${id}.${at}`, threadOf: isNote ? null : id, place: at_ };
    yield { kind: 'message', message: messageOf(fieldsOf(each, at_), about) };
  }
}

function messageOf(
  post: Fields,
  { room, id, threadOf, place }: Pick<SourceMessage, 'room' | 'id' | 'threadOf' | 'place'>,
): SourceMessage {
  const author = textOf(post, 'user', place);
  if (author === null) throw new ImportError(place, 'its user is missing');
  const edited = sizeOf(post, 'edit_at');
  return {
    room,
    id,
    at: timeOf(Number(post.create_at), place),
    author,
    authorName: author,
    body: withEmojis(textOf(post, 'message', place) ?? ''),
    replyTo: null,
    threadOf,
    editedAt: edited === undefined ? null : timeOf(edited, place),
    reactions: reactionsOf(post, place),
    files: listOf(post.attachments, `${place}, "attachments"`).map((each) => fileOf(fieldsOf(each, place), place)),
    place,
  };
}

function reactionsOf(post: Fields, place: string): Record<string, number> {
  const counts = Object.create(null) as Record<string, number>;
  for (const each of listOf(post.reactions, `${place}, "reactions"`)) {
    const sign = emojiOf(textOf(fieldsOf(each, `${place}, "reactions"`), 'emoji_name', place) ?? '');
    counts[sign] = (counts[sign] ?? 0) + 1;
  }
  return counts;
}

function fileOf(attachment: Fields, place: string): SourceFile {
  const stored = textOf(attachment, 'path', place);
  const path = stored === null ? null : safePath(stored.replace(/^data\//, ''), place);
  return { path: path && `data/${path}`, name: path?.split('/').at(-1) ?? 'file', contentType: null };
}

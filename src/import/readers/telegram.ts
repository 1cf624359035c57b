/** The export of Telegram Desktop in its machine-readable form: `result.json` of one chat or of all, files beside it. */
import { ImportError, type SourceFile, type SourceItem, type SourceMessage } from '../common-form.js';
import { type ExportFiles, safePath } from '../files/export-files.js';
import { JsonReader } from '../files/json-reader.js';
import { type Fields, fieldsOf, idOf, known, listOf, optionalIdOf, sizeOf, textOf, timeOf } from './fields.js';

const groups = new Set([
  'private_group',
  'public_group',
  'private_supergroup',
  'public_supergroup',
  'private_channel',
  'public_channel',
]);

export async function* readTelegram(files: ExportFiles, main: string | null): AsyncGenerator<SourceItem> {
  const path = main ?? 'result.json';
  const json = new JsonReader(await files.open(path), path);
  const items = readChat(json, path, async function* chats(key) {
    if (key !== 'chats') return json.skip();
    for await (const inner of json.keys()) {
      if (inner !== 'list') await json.skip();
      else for await (const at of json.places()) yield* readChat(json, `${path}, chats[${at}]`, () => json.skip());
    }
  });
  let hasChat = false;
  for await (const item of items) {
    hasChat = true;
    yield item;
  }
  await json.end();
  if (!hasChat) throw new ImportError(path, 'it has no chat: this is no export of Telegram');
}

type Other = (key: string) => AsyncGenerator<SourceItem> | Promise<void>;

/** One chat, whose name, type and id stand before its messages; `other` takes the keys that a chat does not have. */
async function* readChat(json: JsonReader, place: string, other: Other): AsyncGenerator<SourceItem> {
  const head: Record<string, unknown> = Object.create(null);
  for await (const key of json.keys()) {
    if (key === 'name' || key === 'type' || key === 'id') head[key] = await json.value();
    else if (key === 'messages') yield* readMessages(json, place, head);
    else {
      const taken = other(key);
      if (taken instanceof Promise) await taken;
      else yield* taken;
    }
  }
}

async function* readMessages(json: JsonReader, place: string, head: Fields): AsyncGenerator<SourceItem> {
  const type = textOf(head, 'type', place);
  if (type === null) throw new ImportError(place, 'the type of the chat is missing: this is no export of Telegram');
  const room = idOf(head, 'id', place);
  const isGroup = groups.has(type);
  if (isGroup) yield { kind: 'room', room: { id: room, name: textOf(head, 'name', place) ?? room, members: [] } };
  else yield { kind: 'skipped', what: 'direct messages' };
  for await (const at of json.places()) {
    if (!isGroup) {
      await json.skip();
      continue;
    }
    const at_ = `${place}, messages[${at}]`;
    const fields = fieldsOf(await json.value(), at_);
    if (fields.type === 'message') yield { kind: 'message', message: messageOf(fields, at_, room) };
    else yield { kind: 'skipped', what: 'notes of the product about a room' };
  }
}

function messageOf(fields: Fields, place: string, room: string): SourceMessage {
  const body = [textIn(fields.text, place), ...cardsOf(fields, place)].filter((line) => line !== '').join('\n');
  const from = textOf(fields, 'forwarded_from', place);
  const file = fileOf(fields, place);
  return {
    room,
    id: idOf(fields, 'id', place),
    at: timeIn(fields, 'date', place) ?? timeOf(Number.NaN, place),
    author: optionalIdOf(fields, 'from_id', place) ?? 'unknown',
    authorName: textOf(fields, 'from', place),
    body: from === null ? body : `[${from}]\n${body}`,
    replyTo: optionalIdOf(fields, 'reply_to_message_id', place),
    threadOf: null,
    editedAt: timeIn(fields, 'edited', place),
    reactions: reactionsOf(fields, place),
    files: file ? [file] : [],
    place,
  };
}

/** Seconds since epoch as a text; older versions write the time of the machine without a zone, taken for UTC. */
function timeIn(fields: Fields, name: string, place: string): number | null {
  const seconds = optionalIdOf(fields, `${name}_unixtime`, place);
  if (seconds !== null) return timeOf(Number(seconds) * 1_000, place);
  const text = textOf(fields, name, place);
  return text === null ? null : timeOf(Date.parse(`${text}Z`), place);
}

/** A text, or a list of texts and marked pieces. The address of a link stands behind its words. */
function textIn(value: unknown, place: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  const pieces = listOf(value, `${place}, "text"`).map((piece) => {
    if (typeof piece === 'string') return piece;
    const fields = fieldsOf(piece, `${place}, "text"`);
    const text = textOf(fields, 'text', place) ?? '';
    const href = textOf(fields, 'href', place);
    return href === null || href === text ? text : `${text} (${href})`;
  });
  return pieces.join('');
}

/** Polls, places and contacts, as lines of text. */
function cardsOf(fields: Fields, place: string): string[] {
  const lines: string[] = [];
  if (fields.poll) {
    const poll = fieldsOf(fields.poll, `${place}, "poll"`);
    lines.push(textIn(poll.question, place));
    for (const each of listOf(poll.answers, `${place}, "poll"`)) {
      const answer = fieldsOf(each, `${place}, "poll"`);
      lines.push(`- ${textIn(answer.text, place)} (${sizeOf(answer, 'voters') ?? 0})`);
    }
  }
  if (fields.location_information) {
    const spot = fieldsOf(fields.location_information, `${place}, "location_information"`);
    lines.push([textOf(fields, 'place_name', place) ?? '', `${spot.latitude}, ${spot.longitude}`].join(' ').trim());
  }
  if (fields.contact_information) {
    const card = fieldsOf(fields.contact_information, `${place}, "contact_information"`);
    const parts = ['first_name', 'last_name', 'phone_number'].map((name) => textOf(card, name, place));
    lines.push(parts.filter((part) => part !== null).join(' '));
  }
  return lines;
}

function reactionsOf(fields: Fields, place: string): Record<string, number> {
  const counts = Object.create(null) as Record<string, number>;
  for (const each of listOf(fields.reactions, `${place}, "reactions"`)) {
    const reaction = fieldsOf(each, `${place}, "reactions"`);
    const sign = textOf(reaction, 'emoji', place) ?? 'custom';
    counts[sign] = (counts[sign] ?? 0) + (sizeOf(reaction, 'count') ?? 0);
  }
  return counts;
}

/** A file that was left out has a sentence in brackets in place of its path. */
function fileOf(fields: Fields, place: string): SourceFile | null {
  const stored = textOf(fields, 'photo', place) ?? textOf(fields, 'file', place);
  if (stored === null) return null;
  const path = stored.startsWith('(') ? null : safePath(stored, place);
  const seconds = sizeOf(fields, 'duration_seconds');
  const isSticker = fields.media_type === 'sticker';
  return {
    path,
    name: textOf(fields, 'file_name', place) ?? path?.split('/').at(-1) ?? String(fields.media_type ?? 'photo'),
    contentType: textOf(fields, 'mime_type', place) ?? (fields.photo ? 'image/jpeg' : null),
    ...known({
      width: sizeOf(fields, 'width'),
      height: sizeOf(fields, 'height'),
      durationMs: seconds === undefined ? undefined : seconds * 1_000,
      isSticker: isSticker || undefined,
    }),
  };
}

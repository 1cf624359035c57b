/** A room with very many rows of all kinds, said by the room's own actor: no edge, no waiting for one another. */
import type { Caller } from '#src/domain/accounts/account.js';
import type { Draft } from '#src/domain/messages/message.js';
import { samples } from '../../files/samples.js';
import type { Booted, Person } from '../clients/boot-app.js';

const AT_ONCE = 256;
const LONG = 'Kıyıda oturup gemilerin geçişini seyrettik, sonra yokuşu çıkıp çayımızı içtik. '.repeat(6).trim();
const SIDES = [
  [1600, 900],
  [900, 1600],
  [1000, 1000],
  [640, 200],
] as const;

export interface LongRoom {
  id: string;
  slug: string;
  /** In the order of the room. */
  rows: { id: string; seq: number }[];
}

export const callerOf = ({ accountId, name }: Person): Caller => ({
  accountId,
  username: name,
  sessionId: `${accountId}-seed`,
  language: null,
});

const plain = (body: string): Draft => ({ clientId: null, body, replyTo: null, discussionOf: null });

/** What is said as the nth: mostly words, and now and then everything else that a room may hold. */
function draftOf(nth: number, answered: string | null, photo: Photo): Draft {
  if (nth % 29 === 7) return { ...plain(''), kind: 'survey', attachment: surveyOf(nth) };
  if (nth % 31 === 11) return { ...plain(''), kind: 'article', attachment: articleOf(nth) };
  if (nth % 17 === 5) return { ...plain(''), kind: 'photo', attachment: photoOf(nth, photo) };
  if (nth % 37 === 3) return { ...plain(''), kind: 'entry', attachment: { type: 'entry', entry_id: nth } };
  if (nth % 11 === 4) return plain(`satır ${nth} ${LONG.slice(0, 60 + ((nth * 37) % 400))}`);
  if (nth % 7 === 6) return { ...plain(`satır ${nth} buna katılıyorum`), replyTo: answered };
  return plain(`satır ${nth}`);
}

const surveyOf = (nth: number) => ({
  type: 'survey',
  question: `${nth}. hafta nereye gidelim?`,
  multiple: false,
  options: ['Kıyıya', 'Tepeye', 'Evde kalalım'].slice(0, 2 + (nth % 2)),
});

const articleOf = (nth: number) => ({
  title: `Semt yazıları ${nth}`,
  tag: 'semt',
  blocks: [{ type: 'paragraph', text: LONG.slice(0, 200) }],
});

function photoOf(nth: number, photo: Photo) {
  const [width, height] = SIDES[nth % SIDES.length] ?? SIDES[0];
  return { type: 'photo', content_type: 'image/jpeg', byte_size: 1_000, width, height, ...photo };
}

/** One upload of each speaker is said again and again, with sides of its own each time. */
type Photo = { key: string; thumb_key: string };

interface Speaker {
  by: Caller;
  photo: Photo;
}

async function speaker({ app, ask }: Booted, person: Person, room: { id: string; slug: string }): Promise<Speaker> {
  const by = callerOf(person);
  await app.node.rooms.ask(room.id, { type: 'join_room', by });
  const links = await ask(person, 'POST', `/api/rooms/${room.slug}/media/presign`, { content_type: 'image/jpeg' });
  for (const { url, method, headers } of [links.body.full, links.body.thumb]) {
    const put = await fetch(url, { method, headers, body: samples['image/jpeg'] as Uint8Array<ArrayBuffer> });
    if (!put.ok) throw new Error(`uploading answered ${put.status}`);
  }
  return { by, photo: { key: links.body.full.key, thumb_key: links.body.thumb.key } };
}

/** Each of the people says their share; some rows answer others, and people come in between. */
export async function longRoom(booted: Booted, people: Person[], slug: string, count: number): Promise<LongRoom> {
  const [founder, ...others] = people as [Person, ...Person[]];
  const made = await booted.ask(founder, 'POST', '/api/rooms', { name: 'Uzun oda', slug });
  const room = { id: made.body.room.id as string, slug };
  const speakers = [await speaker(booted, founder, room)];
  const rows: LongRoom['rows'] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const next = others[speakers.length - 1];
    if (next) speakers.push(await speaker(booted, next, room));
    rows.push(...(await sayMany(booted, room.id, speakers, from, Math.min(count, from + AT_ONCE), rows)));
  }
  return { ...room, rows };
}

async function sayMany(
  { app }: Booted,
  room: string,
  speakers: Speaker[],
  from: number,
  to: number,
  before: LongRoom['rows'],
): Promise<LongRoom['rows']> {
  const answered = before.at(-20)?.id ?? null;
  const said = Array.from({ length: to - from }, (_, at) => {
    const nth = from + at;
    // A writer keeps the word for a few rows, as people do.
    const { by, photo } = speakers[Math.floor(nth / 3) % speakers.length] as Speaker;
    return app.node.rooms.ask(room, { type: 'send_message', by, draft: draftOf(nth, answered, photo) });
  });
  const rows = (await Promise.all(said)).map(({ message: { row } }) => ({ id: row.id, seq: row.seq }));
  return rows.sort((a, b) => a.seq - b.seq);
}

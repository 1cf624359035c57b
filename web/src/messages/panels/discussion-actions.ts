/** Actions on pins, discussions and surveys, and the search. */

import type { Message, Topic } from '#page/api-types.js';
import { call } from '#page/app/api.js';
import { app } from '#page/app/app-state.js';
import { ask, notifyError } from '#page/app/ask.js';
import { client } from '#page/app/client.js';
import { changed } from '#page/rooms/room-list-updates.js';
import { applyRow } from '#page/rooms/room-sync.js';
import type { Ack, OperationName, Payload } from '#sdk/wire.js';
import { loadOlder } from '../message-actions.js';

/** The response of an operation, or null after the error was shown. */
async function operated<K extends OperationName>(name: K, payload: Payload<K>): Promise<Ack<K> | null> {
  try {
    return await client.operate(name, payload);
  } catch (error) {
    notifyError(error);
    return null;
  }
}

export async function setPinned({ room, id }: Message, pinned: boolean): Promise<void> {
  const answer = await operated('message:pin', { room, message_id: id, pinned });
  if (answer) app.set((state) => ({ rooms: changed(state.rooms, room, { pins: answer.pins }) }));
}

/** Pinned messages may be older than the loaded timeline; each is loaded once. */
export async function loadPinned(slug: string, ids: string[]): Promise<void> {
  const { pinned, timelines } = app.get();
  const held = new Set([...Object.keys(pinned), ...(timelines[slug]?.messages ?? []).map((row) => row.id)]);
  const rows = await Promise.all(ids.filter((id) => !held.has(id)).map((id) => messageOf(slug, id)));
  const found = rows.filter((row) => row !== null).map((row) => [row.id, row] as const);
  if (found.length > 0) app.set((state) => ({ pinned: { ...state.pinned, ...Object.fromEntries(found) } }));
}

export const messageOf = async (slug: string, id: string): Promise<Message | null> =>
  (await ask('GET /api/rooms/{slug}/messages/{id}', { path: { slug, id } }))?.message ?? null;

export interface RepliesPage {
  root: Message;
  messages: Message[];
}

const REPLIES_PAGE = 200;

/** The replies below a message, page by page. Throws the error, because the panel shows it. */
export async function loadReplies(slug: string, rootId: string): Promise<RepliesPage> {
  const path = { slug, id: rootId };
  const messages: Message[] = [];
  for (;;) {
    const after = messages.at(-1);
    const query = { limit: REPLIES_PAGE, ...(after && { after_seq: after.seq }) };
    const page = await call('GET /api/rooms/{slug}/messages/{id}/discussion', { path, query });
    messages.push(...page.messages);
    if (!page.has_more || page.messages.length === 0) return { root: page.root, messages };
  }
}

export async function setDiscussionOpen({ room, id }: Message, open: boolean): Promise<void> {
  const name = open ? 'discussion:reopen' : 'discussion:close';
  const answer = await operated(name, { room, message_id: id });
  if (answer) applyRow(room, answer.message);
}

const takeVote = (id: string, options: number[]): void =>
  app.set((state) => ({ votes: { ...state.votes, [id]: options } }));

export async function vote({ room, id }: Message, options: number[]): Promise<void> {
  const answer = await operated('survey:vote', { room, message_id: id, options });
  if (answer) takeVote(id, answer.my_options);
}

/** The person's vote: messages contain only the counts. */
export async function loadVote({ room, id }: Message): Promise<void> {
  if (app.get().votes[id]) return;
  takeVote(id, []);
  const answer = await ask('GET /api/rooms/{slug}/messages/{id}/vote', { path: { slug: room, id } });
  if (answer) takeVote(id, answer.my_options);
}

export interface Found {
  messages: Message[];
  has_more: boolean;
  next_before_seq: number | null;
}

const FOUND_PAGE = 30;
/** A search that has found nothing until its deadline is continued as often. */
const CONTINUED_MAX = 10;

export async function searchRoom(slug: string, words: string, beforeSeq: number | null): Promise<Found | null> {
  let from = beforeSeq;
  for (let continued = 0; ; continued += 1) {
    const query = { q: words, limit: FOUND_PAGE, ...(from && { before_seq: from }) };
    const page = await ask('GET /api/rooms/{slug}/search', { path: { slug }, query });
    if (!page || page.messages.length > 0 || page.next_before_seq === null || continued === CONTINUED_MAX) return page;
    from = page.next_before_seq;
  }
}

export const loadTopics = async (slug: string): Promise<Topic[]> =>
  (await call('GET /api/rooms/{slug}/topics', { path: { slug } })).topics;

/** The messages around one that is too far back to load page by page. Throws the error, because the panel shows it. */
export const loadContext = async ({ room, seq }: Message): Promise<Message[]> =>
  (await client.operate('message:list', { room, around_seq: seq, limit: 40 })).messages;

export type ContextSide = 'before' | 'after';

const CONTEXT_PAGE = 40;

/** More rows on one side of a context. Throws the error, because the panels show it. */
export const loadBeside = (slug: string, seq: number, side: ContextSide, limit = CONTEXT_PAGE) =>
  client.operate('message:list', {
    room: slug,
    limit,
    ...(side === 'before' ? { before_seq: seq } : { after_seq: seq }),
  });

const NEAR_PAGES = 10;

/** True once the message is in the loaded timeline; false when it is too far back. */
export async function reach({ room, seq }: Message): Promise<boolean> {
  for (let page = 0; page <= NEAR_PAGES; page += 1) {
    const timeline = app.get().timelines[room];
    if (!timeline) return false;
    const first = timeline.messages[0]?.seq ?? 0;
    if (first <= seq || !timeline.hasOlder) return timeline.messages.some((row) => row.seq === seq);
    await loadOlder(room);
    if (app.get().timelines[room]?.messages[0]?.seq === first) return false;
  }
  return false;
}

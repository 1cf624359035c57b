/** File links expire after an hour; a message whose link fails is loaded again for new ones. */

import type { Message } from '../api-types.js';
import { call, wireOf } from '../app/api.js';
import { app, notify } from '../app/app-state.js';
import { useApp } from '../app/use-app.js';

/** Links that failed with a fresh link too are not renewed again. */
const givenUp = new Set<string>();

/** The API has one path for each kind of file. */
function freshRow({ room: slug, kind, id }: Message) {
  const request = { path: { slug, id } };
  if (kind === 'article') return call('GET /api/rooms/{slug}/messages/{id}', request);
  return kind === 'document'
    ? call('GET /api/rooms/{slug}/docs/{id}', request)
    : call('GET /api/rooms/{slug}/media/{id}', request);
}

/** The message with its newest links. */
export function useFresh(message: Message): Message {
  const fresh = useApp((state) => state.fresh[message.id]);
  return fresh && fresh.rev >= message.rev ? fresh : message;
}

/** True when new links are being loaded. */
export function refreshLinks(message: Message, link: string): boolean {
  if (givenUp.has(link) || givenUp.has(message.id)) return false;
  givenUp.add(link);
  void ask(message);
  return true;
}

async function ask(row: Message): Promise<void> {
  const { id } = row;
  try {
    const { message } = await freshRow(row);
    app.set(({ fresh }) => ({ fresh: { ...fresh, [id]: message } }));
  } catch (error) {
    if (wireOf(error).code !== 'network') givenUp.add(id);
  }
}

/** When each document expires, by this page's clock: messages contain the seconds left at the time of the response. */
const ends = new Map<string, number>();

export function documentEnd({ id, ttl_left, expired }: Message): number {
  if (expired || ttl_left === null) return 0;
  const end = Math.min(ends.get(id) ?? Number.POSITIVE_INFINITY, Date.now() + ttl_left * 1000);
  ends.set(id, end);
  return end;
}

/** Loads a fresh link for every download, because a link may expire before the document does. */
export async function downloadDocument({ room, id }: Message): Promise<void> {
  try {
    const { message } = await call('GET /api/rooms/{slug}/docs/{id}', { path: { slug: room, id } });
    if (message.attachment?.type === 'document' && message.attachment.url) save(message.attachment.url);
  } catch (error) {
    const wire = wireOf(error);
    if (wire.code === 'document_expired') ends.set(id, 0);
    notify(wire);
  }
}

/** The link's response has Content-Disposition with the file name. */
function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Links of files live an hour; a row that stands longer on the screen asks for them anew when one does not work. */

import type { Message } from '../api-types.js';
import { call, wireOf } from '../app/api.js';
import { app, notify } from '../app/app-state.js';
import { useApp } from '../app/use-app.js';

/** A link is given up once: what does not work with a fresh one either is not asked for again. */
const givenUp = new Set<string>();

/** The document of the interface names a path for each kind of file. */
function freshRow({ room: slug, kind, id }: Message) {
  const request = { path: { slug, id } };
  if (kind === 'article') return call('GET /api/rooms/{slug}/messages/{id}', request);
  return kind === 'document'
    ? call('GET /api/rooms/{slug}/docs/{id}', request)
    : call('GET /api/rooms/{slug}/media/{id}', request);
}

/** The row as it is known with the freshest links. */
export function useFresh(message: Message): Message {
  const fresh = useApp((state) => state.fresh[message.id]);
  return fresh && fresh.rev >= message.rev ? fresh : message;
}

/** True when new links are being asked for. */
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

/** When documents end, by the clock of this page: rows tell it as seconds from when they were read. */
const ends = new Map<string, number>();

export function documentEnd({ id, ttl_left, expired }: Message): number {
  if (expired || ttl_left === null) return 0;
  const end = Math.min(ends.get(id) ?? Number.POSITIVE_INFINITY, Date.now() + ttl_left * 1000);
  ends.set(id, end);
  return end;
}

/** Its link may be older than the document is: a fresh one is asked for at every tap. */
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

/** The link itself says that it is to be saved, and under which name. */
function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

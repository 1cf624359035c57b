/** What goes on around the person's own messages, among the newest messages of a room: the service has no list of it. */
import type { Message } from '../api-types.js';
import { call } from '../app/api.js';

const NEWEST = 150;
/** Older messages that are quoted there are asked for one by one. */
const QUOTED_MAX = 10;

/** Throws the error of the first request; a quoted message that is gone has no reply worth a line. */
export async function repliesIn(slug: string, me: string): Promise<Message[]> {
  const messages = await newestOf(slug);
  const authors = new Map(messages.map(({ id, sender }) => [id, sender?.account_id]));
  const replies = messages.filter(
    ({ sender, deleted_at, kind, ...row }) =>
      deleted_at === null && kind !== 'event' && sender?.account_id !== me && targetOf(row) !== null,
  );
  const unknown = [...new Set(replies.map((row) => targetOf(row) ?? ''))].filter((id) => !authors.has(id));
  const asked = unknown.slice(-QUOTED_MAX).map(async (id) => {
    const answer = await call('GET /api/rooms/{slug}/messages/{id}', { path: { slug, id } }).catch(() => null);
    authors.set(id, answer?.message.sender?.account_id);
  });
  await Promise.all(asked);
  return replies.filter((row) => authors.get(targetOf(row) ?? '') === me);
}

const targetOf = ({ reply_to, discussion_of }: Pick<Message, 'reply_to' | 'discussion_of'>): string | null =>
  reply_to ?? discussion_of;

/** Discussions that the person began or takes part in; each is named by its first message. */
export async function discussionsIn(slug: string, me: string): Promise<Message[]> {
  const messages = await newestOf(slug);
  const joined = new Set(messages.map((row) => (row.sender?.account_id === me ? row.discussion_of : null)));
  return messages.filter(
    ({ id, sender, discussion, deleted_at }) =>
      deleted_at === null && (discussion?.count ?? 0) > 0 && (sender?.account_id === me || joined.has(id)),
  );
}

async function newestOf(slug: string): Promise<Message[]> {
  const query = { limit: NEWEST };
  return (await call('GET /api/rooms/{slug}/messages', { path: { slug }, query })).messages;
}

import { BODY_BYTES_MAX, type Draft } from '#src/domain/messages/message.js';

const slug = /^[a-z0-9-]{1,64}$/;
const clientId = /^[A-Za-z0-9_-]{1,64}$/;
/** Nothing that has to be trimmed, replaced or removed: no blank at either end, no NUL, whole characters only. */
const untidy = /^\s|\s$|\0|\p{Cs}/u;
/** Every UTF-16 unit is at most three bytes of UTF-8. */
const SURELY_SHORT = Math.floor(BODY_BYTES_MAX / 3);

/**
 * The most common payload of the busiest operation, taken without the schema: a room, a text, perhaps a client_id.
 * Null for everything else, which the schema then judges. For accepted packets the result is that of the schema.
 */
export function parseMessageNew(payload: unknown): { room: string; draft: Draft } | null {
  if (typeof payload !== 'object' || payload === null) return null;
  for (const key in payload) if (key !== 'room' && key !== 'body' && key !== 'client_id') return null;
  const { room, body, client_id = null } = payload as Record<string, unknown>;
  if (typeof room !== 'string' || !slug.test(room)) return null;
  if (typeof body !== 'string' || body === '' || body.length > SURELY_SHORT || untidy.test(body)) return null;
  if (client_id !== null && (typeof client_id !== 'string' || !clientId.test(client_id))) return null;
  return { room, draft: { clientId: client_id, body, replyTo: null, discussionOf: null } };
}

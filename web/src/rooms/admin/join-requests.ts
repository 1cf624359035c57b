/** The requests to join a room, for its admins. */
import { app } from '#page/app/app-state.js';
import { ask, done } from '#page/app/ask.js';
import { withoutRequest } from '../room-events.js';

export async function loadRequests(slug: string): Promise<void> {
  const answer = await ask('GET /api/rooms/{slug}/requests', { path: { slug } });
  if (answer) app.set((state) => ({ requests: { ...state.requests, [slug]: answer.requests } }));
}

/** A request that another admin has answered is removed from the list too. */
export async function settleRequest(slug: string, id: string, letIn: boolean): Promise<void> {
  await done(`${letIn ? 'POST' : 'DELETE'} /api/rooms/{slug}/requests/{account_id}`, {
    path: { slug, account_id: id },
  });
  app.set(({ requests }) => ({ requests: { ...requests, [slug]: withoutRequest(requests[slug] ?? [], id) } }));
}

/** The requests to join a room, for its admins. */
import { call, wireOf } from '#page/app/api.js';
import { app, notify } from '#page/app/app-state.js';
import { withoutRequest } from '../room-events.js';

/** Throws the error, because the panel shows it. */
export async function loadRequests(slug: string): Promise<void> {
  const { requests: loaded } = await call('GET /api/rooms/{slug}/requests', { path: { slug } });
  app.set(({ requests }) => ({ requests: { ...requests, [slug]: loaded } }));
}

/** A request that another admin has answered is removed from the list too; any other refusal leaves it there. */
export async function settleRequest(slug: string, id: string, letIn: boolean): Promise<void> {
  try {
    const path = { slug, account_id: id };
    await call(`${letIn ? 'POST' : 'DELETE'} /api/rooms/{slug}/requests/{account_id}`, { path });
  } catch (error) {
    const refusal = wireOf(error);
    notify(refusal);
    if (refusal.code !== 'not_found') return;
  }
  app.set(({ requests }) => ({ requests: { ...requests, [slug]: withoutRequest(requests[slug] ?? [], id) } }));
}

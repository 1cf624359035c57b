/** Sponsored items: one is asked for by place, and what became of it is told back. */

import type { Offer, Placement } from '../api-types.js';
import { call, wireOf } from '../app/api.js';
import { app } from '../app/app-state.js';
import { createStore } from '../app/store.js';

/** What is shown of an item, to whoever sees it. */
export type ShownItem = Omit<Offer, 'id' | 'token' | 'sponsor'>;

/** What was hidden is gone from every place at once. */
export const hiddenItems = createStore<{ ids: readonly string[] }>({ ids: [] });

export async function requestItem(placement: Placement): Promise<Offer | null> {
  const { item } = await call('GET /api/sponsored', { query: { placement } });
  return item;
}

type Action = 'impression' | 'tap' | 'hide';

const untold: { offer: Offer; action: Action }[] = [];
let isFollowing = false;

/** Without an answer it is told again when the service is there; the token counts it once all the same. */
export async function reportAction(offer: Offer, action: Action): Promise<void> {
  try {
    await call(`POST /api/sponsored/{id}/${action}`, { path: { id: offer.id }, body: { token: offer.token } });
  } catch (error) {
    // Any other refusal is final: the offer is over, or the person has left.
    if (wireOf(error).code !== 'network') return;
    untold.push({ offer, action });
    follow();
  }
}

function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  let was = app.get().connection;
  app.subscribe(() => {
    const { connection } = app.get();
    if (connection === was) return;
    was = connection;
    if (connection !== 'online') return;
    for (const { offer, action } of untold.splice(0)) void reportAction(offer, action);
  });
}

export function hideItem(offer: Offer): void {
  hiddenItems.set(({ ids }) => ({ ids: [...ids, offer.id] }));
  void reportAction(offer, 'hide');
}

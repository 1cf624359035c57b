/** Sponsored items: one is asked for by place, and what became of it is told back. */
import { authorized, wireOf } from '../net/api.js';
import { app } from './app-state.js';
import type { TargetKind } from './sponsored-target.js';
import { createStore } from './store.js';

export type Placement = 'chats' | 'discover_topics' | 'discover_entries';

/** What is shown of an item, whoever shows it. */
export interface ShownItem {
  title: string;
  body: string;
  target_kind: TargetKind;
  target: string;
  image_url: string | null;
  thumb_url: string | null;
}

export interface Offer extends ShownItem {
  id: string;
  /** Tells this offer back, each thing once. */
  token: string;
  sponsor: { display_name: string };
}

/** What was hidden is gone from every place at once. */
export const hiddenItems = createStore<{ ids: readonly string[] }>({ ids: [] });

export async function askForItem(placement: Placement): Promise<Offer | null> {
  const { item } = await authorized<{ item: Offer | null }>('GET', `/sponsored?placement=${placement}`);
  return item;
}

type Action = 'impression' | 'tap' | 'hide';

const untold: { offer: Offer; action: Action }[] = [];
let isFollowing = false;

/** Without an answer it is told again when the service is there; the token counts it once all the same. */
export async function tell(offer: Offer, action: Action): Promise<void> {
  try {
    await authorized('POST', `/sponsored/${offer.id}/${action}`, { token: offer.token });
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
    for (const { offer, action } of untold.splice(0)) void tell(offer, action);
  });
}

export function hide(offer: Offer): void {
  hiddenItems.set(({ ids }) => ({ ids: [...ids, offer.id] }));
  void tell(offer, 'hide');
}

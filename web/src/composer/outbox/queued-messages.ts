/** Queued messages, which are not sent yet: they can be listed and cancelled. */
import { app } from '#page/app/app-state.js';
import { cancel } from '#page/media/file-actions.js';
import { discussionPlace } from './draft-store.js';
import { keepDraft } from './drafts.js';
import type { Pending } from './outbox.js';

/** Messages that are sent on reconnect; refused messages wait for the person instead. */
export const queuedIn = (outbox: Pending[]): Pending[] =>
  outbox.filter(({ error, upload }) => error === null || (upload && error.code === 'network'));

/** Cancels a queued message; its text returns to the composer, before the text that is there. */
export function withdraw(item: Pending): void {
  cancel(item);
  const { room, body, extra } = item;
  const place = extra.discussion_of ? discussionPlace(room, extra.discussion_of) : room;
  const begun = app.get().drafts[place];
  const both = [body, begun?.body ?? ''].filter((part) => part !== '').join('\n');
  keepDraft(place, both, begun?.replyTo ?? null);
}

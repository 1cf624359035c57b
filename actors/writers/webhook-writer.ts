/**
 * Webhooks belong to a bot and follow a room: their owner changes them, and the node that owns the room moves them on. Each
 * change is guarded by the version, so that none of the two loses what the other has written.
 */
import { WEBHOOKS_MAX, type Webhook } from '#src/domain/webhooks/webhook.js';
import { RefusalError } from '#src/errors.js';
import { asDoc, type Store } from '#src/store/store.js';
import { changeDocument } from './change-document.js';
import type { WebhookWriter } from './commands.js';

export function createWebhookWriter(store: Store): WebhookWriter {
  return {
    async create(webhook) {
      const { bot, _id } = webhook;
      const held = await store.range<Webhook>('webhooks', { index: 'byBot', prefix: [bot], limit: 2 * WEBHOOKS_MAX });
      const known = held.find((one) => one._id === _id);
      if (known) return known;
      if (held.length >= WEBHOOKS_MAX) {
        throw new RefusalError('invalid_state', { message: `A bot has at most ${WEBHOOKS_MAX} webhooks.` });
      }
      const [isNew] = await store.write([{ op: 'put', in: 'webhooks', doc: asDoc(webhook), guard: { absent: true } }]);
      const stored = isNew ? webhook : await store.get<Webhook>('webhooks', _id);
      if (!stored) throw new RefusalError('unavailable', { retryAfterMs: 1_000 });
      return stored;
    },
    async change(id, changed) {
      return (await changeDocument<Webhook>(store, 'webhooks', id, changed)).after;
    },
    async remove(id) {
      await store.write([{ op: 'del', in: 'webhooks', id }]);
    },
  };
}

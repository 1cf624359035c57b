import type { Delivery, Webhook } from '#src/domain/webhooks/webhook.js';

export const presentWebhook = (webhook: Webhook) => ({
  id: webhook._id,
  bot_id: webhook.bot,
  room: webhook.slug,
  url: webhook.url,
  events: webhook.events,
  enabled: webhook.active !== null,
  disabled_reason: webhook.disabled,
  failures: webhook.failures,
  next_attempt_at: webhook.dueAt,
  created_at: new Date(webhook.createdAt).toISOString(),
});

export const presentDelivery = ({ durationMs, ...delivery }: Delivery) => ({ ...delivery, duration_ms: durationMs });

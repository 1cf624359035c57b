/** The call for one event, signed with the secrets that are valid now. */
import { signedHeaders, type WebhookSecrets } from '#src/adapters/webhooks/webhook-secrets.js';
import type { WebhookCall } from '#src/adapters/webhooks/webhook-sender.js';
import { signingSecrets, type Webhook } from '#src/domain/webhooks/webhook.js';

export interface EventToSend {
  /** The same in each attempt. */
  id: string;
  event: string;
  seq: number;
  /** JSON. */
  data: string;
}

/** Null if the secret cannot be decrypted: its SECRET was removed from the list. */
export function callFor(
  webhook: Webhook,
  { id, event, data }: EventToSend,
  secrets: WebhookSecrets,
  now: number,
): WebhookCall | null {
  const opened = signingSecrets(webhook, now).flatMap((sealed) => secrets.open(sealed, webhook._id) ?? []);
  if (opened.length === 0) return null;
  const body = `{"type":${JSON.stringify(event)},"data":${data}}`;
  return { url: webhook.url, headers: { ...signedHeaders(id, now, body, opened) }, body };
}

/** Of an event of the room: the same for each attempt, and for each node. */
export const eventId = (webhook: string, seq: number, place: number): string =>
  `msg_${webhook.replaceAll('-', '')}_${seq}_${place}`;

/**
 * Outgoing webhooks: the events of one room as a bot hears them, sent to a server of the bot's owner. The log of the room is
 * the queue, and `cursor` is the place of the webhook in it.
 */
import type { AccountId } from '../accounts/account.js';
import type { RoomId } from '../rooms/room.js';

/** Events of the channel of members. Their names and shapes are those of the socket. */
export const webhookEvents = [
  'message:new',
  'message:edited',
  'message:deleted',
  'message:reactions',
  'message:pins',
  'message:discussion',
  'message:expired',
  'survey:votes',
  'member:joined',
  'member:left',
  'member:updated',
  'member:tagged',
  'room:updated',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/**
 * Why a webhook sends nothing. `owner`, `operator`: one of them has switched it off. `failing`: nothing was accepted for
 * `FAILING_MAX_MS`. `gone`: the server has answered 410. `not_member`: the bot has left the room or was put out.
 */
export type DisabledReason = 'owner' | 'operator' | 'failing' | 'gone' | 'not_member' | 'room_deleted';

/** One attempt. */
export interface Delivery {
  /** The `webhook-id`, the same in each attempt. */
  id: string;
  event: string;
  seq: number;
  attempt: number;
  at: number;
  /** Null without an answer. */
  status: number | null;
  /** Why there is no answer. */
  error: string | null;
  durationMs: number;
}

interface FormerSecret {
  secret: string;
  /** ms until which it signs. */
  until: number;
}

export interface Webhook {
  _id: string;
  version: number;
  bot: AccountId;
  room: RoomId;
  slug: string;
  url: string;
  events: WebhookEvent[];
  /** Encrypted: the service signs with it. */
  secret: string;
  /** The one before the last rotation, which signs too until then. */
  previous: FormerSecret | null;
  /** Of rotations before the last one, the newest first. */
  earlier?: FormerSecret[];
  /** The room, as long as the webhook sends. */
  active: RoomId | null;
  disabled: DisabledReason | null;
  /** Everything up to this entry is delivered or was nothing for this webhook. */
  cursor: number;
  /** Attempts for the next event that have failed, since when, and when the next one comes. */
  failures: number;
  failingSince: number | null;
  dueAt: number | null;
  /** The newest first. */
  deliveries: Delivery[];
  createdAt: number;
  /** ms of the last change by its owner or an operator. */
  changedAt: number;
}

/** Webhooks of one bot. */
export const WEBHOOKS_MAX = 10;
export const WEBHOOK_URL_MAX = 2_048;
export const DELIVERIES_KEPT = 20;
const SECRET_OVERLAP_MS = 86_400_000;
/** Each one is a further signature in every call. */
const EARLIER_SECRETS_MAX = 8;
export const FAILING_MAX_MS = 3 * 86_400_000;

/** Each secret signs for a day after its rotation: a second rotation does not end the day of the first. */
export const withSecret = (webhook: Webhook, secret: string, now: number): Webhook => ({
  ...webhook,
  secret,
  previous: { secret: webhook.secret, until: now + SECRET_OVERLAP_MS },
  earlier: formerSecrets(webhook, now).slice(0, EARLIER_SECRETS_MAX),
});

const formerSecrets = ({ previous, earlier = [] }: Webhook, now: number): FormerSecret[] =>
  [...(previous === null ? [] : [previous]), ...earlier].filter(({ until }) => now < until);

/** The secrets that sign now, encrypted, the present one first. */
export const signingSecrets = (webhook: Webhook, now: number): string[] => [
  webhook.secret,
  ...formerSecrets(webhook, now).map(({ secret }) => secret),
];

/**
 * The webhook after an attempt. An owner who has switched it off or has skipped the entry meanwhile is not overruled, and a
 * refusal by the server of a former address says nothing of the present one.
 */
export function afterAttempt(webhook: Webhook, delivery: Delivery, outcome: AttemptOutcome): Webhook {
  const deliveries = [delivery, ...webhook.deliveries].slice(0, DELIVERIES_KEPT);
  // The cursor never moves back, because the entries before it would be sent again.
  if (delivery.seq <= webhook.cursor) return { ...webhook, deliveries };
  if (outcome.isAccepted) return { ...webhook, ...fresh, cursor: outcome.settled ?? webhook.cursor, deliveries };
  if (outcome.url !== webhook.url) return { ...webhook, deliveries };
  const failingSince = webhook.failingSince ?? delivery.at;
  const failed = { ...webhook, failures: webhook.failures + 1, failingSince, dueAt: outcome.retryAt, deliveries };
  if (outcome.isGone) return disabledFor(failed, 'gone');
  return delivery.at - failingSince >= FAILING_MAX_MS ? disabledFor(failed, 'failing') : failed;
}

export type AttemptOutcome =
  /** `settled`: the entry whose last event it was; null if more of its events follow. */
  { isAccepted: true; settled: number | null } | { isAccepted: false; url: string; isGone: boolean; retryAt: number };

export const disabledFor = (webhook: Webhook, reason: DisabledReason): Webhook =>
  webhook.active === null ? webhook : { ...webhook, active: null, disabled: reason, dueAt: null };

const fresh = { failures: 0, failingSince: null, dueAt: null } as const;

/** A new address does not wait for what another one has refused. */
export const withAddress = (webhook: Webhook, url: string): Webhook =>
  url === webhook.url ? webhook : { ...webhook, ...fresh, url };

/** Switched on again. `from`: where to go on; null: where it stopped. */
export const enabledAgain = (webhook: Webhook, from: number | null): Webhook => ({
  ...webhook,
  ...fresh,
  active: webhook.room,
  disabled: null,
  cursor: from ?? webhook.cursor,
});

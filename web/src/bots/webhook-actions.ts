/** Requests about the webhooks of a room. Those of forms and lists throw the error, because the view shows it. */
import type { Bot, BotToken, Delivery, Webhook } from '../api-types.js';
import { call } from '../app/api.js';
import { ask, done } from '../app/ask.js';
import { createBot, createToken, ensureMember, loadBots, loadTokens } from './bot-actions.js';

export const URL_MAX = 2_048;

export type WebhookEvent = Webhook['events'][number];

export interface RoomWebhooks {
  bots: Bot[];
  incoming: { bot: Bot; token: BotToken }[];
  outgoing: Webhook[];
  /** Whether the service offers webhooks. */
  isOffered: boolean;
}

/** The person's own webhooks of a room; those of others belong to their bots. */
export async function loadWebhooks(slug: string): Promise<RoomWebhooks> {
  const bots = await loadBots();
  const offered = await ownWebhooks();
  const tokens = await Promise.all(bots.map(async (bot) => (await loadTokens(bot)).map((token) => ({ bot, token }))));
  return {
    bots,
    incoming: tokens.flat().filter(({ token }) => token.room === slug),
    outgoing: (offered ?? []).filter(({ room }) => room === slug),
    isOffered: offered !== null,
  };
}

/** Null where webhooks are switched off: the path is not there then. */
async function ownWebhooks(): Promise<Webhook[] | null> {
  try {
    return (await call('GET /api/webhooks')).webhooks;
  } catch (error) {
    if ((error as { code?: string }).code === 'not_found') return null;
    throw error;
  }
}

/** An own bot, or a new one by its username. */
export type BotChoice = Bot | { username: string };

/** The chosen bot, which is a member of the room from now on. Under one key the service takes one request alone. */
async function botIn(slug: string, choice: BotChoice, key: string): Promise<Bot> {
  const bot = 'id' in choice ? choice : await createBot(choice.username, `${key}-bot`);
  await ensureMember(slug, bot);
  return bot;
}

export interface NewIncomingDraft {
  choice: BotChoice;
  name: string;
}

/** Returns the address to post to. `key`: the idempotency key of the form, here and below. */
export async function createIncoming(slug: string, { choice, name }: NewIncomingDraft, key: string): Promise<string> {
  const { url, secret } = await createToken(await botIn(slug, choice, key), name, slug, key);
  return url ?? secret;
}

export interface NewOutgoingDraft {
  choice: BotChoice;
  url: string;
  events: WebhookEvent[];
}

/** Returns the secret for checking signatures. */
export async function createOutgoing(
  slug: string,
  { choice, url, events }: NewOutgoingDraft,
  key: string,
): Promise<string> {
  const bot = await botIn(slug, choice, key);
  return (await call('POST /api/webhooks', { body: { bot_id: bot.id, room: slug, url, events }, key })).secret;
}

export const loadDeliveries = async (id: string): Promise<Delivery[]> =>
  (await call('GET /api/webhooks/{id}', { path: { id } })).deliveries;

/** `skip`: everything up to now is passed over. */
export const changeWebhook = async (id: string, body: { enabled?: boolean; skip?: boolean }): Promise<boolean> =>
  (await ask('PATCH /api/webhooks/{id}', { path: { id }, body })) !== null;

/** Throws the error, because the form shows it. */
export async function editWebhook(id: string, body: { url: string; events: WebhookEvent[] }): Promise<void> {
  await call('PATCH /api/webhooks/{id}', { path: { id }, body });
}

export const testWebhook = async (id: string): Promise<Delivery | null> =>
  (await ask('POST /api/webhooks/{id}/test', { path: { id } }))?.delivery ?? null;

export const rotateSecret = async (id: string): Promise<string | null> =>
  (await ask('POST /api/webhooks/{id}/secret', { path: { id } }))?.secret ?? null;

export const deleteWebhook = (id: string): Promise<boolean> => done('DELETE /api/webhooks/{id}', { path: { id } });

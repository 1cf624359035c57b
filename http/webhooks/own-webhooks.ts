/** The webhooks of a person's bots, and what their bots may hear. */
import type { Users } from '#actors/user/commands.js';
import { botsOf } from '#http/bots/own-bots.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import { botCaller } from '#src/domain/accounts/bot-caller.js';
import { WEBHOOKS_MAX, type Webhook } from '#src/domain/webhooks/webhook.js';
import { RefusalError } from '#src/errors.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';

/** Of all bots of this owner, the oldest first. */
export async function webhooksOf(users: Users, reader: Reader, owner: AccountId): Promise<Webhook[]> {
  const { bots } = await botsOf(users, reader, owner);
  const held = await Promise.all(bots.map(({ _id }) => webhooksOfBot(reader, _id)));
  return held.flat().sort((a, b) => a.createdAt - b.createdAt);
}

export const webhooksOfBot = (reader: Reader, bot: AccountId): Promise<Webhook[]> =>
  reader.range<Webhook>('webhooks', { index: 'byBot', prefix: [bot], limit: 2 * WEBHOOKS_MAX });

/** The webhook with its bot; `not_found` for anybody but the owner. */
export async function ownWebhook(reader: Reader, owner: AccountId, typed = ''): Promise<OwnWebhook> {
  const id = typed.toLowerCase();
  const webhook = isUuid(id) ? await reader.get<Webhook>('webhooks', id) : null;
  const bot = webhook && (await reader.get<Account>('accounts', webhook.bot));
  if (bot?.bot?.owner !== owner || !webhook) throw new RefusalError('not_found');
  return { webhook, bot };
}

export interface OwnWebhook {
  webhook: Webhook;
  bot: Account;
}

/** Where the room is now, for a bot that is a member of it. The room refuses others with its own codes. */
export async function placeFor(finder: RoomFinder, bot: Account, slug: string) {
  const by = botCaller(bot, 'webhook');
  const { room, seq } = await finder.ask(slug, { type: 'open_room', by, limit: 1 });
  if (room.kind === 'dm') throw new RefusalError('not_allowed', { message: 'Direct chats have no webhooks.' });
  return { room: room.id, slug: room.slug, seq };
}

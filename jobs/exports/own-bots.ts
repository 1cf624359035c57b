/** The bots of an account, with the names of their tokens. */
import type { Session } from '#actors/user/commands.js';
import type { Account } from '#src/domain/accounts/account.js';
import type { Webhook } from '#src/domain/webhooks/webhook.js';
import { type OwnReader, timeOf } from './own-reader.js';
import type { Row } from './pages.js';

export async function* ownBots(reader: OwnReader, { bots = [] }: Account): AsyncGenerator<Row> {
  for (const id of bots) {
    const bot = await reader.get<Account>('accounts', id);
    if (!bot) continue;
    const { username, createdAt } = bot;
    const sessions = await reader.range<Session>('sessions', { index: 'byAccount', prefix: [id], limit: 1_000 });
    const tokens = sessions.flatMap(({ token, createdAt: at, lastUsedAt }) =>
      token ? [{ name: token.name, at, lastUsedAt }] : [],
    );
    const names = tokens.map(({ name }) => name).join(', ');
    const range = { index: 'byBot', prefix: [id], limit: 1_000 };
    const webhooks = (await reader.range<Webhook>('webhooks', range)).map(({ slug, url, events }) => ({
      slug,
      url,
      events,
    }));
    const addresses = webhooks.map(({ url }) => url).join(', ');
    yield { cells: [username, timeOf(createdAt), names, addresses], data: { username, createdAt, tokens, webhooks } };
  }
}

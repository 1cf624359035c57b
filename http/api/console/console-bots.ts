import type { Users } from '#actors/user/commands.js';
import type { WebhookWriter } from '#actors/writers/commands.js';
import { repeatableBy } from '#http/idempotency/repeatable-by.js';
import { noteBefore } from '#http/operators/audit.js';
import { operationId } from '#http/operators/operation-id.js';
import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { created, ok, type Route, route } from '#http/routing/route.js';
import { webhooksOfBot } from '#http/webhooks/own-webhooks.js';
import { botTokenText, newTokenBytes } from '#src/adapters/credentials/bot-tokens.js';
import { secretHash } from '#src/adapters/credentials/secrets.js';
import type { Account } from '#src/domain/accounts/account.js';
import { disabledFor, type Webhook } from '#src/domain/webhooks/webhook.js';
import { RefusalError } from '#src/errors.js';
import { presentBot, presentBotToken } from '#src/protocol/bots/present-bot.js';
import { consoleBotEndpoints as endpoints } from '#src/protocol/console/console-bots.js';
import type { WirePerson } from '#src/protocol/present/person.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import { presentWebhook } from '#src/protocol/webhooks/present-webhook.js';
import type { Reader } from '#src/store/store.js';
import { personWith } from '../people/people-finder.js';

export interface ConsoleBotDeps {
  users: Users;
  reader: Reader;
  webhooks: WebhookWriter;
  peoplePresenter: PeoplePresenter;
  env: EdgeEnv;
}

export function consoleBotRoutes(deps: ConsoleBotDeps): Route[] {
  const { users, reader, webhooks, env } = deps;
  return [
    route(endpoints.listBotsOfAccount, async ({ params }) => {
      const account = await personWith(reader, params.id);
      const bots = account.bot ? [account] : await reader.getMany<Account>('accounts', account.bots ?? []);
      return ok({ bots: await Promise.all(bots.flatMap((bot) => (bot ? [shownBot(deps, bot)] : []))) });
    }),
    route(endpoints.createBotAsOperator, async ({ ctx, body }) => {
      const id = operationId(ctx, 'bot', env);
      const bot = await users.ask(id, { type: 'make_bot', username: body.username });
      return created({ bot: await wireBot(deps, bot) });
    }),
    route(endpoints.createBotTokenAsOperator, async ({ ctx, params, body }) => {
      const { _id: accountId, bot } = await personWith(reader, params.id);
      if (bot?.owner !== null) throw new RefusalError('not_found');
      const sessionId = operationId(ctx, `token of ${accountId}`, env);
      const text = botTokenText({ accountId, sessionId }, newTokenBytes(repeatableBy(ctx)));
      const token = { name: body.name, hash: secretHash(text) };
      const session = await users.ask(accountId, { type: 'open_token', sessionId, token });
      return created({ token: presentBotToken(session), secret: text });
    }),
    route(endpoints.disableWebhook, async ({ ctx, params: { id = '' } }) => {
      const named = id.toLowerCase();
      const before = isUuid(named) ? await reader.get<Webhook>('webhooks', named) : null;
      if (!before) throw new RefusalError('not_found');
      noteBefore(ctx, { enabled: before.active !== null, disabled_reason: before.disabled });
      const after = await webhooks.change(named, (now) => ({
        ...disabledFor(now, 'operator'),
        disabled: 'operator',
        changedAt: env.now(),
      }));
      return ok({ webhook: presentWebhook(after) });
    }),
  ];
}

async function shownBot(deps: ConsoleBotDeps, bot: Account) {
  const webhooks = await webhooksOfBot(deps.reader, bot._id);
  return { bot: await wireBot(deps, bot), owner_id: bot.bot?.owner ?? null, webhooks: webhooks.map(presentWebhook) };
}

/** As the bot sees itself: an operator sees every photo. */
async function wireBot({ peoplePresenter }: ConsoleBotDeps, bot: Account) {
  const people = await peoplePresenter.among(bot._id, [bot]);
  return presentBot(people.get(bot._id) as WirePerson, bot);
}

import type { Users } from '#actors/user/commands.js';
import { botsOf, ownBot, tokensOf } from '#http/bots/own-bots.js';
import { repeatableBy } from '#http/idempotency/repeatable-by.js';
import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { created, noContent, ok, type Route, route } from '#http/routing/route.js';
import { placeFor } from '#http/webhooks/own-webhooks.js';
import { botTokenText, newTokenBytes } from '#src/adapters/credentials/bot-tokens.js';
import { secretHash } from '#src/adapters/credentials/secrets.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import { BOTS_MAX } from '#src/domain/accounts/bot.js';
import { RefusalError } from '#src/errors.js';
import { botEndpoints as endpoints } from '#src/protocol/bots/bots.js';
import { presentBot, presentBotToken } from '#src/protocol/bots/present-bot.js';
import type { WirePerson } from '#src/protocol/present/person.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';

export interface BotRoutesDeps {
  users: Users;
  reader: Reader;
  peoplePresenter: PeoplePresenter;
  finder: RoomFinder;
  publicUrl: string;
  env: EdgeEnv;
  /** Never rejects: the rest of the deletion continues later. */
  eraseAccount(account: AccountId): Promise<unknown>;
}

/** A longer text cannot be a username in any normalization: the rest of it is cut off. */
const TYPED_NAME_MAX = 512;

export const botRoutes = (deps: BotRoutesDeps): Route[] => [...ownBotRoutes(deps), ...tokenRoutes(deps)];

function ownBotRoutes({ users, reader, peoplePresenter, env, eraseAccount }: BotRoutesDeps): Route[] {
  const shown = async (owner: AccountId, bots: Account[]) => {
    const people = await peoplePresenter.among(owner, bots);
    return bots.filter(({ _id }) => people.has(_id)).map((bot) => presentBot(people.get(bot._id) as WirePerson, bot));
  };
  return [
    route(endpoints.listBots, async ({ caller }) => {
      const { bots } = await botsOf(users, reader, caller.accountId);
      return ok({ bots: await shown(caller.accountId, bots) });
    }),
    route(endpoints.createBot, async ({ caller: { accountId }, body }) => {
      await makeRoom(users, reader, accountId);
      const username = body.username.slice(0, TYPED_NAME_MAX);
      const bot = await users.ask(accountId, { type: 'create_bot', bot: env.uuid(), username });
      const [row] = await shown(accountId, [bot]);
      return created({ bot: row });
    }),
    route(endpoints.deleteBot, async ({ caller: { accountId }, params }) => {
      const { _id } = await ownBot(users, accountId, params.id);
      await users.ask(_id, { type: 'give_up' });
      await users.ask(accountId, { type: 'forget_bots', bots: [_id] });
      void eraseAccount(_id);
      return noContent();
    }),
  ];
}

/** A bot that an operator has erased, or whose deletion was interrupted, no longer counts. */
async function makeRoom(users: Users, reader: Reader, owner: AccountId): Promise<void> {
  const { bots, gone } = await botsOf(users, reader, owner);
  if (bots.length + gone.length >= BOTS_MAX && gone.length > 0) {
    await users.ask(owner, { type: 'forget_bots', bots: gone });
  }
}

function tokenRoutes({ users, reader, finder, env, publicUrl }: BotRoutesDeps): Route[] {
  return [
    route(endpoints.listBotTokens, async ({ caller, params }) => {
      const { _id } = await ownBot(users, caller.accountId, params.id);
      return ok({ tokens: (await tokensOf(reader, _id)).map(presentBotToken) });
    }),
    route(endpoints.createBotToken, async ({ caller, params, body, ctx }) => {
      const bot = await ownBot(users, caller.accountId, params.id);
      const accountId = bot._id;
      const secret = newTokenBytes(repeatableBy(ctx));
      const sessionId = env.uuid();
      const hash = secretHash(botTokenText({ accountId, sessionId }, secret));
      const room = body.room === undefined ? null : await placeFor(finder, bot, body.room);
      const token = { name: body.name, hash, ...(room && { room: { id: room.room, slug: room.slug } }) };
      const session = await users.ask(accountId, { type: 'open_token', sessionId, token });
      // A repeated request gets the recorded session, and with it the same text.
      const text = botTokenText({ accountId, sessionId: session._id }, secret);
      if (secretHash(text) !== session.token?.hash) throw new RefusalError('idempotency_conflict');
      const url = session.token?.room && { url: `${publicUrl}/api/webhooks/incoming/${text}/messages` };
      return created({ token: presentBotToken(session), secret: text, ...url });
    }),
    route(endpoints.revokeBotToken, async ({ caller, params }) => {
      const { _id } = await ownBot(users, caller.accountId, params.id);
      const token = (params.token ?? '').toLowerCase();
      const isOwn = isUuid(token) && (await tokensOf(reader, _id)).some((session) => session._id === token);
      if (!isOwn) throw new RefusalError('not_found');
      await users.ask(_id, { type: 'close_session', sessionId: token });
      return noContent();
    }),
  ];
}

/** Bots of a person. One transaction makes the bot with its name and counts it to its owner. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { type Account, type AccountId, defaultProfile } from '#src/domain/accounts/account.js';
import { BOTS_MAX } from '#src/domain/accounts/bot.js';
import { emptyTally, type Tally } from '#src/domain/accounts/tally.js';
import { readUsername, USERNAME_FORMAT_MESSAGE } from '#src/domain/accounts/username.js';
import { asDoc, type Write } from '#src/store/store.js';
import type { CommandOf, Handlers, UserTools } from '../handler.js';
import { takenRefusal, wantedName } from '../profile/username.js';
import { change, type UserState } from '../user-state.js';

function createBot(state: UserState, command: CommandOf<'create_bot'>, { now }: Turn, { brand }: UserTools): Turned {
  const { account } = state;
  if (!account) return refuse('unauthorized');
  if (account.bot) return refuse('not_allowed');
  const wanted = readUsername(command.username);
  if (!wanted) return refuse('validation_failed', { fields: { username: [USERNAME_FORMAT_MESSAGE] } });
  const taken = takenRefusal(state, wanted.key, brand, null);
  if (taken) return taken;
  const bots = account.bots ?? [];
  if (bots.length >= BOTS_MAX) return refuse('invalid_state', { message: `An account has at most ${BOTS_MAX} bots.` });
  const bot = newBot(command.bot, { owner: account._id, username: wanted.name, now });
  const unit = change(state, account, { bots: [...bots, bot._id] }, newBotWrites(bot, wanted.key));
  return { kind: 'commit', unit, reply: bot, outputs: [] };
}

function makeBot(state: UserState, { username }: CommandOf<'make_bot'>, { now }: Turn, { brand }: UserTools): Turned {
  const wanted = readUsername(username);
  if (!wanted) return refuse('validation_failed', { fields: { username: [USERNAME_FORMAT_MESSAGE] } });
  // The command came before, and its outcome was unknown.
  if (state.account)
    return state.account.username === wanted.name ? reply(state.account) : refuse('idempotency_conflict');
  const taken = takenRefusal(state, wanted.key, brand, state.id);
  if (taken) return taken;
  state.account = newBot(state.id, { owner: null, username: wanted.name, now });
  const unit = { transaction: newBotWrites(state.account, wanted.key) };
  return { kind: 'commit', unit, reply: state.account, outputs: [] };
}

interface NewBot {
  owner: AccountId | null;
  username: string;
  now: number;
}

/** The fingerprint is that of no identity and of no name, so that nobody logs in as the bot. */
export const newBot = (id: AccountId, { owner, username, now }: NewBot): Account => ({
  _id: id,
  version: 1,
  fingerprint: `bot:${id}`,
  developer: false,
  username,
  birthDate: null,
  gender: null,
  profile: { ...defaultProfile },
  premium: false,
  createdAt: now,
  bot: { owner },
});

export function newBotWrites(bot: Account, usernameKey: string): Write[] {
  const tally = { _id: bot._id, ...emptyTally } satisfies Tally;
  return [
    { op: 'put', in: 'accounts', doc: asDoc(bot), guard: { absent: true } },
    { op: 'put', in: 'tallies', doc: tally, guard: { absent: true } },
    { op: 'put', in: 'usernames', doc: { _id: usernameKey, account: bot._id }, guard: { absent: true } },
  ];
}

function forgetBots(state: UserState, { bots }: CommandOf<'forget_bots'>): Turned {
  const { account } = state;
  if (!account?.bots?.some((bot) => bots.includes(bot))) return reply(null);
  const unit = change(state, account, { bots: account.bots.filter((bot) => !bots.includes(bot)) }, []);
  return { kind: 'commit', unit, reply: null, outputs: [] };
}

export const botHandlers: Handlers<'create_bot' | 'make_bot' | 'forget_bots'> = {
  create_bot: { needs: wantedName, handle: createBot },
  make_bot: { needs: wantedName, handle: makeBot },
  forget_bots: { handle: forgetBots },
};

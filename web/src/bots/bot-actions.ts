/** Requests about the own bots. Those of forms and lists throw the error, because the view shows it. */
import type { Bot, BotToken, Member, Room } from '../api-types.js';
import { call } from '../app/api.js';
import { app } from '../app/app-state.js';
import { done } from '../app/ask.js';
import { mayModerate, rightsIn } from '../members/rights.js';

/** The service allows no more, and says so only after the form was sent. */
export const BOTS_MAX = 20;
export const TOKENS_MAX = 10;
export const TOKEN_NAME_MAX = 64;

const ROOMS_CONCURRENCY = 4;
/** Each costs one request, and the service allows 60 of them a minute. */
const ROOMS_LOOKED_AT_MAX = 40;

export const loadBots = async (): Promise<Bot[]> => (await call('GET /api/bots')).bots;

/** `key`: the idempotency key of the form, here and below. */
export const createBot = async (username: string, key: string): Promise<Bot> =>
  (await call('POST /api/bots', { body: { username }, key })).bot;

export const deleteBot = ({ id }: Bot): Promise<boolean> => done('DELETE /api/bots/{id}', { path: { id } });

export const loadTokens = async ({ id }: Bot): Promise<BotToken[]> =>
  (await call('GET /api/bots/{id}/tokens', { path: { id } })).tokens;

/** `room`: the token posts there and opens nothing else. */
export const createToken = ({ id }: Bot, name: string, room: string | null, key: string) =>
  call('POST /api/bots/{id}/tokens', { path: { id }, body: { name, ...(room !== null && { room }) }, key });

export const revokeToken = (id: string, token: string): Promise<boolean> =>
  done('DELETE /api/bots/{id}/tokens/{token}', { path: { id, token } });

export async function addBot(slug: string, { id }: Bot): Promise<void> {
  await call('POST /api/rooms/{slug}/members', { path: { slug }, body: { account_id: id } });
}

export const removeBot = (slug: string, { id }: Bot): Promise<boolean> =>
  done('DELETE /api/rooms/{slug}/members/{account_id}', { path: { slug, account_id: id } });

export interface BotRoom {
  room: Room;
  isIn: boolean;
  mayRemove: boolean;
}

/** The rooms to which the person may add the bot, and whether it is there. */
export async function loadBotRooms(bot: Bot): Promise<BotRoom[]> {
  const waiting = app
    .get()
    .rooms.filter((room) => room.kind === 'group' && rightsIn(room).add)
    .slice(0, ROOMS_LOOKED_AT_MAX);
  const order = [...waiting];
  const found: BotRoom[] = [];
  const work = async () => {
    for (let room = waiting.shift(); room; room = waiting.shift()) found.push(await placeIn(room, bot));
  };
  await Promise.all(Array.from({ length: ROOMS_CONCURRENCY }, work));
  return found.sort((a, b) => order.indexOf(a.room) - order.indexOf(b.room));
}

async function placeIn(room: Room, bot: Bot): Promise<BotRoom> {
  const member = await memberOf(room.slug, bot);
  const me = app.get().account?.id ?? '';
  return { room, isIn: member !== undefined, mayRemove: member !== undefined && mayModerate(room, member, me) };
}

/** Adds it if it is not there: an admin who may not add anybody can use a bot that is. */
export async function ensureMember(slug: string, bot: Bot): Promise<void> {
  if (!(await memberOf(slug, bot))) await addBot(slug, bot);
}

async function memberOf(slug: string, { id, username }: Bot): Promise<Member | undefined> {
  const query = { name: username ?? '' };
  const { members } = await call('GET /api/rooms/{slug}/members', { path: { slug }, query });
  return members.find(({ account_id }) => account_id === id);
}

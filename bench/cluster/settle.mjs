/** Accounts with sessions and names, and rooms with members, made through the actors: thousands of them in a minute. */
import { defaultSettings } from '#src/domain/rooms/room.js';
import { createTokens } from '../../dist/src/adapters/credentials/tokens.js';

const CONCURRENCY = 48;

/**
 * `[{slug, tokens}]`, as bench/sockets/people.mjs makes them over REST. `perPerson`: rooms of each person, of which all
 * but one are theirs alone.
 */
export async function settle({ node, config }, env, { rooms, members, tag, perPerson = 1 }) {
  const tokens = createTokens({ secrets: config.secrets, accessTtlS: 7_200, refreshTtlS: 7_200, env });
  const settled = Array.from({ length: rooms }, (_, at) => ({
    id: env.uuid(),
    slug: `${tag}-${at}`,
    tokens: new Array(members),
  }));
  const founders = settled.map((room, at) => [room, at, 0]);
  const others = settled.flatMap((room, at) => Array.from({ length: members - 1 }, (_, nth) => [room, at, nth + 1]));
  const seat = async ([room, at, nth]) => {
    const by = await enter(node, env, tokens, `${tag}.${at}.${nth}`);
    room.tokens[nth] = by.token;
    const settings = { ...defaultSettings, name: room.slug, eventsVisibility: 'none', showWelcome: false };
    if (nth === 0) await done(() => node.rooms.tryAsk(room.id, { type: 'create_room', by, slug: room.slug, settings }));
    else await done(() => node.rooms.tryAsk(room.id, { type: 'join_room', by }));
    for (let own = 1; own < perPerson; own += 1) {
      const slug = `${tag}-${at}-${nth}-${own}`;
      await done(() => node.rooms.tryAsk(env.uuid(), { type: 'create_room', by, slug, settings }));
    }
  };
  await each(founders, seat);
  await each(others, seat);
  return settled.map(({ slug, tokens: given }) => ({ slug, tokens: given }));
}

async function enter({ accounts, users }, env, tokens, username) {
  const identity = { fingerprint: `bench:${username}`, developer: true, birthDate: null, gender: null };
  const { accountId } = await accounts.enter(identity);
  const sessionId = env.uuid();
  const refresh = tokens.newRefresh(sessionId);
  const open = { type: 'open_session', sessionId, refreshHash: refresh.hash, refreshExpiresAt: refresh.expiresAt };
  await done(() => users.tryAsk(accountId, { ...open, claims: { birthDate: null, gender: null } }));
  await done(() => users.tryAsk(accountId, { type: 'choose_username', username }));
  return { accountId, sessionId, username, language: null, token: tokens.issueAccess(accountId, sessionId).token };
}

/** Each of them may be asked again. */
async function done(ask) {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.ok) return;
    if (tries === 30) throw new Error(`people cannot be made: ${answer.code}`);
    await new Promise((resolve) => setTimeout(resolve, answer.retryAfterMs ?? 100));
  }
}

async function each(list, work) {
  const left = list.values();
  const one = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
}

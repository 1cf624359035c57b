/** Everything before the socket: a developer login, a username, a room to be in. */

/** A refusal of the service; `code` is what a program decides by. */
export class Refused extends Error {
  constructor({ code, message, fields }) {
    super(fields ? `${message} ${JSON.stringify(fields)}` : message);
    this.code = code;
    this.fields = fields ?? {};
  }
}

export async function openSession(url, name) {
  const login = await call(url, 'POST', '/api/auth/developer', { body: { name } });
  const session = { url, tokens: tokensOf(login), account: login.account };
  if (session.account.username === null) {
    const { account } = await authorized(session, 'PUT', '/api/me/username', { username: name });
    session.account = account;
  }
  return session;
}

/** Joins the room of that address, or founds it when there is none. */
export async function enterRoom(session, slug) {
  try {
    return await join(session, slug);
  } catch (error) {
    if (error.code !== 'room_not_found') throw error;
    return found(session, slug);
  }
}

async function join(session, slug) {
  const { status, room } = await authorized(session, 'POST', `/api/rooms/${slug}/join`);
  if (status === 'requested') throw new Error(`An admin of ${slug} has to let you in. The request is sent.`);
  return room;
}

/** Somebody else may have founded it in the same moment: then it is there to be joined. */
async function found(session, slug) {
  try {
    return (await authorized(session, 'POST', '/api/rooms', { name: slug, slug })).room;
  } catch (refusal) {
    if (!refusal.fields?.slug) throw refusal;
    return join(session, slug).catch((error) => {
      throw error.code === 'room_not_found' ? refusal : error;
    });
  }
}

/** An access token that is good for a while yet. */
export async function accessToken(session) {
  if (session.tokens.expiresAt - Date.now() < 120_000) await refresh(session);
  return session.tokens.access;
}

async function refresh(session) {
  const { refresh, key } = session.tokens;
  // The same key again after a lost answer gives the same new pair, instead of a login that is gone.
  const pair = await call(session.url, 'POST', '/api/auth/refresh', { body: { refresh_token: refresh }, key });
  session.tokens = tokensOf(pair);
}

const tokensOf = ({ access_token, refresh_token, expires_in }) => ({
  access: access_token,
  refresh: refresh_token,
  expiresAt: Date.now() + expires_in * 1000,
  key: crypto.randomUUID(),
});

async function authorized(session, method, path, body) {
  return call(session.url, method, path, { body, token: await accessToken(session) });
}

async function call(url, method, path, { body, token, key } = {}) {
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(key && { 'Idempotency-Key': key }),
  };
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}

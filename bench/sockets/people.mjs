/** Accounts, names, rooms and memberships, made over REST as clients make them. */
import http from 'node:http';

const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });

/**
 * `[{slug, tokens}]`: rooms with as many members each, all with their access tokens. A server that knows no people takes
 * any token.
 */
export async function settle(port, { rooms, members, tag, needsPeople = true }) {
  if (!needsPeople) return strangers(rooms, members, tag);
  const settled = [];
  for (let index = 0; index < rooms; index += 1) {
    const slug = `${tag}-${index}`;
    const names = Array.from({ length: members }, (_, member) => `${tag}.${index}.${member}`);
    const tokens = await Promise.all(names.map((name) => enter(port, name)));
    const settings = { name: slug, slug, show_welcome: false, events_visibility: 'none' };
    await rest(port, 'POST', '/api/rooms', tokens[0], settings);
    await Promise.all(tokens.slice(1).map((token) => rest(port, 'POST', `/api/rooms/${slug}/join`, token, {})));
    settled.push({ slug, tokens });
  }
  return settled;
}

const strangers = (rooms, members, tag) =>
  Array.from({ length: rooms }, (_, index) => ({
    slug: `${tag}-${index}`,
    tokens: Array.from({ length: members }, () => 'none'),
  }));

async function enter(port, name) {
  const { access_token: token } = await rest(port, 'POST', '/api/auth/developer', null, { name });
  await rest(port, 'PUT', '/api/me/username', token, { username: name });
  return token;
}

export function rest(port, method, path, token, body) {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    if (token) headers.authorization = `Bearer ${token}`;
    const request = http.request({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (piece) => {
        answer += piece;
      });
      response.on('end', () => {
        if (response.statusCode < 300) resolve(answer === '' ? null : JSON.parse(answer));
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${answer}`));
      });
    });
    request.on('error', reject);
    request.end(text);
  });
}

/** How the people of the pictures speak to the service: as any client does. A refusal ends the walk. */
import { io } from 'socket.io-client';
import { CONSOLE_KEY } from './service.mjs';

const ACK_WITHIN_MS = 10_000;

export async function call(url, method, path, { token, body } = {}) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 400)}`);
  return text === '' ? null : JSON.parse(text);
}

/** A person with an account, by name; `do` sends a request as that person. */
export async function person(url, name) {
  const { access_token: token, account } = await call(url, 'POST', '/api/auth/developer', { body: { name } });
  if (account.username !== name) await call(url, 'PUT', '/api/me/username', { token, body: { username: name } });
  const act = (method, path, body) => call(url, method, `/api${path}`, { token, body });
  return {
    name,
    id: account.id,
    token,
    do: act,
    say: async (room, body, more = {}) => (await act('POST', `/rooms/${room}/messages`, { body, ...more })).message,
  };
}

export const operator =
  (url, key = CONSOLE_KEY) =>
  (method, path, body) =>
    call(url, method, path, { token: key, body });

/** Operations that exist only on the socket, one function each. */
export async function overSocket(url, { token }, operations) {
  const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false });
  try {
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve).once('connect_error', reject);
    });
    for (const [name, payload] of operations) {
      const answer = await socket.timeout(ACK_WITHIN_MS).emitWithAck(name, payload);
      if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer.error)}`);
    }
  } finally {
    socket.disconnect();
  }
}

/** Sends the bytes to where the links lead. */
export async function put(link, bytes) {
  const { status } = await fetch(link.url, { method: 'PUT', headers: link.headers, body: bytes });
  if (status >= 300) throw new Error(`An upload answered ${status}`);
}

export async function addPhoto(one, path, { square, small }) {
  const { full, thumb } = await one.do('POST', `${path}/presign`, { content_type: 'image/jpeg' });
  await Promise.all([put(full, square), put(thumb, small)]);
  const photo = {
    key: full.key,
    thumb_key: thumb.key,
    content_type: 'image/jpeg',
    byte_size: square.length,
    size_px: 640,
  };
  await one.do('POST', path, photo);
}

/** A photo of a message: `once` has no thumbnail, because that would show it. */
export async function photoFor(one, room, { wide, thumbnail }, { once = false } = {}) {
  const types = { content_type: 'image/jpeg', thumb_content_type: 'image/jpeg' };
  const { full, thumb } = await one.do('POST', `/rooms/${room}/media/presign`, types);
  await Promise.all([put(full, wide), ...(once ? [] : [put(thumb, thumbnail)])]);
  const attachment = {
    type: 'photo',
    key: full.key,
    content_type: 'image/jpeg',
    width: 1280,
    height: 854,
    byte_size: wide.length,
  };
  return once ? attachment : { ...attachment, thumb_key: thumb.key };
}

export const documentFor = (one, room, name) =>
  uploadDocument(one, room, { name, content_type: 'application/pdf', bytes: '%PDF-1.4\n% An empty page.\n' });

/** An archive with nothing in it: the name draws the card, and nobody plays it. */
export const voiceFor = (one, room, name) =>
  uploadDocument(one, room, { name, content_type: 'application/zip', bytes: `PK\x05\x06${'\0'.repeat(18)}` });

async function uploadDocument(one, room, { name, content_type, bytes: text }) {
  const bytes = Buffer.from(text, 'latin1');
  const { put: link } = await one.do('POST', `/rooms/${room}/docs/presign`, { content_type, name });
  await put(link, bytes);
  return { type: 'document', key: link.key, name, content_type, byte_size: bytes.length };
}

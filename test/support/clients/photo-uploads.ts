/** Photos as clients make them: two links, two uploads, one registration. */
import type { Booted, Person } from './boot-app.js';

interface PutLink {
  url: string;
  key: string;
  headers: Record<string, string>;
}

/** As much of a JPEG as tells it from other files: 16 by 16, nothing in it. */
const picture = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080010001001011100ffd9', 'hex');

/** Both files, uploaded and not registered. */
export async function uploadPhoto(booted: Booted, person: Person, bytes: string | Buffer = picture) {
  const presigned = await booted.ask(person, 'POST', '/api/me/avatars/presign', {});
  const { full, thumb } = presigned.body as { full: PutLink; thumb: PutLink };
  for (const { url, key, headers } of [full, thumb]) {
    const { status } = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(Buffer.from(bytes)) });
    if (status >= 300) throw new Error(`The upload of ${key} answered ${status}`);
  }
  return { key: full.key, thumb_key: thumb.key };
}

/** A photo of this person, as it was answered. */
export async function addPhoto(booted: Booted, person: Person, rest: object = {}) {
  const keys = await uploadPhoto(booted, person);
  const photo = { ...keys, byte_size: 100, size_px: 640, ...rest };
  const { status, body } = await booted.ask(person, 'POST', '/api/me/avatars', photo);
  if (status !== 201) throw new Error(`Registering a photo answered ${JSON.stringify(body)}`);
  return body.avatar;
}

/** Photos as clients make them: two links, two uploads, one registration. */
import type { Booted, Person } from './app.js';

interface PutLink {
  url: string;
  key: string;
  headers: Record<string, string>;
}

/** A photo of this person, as it was answered. */
export async function addPhoto(booted: Booted, person: Person, rest: object = {}) {
  const presigned = await booted.ask(person, 'POST', '/api/me/avatars/presign', {});
  const { full, thumb } = presigned.body as { full: PutLink; thumb: PutLink };
  for (const { url, key, headers } of [full, thumb]) {
    const { status } = await fetch(url, { method: 'PUT', headers, body: `bytes of ${key}` });
    if (status >= 300) throw new Error(`The upload of ${key} answered ${status}`);
  }
  const photo = { key: full.key, thumb_key: thumb.key, byte_size: 100, size_px: 640, ...rest };
  const { status, body } = await booted.ask(person, 'POST', '/api/me/avatars', photo);
  if (status !== 201) throw new Error(`Registering a photo answered ${JSON.stringify(body)}`);
  return body.avatar;
}

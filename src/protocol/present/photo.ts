import type { OwnedPhoto } from '#src/domain/accounts/photo.js';

/** Signs a link to a picture in the object store. */
export type SignLink = (key: string) => string;

export type WireAvatar = ReturnType<typeof presentPhoto>;

/** A photo of an account or a room. Clients get links, never keys. */
export function presentPhoto({ photo, isPrimary }: OwnedPhoto, sign: SignLink) {
  return {
    id: photo.id,
    url: sign(photo.key),
    thumb_url: sign(photo.thumbKey),
    content_type: photo.contentType,
    size_px: photo.sizePx,
    is_primary: isPrimary,
    created_at: new Date(photo.createdAt).toISOString(),
  };
}

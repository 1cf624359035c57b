import type { OwnedPhoto } from '#src/domain/accounts/photo.js';

/** A link to one file of the object store, for as long as links to pictures last. */
export type SignLink = (key: string) => string;

export type WireAvatar = ReturnType<typeof presentPhoto>;

/** A profile photo or the photo of a room. Keys stay inside: links are all that clients get. */
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

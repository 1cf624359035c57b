import type { NewRoomPhoto, UploadTarget } from '#actors/room/commands.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { created, noContent, ok, type Route, route } from '#http/routing/route.js';
import type { Links } from '#src/adapters/object-store/object-store.js';
import { ROOM_PHOTO_BYTES_MAX } from '#src/domain/accounts/photo.js';
import type { NewPhotoBody } from '#src/protocol/accounts/photos.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentPhoto } from '#src/protocol/present/photo.js';
import { roomPhotoEndpoints as endpoints } from '#src/protocol/rooms/room-photos.js';

export interface RoomPhotoRoutesDeps {
  finder: RoomFinder;
  links: FileLinks;
  objects: Pick<Links, 'putLink'>;
  uploadLinkTtlS: number;
}

export function roomPhotoRoutes({ finder, links, objects, uploadLinkTtlS }: RoomPhotoRoutesDeps): Route[] {
  const sign = links.picture;
  const put = ({ key, contentType, bytesMax }: UploadTarget) =>
    objects.putLink({ key, contentType, maxBytes: bytesMax, expiresInS: uploadLinkTtlS });
  return [
    route(endpoints.listRoomPhotos, async ({ holder: { accountId, sessionId }, params }) => {
      const by = { accountId, sessionId, username: NO_NAME, language: null };
      const { photos } = await finder.ask(params.slug ?? '', { type: 'list_room_photos', by });
      return ok({ avatars: photos.map((photo) => presentPhoto(photo, sign)) });
    }),
    route(endpoints.presignRoomPhoto, async ({ caller, params, body, unfit }) => {
      const contentType = unfit.unfit ? 'image/jpeg' : body.content_type;
      const command = { type: 'presign_room_photo' as const, by: caller, contentType, ...unfit };
      const { full, thumb } = await finder.ask(params.slug ?? '', command);
      return ok({ content_type: contentType, full: put(full), thumb: put(thumb) });
    }),
    route(endpoints.addRoomPhoto, async ({ caller, params, body, unfit }) => {
      const said = unfit.unfit ? { photo: null, isPrimary: true } : { photo: photoOf(body), isPrimary: body.primary };
      const command = { type: 'add_room_photo' as const, by: caller, ...said, ...unfit };
      return created({ avatar: presentPhoto(await finder.ask(params.slug ?? '', command), sign) });
    }),
    route(endpoints.chooseRoomPhoto, async ({ caller, params }) => {
      const command = { type: 'choose_room_photo' as const, by: caller, id: idOf(params) };
      return ok({ avatar: presentPhoto(await finder.ask(params.slug ?? '', command), sign) });
    }),
    route(endpoints.deleteRoomPhoto, async ({ caller, params }) => {
      await finder.ask(params.slug ?? '', { type: 'delete_room_photo', by: caller, id: idOf(params) });
      return noContent();
    }),
  ];
}

/** Looking at photos does not require a username. */
const NO_NAME = '';

/** A malformed photo id gets the same answer as an unknown one. */
const idOf = ({ id = '' }: Record<string, string>): string => id.toLowerCase();

const photoOf = ({ key, thumb_key, content_type, byte_size, size_px }: NewPhotoBody): NewRoomPhoto => ({
  key,
  thumbKey: thumb_key,
  contentType: content_type,
  byteSize: byte_size ?? ROOM_PHOTO_BYTES_MAX,
  sizePx: size_px ?? null,
});

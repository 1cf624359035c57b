import type { PhotoUpload, Users } from '#actors/user/commands.js';
import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import { created, noContent, ok, type Route, route } from '#http/routing/route.js';
import type { Links, PutAsk } from '#src/adapters/object-store/object-store.js';
import { PHOTO_BYTES_MAX } from '#src/domain/accounts/photo.js';
import { photoEndpoints as endpoints, type NewPhotoBody } from '#src/protocol/accounts/photos.js';
import { presentPhoto } from '#src/protocol/present/photo.js';

export interface PhotoRoutesDeps {
  users: Users;
  peoplePresenter: PeoplePresenter;
  objects: Pick<Links, 'putLink'>;
  uploadLinkTtlS: number;
}

export function photoRoutes({ users, peoplePresenter, objects, uploadLinkTtlS }: PhotoRoutesDeps): Route[] {
  return [
    route(endpoints.listPhotos, async ({ holder }) => {
      const photos = await users.ask(holder.accountId, { type: 'list_photos' });
      return ok({ avatars: photos.map((photo) => presentPhoto(photo, peoplePresenter.sign)) });
    }),
    route(endpoints.presignPhoto, async ({ holder, body }) => {
      const { content_type: contentType } = body;
      const { key, thumbKey } = await users.ask(holder.accountId, { type: 'presign_photo', contentType });
      const ask: Omit<PutAsk, 'key'> = { contentType, maxBytes: PHOTO_BYTES_MAX, expiresInS: uploadLinkTtlS };
      const [full, thumb] = [key, thumbKey].map((each) => objects.putLink({ ...ask, key: each }));
      return ok({ content_type: contentType, full, thumb });
    }),
    route(endpoints.addPhoto, async ({ holder, body }) => {
      const command = { type: 'add_photo' as const, upload: uploadOf(body), primary: body.primary };
      return created({ avatar: presentPhoto(await users.ask(holder.accountId, command), peoplePresenter.sign) });
    }),
    route(endpoints.choosePhoto, async ({ holder, params }) => {
      const command = { type: 'choose_photo' as const, photoId: idOf(params) };
      return ok({ avatar: presentPhoto(await users.ask(holder.accountId, command), peoplePresenter.sign) });
    }),
    route(endpoints.deletePhoto, async ({ holder, params }) => {
      await users.ask(holder.accountId, { type: 'delete_photo', photoId: idOf(params) });
      return noContent();
    }),
  ];
}

/** A malformed photo id gets the same answer as an unknown one. */
const idOf = ({ id = '' }: Record<string, string>): string => id.toLowerCase();

const uploadOf = ({ key, thumb_key, content_type, byte_size, size_px }: NewPhotoBody): PhotoUpload => ({
  key,
  thumbKey: thumb_key,
  contentType: content_type,
  byteSize: byte_size ?? PHOTO_BYTES_MAX,
  sizePx: size_px ?? null,
});

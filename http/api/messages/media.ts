import type { RoomSearch, RowView, UploadTarget } from '#actors/room/commands.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { Links } from '#src/adapters/object-store/object-store.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { extensions } from '#src/domain/messages/file.js';
import { bytesMaxOf, isMedia } from '#src/domain/messages/media.js';
import { RefusalError } from '#src/errors.js';
import { mediaEndpoints as endpoints, type MediaQuery, thumbTypeOf } from '#src/protocol/messages/media.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';
import { messageIdOf } from './room-messages.js';

export interface MediaRoutesDeps {
  finder: RoomFinder;
  lookup: RoomSearch;
  links: FileLinks;
  objects: Pick<Links, 'putLink'>;
  uploadLinkTtlS: number;
  documentTtlS: number;
}

export const mediaRoutes = (deps: MediaRoutesDeps): Route[] => [...uploadRoutes(deps), ...viewRoutes(deps)];

function uploadRoutes({ finder, objects, uploadLinkTtlS, documentTtlS }: MediaRoutesDeps): Route[] {
  const put = ({ key, contentType, bytesMax }: UploadTarget) =>
    objects.putLink({ key, contentType, maxBytes: bytesMax, expiresInS: uploadLinkTtlS });
  return [
    route(endpoints.presignMedia, async ({ caller, params, body, unfit }) => {
      const asked = unfit.unfit ? ({ content_type: 'image/jpeg' } as const) : body;
      const [contentType, thumbType] = [asked.content_type, thumbTypeOf(asked)];
      const bytesMax = bytesMaxOf(contentType);
      const about = { by: caller, contentType, thumbType, bytesMax };
      const { full, thumb } = await finder.ask(params.slug ?? '', { type: 'presign_media', ...about, ...unfit });
      return ok({ content_type: contentType, thumb_content_type: thumbType, full: put(full), thumb: put(thumb) });
    }),
    route(endpoints.presignDocument, async ({ caller, params, body, unfit }) => {
      const contentType = unfit.unfit ? 'application/pdf' : body.content_type;
      const command = { type: 'presign_document' as const, by: caller, contentType, ...unfit };
      const target = await finder.ask(params.slug ?? '', command);
      const about = { extension: extensions[contentType], max_bytes: target.bytesMax, expires_in: documentTtlS };
      return ok({ content_type: contentType, ...about, put: put(target) });
    }),
  ];
}

function viewRoutes({ finder, lookup, links }: MediaRoutesDeps): Route[] {
  const view = async (slug: string, by: Caller, params: Record<string, string>): Promise<RowView> => {
    const { message } = await finder.ask(slug, { type: 'view_message', by, messageId: messageIdOf(params) });
    if (message.row.attachment === null) throw new RefusalError('not_found');
    return message;
  };
  return [
    route(endpoints.listMedia, async ({ caller, params, query }) => {
      const list = boundsOf(query);
      const found = await finder.within(params.slug ?? '', (room) => lookup.media(room, caller, list));
      return ok({ media: found.messages.map((row) => presentMessage(row, links)), has_more: found.hasMore });
    }),
    route(endpoints.viewMedia, async ({ caller, params }) => {
      const message = await view(params.slug ?? '', caller, params);
      if (!isMedia(message.row.kind)) throw new RefusalError('not_found');
      return ok({ message: presentMessage(message, links) });
    }),
    route(endpoints.viewDocument, async ({ caller, params }) => {
      const message = await view(params.slug ?? '', caller, params);
      if (message.row.kind !== 'document') throw new RefusalError('not_found');
      const shown = presentMessage(message, links);
      if (shown.expired) throw new RefusalError('document_expired');
      return ok({ message: shown });
    }),
  ];
}

const boundsOf = ({ from, before, before_seq, limit }: MediaQuery) => ({
  limit,
  ...(from == null ? {} : { from }),
  ...(before == null ? {} : { beforeAt: before }),
  ...(before_seq == null ? {} : { beforeSeq: before_seq }),
});

import { takeFromWindow, type WindowLimits } from '#http/middleware/rate-limit.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { LinkPreviews } from '#src/adapters/link-preview/link-previews.js';
import { LINK_PREVIEWS_PER_MINUTE } from '#src/domain/limits.js';
import { linkPreviewEndpoints, presentLinkPreview } from '#src/protocol/messages/link-preview.js';

export interface LinkPreviewRoutesDeps {
  linkPreviews: LinkPreviews;
  limits: WindowLimits;
}

const MINUTE_MS = 60_000;

export function linkPreviewRoutes({ linkPreviews, limits }: LinkPreviewRoutesDeps): Route[] {
  return [
    route(linkPreviewEndpoints.linkPreview, async ({ caller, query }) => {
      // Counted before it is known whether the preview is in memory: the request itself is the cost.
      await takeFromWindow(limits, 'link-preview', caller.accountId, LINK_PREVIEWS_PER_MINUTE, MINUTE_MS);
      const preview = await linkPreviews.of(new URL(query.url));
      return ok({ preview: preview && presentLinkPreview(preview) });
    }),
  ];
}

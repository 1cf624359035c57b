import type { ImageTarget, SponsoredItems } from '#actors/sponsored/commands.js';
import { organizationOf, permittedOrganization, refuseUnfitBody } from '#http/organizations/employment.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { created, noContent, ok, type Route, route } from '#http/routing/route.js';
import type { LiveItemsCache } from '#http/sponsored/live-items-cache.js';
import type { Links } from '#src/adapters/object-store/object-store.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { type Segment, type SegmentReach, segments } from '#src/domain/interests/interest-profile.js';
import { bytesMaxOf } from '#src/domain/messages/media.js';
import { mayAdvertise } from '#src/domain/organizations/organization.js';
import { ITEMS_MAX, type SponsoredItem, wantedActivities } from '#src/domain/sponsored/sponsored.js';
import { RefusalError } from '#src/errors.js';
import { thumbTypeOf } from '#src/protocol/messages/media.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentSponsored } from '#src/protocol/present/sponsored.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import { sponsoredEndpoints as endpoints } from '#src/protocol/sponsored/sponsored.js';
import { changesOf, contentOf } from '#src/protocol/sponsored/sponsored-content.js';
import type { Reader } from '#src/store/store.js';

export interface SponsoredRoutesDeps {
  sponsored: SponsoredItems;
  liveItems: LiveItemsCache;
  reader: Reader;
  links: FileLinks;
  objects: Pick<Links, 'putLink'>;
  uploadLinkTtlS: number;
  env: EdgeEnv;
  /** Categories of interest; empty if no dictionary is configured. */
  categories(): Promise<readonly { slug: string; name: string }[]>;
}

/** The panel's side of sponsored items. */
export const sponsoredRoutes = (deps: SponsoredRoutesDeps): Route[] => [
  ...readingRoutes(deps),
  ...writingRoutes(deps),
  ...movingRoutes(deps),
];

function readingRoutes({ reader, links, categories }: SponsoredRoutesDeps): Route[] {
  const present = (item: SponsoredItem) => presentSponsored(item, links.picture);
  return [
    route(endpoints.listSponsored, async ({ caller }) => {
      const id = await advertisedBy(reader, caller.accountId);
      const range = { index: 'byOrganization', prefix: [id], desc: true, limit: ITEMS_MAX };
      return ok({ items: (await reader.range<SponsoredItem>('sponsoredItems', range)).map(present) });
    }),
    route(endpoints.sponsoredAudience, async ({ caller, query }) => {
      await advertisedBy(reader, caller.accountId);
      const [known, reached] = await Promise.all([categories(), segmentOptions(reader, query.lang)]);
      const interests = known.map(({ slug, name }) => ({ slug, name }));
      return ok({ interests, activities: wantedActivities, segments: reached });
    }),
    route(endpoints.viewSponsored, async ({ caller, params }) => {
      const id = await advertisedBy(reader, caller.accountId);
      const item = await reader.get<SponsoredItem>('sponsoredItems', itemIdOf(params));
      if (item?.organization !== id) throw new RefusalError('not_found');
      return ok({ item: present(item) });
    }),
  ];
}

function writingRoutes({ sponsored, reader, links, objects, uploadLinkTtlS, env }: SponsoredRoutesDeps): Route[] {
  const answer = (item: SponsoredItem) => ({ item: presentSponsored(item, links.picture) });
  const advertisers = { reader, may: mayAdvertise };
  const put = ({ key, contentType, bytesMax }: ImageTarget) =>
    objects.putLink({ key, contentType, maxBytes: bytesMax, expiresInS: uploadLinkTtlS });
  return [
    route(endpoints.createSponsored, async ({ caller: { accountId: by }, body, unfit }) => {
      await refuseUnfitBody(advertisers, by, unfit);
      const { organizationId } = await organizationOf(reader, by);
      const command = { type: 'create_item' as const, by, itemId: env.uuid(), content: contentOf(body) };
      return created(answer(await sponsored.ask(organizationId, command)));
    }),
    route(endpoints.presignSponsoredMedia, async ({ caller: { accountId: by }, body, unfit }) => {
      await refuseUnfitBody(advertisers, by, unfit);
      const { organizationId } = await organizationOf(reader, by);
      const [contentType, thumbType] = [body.content_type, thumbTypeOf(body)];
      const about = { by, contentType, thumbType, bytesMax: bytesMaxOf(contentType) };
      const { full, thumb } = await sponsored.ask(organizationId, { type: 'presign_images', ...about });
      return ok({ content_type: contentType, thumb_content_type: thumbType, full: put(full), thumb: put(thumb) });
    }),
    route(endpoints.editSponsored, async ({ caller: { accountId: by }, params, body, unfit }) => {
      await refuseUnfitBody(advertisers, by, unfit);
      const { organizationId } = await organizationOf(reader, by);
      const command = { type: 'edit_item' as const, by, itemId: itemIdOf(params), changes: changesOf(body) };
      return ok(answer(await sponsored.ask(organizationId, command)));
    }),
    route(endpoints.deleteSponsored, async ({ caller: { accountId: by }, params }) => {
      const { organizationId } = await organizationOf(reader, by);
      await sponsored.ask(organizationId, { type: 'delete_item', by, itemId: itemIdOf(params) });
      return noContent();
    }),
  ];
}

function movingRoutes({ sponsored, liveItems, reader, links }: SponsoredRoutesDeps): Route[] {
  const steps = [
    [endpoints.submitSponsored, 'submit_item'],
    [endpoints.pauseSponsored, 'pause_item'],
    [endpoints.resumeSponsored, 'resume_item'],
  ] as const;
  return steps.map(([endpoint, type]) =>
    route(endpoint, async ({ caller: { accountId: by }, params }) => {
      const { organizationId } = await organizationOf(reader, by);
      const item = await sponsored.ask(organizationId, { type, by, itemId: itemIdOf(params) });
      liveItems.invalidate();
      return ok({ item: presentSponsored(item, links.picture) });
    }),
  );
}

/** The organization whose items this person may look at. */
export const advertisedBy = (reader: Reader, account: AccountId): Promise<string> =>
  permittedOrganization({ reader, may: mayAdvertise }, account);

export function itemIdOf(params: Record<string, string>): string {
  const id = (params.id ?? '').toLowerCase();
  if (!isUuid(id)) throw new RefusalError('not_found');
  return id;
}

async function segmentOptions(reader: Reader, lang: 'tr' | 'en') {
  const slugs = Object.keys(segments) as Segment[];
  const counted = await reader.getMany<SegmentReach>('segmentReach', slugs);
  return slugs.map((slug, n) => ({ slug, name: segments[slug][lang], reach: counted[n]?.reach ?? 0 }));
}

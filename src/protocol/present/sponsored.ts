import type { Organization } from '#src/domain/organizations/organization.js';
import type { SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import type { SignLink } from './photo.js';

const signed = (key: string | null, sign: SignLink): string | null => (key === null ? null : sign(key));

/** The visible part of an item, without its audience. */
const shown = (item: SponsoredItem, sign: SignLink) => ({
  title: item.title,
  body: item.body,
  target_kind: item.targetKind,
  target: item.target,
  image_url: signed(item.imageKey, sign),
  thumb_url: signed(item.thumbKey, sign),
});

/** For its organization. */
export const presentSponsored = (item: SponsoredItem, sign: SignLink) => ({
  id: item._id,
  status: item.status,
  reject_reason: item.rejectReason,
  ...shown(item, sign),
  languages: item.languages,
  platforms: item.platforms,
  budget: item.budget,
  impressions: item.impressions,
  clicks: item.clicks,
  starts_at: item.startsAt,
  ends_at: item.endsAt,
  audience: {
    interests: item.audience.interests,
    activity: item.audience.activity,
    segments: item.audience.segments,
  },
  created_at: item.createdAt,
  updated_at: item.updatedAt,
});

/** For operators, with the organization. */
export const presentReviewed = (
  item: SponsoredItem,
  organization: Pick<Organization, 'displayName'> | null,
  sign: SignLink,
) => ({
  ...presentSponsored(item, sign),
  organization: { id: item.organization, display_name: organization?.displayName ?? '' },
});

/** For the app, as an offer. */
export const presentOffer = (item: SponsoredItem, sponsor: string, token: string, sign: SignLink) => ({
  id: item._id,
  token,
  ...shown(item, sign),
  sponsor: { display_name: sponsor },
});

/** The content at the time of a report, without links, because they expire. */
export const presentReported = (item: SponsoredItem) => ({
  id: item._id,
  organization_id: item.organization,
  title: item.title,
  body: item.body,
  target_kind: item.targetKind,
  target: item.target,
  image_key: item.imageKey,
  status: item.status,
});

/** The content of a sponsored item, on the wire and as stored. */
import type { Language } from '#src/domain/accounts/account.js';
import { type Segment, segments } from '#src/domain/interests/interest-profile.js';
import { INSTANT_MAX_MS } from '#src/domain/limits.js';
import {
  BODY_MAX,
  BODY_MIN,
  BUDGET_MAX,
  BUDGET_MIN,
  type SponsoredAudience,
  type SponsoredContent,
  type SponsoredPlatform,
  sponsoredLanguages,
  sponsoredPlatforms,
  TARGET_MAX,
  TITLE_MAX,
  TITLE_MIN,
  wantedActivities,
} from '#src/domain/sponsored/sponsored.js';
import { everybody, INTEREST_CHARS_MAX, INTERESTS_MAX } from '#src/domain/sponsored/sponsored-audience.js';
import { type SponsoredTargetKind, sponsoredTargetKinds } from '#src/domain/sponsored/sponsored-target.js';
import { integer, lenientList, list, name, object, oneOf, text } from '../schema/kinds.js';

const KEY_CHARS_MAX = 500;
/** Repeated values count once; this bound is far above the number of choices. */
const CHOICES_MAX = 50;

export interface NewSponsoredBody {
  title: string;
  body: string;
  target_kind: SponsoredTargetKind;
  target: string;
  image_key: string | null;
  thumb_key: string | null;
  languages: Language[];
  platforms: SponsoredPlatform[];
  budget: number | null;
  starts_at: number | null;
  ends_at: number | null;
  audience: SponsoredAudience | null;
}

export type EditSponsoredBody = Partial<NewSponsoredBody>;

const time = () => integer().min(0).max(INSTANT_MAX_MS).allow(null).description('Milliseconds since epoch.');
const key = () => text().trim().chars(1, KEY_CHARS_MAX).allow(null);

const audience = () =>
  object<SponsoredAudience>({
    interests: lenientList(text().trim().lowercase().chars(1, INTEREST_CHARS_MAX))
      .max(INTERESTS_MAX)
      .default([])
      .description('Slugs of categories: any of them.'),
    activity: oneOf(...wantedActivities)
      .default('any')
      .description('At least this.'),
    segments: list(oneOf(...Object.keys(segments)))
      .max(CHOICES_MAX)
      .default([])
      .description('All of them.'),
  }).allow(null);

/**
 * Checks each field alone. The actor checks the fields that depend on each other (dates, kind and target, owner of the
 * picture).
 */
const fields = {
  title: name().chars(TITLE_MIN, TITLE_MAX).example('Yaz indirimi'),
  body: name().chars(BODY_MIN, BODY_MAX).example('Bütün kitaplarda yüzde otuz.'),
  target_kind: oneOf(...sponsoredTargetKinds),
  target: text().trim().chars(1, TARGET_MAX).example('https://example.com/yaz'),
  image_key: key().description('Uploaded by the organization.'),
  thumb_key: key(),
  languages: list(oneOf(...sponsoredLanguages))
    .max(CHOICES_MAX)
    .description('Empty: all.'),
  platforms: list(oneOf(...sponsoredPlatforms))
    .max(CHOICES_MAX)
    .description('Empty: all.'),
  budget: integer().min(BUDGET_MIN).max(BUDGET_MAX).allow(null).description('The maximum number of impressions.'),
  starts_at: time(),
  ends_at: time(),
  audience: audience(),
};

export const newSponsoredBody = object<NewSponsoredBody>({
  title: fields.title.required(),
  body: fields.body.required(),
  target_kind: fields.target_kind.required(),
  target: fields.target.required(),
  image_key: fields.image_key.default(null),
  thumb_key: fields.thumb_key.default(null),
  languages: fields.languages.default([]),
  platforms: fields.platforms.default([]),
  budget: fields.budget.default(null),
  starts_at: fields.starts_at.default(null),
  ends_at: fields.ends_at.default(null),
  audience: fields.audience.default(null),
}).label('NewSponsoredItem');

export const editSponsoredBody = object<EditSponsoredBody>(fields).label('EditSponsoredItem');

const once = <T>(values: T[]): T[] => [...new Set(values)];

const audienceOf = (given: SponsoredAudience | null): SponsoredAudience =>
  given === null
    ? everybody()
    : { interests: once(given.interests), activity: given.activity, segments: once<Segment>(given.segments) };

/** The sent fields in their stored form. */
export function changesOf(sent: EditSponsoredBody): Partial<SponsoredContent> {
  const { title, body, target_kind, target, image_key, thumb_key, languages, platforms } = sent;
  const { budget, starts_at, ends_at, audience: meant } = sent;
  return {
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { body }),
    ...(target_kind === undefined ? {} : { targetKind: target_kind }),
    ...(target === undefined ? {} : { target }),
    ...(image_key === undefined ? {} : { imageKey: image_key }),
    ...(thumb_key === undefined ? {} : { thumbKey: thumb_key }),
    ...(languages === undefined ? {} : { languages: once(languages) }),
    ...(platforms === undefined ? {} : { platforms: once(platforms) }),
    ...(budget === undefined ? {} : { budget: budget ?? 0 }),
    ...(starts_at === undefined ? {} : { startsAt: starts_at }),
    ...(ends_at === undefined ? {} : { endsAt: ends_at }),
    ...(meant === undefined ? {} : { audience: audienceOf(meant) }),
  };
}

/** All fields, with defaults for missing ones. */
export const contentOf = (sent: NewSponsoredBody): SponsoredContent => changesOf(sent) as SponsoredContent;

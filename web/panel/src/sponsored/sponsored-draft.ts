/** The form of a sponsored item: its field values, and the request body made of them. Pure. */
import type { WireError } from '#page/api-types.js';
import type { Activity, SponsoredBody, SponsoredItem } from '../api-types.js';
import type { SponsoredTexts } from './sponsored-en.js';

export interface Draft {
  title: string;
  body: string;
  target_kind: SponsoredItem['target_kind'];
  target: string;
  languages: SponsoredItem['languages'];
  platforms: SponsoredItem['platforms'];
  budget: string;
  /** In the format of `datetime-local`, in local time. */
  starts_at: string;
  ends_at: string;
  interests: string[];
  activity: Activity;
  segments: Segments;
}

type Segments = NonNullable<NonNullable<SponsoredBody['audience']>['segments']>;

/** `kept` leaves the stored picture unchanged. */
export type Picture = 'kept' | 'none' | { image_key: string; thumb_key: string };

export interface ShownPicture {
  picture: Picture;
  image_url: string | null;
  thumb_url: string | null;
}

export const emptyDraft: Draft = {
  title: '',
  body: '',
  target_kind: 'url',
  target: '',
  languages: [],
  platforms: [],
  budget: '',
  starts_at: '',
  ends_at: '',
  interests: [],
  activity: 'any',
  segments: [],
};

export const draftOf = (item: SponsoredItem): Draft => ({
  title: item.title,
  body: item.body,
  target_kind: item.target_kind,
  target: item.target,
  languages: item.languages,
  platforms: item.platforms,
  budget: item.budget === 0 ? '' : String(item.budget),
  starts_at: localOf(item.starts_at),
  ends_at: localOf(item.ends_at),
  ...item.audience,
  segments: item.audience.segments as Segments,
});

export function bodyOf(draft: Draft, picture: Picture): SponsoredBody {
  const { interests, activity, segments, budget, starts_at, ends_at, ...rest } = draft;
  return {
    ...rest,
    target: rest.target.trim(),
    budget: budget.trim() === '' ? null : Number(budget),
    starts_at: msOf(starts_at),
    ends_at: msOf(ends_at),
    audience: { interests, activity, segments },
    ...(picture === 'none' && { image_key: null, thumb_key: null }),
    ...(typeof picture === 'object' && picture),
  };
}

const msOf = (local: string): number | null => (local === '' ? null : new Date(local).getTime());

export function localOf(ms: number | null): string {
  if (ms === null) return '';
  const here = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return here.toISOString().slice(0, 16);
}

export type FieldProblems = Record<string, string>;

/** Error texts by field: the page's own, or else the service's. Null when the error concerns no field. */
export function problemsByField({ fields }: WireError, draft: Draft, text: SponsoredTexts): FieldProblems | null {
  if (!fields) return null;
  const named = Object.entries(fields).map(([path, words]) => {
    const field = fieldOf(path);
    const ours = field === 'target' ? text.targetProblem[draft.target_kind] : text.fields[field];
    return [field, ours ?? words.join(', ')] as const;
  });
  return Object.fromEntries(named);
}

const fieldOf = (path: string): string => {
  const first = path.split('.')[0] ?? path;
  return first === 'thumb_key' ? 'image_key' : first;
};

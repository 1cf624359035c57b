/** Sponsored items of the organization, by the service's own names. */
import { wireOf } from '#page/net/api.js';
import type { ShownItem } from '#page/state/sponsored.js';
import { ask } from '../net/api.js';
import { sponsoredTexts } from '../text/sponsored-text.js';
import { language } from '../text/text.js';
import { problemOf, say } from './notice.js';

export type SponsoredStatus = 'draft' | 'review' | 'live' | 'paused' | 'rejected' | 'ended';
export type Activity = 'any' | 'low' | 'medium' | 'high';

export interface Audience {
  interests: string[];
  activity: Activity;
  segments: string[];
}

export interface SponsoredItem extends ShownItem {
  id: string;
  status: SponsoredStatus;
  reject_reason: string | null;
  languages: string[];
  platforms: string[];
  /** The most impressions; 0: not said yet. */
  budget: number;
  impressions: number;
  clicks: number;
  starts_at: number | null;
  ends_at: number | null;
  audience: Audience;
  created_at: number;
  updated_at: number;
}

export interface AudienceOptions {
  interests: { slug: string; name: string }[];
  activities: Activity[];
  segments: { slug: string; name: string; reach: number }[];
}

const path = '/panel/sponsored';

export const loadItems = async () => (await ask<{ items: SponsoredItem[] }>('GET', path)).items;
export const loadItem = async (id: string) => (await ask<{ item: SponsoredItem }>('GET', `${path}/${id}`)).item;
export interface SponsoredDays {
  days: { starts_at: number; impressions: number; clicks: number }[];
  hides: number;
}

/** As days begin here. */
export const loadDays = (id: string) =>
  ask<SponsoredDays>('GET', `${path}/${id}/days?utc_offset=${-new Date().getTimezoneOffset()}`);

export const loadOptions = () => ask<AudienceOptions>('GET', `${path}/audience-options?lang=${language()}`);

/** A new draft under the key of its form, so that sending it twice writes one. */
export async function writeItem(id: string | null, body: object, key: string): Promise<SponsoredItem> {
  const answer = id === null ? ask('POST', path, body, key) : ask('PATCH', `${path}/${id}`, body);
  return ((await answer) as { item: SponsoredItem }).item;
}

export type Step = 'submit' | 'pause' | 'resume';

export const moveItem = async (id: string, step: Step): Promise<SponsoredItem> =>
  (await ask<{ item: SponsoredItem }>('POST', `${path}/${id}/${step}`)).item;

export const removeItem = (id: string) => ask<null>('DELETE', `${path}/${id}`);

/** Of the taps that were possible. Null before anybody has seen it. */
export const rateOf = ({ impressions, clicks }: SponsoredItem): number | null =>
  impressions === 0 ? null : clicks / impressions;

export const mayEdit = ({ status }: SponsoredItem): boolean => ['draft', 'rejected', 'paused'].includes(status);

export function sponsoredProblem(error: unknown): string {
  return sponsoredTexts().problems[wireOf(error).code] ?? problemOf(error);
}

/** What was set off, and what came of it; the refusal is for whoever asked to say. */
export async function told<T>(work: Promise<T>, done: string): Promise<{ value: T } | { error: unknown }> {
  try {
    const value = await work;
    say(done);
    return { value };
  } catch (error) {
    return { error };
  }
}

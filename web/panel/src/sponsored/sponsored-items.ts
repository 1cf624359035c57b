/** Requests for the sponsored items of the organization. */
import { wireOf } from '#page/app/api.js';
import type { SponsoredBody, SponsoredItem } from '../api-types.js';
import { call } from '../net/api.js';
import { notify, problemOf } from '../state/notice.js';
import { language } from '../text/text.js';
import { sponsoredTexts } from './sponsored-text.js';

export const loadItems = async () => (await call('GET /api/panel/sponsored')).items;
export const loadItem = async (id: string) => (await call('GET /api/panel/sponsored/{id}', { path: { id } })).item;

/** Days begin at local midnight. */
export const loadDays = (id: string) =>
  call('GET /api/panel/sponsored/{id}/days', { path: { id }, query: { utc_offset: -new Date().getTimezoneOffset() } });

export const loadOptions = () => call('GET /api/panel/sponsored/audience-options', { query: { lang: language() } });

/** A new draft is created under the idempotency key of its form, so a retry creates no second one. */
export async function writeItem(id: string | null, body: SponsoredBody, key: string): Promise<SponsoredItem> {
  const answer =
    id === null
      ? call('POST /api/panel/sponsored', { body, key })
      : call('PATCH /api/panel/sponsored/{id}', { path: { id }, body });
  return (await answer).item;
}

export type Step = 'submit' | 'pause' | 'resume';

export const moveItem = async (id: string, step: Step): Promise<SponsoredItem> =>
  (await call(`POST /api/panel/sponsored/{id}/${step}`, { path: { id } })).item;

export const removeItem = (id: string) => call('DELETE /api/panel/sponsored/{id}', { path: { id } });

/** Taps per impression. Null before the first impression. */
export const rateOf = ({ impressions, clicks }: SponsoredItem): number | null =>
  impressions === 0 ? null : clicks / impressions;

export const mayEdit = ({ status }: SponsoredItem): boolean => ['draft', 'rejected', 'paused'].includes(status);

export function sponsoredProblem(error: unknown): string {
  return sponsoredTexts().problems[wireOf(error).code] ?? problemOf(error);
}

/** Shows a notice when the work is done. The caller shows the error. */
export async function withNotice<T>(work: Promise<T>, done: string): Promise<{ value: T } | { error: unknown }> {
  try {
    const value = await work;
    notify(done);
    return { value };
  } catch (error) {
    return { error };
  }
}

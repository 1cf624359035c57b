import { oneOf } from '../schema/kinds.js';

export interface LanguageQuery {
  lang: 'tr' | 'en';
}

/** An unknown language means Turkish. */
export const panelLanguage = () =>
  oneOf('tr', 'en').default('tr').failover('tr').description('The language of names. Anything else is `tr`.');

/** Country names; the codes are the ones that the service accepts. */
import codes from 'i18n-iso-countries/codes.json';
import { language, locale } from './text.js';

interface Country {
  value: string;
  label: string;
}

const named = new Map<string, Country[]>();

/** Sorted by name in the language of the page. */
export function countries(): Country[] {
  const known = named.get(language());
  if (known) return known;
  const names = new Intl.DisplayNames([locale()], { type: 'region' });
  const { compare } = new Intl.Collator(locale());
  const list = codes
    .map(([code = '']) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => compare(one.label, other.label));
  named.set(language(), list);
  return list;
}

import { type Language, language, useText } from '../text/text.js';
import type { Unit } from './cards.js';
import { type LiveTexts, liveEn } from './live-en.js';
import { liveTr } from './live-tr.js';

export type { LiveTexts } from './live-en.js';

const tables: Record<Language, LiveTexts> = { tr: liveTr, en: liveEn };

export function useLiveText(): LiveTexts {
  useText();
  return tables[language()];
}

const locale = (): string => (language() === 'tr' ? 'tr-TR' : 'en-GB');

/** As many digits as anybody reads. */
export function write(value: number | null): string {
  if (value === null) return '–';
  const digits = value >= 100 || Number.isInteger(value) ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString(locale(), { maximumFractionDigits: digits });
}

export const withUnit = (value: number | null, unit: Unit): string =>
  value === null ? '–' : `${write(value)}${tables[language()].units[unit]}`;

export const clock = (at: number): string =>
  new Date(at).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit', second: '2-digit' });

export const minuteOf = (at: number): string =>
  new Date(at).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });

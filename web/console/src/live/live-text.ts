import { defineTexts } from '#page/app/text/define-texts.js';
import { locale } from '../text/text.js';
import { liveEn } from './live-en.js';
import { liveTr } from './live-tr.js';
import type { Unit } from './units.js';

export type { LiveTexts } from './live-en.js';

const { texts, useTexts } = defineTexts({ en: liveEn, tr: liveTr });

export { useTexts as useLiveText };

/** Formats a number: two decimals below 10, one below 100, none above. */
export function write(value: number | null): string {
  if (value === null) return '–';
  const digits = value >= 100 || Number.isInteger(value) ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString(locale(), { maximumFractionDigits: digits });
}

export const withUnit = (value: number | null, unit: Unit): string =>
  value === null ? '–' : `${write(value)}${texts().units[unit]}`;

export const clock = (at: number): string =>
  new Date(at).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit', second: '2-digit' });

export const minuteOf = (at: number): string =>
  new Date(at).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });

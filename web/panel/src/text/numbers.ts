/** Formats numbers, money and dates in the language of the page. */
import { locale } from './text.js';

export const number = (value: number): string => value.toLocaleString(locale());

export const signed = (value: number): string => value.toLocaleString(locale(), { signDisplay: 'exceptZero' });

export const money = (cents: number, currency: string): string =>
  (cents / 100).toLocaleString(locale(), { style: 'currency', currency, minimumFractionDigits: 2 });

export const percent = (rate: number): string => (rate / 100).toLocaleString(locale(), { style: 'percent' });

export const day = (at: number): string => new Date(at).toLocaleDateString(locale(), { dateStyle: 'medium' });

export const moment = (at: number): string =>
  new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

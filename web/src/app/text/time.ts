/** Formats times in the language of the page. */
import type { Texts } from './en.js';
import { locale } from './text.js';

const DAY_MS = 86_400_000;

/** Creating a formatter costs more than rendering a row, so each language has one. */
const clocks = new Map<string, Intl.DateTimeFormat>();

export function clockTime(at: number): string {
  const name = locale();
  let clock = clocks.get(name);
  if (!clock) {
    clock = new Intl.DateTimeFormat(name, { hour: '2-digit', minute: '2-digit' });
    clocks.set(name, clock);
  }
  return clock.format(at);
}

/** UTC offsets are multiples of a quarter of an hour, so midnight is always at such a boundary. */
const QUARTER_MS = 900_000;
const days = new Map<number, string>();

/** Called for every row at every change of a long room, so results are cached by quarter of an hour. */
export function dayKey(at: number): string {
  const quarter = Math.floor(at / QUARTER_MS);
  const known = days.get(quarter);
  if (known !== undefined) return known;
  const key = new Date(at).toDateString();
  days.set(quarter, key);
  return key;
}

export function dayName(at: number, text: Texts): string {
  const now = Date.now();
  if (dayKey(at) === dayKey(now)) return text.today;
  if (dayKey(at) === dayKey(now - DAY_MS)) return text.yesterday;
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Date(at).toLocaleDateString(locale(), {
    day: 'numeric',
    month: 'long',
    ...(sameYear ? { weekday: 'long' } : { year: 'numeric' }),
  });
}

/** The time for today, otherwise the date with the time. */
export function momentName(at: number, text: Texts): string {
  return dayKey(at) === dayKey(Date.now()) ? clockTime(at) : `${shortDay(at, text)} ${clockTime(at)}`;
}

function shortDay(at: number, text: Texts): string {
  const now = Date.now();
  if (dayKey(at) === dayKey(now - DAY_MS)) return text.yesterday;
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Date(at).toLocaleDateString(locale(), {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/** In the list of rooms: the time for today, otherwise the date. */
export function shortTime(at: number, text: Texts): string {
  const now = Date.now();
  if (dayKey(at) === dayKey(now)) return clockTime(at);
  if (dayKey(at) === dayKey(now - DAY_MS)) return text.yesterday;
  return new Date(at).toLocaleDateString(locale(), { day: 'numeric', month: 'short' });
}

export const monthName = (at: number): string =>
  new Date(at).toLocaleDateString(locale(), { month: 'long', year: 'numeric' });

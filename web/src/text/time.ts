/** Times as people read them, in the language of the page. */
import type { Texts } from './en.js';
import { locale } from './text.js';

const DAY_MS = 86_400_000;

export const clockTime = (at: number): string =>
  new Date(at).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });

export const dayKey = (at: number): string => new Date(at).toDateString();

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

/** A moment near or far: the hour today, with its day otherwise. */
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

/** In the list of rooms: the hour today, the day before that. */
export function shortTime(at: number, text: Texts): string {
  const now = Date.now();
  if (dayKey(at) === dayKey(now)) return clockTime(at);
  if (dayKey(at) === dayKey(now - DAY_MS)) return text.yesterday;
  return new Date(at).toLocaleDateString(locale(), { day: 'numeric', month: 'short' });
}

export const monthName = (at: number): string =>
  new Date(at).toLocaleDateString(locale(), { month: 'long', year: 'numeric' });

/** What devices report that somebody opened and read: kept for thirty days, to build an interest profile of. */
import type { AccountId } from '../accounts/account.js';

export const interestEventTypes = ['topic_open', 'entry_open', 'entry_read', 'category_open'] as const;
export type InterestEventType = (typeof interestEventTypes)[number];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export const EVENTS_PER_BATCH = 100;
/** By an account. */
export const EVENT_BATCHES_PER_MINUTE = 30;
export const EVENT_TOPIC_MAX = 120;
export const EVENT_CATEGORY_MAX = 64;
export const EVENT_SOURCE_MAX = 32;
/** Nobody reads one entry for longer: somebody has left it open. */
export const READING_MS_MAX = 6 * 60 * MINUTE_MS;
/** From `at` on; then the event is gone, whether or not it was swept already. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;
/** Clocks of devices may be so much ahead. */
export const EVENT_AHEAD_MS = 5 * MINUTE_MS;

export interface InterestEvent {
  /** The device's own name for it: the same one is the same event. */
  id: string;
  type: InterestEventType;
  /** ms since epoch, by the device's clock. */
  at: number;
  /** Lower-case, without `#`. */
  topic?: string;
  /** A slug. */
  category?: string;
  entryId?: number;
  /** Where in the app it was come from. */
  source?: string;
  durationMs?: number;
  platform?: string;
}

/** As it lies in `interestEvents`. */
export interface StoredEvent extends Omit<InterestEvent, 'id'> {
  /** `<account>:<id of the event>`: the same one cannot be there twice. */
  _id: string;
  account: AccountId;
  /** What was reported before the account last wanted no profile belongs to an earlier era, and is nobody's. */
  era: number;
  /** By time, and no two of an account alike: a range of them is read on exactly from where it stopped. */
  place: string;
}

/** Something about an account's events that has to be done: in `interestMarks`. */
export interface InterestMark {
  /** `profileMarkId` or `forgettingMarkId`. */
  _id: string;
  account: AccountId;
  era: number;
  /** ms from which on it has to be done. */
  dueAt: number;
  /** Moves on with every batch: a profile was built of all events only if this is still what it was. */
  stamp: number;
}

/** The profile is to be built anew. */
export const profileMarkId = (account: AccountId): string => account;

/** The events of earlier eras are to go. */
export const forgettingMarkId = (account: AccountId): string => `${account}:forget`;

export const isForgetting = ({ _id, account }: InterestMark): boolean => _id === forgettingMarkId(account);

export const eventKey = (account: AccountId, id: string): string => `${account}:${id}`;

const PLACE_DIGITS = 9;

/** The first place of that time; those of one time follow by their ids. */
export const placeAt = (at: number): string => Math.max(0, at).toString(36).padStart(PLACE_DIGITS, '0');

export const placeOf = ({ at, id }: Pick<InterestEvent, 'at' | 'id'>): string => `${placeAt(at)}:${id}`;

export const isWithinTime = (at: number, now: number): boolean =>
  at >= now - EVENTS_KEPT_MS && at <= now + EVENT_AHEAD_MS;

/** Whether an event that was stored counts as gone by now. */
export const isOver = ({ at }: Pick<InterestEvent, 'at'>, now: number): boolean => at < now - EVENTS_KEPT_MS;

/** Each type says something about something: without it the event says nothing. */
const companions: Record<InterestEventType, readonly (keyof InterestEvent)[]> = {
  topic_open: ['topic'],
  entry_open: ['entryId'],
  entry_read: ['entryId', 'durationMs'],
  category_open: ['category'],
};

export const isComplete = (event: InterestEvent): boolean =>
  companions[event.type].every((name) => event[name] !== undefined);

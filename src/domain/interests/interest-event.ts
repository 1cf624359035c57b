/**
 * Reports of devices that a person opened or read an item. They are kept for thirty days, as the source of interest
 * profiles.
 */
import type { AccountId } from '../accounts/account.js';

export const interestEventTypes = ['topic_open', 'entry_open', 'entry_read', 'category_open'] as const;
export type InterestEventType = (typeof interestEventTypes)[number];

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export const EVENTS_PER_BATCH_MAX = 100;
/** For one account. */
export const EVENT_BATCHES_PER_MINUTE = 30;
export const EVENT_TOPIC_MAX = 120;
export const EVENT_CATEGORY_MAX = 64;
export const EVENT_SOURCE_MAX = 32;
/** Longer readings are cut: the entry was left open. */
export const READING_MS_MAX = 6 * 60 * MINUTE_MS;
/** From `at` on. An older event is ignored, even if it is not swept yet. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;
/** A device's clock may be this far ahead. */
export const EVENT_AHEAD_MS = 5 * MINUTE_MS;

export interface InterestEvent {
  /** The device's own id of the event; a repeat has the same id. */
  id: string;
  type: InterestEventType;
  /** ms since epoch, by the device's clock. */
  at: number;
  /** Lower-case, without `#`. */
  topic?: string;
  /** A slug. */
  category?: string;
  entryId?: number;
  /** The place in the app from which the item was opened. */
  source?: string;
  durationMs?: number;
  platform?: string;
}

/** An event as stored in `interestEvents`. */
export interface StoredEvent extends Omit<InterestEvent, 'id'> {
  /** `<account>:<id of the event>`, so that a repeat is stored once. */
  _id: string;
  account: AccountId;
  /** The account's era at the time of the report. Events of earlier eras are discarded. */
  era: number;
  /** Ordered by time and unique in an account, so that a range read continues exactly where it stopped. */
  place: string;
}

/** Pending work on an account's events, in `interestMarks`. */
export interface InterestMark {
  /** `profileMarkId` or `forgettingMarkId`. */
  _id: string;
  account: AccountId;
  era: number;
  /** ms from which the work is due. */
  dueAt: number;
  /** Grows with each batch. A profile was built from all events only if the stamp has not changed meanwhile. */
  stamp: number;
}

/** The profile is to be rebuilt. */
export const profileMarkId = (account: AccountId): string => account;

/** The events of earlier eras are to be deleted. */
export const forgettingMarkId = (account: AccountId): string => `${account}:forget`;

export const isForgetting = ({ _id, account }: InterestMark): boolean => _id === forgettingMarkId(account);

export const eventKey = (account: AccountId, id: string): string => `${account}:${id}`;

const PLACE_DIGITS = 9;

/** The first place of that time. Events of the same time follow in the order of their ids. */
export const placeAt = (at: number): string => Math.max(0, at).toString(36).padStart(PLACE_DIGITS, '0');

export const placeOf = ({ at, id }: Pick<InterestEvent, 'at' | 'id'>): string => `${placeAt(at)}:${id}`;

export const isWithinTime = (at: number, now: number): boolean =>
  at >= now - EVENTS_KEPT_MS && at <= now + EVENT_AHEAD_MS;

/** Whether a stored event has expired. */
export const isOver = ({ at }: Pick<InterestEvent, 'at'>, now: number): boolean => at < now - EVENTS_KEPT_MS;

/** The fields that an event of each type requires. */
const companions: Record<InterestEventType, readonly (keyof InterestEvent)[]> = {
  topic_open: ['topic'],
  entry_open: ['entryId'],
  entry_read: ['entryId', 'durationMs'],
  category_open: ['category'],
};

export const isComplete = (event: InterestEvent): boolean =>
  companions[event.type].every((name) => event[name] !== undefined);

/** Reports of devices about opened and read items. */
import Joi from 'joi';
import type { Language } from '#src/domain/accounts/account.js';
import {
  EVENT_BATCHES_PER_MINUTE,
  EVENT_CATEGORY_MAX,
  EVENT_SOURCE_MAX,
  EVENT_TOPIC_MAX,
  EVENTS_PER_BATCH_MAX,
  type InterestEvent,
  interestEventTypes,
  isComplete,
  isWithinTime,
  READING_MS_MAX,
} from '#src/domain/interests/interest-event.js';
import { characterCount } from '#src/domain/text/text.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, object, oneOf, text, uuid } from '../schema/kinds.js';
import { prune } from '../schema/prune.js';

interface WireEvent {
  id: string;
  type: InterestEvent['type'];
  at: number;
  topic?: string;
  category?: string;
  entry_id?: number;
  author_id?: string;
  source?: string;
  duration_ms?: number;
  platform?: 'android' | 'ios';
}

const eventShape = object<WireEvent>({
  id: Joi.string()
    .pattern(/^[A-Za-z0-9_-]{1,64}$/)
    .required(),
  type: oneOf(...interestEventTypes).required(),
  at: Joi.number().strict().required(),
  topic: text().empty(''),
  category: text().empty('').chars(1, EVENT_CATEGORY_MAX),
  entry_id: integer().min(1).max(Number.MAX_SAFE_INTEGER),
  author_id: uuid(),
  source: text().empty('').chars(1, EVENT_SOURCE_MAX),
  duration_ms: Joi.number().strict().min(0).unsafe(),
  platform: oneOf('android', 'ios'),
});

const READ_OPTIONS = { stripUnknown: true, abortEarly: true } as const;

export interface EventsBody {
  events: unknown[];
}

const eventsBody = object<EventsBody>({
  events: list(
    Joi.any()
      .meta({ documentedAs: eventShape })
      .description(
        'An object with `id` (1-64 of `A-Za-z0-9_-`, chosen by the device), `type`, `at` (ms since epoch, from 30 days ' +
          'ago to 5 minutes ahead) and, as far as known, `topic` (lower-cased, a leading `#` dropped, at most ' +
          `${EVENT_TOPIC_MAX} characters), \`category\` (a slug, at most ${EVENT_CATEGORY_MAX}), \`entry_id\` (a positive ` +
          `integer), \`author_id\` (a UUID), \`source\` (at most ${EVENT_SOURCE_MAX}), \`duration_ms\` (capped at 6 hours) ` +
          'and `platform` (`android` or `ios`; the platform of the session takes precedence). `topic_open` needs `topic`, ' +
          '`entry_open` needs `entry_id`, `entry_read` needs `entry_id` and `duration_ms`, `category_open` needs `category`.',
      ),
  )
    .required()
    .description(`At most ${EVENTS_PER_BATCH_MAX}.`)
    .example([
      { id: 'a1', type: 'entry_read', at: 1_790_000_000_000, entry_id: 7, topic: 'kahve', duration_ms: 45_000 },
    ]),
}).label('Events');

export const analyticsEndpoints = {
  reportEvents: endpoint({
    id: 'reportEvents',
    method: 'post',
    path: '/api/analytics/events',
    tag: 'Analytics',
    summary: 'Report events of opening and reading',
    description:
      'An event that does not fit is dropped and counted in `ignored`; one with an `id` that this account has used ' +
      'before is counted in `duplicates`. For an account without personalized ads nothing is stored, and all are ' +
      `\`ignored\`. At most ${EVENT_BATCHES_PER_MINUTE} batches a minute for an account; one that is too long does not count.`,
    access: 'username',
    body: eventsBody,
    isLarge: true,
    unfit: 'invalid_request',
    answers: {
      200: {
        description: 'The outcome.',
        shape: object({
          accepted: integer().required(),
          duplicates: integer().required(),
          ignored: integer().required(),
        }),
      },
    },
    refusals: ['too_many_events', 'rate_limited'],
  }),
};

/**
 * The event in its stored form; null if a field is invalid. It has no author: no profile uses the author, and an erased
 * account must not remain in the events of its readers.
 */
export function readEvent(report: unknown, now: number, language: Language | null): InterestEvent | null {
  if (typeof report !== 'object' || report === null) return null;
  const { value, error } = eventShape.validate(prune(eventShape, report), READ_OPTIONS);
  if (error) return null;
  const event = eventOf(value, language);
  const isFit = event !== null && isComplete(event) && isWithinTime(event.at, now);
  return isFit ? event : null;
}

function eventOf(report: WireEvent, language: Language | null): InterestEvent | null {
  const { id, type, category, source, platform } = report;
  const topic = report.topic === undefined ? '' : topicOf(report.topic, language);
  if (characterCount(topic) > EVENT_TOPIC_MAX) return null;
  return {
    id,
    type,
    at: Math.floor(report.at),
    ...(topic && { topic }),
    ...(category !== undefined && { category }),
    ...(report.entry_id !== undefined && { entryId: report.entry_id }),
    ...(source !== undefined && { source }),
    ...(report.duration_ms !== undefined && { durationMs: Math.floor(Math.min(report.duration_ms, READING_MS_MAX)) }),
    ...(platform !== undefined && { platform }),
  };
}

/** Like hashtags: Turkish casing for Turkish readers. */
const topicOf = (report: string, language: Language | null): string =>
  report
    .trim()
    .replace(/^#/, '')
    .trim()
    .toLocaleLowerCase(language === 'tr' ? 'tr' : 'en');

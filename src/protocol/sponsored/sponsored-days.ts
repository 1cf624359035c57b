/** The daily numbers of a sponsored item, computed from the counted rows. */
import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, object } from '../schema/kinds.js';

export const DAYS_MAX = 30;
/** The extreme time zones, in minutes. */
const OFFSETS = { min: -720, max: 840 };

export const sponsoredDaysEndpoints = {
  sponsoredDays: endpoint({
    id: 'sponsoredDays',
    method: 'get',
    path: '/api/panel/sponsored/{id}/days',
    tag: 'Sponsored items',
    summary: 'View the numbers of an item by day',
    description: `The last ${DAYS_MAX} days, from the one it was written on; the oldest first. \`utc_offset\` is the offset of the reader's time zone from UTC in minutes: 180 in Istanbul.`,
    access: 'panel',
    query: object<{ utc_offset: number }>({
      utc_offset: Joi.number().integer().min(OFFSETS.min).max(OFFSETS.max).empty('').default(0),
    }),
    answers: {
      200: {
        description: 'The days, and how many people do not want to see it again.',
        shape: object({
          days: list(
            object({
              starts_at: integer().required().description('Milliseconds since epoch.'),
              impressions: integer().required(),
              clicks: integer().required(),
            }),
          ).required(),
          hides: integer().required().description('Up to 10000.'),
        }),
      },
    },
    refusals: ['no_organization', 'not_allowed', 'not_found'],
  }),
};

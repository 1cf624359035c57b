import Joi from 'joi';
import { SLUG_MIN, VANITY_HANDLE_MAX } from '#src/domain/limits.js';
import { slugPattern } from '#src/domain/text/slug.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, object, text } from '../schema/kinds.js';

const handle = text()
  .trim()
  .lowercase()
  .min(SLUG_MIN)
  .max(VANITY_HANDLE_MAX)
  .pattern(slugPattern)
  .messages({ 'string.pattern.base': '{{#label}} takes lowercase letters, digits and single hyphens between them' })
  .example('kahve');

export const roomVanityEndpoints = {
  buyVanityLink: endpoint({
    id: 'buyVanityLink',
    method: 'put',
    path: '/api/rooms/{slug}/vanity',
    tag: 'Room administration',
    summary: 'Buy a short link to the room',
    description:
      'The founder, for stars. It replaces the earlier link of the room, which becomes available again. The link that the room has already costs nothing.',
    access: 'username',
    body: object<{ handle: string }>({ handle: handle.required() }).label('BuyVanityLink'),
    fieldsLast: true,
    answers: {
      200: {
        description: 'The link, and the stars that are left.',
        shape: object({
          handle: handle.required(),
          url: Joi.string().uri().required(),
          stars: integer().required().description('The balance.'),
        }),
      },
    },
    refusals: ['not_admin', 'room_not_found', 'insufficient_stars'],
  }),
};

import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, object } from '../schema/kinds.js';

export const starEntryShape = object({
  delta: integer().required().description('Negative: spent.'),
  reason: Joi.string().required().description('A word; show an unknown one as a plain line.').example('dm_open'),
  related_room: Joi.string().required().allow(null).description('Slug of the room it was for.'),
  created_at: Joi.string().isoDate().required(),
}).meta({ shape: 'StarEntry' });

export const starEndpoints = {
  viewStars: endpoint({
    id: 'viewStars',
    method: 'get',
    path: '/api/me/stars',
    tag: 'Account',
    summary: 'View the balance of stars and its newest 50 movements',
    description: 'Stars pay for direct chats with people who ask for them. Nobody else sees this.',
    access: 'bearer',
    answers: {
      200: {
        description: 'Newest first.',
        shape: object({ balance: integer().required(), entries: list(starEntryShape).required() }),
      },
    },
  }),
};

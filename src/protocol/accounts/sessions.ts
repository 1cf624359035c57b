import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, object } from '../schema/kinds.js';

const tag = 'Account';

/** What a session says of itself, to its owner and to operators. */
export const sessionFields = {
  id: Joi.string().uuid().required(),
  platform: Joi.string().required().allow(null).example('android'),
  device_model: Joi.string().required().allow(null),
  app_version: Joi.string().required().allow(null),
  created_at: Joi.string().isoDate().required(),
  last_used_at: integer().required().description('ms since epoch: the login, or the last refresh.'),
};

export const sessionShape = object({
  ...sessionFields,
  current: flag().required().description('The session of the request.'),
}).meta({ shape: 'Session' });

export const sessionEndpoints = {
  listSessions: endpoint({
    id: 'listSessions',
    method: 'get',
    path: '/api/me/sessions',
    tag,
    summary: 'List the sessions of the account',
    description: 'The session of the request first, then the most recently used. At most 100.',
    access: 'bearer',
    answers: {
      200: { description: 'The list.', shape: object({ sessions: list(sessionShape).required() }) },
    },
  }),
  closeSession: endpoint({
    id: 'closeSession',
    method: 'delete',
    path: '/api/me/sessions/{id}',
    tag,
    summary: 'Log out from the identity provider',
    description:
      'Its sockets are closed at once, its refresh token is revoked, and push to that device ends. Its access token stays valid over REST until it expires.',
    access: 'bearer',
    answers: { 204: { description: 'Done.' } },
    refusals: ['not_found'],
  }),
};

import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { integer, object } from '../schema/kinds.js';

const oidcShape = object({
  authorization_endpoint: Joi.string().uri().required(),
  client_id: Joi.string().required(),
  redirect_uri: Joi.string().uri().required().description('Where the provider sends people back: the web page.'),
  scope: Joi.string().required().example('openid profile'),
}).allow(null);

const clientConfigShape = object({
  brand: Joi.string().required().example('meydan'),
  dev_login: Joi.boolean().required().description('Whether `POST /api/auth/developer` is there.'),
  vanity_stars: integer().required().description('What a short link of a room costs.'),
  oidc: oidcShape.required().description('Null when the web page cannot log in through a provider here.'),
});

export const clientConfigEndpoints = {
  clientConfig: endpoint({
    id: 'clientConfig',
    method: 'get',
    path: '/api/client-config',
    tag: 'Service',
    summary: 'What a page needs to know before there is a login',
    access: 'public',
    answers: { 200: { description: 'No secrets: the same for everybody.', shape: clientConfigShape } },
  }),
};

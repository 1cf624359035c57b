import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { integer, object } from '../schema/kinds.js';

const oidcShape = object({
  authorization_endpoint: Joi.string().uri().required(),
  client_id: Joi.string().required(),
  redirect_uri: Joi.string().uri().required().description('The redirect target of the provider: the web page.'),
  scope: Joi.string().required().example('openid profile'),
}).allow(null);

const clientConfigShape = object({
  brand: Joi.string().required().example('meydan'),
  dev_login: Joi.boolean().required().description('Whether `POST /api/auth/developer` exists.'),
  web_push_key: Joi.string()
    .required()
    .allow(null)
    .example('BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8')
    .description('The `applicationServerKey` of push subscriptions; null where browsers get no pushes.'),
  vanity_stars: integer().required().description('The price of a short link of a room, in stars.'),
  oidc: oidcShape.required().description('Null when the web page cannot log in through a provider here.'),
});

export const clientConfigEndpoints = {
  clientConfig: endpoint({
    id: 'clientConfig',
    method: 'get',
    path: '/api/client-config',
    tag: 'Service',
    summary: 'View the settings that a page needs before login',
    description: 'Pages read it before they know anything of the caller.',
    access: 'public',
    answers: { 200: { description: 'No secrets: the same for everybody.', shape: clientConfigShape } },
  }),
};

import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { integer, object } from '../schema/kinds.js';

const tag = 'Service';

const component = object({
  status: Joi.string().valid('ok', 'failed', 'off').required().description('`off`: not part of this installation.'),
  latency_ms: integer().required().allow(null),
});

const healthShape = object({
  status: Joi.string().valid('ok', 'degraded').required(),
  version: Joi.string().required(),
  revision: Joi.string().required().allow(null).description('The source revision of the build, if it is known.'),
  components: object({
    database: component.required(),
    cache: component.required(),
    object_store: component.required(),
  }).required(),
});

const readyShape = object({ status: Joi.string().valid('ready', 'not_ready').required() });
const document = Joi.object().unknown();

const PROBES = new Set(['/api/health', '/api/ready']);

/** Balancers ask it every half second, and take a node for dead that does not answer: it has no limit and no wait. */
export const isProbe = (path: string): boolean => PROBES.has(path);

export const systemEndpoints = {
  health: endpoint({
    id: 'health',
    method: 'get',
    path: '/api/health',
    tag,
    summary: 'Check the parts of the service',
    description: 'For monitoring. The object store is reported and never decides alone about the status.',
    access: 'public',
    answers: {
      200: { description: 'Database and cache work.', shape: healthShape },
      503: { description: 'One of them does not. The object store alone never causes this.', shape: healthShape },
    },
  }),
  ready: endpoint({
    id: 'ready',
    method: 'get',
    path: '/api/ready',
    tag,
    summary: 'Check whether the node accepts requests',
    description:
      'For load balancers: a node that is starting, stopping or cut off from its cluster answers 503. Not limited.',
    access: 'public',
    answers: {
      200: { description: 'The node accepts requests.', shape: readyShape },
      503: { description: 'Starting, or draining.', shape: readyShape },
    },
  }),
  openApi: endpoint({
    id: 'openApi',
    method: 'get',
    path: '/api/openapi.json',
    tag,
    summary: 'View the OpenAPI document',
    description: 'This document, as it is for the running version.',
    access: 'public',
    answers: { 200: { description: 'OpenAPI 3.1.', shape: document } },
  }),
  asyncApi: endpoint({
    id: 'asyncApi',
    method: 'get',
    path: '/api/asyncapi.json',
    tag,
    summary: 'View the AsyncAPI document of the socket',
    description: 'Operations and events of the socket, as they are for the running version.',
    access: 'public',
    answers: { 200: { description: 'AsyncAPI 3.0.', shape: document } },
  }),
};

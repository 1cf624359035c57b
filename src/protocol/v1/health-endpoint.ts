import { integer, object, oneOf } from '../schema/kinds.js';
import { v1Endpoint } from './v1-endpoint.js';

const component = () =>
  object({
    status: oneOf('ok', 'failed').required(),
    latency_ms: integer().allow(null).required().description('Null where it did not answer.'),
  }).required();

const healthShape = object({
  status: oneOf('ok', 'degraded').required(),
  components: object({ database: component(), cache: component(), object_store: component() }).required(),
});

export const v1HealthEndpoint = v1Endpoint({
  id: 'v1Health',
  method: 'get',
  path: '/v1/health',
  summary: 'View the state of each part of the service',
  description: 'With the latency of each part. 503 where at least one does not answer.',
  access: 'public',
  answers: {
    200: { description: 'All of them.', shape: healthShape },
    503: { description: 'At least one does not.', shape: healthShape },
  },
});

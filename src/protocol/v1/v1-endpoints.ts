import { v1AccountEndpoints } from './account-endpoints.js';
import { v1HealthEndpoint } from './health-endpoint.js';
import { pageEndpoints } from './pages.js';
import { redirectEndpoints } from './redirect.js';
import { v1SessionEndpoints } from './session-endpoints.js';
import type { V1Endpoint } from './v1-endpoint.js';

/** Every endpoint of `/v1`, in the order of the documents. */
export const v1Endpoints = [
  ...Object.values(v1AccountEndpoints),
  ...Object.values(v1SessionEndpoints),
  ...Object.values(redirectEndpoints),
  ...Object.values(pageEndpoints),
  v1HealthEndpoint,
] as unknown as readonly V1Endpoint[];

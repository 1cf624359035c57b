/** Organizations, as the operator API returns them. */
import type { Counter } from '../api-types.js';
import { service } from '../net.js';

/** In display order. */
export const counters = ['message', 'ai', 'impression', 'verification'] as const satisfies readonly Counter[];

export async function loadRequests() {
  const { requests } = await service('GET /api/console/package-requests');
  return { rows: requests.map(({ organization }) => organization), total: requests.length };
}

export const waitingRequests = async (): Promise<number> => (await loadRequests()).total;

export const decideRequest = (id: string, decision: 'approve' | 'reject') =>
  service('POST /api/console/organizations/{id}/package-request', { path: { id }, body: { decision } });

export const grant = (id: string, body: { counter: Counter; quantity: number; note: string | null }, key: string) =>
  service('POST /api/console/organizations/{id}/grants', { path: { id }, body, key });

export const setSuspended = (id: string, suspended: boolean) =>
  service('PUT /api/console/organizations/{id}/suspended', { path: { id }, body: { suspended } });

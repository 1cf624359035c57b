import type { ComponentHealth, Health } from '#http/api/system/health.js';
import { v1HealthEndpoint } from '#src/protocol/v1/health-endpoint.js';
import { type V1Route, v1Route } from './v1-route.js';

/** For monitors and load balancers: 503 as soon as one of the three does not work. */
export function v1HealthRoute(health: Health): V1Route {
  return v1Route(v1HealthEndpoint, async () => {
    const { database, cache, objectStore } = await health.check();
    const isFine = [database, cache, objectStore].every(({ status }) => status !== 'failed');
    const components = { database: present(database), cache: present(cache), object_store: present(objectStore) };
    return { status: isFine ? 200 : 503, body: { status: isFine ? 'ok' : 'degraded', components } };
  });
}

const present = ({ status, latencyMs }: ComponentHealth) => ({
  status: status === 'failed' ? 'failed' : 'ok',
  latency_ms: latencyMs,
});

import { type Route, route } from '#http/routing/route.js';
import { withTimeout } from '#src/concurrency/with-timeout.js';
import { systemEndpoints } from '#src/protocol/system/system.js';

export interface ComponentHealth {
  /** `off`: not part of this installation, so it cannot fail. */
  status: 'ok' | 'failed' | 'off';
  latencyMs: number | null;
}

export interface Build {
  version: string;
  /** Null if it is not known. */
  revision: string | null;
}

export interface Health {
  readonly build: Build;
  /** False while starting or draining, and while the store does not answer. */
  ready(): Promise<boolean>;
  check(): Promise<{ database: ComponentHealth; cache: ComponentHealth; objectStore: ComponentHealth }>;
}

export interface HealthParts {
  build: Build;
  isReady(): boolean;
  /** A round trip to the data; rejects when it is out of reach. */
  pingDatabase(): Promise<void>;
  /** The same for shared services; null where this node is alone and its cache is its own memory. */
  pingCache: (() => Promise<void>) | null;
  /** The same for the files. */
  pingObjects(): Promise<void>;
  monotonic(): number;
}

const PING_DEADLINE_MS = 2_000;

const atOnce = (): Promise<void> => Promise.resolve();

/** Requests are neither authenticated nor limited, so overlapping checks share one check. */
export function createHealth(parts: HealthParts): Health {
  const { build, isReady, pingDatabase, pingCache, pingObjects, monotonic } = parts;
  let running: ReturnType<Health['check']> | null = null;
  const check = async () => {
    const pings = [pingDatabase, pingCache ?? atOnce, pingObjects] as const;
    const [database, cache, objectStore] = await Promise.all(pings.map((ping) => timed(ping, monotonic)));
    return { database, cache, objectStore } as Awaited<ReturnType<Health['check']>>;
  };
  let asking: Promise<boolean> | null = null;
  const ready = async () => {
    if (!isReady()) return false;
    asking ??= timed(pingDatabase, monotonic)
      .then(({ status }) => status === 'ok')
      .finally(() => {
        asking = null;
      });
    // It may have begun to drain meanwhile.
    return (await asking) && isReady();
  };
  return {
    build,
    ready,
    check() {
      running ??= check().finally(() => {
        running = null;
      });
      return running;
    },
  };
}

export function healthRoutes(health: Health): Route[] {
  return [
    route(systemEndpoints.health, async () => {
      const { database, cache, objectStore } = await health.check();
      const isFine = database.status !== 'failed' && cache.status !== 'failed';
      const components = { database: present(database), cache: present(cache), object_store: present(objectStore) };
      const body = { status: isFine ? 'ok' : 'degraded', ...health.build, components };
      return { status: isFine ? 200 : 503, body };
    }),
    route(systemEndpoints.ready, async () => {
      const isReady = await health.ready();
      return { status: isReady ? 200 : 503, body: { status: isReady ? 'ready' : 'not_ready' } };
    }),
  ];
}

const present = ({ status, latencyMs }: ComponentHealth) => ({ status, latency_ms: latencyMs });

async function timed(ping: () => Promise<void>, monotonic: () => number): Promise<ComponentHealth> {
  const start = monotonic();
  try {
    await withTimeout(PING_DEADLINE_MS, ping());
    return { status: 'ok', latencyMs: Math.round(monotonic() - start) };
  } catch {
    // The response only reports the failure; the details are in the logs of the store.
    return { status: 'failed', latencyMs: null };
  }
}

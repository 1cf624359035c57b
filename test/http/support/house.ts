/** The real service on a free port and an empty folder, with a clock that can be moved. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Env } from '#actors/runtime/env.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { createHealth } from '#http/api/health.js';
import type { HttpDeps } from '#http/http-deps.js';
import { createHttpApp } from '#http/server.js';
import { createFingerprints } from '#src/adapters/fingerprints.js';
import { createLimits } from '#src/adapters/limits.js';
import { createTokens } from '#src/adapters/tokens.js';
import { type App, createApp } from '#src/app.js';
import { loadConfig } from '#src/config.js';
import { createLoggers } from '#src/logger.js';
import { createMetrics, type Metrics } from '#src/metrics.js';

export interface House {
  app: App;
  url: string;
  port: number;
  metrics: Metrics;
  /** Everything logged so far. */
  log(): string;
  /** Lets so much time pass for tokens, limits and rooms. */
  pass(ms: number): void;
  close(): Promise<void>;
}

export async function openHouse(settings: Record<string, string> = {}): Promise<House> {
  const dir = await mkdtemp(join(tmpdir(), 'meydan-http-'));
  const quiet = { NODE_ENV: 'test', PORT: '0', METRICS_PORT: 'off', RATE_LIMITS: 'off', DATA_DIR: dir };
  const { env, pass } = movableClock();
  const lines: string[] = [];
  const metrics = createMetrics();
  const loggers = createLoggers('debug', linesInto(lines));
  const app = await createApp(loadConfig({ ...quiet, ...settings }), { env, loggers, metrics });
  const { port } = app.config.http;
  return {
    app,
    port,
    url: `http://127.0.0.1:${port}`,
    metrics,
    log: () => lines.join(''),
    pass,
    async close() {
      await app.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export interface Shell {
  url: string;
  log(): string;
  close(): Promise<void>;
}

/** A second shell over the same house with a part replaced, for what a healthy part would never answer. */
export async function openShell({ app, metrics }: House, parts: Partial<HttpDeps>): Promise<Shell> {
  const { config, node, store } = app;
  const lines: string[] = [];
  const shell = createHttpApp({
    config,
    metrics,
    logger: createLoggers('debug', linesInto(lines)).http,
    rooms: node.rooms,
    users: node.users,
    accounts: node.accounts,
    reader: store,
    tokens: createTokens({ ...config, accessTtlS: 3_600, refreshTtlS: 3_600, env: systemEnv }),
    fingerprints: createFingerprints(Buffer.alloc(32)),
    limits: createLimits({ env: systemEnv, off: true }),
    identityProvider: null,
    presence: { isOnline: () => false },
    health: createHealth({ isReady: () => true, pingDatabase: () => store.ping(), monotonic: systemEnv.monotonic }),
    env: systemEnv,
    asyncApi: {},
    pages: [],
    ...parts,
  });
  const server = createServer(shell.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log: () => lines.join(''),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function movableClock(): { env: Env; pass(ms: number): void } {
  let ahead = 0;
  const env = {
    ...systemEnv,
    now: () => systemEnv.now() + ahead,
    monotonic: () => systemEnv.monotonic() + ahead,
  };
  return {
    env,
    pass(ms) {
      ahead += ms;
    },
  };
}

function linesInto(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
}

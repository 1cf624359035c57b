import type { CrashHook } from '#actors/runtime/crash-points.js';
import type { Env } from '#actors/runtime/env.js';
import type { PreviewNetwork } from '../adapters/link-preview/network.js';
import type { Loggers } from '../observability/logger.js';
import type { Metrics } from '../observability/metrics.js';
import type { Tracing } from '../observability/tracing/tracing.js';

/** Dependencies that a test can replace, and the defaults. */
export interface Tools {
  env: Env;
  loggers: Loggers;
  metrics: Metrics;
  /** Null or absent where nothing is recorded. */
  tracing?: Tracing | null;
  /** The network for link previews. */
  previewNetwork: PreviewNetwork;
  /** Called at every crash point; only tests pass one. */
  crashPoint: CrashHook;
}

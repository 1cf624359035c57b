import { readFileSync } from 'node:fs';
import { cpus, freemem, loadavg, release, totalmem } from 'node:os';
import type { Config } from '#src/config/config-shape.js';
import { explainConfig } from '#src/config/explain-config.js';
import { settings } from '#src/config/settings.js';
import { serviceVersion } from '../service-version.js';
import type { PartReport } from './doctor.js';

const MIB = 2 ** 20;

export interface BundleContext {
  env: Record<string, string | undefined>;
  /** Node and the system below it. */
  runs: string;
}

/** What somebody who helps from afar asks for first: without secrets, and without anything of users. */
export function supportBundle(
  config: Config,
  { env, runs }: BundleContext,
  reports: PartReport[],
): Record<string, unknown> {
  return {
    at: new Date().toISOString(),
    version: serviceVersion(),
    revision: config.buildRevision,
    runs,
    kernel: release(),
    container: containerMemory(),
    cores: cpus().length,
    load: loadavg().map((value) => Number(value.toFixed(2))),
    memoryMiB: { total: Math.round(totalmem() / MIB), free: Math.round(freemem() / MIB) },
    settings: explainConfig({ ...config, isConsoleKeyMade: false }),
    settingsGiven: Object.keys(settings).filter((name) => env[name] !== undefined || env[`${name}_FILE`] !== undefined),
    reports,
  };
}

/** The limit of a container, where there is one. */
function containerMemory(): string | null {
  try {
    return readFileSync('/sys/fs/cgroup/memory.max', 'utf8').trim();
  } catch {
    // No control groups here: no container, or another system.
    return null;
  }
}

import { pause } from '#actors/runtime/pause.js';
import { type Beat, NameTaken } from '#src/cluster/lease-table.js';
import type { CoordinatorOptions } from './coordinator-options.js';

/** Registers this node. A killed node that comes back waits for the end of the lease of its earlier life. */
export async function beginLife(
  { env, name, trustMs, beatMs }: CoordinatorOptions,
  register: () => Promise<Beat>,
): Promise<void> {
  const patientUntil = env.monotonic() + trustMs + 2 * beatMs;
  for (;;) {
    const beat = await register();
    if (beat.status !== 'taken') return;
    if (env.monotonic() > patientUntil) throw new NameTaken(name, beat.by);
    await pause(env, beatMs / 2);
  }
}

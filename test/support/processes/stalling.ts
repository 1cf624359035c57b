/** A service of its own whose main thread stands still when it is told to. */
import { fileURLToPath } from 'node:url';

export const STALL_ON_SIGNAL = `--import ${fileURLToPath(new URL('./stall-on-signal.mjs', import.meta.url))}`;

/** By what the main thread then does. */
export const stallSignals = {
  'an endless loop': 'SIGUSR2',
  'a lock that nobody opens': 'SIGWINCH',
  'a loop of two seconds': 'SIGURG',
} as const;

/** What the process ends with. */
export const EXIT_STALLED = 70;

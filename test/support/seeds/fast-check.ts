/** fast-check with the seed of the run; a failure names it, and `MODEL_SEED` repeats it. */
// biome-ignore lint/style/noRestrictedImports: the one place that gives it its seed
import fc, { type Parameters } from 'fast-check';
import { seedOfRun } from './seed-of-run.js';

fc.configureGlobal({ seed: seedOfRun() });

export { fc, type Parameters };

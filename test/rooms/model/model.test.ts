import { seedOfRun } from '../../support/seeds/seed-of-run.js';
import { describeOnBothEngines } from '../../support/store/engines.js';
import { runSequence } from './model-run.js';

/** `MODEL_SEQUENCES=1000 npx jest test/rooms/model` soaks; `MODEL_SEED` repeats the sequence that a failure names. */
const { MODEL_SEED, MODEL_SEQUENCES = '12' } = process.env;
const STEPS = 80;
const base = seedOfRun();
const sequences = MODEL_SEED ? 1 : Number(MODEL_SEQUENCES);

describeOnBothEngines('ten people doing what they like', (openStore) => {
  it(`find the room as the model has it (${sequences} sequences from seed ${base})`, async () => {
    const store = await openStore();
    for (let at = 0; at < sequences; at += 1) await runSequence(store, base + at, STEPS);
  }, 1_800_000);
});

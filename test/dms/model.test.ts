import { seedOfRun } from '../support/seeds/seed-of-run.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { DmRun } from './dm-run.js';

/** `MODEL_SEQUENCES=1000 npx jest test/dms/model` soaks; `MODEL_SEED` repeats the sequence that a failure names. */
const { MODEL_SEED, MODEL_SEQUENCES = '4' } = process.env;
const STEPS = 80;
const base = seedOfRun();
const sequences = MODEL_SEED ? 1 : Number(MODEL_SEQUENCES);

describeOnBothEngines('four people who open, write, leave, delete and block', (openStore) => {
  it(`find their chats and stars as the model has them (${sequences} sequences from seed ${base})`, async () => {
    const store = await openStore();
    for (let at = 0; at < sequences; at += 1) await new DmRun(store, base + at).live(STEPS);
  }, 1_800_000);
});

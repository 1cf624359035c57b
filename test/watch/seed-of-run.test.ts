import { seedOfRun } from '../support/seeds/seed-of-run.js';

describe('the seed of a random test', () => {
  const { CI, MODEL_SEED } = process.env;
  const set = (name: string, value: string | undefined) => {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  };
  afterEach(() => {
    set('CI', CI);
    set('MODEL_SEED', MODEL_SEED);
  });
  const seeds = (ci: string | undefined, given?: string) => {
    set('CI', ci);
    set('MODEL_SEED', given);
    return new Set(Array.from({ length: 5 }, seedOfRun));
  };

  it('follows from the commit in CI, and is another one each time elsewhere', () => {
    expect(seeds('true').size).toBe(1);
    expect(seeds(undefined).size).toBe(5);
  });

  it('is the one that is asked for', () => {
    expect([...seeds('true', '7'), ...seeds(undefined, '7')]).toEqual([7, 7]);
  });
});

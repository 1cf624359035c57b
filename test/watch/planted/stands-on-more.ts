/** Half of it stands on a program that no machine has. */
import { describeWith } from '../../support/skipped-suites.js';

it('passes', () => undefined);

describeWith({ node: process.execPath, abacus: undefined }, 'sums', ({ abacus }) => {
  beforeAll(() => {
    throw new Error(`nothing is set up without ${abacus}`);
  });

  it('add up', () => {
    throw new Error('it did run');
  });

  describe('of three', () => {
    beforeEach(() => {
      throw new Error('nothing is set up');
    });

    it.each([1, 2])('add up', () => {
      throw new Error('it did run');
    });
  });
});

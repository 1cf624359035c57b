/** The environment of the tests, which also tells the imports of a file from its tests and ends at the first failure. */
import SharedEnvironment from '../../test/support/runner/shared-environment.mjs';

// biome-ignore lint/style/noDefaultExport: jest's environment is a module with one.
export default class MutationEnvironment extends SharedEnvironment {
  #hasFailed = false;

  handleTestEvent(event) {
    const { meydanMutation: mutation } = globalThis;
    if (event.name === 'run_start') mutation.counts = mutation.reached;
    if (event.name === 'test_done' && event.test.errors.length > 0) this.#hasFailed = true;
    if (event.name === 'hook_failure') this.#hasFailed = true;
    if (event.name === 'test_start' && this.#hasFailed && mutation.active !== -1) event.test.mode = 'skip';
  }
}

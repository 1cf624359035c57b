/**
 * The environment of the tests, which also separates the code that each test reaches from that of the file and its
 * hooks, runs only the requested tests, and ends at the first failure.
 */
import SharedEnvironment from '../../test/support/runner/shared-environment.mjs';

// biome-ignore lint/style/noDefaultExport: jest's environment is a module with one.
export default class MutationEnvironment extends SharedEnvironment {
  #hasFailed = false;
  #at = -1;
  #startedAt = 0;

  /** After a hook that fails, each of its tests fails: none may be left out then, or the file would have run nothing. */
  handleTestEvent({ name, test }) {
    const { meydanMutation: mutation } = globalThis;
    if (name === 'run_start') mutation.counts = mutation.reached;
    if (name === 'test_start') this.#begin(test, mutation);
    if (name === 'test_done') this.#end(test, mutation);
  }

  #begin(test, mutation) {
    this.#at += 1;
    const isLeftOut = mutation.only !== null && !mutation.only.has(this.#at);
    if (isLeftOut || (this.#hasFailed && mutation.active !== -1)) test.mode = 'skip';
    this.#startedAt = performance.now();
    if (mutation.active === -1) mutation.counts = mutation.ofTest.fill(0);
  }

  #end(test, mutation) {
    if (test.errors.length > 0) {
      this.#hasFailed = true;
      mutation.failedAt ??= this.#at;
    }
    if (mutation.active !== -1) return;
    mutation.counts = mutation.reached;
    const ids = [];
    for (let id = 0; id < mutation.ofTest.length; id += 1) {
      if (mutation.ofTest[id] === 0) continue;
      mutation.total[id] += mutation.ofTest[id];
      ids.push(id);
    }
    mutation.tests.push({ at: this.#at, ms: Math.round(performance.now() - this.#startedAt), ids });
  }
}

/** The globals of the process itself, given back as they were when a file of tests has ended. */
const STACK_FRAMES = 30;
/** Where circus keeps who hears of the tests of a file; those of the file before would hear of the next one's too. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

// biome-ignore lint/style/noDefaultExport: jest's environment is a module with one.
export default class SharedEnvironment {
  global = globalThis;
  #env = { ...process.env };
  #cwd = process.cwd();
  #exit = process.exit;
  #console = globalThis.console;
  #hasFailed = false;

  getVmContext() {
    return null;
  }

  async setup() {
    // Jest asks for a hundred, which makes each refusal of the service dear.
    Error.stackTraceLimit = STACK_FRAMES;
    delete globalThis[EVENT_HANDLERS];
  }

  /** A planted mistake is noticed with the first failure: the rest of the file would only wait for what never comes. */
  async handleTestEvent(event) {
    if (process.env.MEYDAN_MUTANT === undefined) return;
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.#hasFailed = true;
    if (event.name === 'test_start' && this.#hasFailed) event.test.mode = 'skip';
  }

  async teardown() {
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
    if (process.cwd() !== this.#cwd) process.chdir(this.#cwd);
    process.exit = this.#exit;
    globalThis.console = this.#console;
  }
}

/** The warm process of the tests: begun when it is needed, ended when it hangs, grows or dies. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { killTree } from '../test/processes.mjs';

/** Modules of tests are not given back. */
const RSS_MAX = 1_200_000_000;
const START_TIMEOUT_MS = 60_000;
/** The first file of a process reads the sources, and each further one only its own. */
const FIRST_ADDED_MS = 30_000;
const NEW_ADDED_MS = 10_000;

export class TestProcess {
  #root;
  #env;
  #child = null;
  #seen = new Set();
  /** Whether the last file was the first of its process: then its time is that of reading the sources as well. */
  wasFirst = false;

  /** `servers`: the settings of those that the tests may use, of none by default. */
  constructor(root, { folder, size }, servers = {}) {
    this.#root = root;
    const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim();
    const own = { MEYDAN_MUTATION: folder, MEYDAN_MUTATION_SIZE: String(size), NODE_OPTIONS: nodeOptions };
    this.#env = { ...process.env, ...own };
    // Servers would run their tests a second time; code that speaks to one has no other tests.
    this.#env.MEYDAN_MONGOD = '';
    for (const name of ['MEYDAN_REDIS', 'MEYDAN_TEST_MONGOD_PORT']) delete this.#env[name];
    Object.assign(this.#env, servers);
  }

  /** `outcome` is `ended`, `timeout` or `died`; `ended` comes with the worker's answer. */
  async run(path, { active = -1, limit = null, only = null, timeoutMs }) {
    const child = await this.#started();
    const startedAt = performance.now();
    const over = new AbortController();
    const { signal } = over;
    const timer = setTimeout(() => over.abort(), timeoutMs + this.#addedMs(path));
    try {
      child.send({ path, active, limit, only });
      const ended = once(child, 'message', { signal }).then(([answer]) => ({ outcome: 'ended', ...answer }));
      const died = once(child, 'exit', { signal }).then(() => ({ outcome: 'died' }));
      const answer = await Promise.race([ended, died]);
      if (answer.outcome === 'died') this.#child = null;
      else if (answer.rss > RSS_MAX) await this.end();
      return { ms: Math.round(performance.now() - startedAt), ...answer };
    } catch (error) {
      if (error.name !== 'AbortError') throw error;
      await this.end();
      return { outcome: 'timeout', ms: timeoutMs };
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  #addedMs(path) {
    this.wasFirst = this.#seen.size === 0;
    if (this.#seen.has(path)) return 0;
    this.#seen.add(path);
    return this.#seen.size === 1 ? FIRST_ADDED_MS : NEW_ADDED_MS;
  }

  async end() {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    killTree(child.pid);
    await exited;
  }

  async #started() {
    if (this.#child) return this.#child;
    const worker = join(this.#root, 'scripts/mutation/worker.mjs');
    const child = fork(worker, { cwd: this.#root, env: this.#env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let said = '';
    child.stderr.on('data', (text) => {
      said = `${said}${text}`.slice(-4_000);
    });
    this.#seen.clear();
    this.#child = child;
    const ready = once(child, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
    const died = once(child, 'exit').then(() =>
      Promise.reject(new Error(`the tests' process did not start:\n${said}`)),
    );
    await Promise.race([ready, died]);
    died.catch(() => {});
    return child;
  }
}

/** The nodes: each a process of the build, started again when it ends, unless it was taken out. */
import { fileURLToPath } from 'node:url';
import { endChild, startChild, untilReady } from './child.mjs';
import { freePort } from './ports.mjs';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_MS = 90_000;
const END_MS = 40_000;
const AGAIN_AFTER_MS = 1_000;

export class Nodes {
  #settings;
  #balancer;
  #basePort;
  #baseMetricsPort;
  #nodes = new Map();
  #isStopping = false;

  /**
   * `basePort`: node n listens on the n-th port after it; 0 = on any. `baseMetricsPort`: that of the first node, the
   * same.
   */
  constructor({ settings, balancer, basePort, baseMetricsPort }) {
    this.#settings = settings;
    this.#balancer = balancer;
    this.#basePort = basePort;
    this.#baseMetricsPort = baseMetricsPort;
  }

  get all() {
    return [...this.#nodes.values()];
  }

  find = (number) => this.#nodes.get(number);

  async add() {
    const anyPort = this.#basePort === 0 ? await freePort() : null;
    const anyMetricsPort = this.#baseMetricsPort === 0 ? await freePort() : null;
    // Nodes are added at the same time: nothing may be awaited between the choice of a number and its entry in the map.
    let number = 1;
    while (this.#nodes.has(number)) number += 1;
    const node = {
      number,
      name: `node-${number}`,
      port: anyPort ?? this.#basePort + number,
      metricsPort: anyMetricsPort ?? this.#metricsPortOf(number),
      process: null,
      isWanted: true,
    };
    this.#nodes.set(number, node);
    this.#balancer.add(node.name, node.port);
    this.#begin(node);
    await untilReady(node.process, () => this.#look(node), READY_MS);
    return node;
  }

  #metricsPortOf(number) {
    return this.#baseMetricsPort === 'off' ? 'off' : this.#baseMetricsPort + number - 1;
  }

  /** kill -9, and started again as a supervisor would. */
  kill(node) {
    node.process.child.kill('SIGKILL');
  }

  /** As in a rolling deploy: it hands over and ends, and the next version takes its place. */
  drain(node) {
    this.#balancer.hold(node.name, true);
    node.process.child.kill('SIGTERM');
  }

  /** Drained, and not started again. */
  async remove(node) {
    node.isWanted = false;
    this.#balancer.hold(node.name, true);
    await endChild(node.process, 'SIGTERM', END_MS);
    this.#balancer.remove(node.name);
    this.#nodes.delete(node.number);
  }

  /** Leases and the log exist for pauses that are longer than a lease. */
  freeze = (node) => node.process.child.kill('SIGSTOP');
  thaw = (node) => node.process.child.kill('SIGCONT');

  async stop() {
    this.#isStopping = true;
    await Promise.all(this.all.map((node) => endChild(node.process, 'SIGTERM', END_MS)));
  }

  cut() {
    this.#isStopping = true;
    for (const node of this.all) node.process?.child.kill('SIGKILL');
  }

  async #look(node) {
    await this.#balancer.look();
    return this.#balancer.isReady(node.name);
  }

  #begin(node) {
    const env = {
      ...this.#settings,
      NODE_NAME: node.name,
      PORT: String(node.port),
      METRICS_PORT: String(node.metricsPort),
    };
    node.process = startChild(node.name, process.execPath, [MAIN], { env, cwd: ROOT, isLoud: true });
    this.#balancer.hold(node.name, false);
    node.process.ended.then(({ code, signal }) => this.#ended(node, code, signal));
  }

  #ended(node, code, signal) {
    if (this.#isStopping || !node.isWanted) return;
    process.stdout.write(`[${node.name}] ended (${signal ?? code}); it is started again\n`);
    setTimeout(() => {
      if (!this.#isStopping && node.isWanted) this.#begin(node);
    }, AGAIN_AFTER_MS);
  }
}

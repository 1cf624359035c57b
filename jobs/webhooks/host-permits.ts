/**
 * How many calls are in progress: for one host, so that a slow one holds no more than its share, and for the node. A call that
 * waits for a slow host takes no place of the node.
 */
import { Semaphore } from '#src/concurrency/semaphore.js';

const HOST_CALLS_MAX = 8;
const NODE_CALLS_MAX = 256;

export class HostPermits {
  readonly #node = new Semaphore(NODE_CALLS_MAX);
  readonly #hosts = new Map<string, { permits: Semaphore; users: number }>();

  async run<T>(url: string, work: () => Promise<T>): Promise<T> {
    const { host } = new URL(url);
    const entry = this.#hosts.get(host) ?? { permits: new Semaphore(HOST_CALLS_MAX), users: 0 };
    this.#hosts.set(host, entry);
    entry.users += 1;
    try {
      return await entry.permits.run(() => this.#node.run(work));
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#hosts.delete(host);
    }
  }
}

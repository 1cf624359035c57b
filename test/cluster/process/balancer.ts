/** Which nodes take callers: what a balancer in front of them knows, by asking each whether it is ready. */
import type { NodeProcess } from '../../support/processes/cluster-processes.js';
import { poll } from '../../support/time/poll.js';

const EVERY_MS = 150;
const ANSWERS_WITHIN_MS = 1_000;

interface Backend {
  name: string;
  url: string;
  isUp: boolean;
}

export class Balancer {
  readonly #backends: Backend[];
  #next = 0;
  #isStopped = false;

  constructor(nodes: readonly NodeProcess[]) {
    this.#backends = nodes.map(({ name, server }) => ({ name, url: server.url, isUp: true }));
    for (const backend of this.#backends) void this.#watch(backend);
  }

  /** The next one in turn that is ready, other than this one where possible; waits for one. */
  async pick(but?: string): Promise<string> {
    return poll(() => this.#ready(but) ?? this.#ready(), { until: 'a node is ready', withinMs: 120_000 });
  }

  /** It refused a connection: nobody is sent there until it says again that it is ready. */
  refused(url: string): void {
    for (const backend of this.#backends) if (backend.url === url) backend.isUp = false;
  }

  get allUp(): boolean {
    return this.#backends.every(({ isUp }) => isUp);
  }

  stop(): void {
    this.#isStopped = true;
  }

  #ready(but?: string): string | null {
    const ready = this.#backends.filter(({ isUp, url }) => isUp && url !== but);
    this.#next += 1;
    return ready[this.#next % ready.length]?.url ?? null;
  }

  async #watch(backend: Backend): Promise<void> {
    while (!this.#isStopped) {
      const answer = await fetch(`${backend.url}/api/ready`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).catch(
        () => null,
      );
      await answer?.body?.cancel();
      backend.isUp = answer?.status === 200;
      await pause(EVERY_MS);
    }
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Reports of offers on their way to the organizations. While a batch of one organization is being committed, further
 * reports are collected for the next batch: one commit for all of them. A report that was not counted may be repeated.
 */
import type { OrganizationId } from '#src/domain/organizations/organization.js';
import { RefusalError } from '#src/errors.js';
import type { Mark, Marked } from './mark.js';

export interface SponsoredMarks {
  count(organization: OrganizationId, mark: Mark): Promise<Marked>;
}

/** The part of `SponsoredItems` that takes marks. */
interface MarkCounter {
  ask(organization: OrganizationId, command: { type: 'count'; marks: Mark[] }): Promise<Marked[]>;
}

/** One commit takes this many. */
const BATCH_MAX = 256;
/** If more than this many reports wait, the next caller is asked to repeat later. */
const WAITING_MAX = 20_000;
const RETRY_AFTER_MS = 500;

interface Waiting {
  mark: Mark;
  resolve(marked: Marked): void;
  reject(cause: unknown): void;
}

export function createSponsoredMarks(items: MarkCounter): SponsoredMarks {
  const queues = new Map<OrganizationId, Waiting[]>();
  let waitingCount = 0;

  /** Until nothing waits. */
  async function run(organization: OrganizationId, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH_MAX);
      waitingCount -= batch.length;
      await send(organization, batch);
    }
    queues.delete(organization);
  }

  async function send(organization: OrganizationId, batch: Waiting[]): Promise<void> {
    try {
      const marks = batch.map(({ mark }) => mark);
      const marked = await items.ask(organization, { type: 'count', marks });
      for (const [n, { resolve }] of batch.entries()) resolve(marked[n] as Marked);
    } catch (cause) {
      for (const { reject } of batch) reject(cause);
    }
  }

  return {
    count: (organization, mark) =>
      new Promise((resolve, reject) => {
        if (waitingCount >= WAITING_MAX) {
          return reject(new RefusalError('overloaded', { retryAfterMs: RETRY_AFTER_MS }));
        }
        waitingCount += 1;
        const queue = queues.get(organization);
        if (queue) return void queue.push({ mark, resolve, reject });
        const begun: Waiting[] = [{ mark, resolve, reject }];
        queues.set(organization, begun);
        // Those of the same moment go together from the first.
        void Promise.resolve().then(() => run(organization, begun));
      }),
  };
}

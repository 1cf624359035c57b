import type { ReplayPage } from '#actors/cluster/streams/stream-positions.js';
import type { StreamItem } from '#actors/cluster/streams/stream-subscription.js';

export interface Item extends StreamItem {
  text?: string;
}
export type Replay = (id: string, after: number | null) => Promise<ReplayPage<Item>> | null;

export const items = (...seqs: number[]): Item[] => seqs.map((seq) => ({ seq }));
export const seqsOf = (sent: [string, unknown][]) =>
  sent.flatMap(([, body]) => ((body as { item?: Item }).item ? [(body as { item: Item }).item.seq] : []));

/** A log of an actor that is read in pages. */
export class PagedLog {
  items: Item[] = [];
  readonly pageSize: number;
  isHere = true;
  /** What is answered first, in place of the log. */
  readonly answers: ReturnType<Replay>[] = [];
  readonly asked: (number | null)[] = [];
  constructor(pageSize: number) {
    this.pageSize = pageSize;
  }
  readonly replay: Replay = (_, after) => {
    this.asked.push(after);
    if (!this.isHere) return null;
    if (this.answers.length > 0) return this.answers.shift() ?? null;
    const last = this.items.at(-1)?.seq ?? 0;
    const missed = after === null ? [] : this.items.filter(({ seq }) => seq > after);
    const page = missed.slice(0, this.pageSize);
    const hasMore = missed.length > page.length;
    return Promise.resolve({ items: page, seq: hasMore ? (page.at(-1)?.seq ?? last) : last, hasMore });
  };
}

/**
 * A node that has met the format of a newer version cannot answer for all of its actors. While a node that knows the
 * format lives, this one gives its slots to the others and serves its connections alone. It takes slots again when no
 * such node is left, because most actors need nothing new.
 */
import type { Table } from '#src/cluster/lease-table.js';
import { FORMAT } from '#src/domain/format.js';
import { formatOfToken } from './node-token.js';

/** What the coordinator does for it. */
export interface StepBackSteps {
  /** This node gets no slots any more. */
  leave(): Promise<unknown>;
  /** False when there was nothing to hand over. */
  handOffRound(): Promise<boolean>;
  /** A new life, with slots. */
  rejoin(): Promise<void>;
}

export class StepBack {
  readonly #known: number;
  #lacked: number;

  constructor(known: number = FORMAT) {
    this.#known = known;
    this.#lacked = known;
  }

  /** An actor here needs this format. */
  lacks(format: number): void {
    this.#lacked = Math.max(this.#lacked, format);
  }

  /** Changes the part that this node takes, if a newer node has come or the last one has gone. */
  async apply(me: string, table: Table, steps: StepBackSteps): Promise<void> {
    const isDue = this.#isDue(table);
    const isDone = table.nodes.some(({ token, isLeaving }) => isLeaving && token === me);
    if (isDue === isDone) return;
    if (!isDue) return steps.rejoin();
    await steps.leave();
    for (let isGiving = true; isGiving; ) isGiving = await steps.handOffRound();
  }

  /** Whether another live node can answer for what this one cannot. */
  #isDue({ nodes }: Table): boolean {
    if (this.#lacked === this.#known) return false;
    return nodes.some(({ token, isLeaving }) => !isLeaving && formatOfToken(token) >= this.#lacked);
  }
}

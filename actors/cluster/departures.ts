/** Nodes that were alive and are no more: those that left in order, and those that were lost. */
import type { Env } from '#actors/runtime/env.js';
import type { LivingNode } from '#src/cluster/lease-table.js';

export interface DeparturesOptions {
  env: Pick<Env, 'after'>;
  /** Nobody answers under this token any more. */
  abandon(token: string): void;
}

/** A node that left in order answers for a moment longer, and its last message may come after the table. */
const FORGET_NODE_DELAY_MS = 1_500;

export class Departures {
  readonly #options: DeparturesOptions;
  readonly #listeners = new Set<() => void>();
  #living = new Map<string, LivingNode>();
  /** Tokens of nodes that have said that they leave, until they are forgotten. */
  readonly #leftInOrder = new Set<string>();
  /** Nodes that are gone and not yet forgotten: by token, how to keep one. */
  readonly #gone = new Map<string, () => void>();

  constructor(options: DeparturesOptions) {
    this.#options = options;
  }

  /** Called when messages of a node that is gone may have been lost. Returns the function that removes the listener. */
  onLoss(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The last message of a node: all that it had published came before. */
  left(token: string): void {
    if (this.#living.has(token) || this.#gone.has(token)) this.#leftInOrder.add(token);
  }

  /** The nodes of the newest table. */
  learn(nodes: readonly LivingNode[]): void {
    const living = new Map(nodes.map((node) => [node.token, node]));
    const gone = [...this.#living.values()].filter(({ token }) => !living.has(token));
    this.#living = living;
    for (const token of living.keys()) this.#cameBack(token);
    for (const node of gone) this.#forgetLater(node);
    if (gone.some(({ token, isLeaving }) => !isLeaving && !this.#leftInOrder.has(token))) this.#lost();
  }

  stop(): void {
    for (const stop of this.#gone.values()) stop();
  }

  /** It was without the table for a while, and goes on. */
  #cameBack(token: string): void {
    this.#gone.get(token)?.();
    this.#gone.delete(token);
  }

  #forgetLater({ token, isLeaving }: LivingNode): void {
    const stop = this.#options.env.after(FORGET_NODE_DELAY_MS, () => {
      this.#gone.delete(token);
      this.#options.abandon(token);
      const isInOrder = this.#leftInOrder.delete(token);
      if (isLeaving && !isInOrder) this.#lost();
    });
    this.#gone.set(token, stop);
  }

  #lost(): void {
    for (const listener of this.#listeners) listener();
  }
}

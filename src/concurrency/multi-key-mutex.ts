/**
 * Transactions of this process that write the same document go one after the other. Side by side, the server would
 * abort all but one of them, again and again: a hundred people who follow the same one would take minutes.
 */
export class MultiKeyMutex {
  /** By document, the end of whoever came last. */
  readonly #last = new Map<string, Promise<void>>();

  /** Whoever comes stands behind everybody before them, for all their documents at once: nobody waits in a circle. */
  async runExclusive<T>(documents: readonly string[], work: () => Promise<T>): Promise<T> {
    const ahead = documents.flatMap((document) => this.#last.get(document) ?? []);
    let leave = (): void => undefined;
    const end = new Promise<void>((resolve) => {
      leave = resolve;
    });
    for (const document of documents) this.#last.set(document, end);
    try {
      await Promise.all(ahead);
      return await work();
    } finally {
      for (const document of documents) if (this.#last.get(document) === end) this.#last.delete(document);
      leave();
    }
  }
}

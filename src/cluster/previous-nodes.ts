/**
 * User events and presence as nodes of the previous version have them: each event goes to every node, and each node has
 * a set of its accounts. This file and its implementation can go with that version.
 */
export interface PreviousNodes {
  readonly areThere: boolean;
  /** Events that they have published. */
  listen(listener: (event: object) => void): () => void;
  publish(event: object): void;
  arrived(account: string): void;
  left(account: string): void;
  /** The given accounts that are connected to one of them. Empty if the data is unreachable. */
  among(accounts: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called at least once in a lease, because data that is not renewed expires. */
  repeat(): void;
  close(): Promise<void>;
}

/**
 * User events from every node to every other: they may get lost; a consumer that needs certainty reads the state again.
 */
export interface UserEventBus {
  /** To all nodes but this one. */
  publish(event: object): void;
  listen(listener: (event: object) => void): () => void;
  close(): Promise<void>;
}

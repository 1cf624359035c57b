/**
 * User events from every node to every other. They may get lost, so that a consumer that needs certainty reads the
 * state again.
 */
export interface UserEventBus {
  /** To every other node. */
  publish(event: object): void;
  listen(listener: (event: object) => void): () => void;
  close(): Promise<void>;
}

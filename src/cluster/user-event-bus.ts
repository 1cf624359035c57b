/** User events from every node to every other: they may get lost, and whoever needs to be sure asks. */
export interface UserEventBus {
  /** To all nodes but this one. */
  publish(event: object): void;
  listen(listener: (event: object) => void): () => void;
  close(): Promise<void>;
}

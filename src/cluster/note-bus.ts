/** Hints from every node to every other: they may get lost, and whoever needs to be sure asks. */
export interface NoteBus {
  /** To all nodes but this one. */
  publish(note: object): void;
  listen(listener: (note: object) => void): () => void;
  close(): Promise<void>;
}

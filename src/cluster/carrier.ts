/** Carries texts between the lives of nodes: those to one node arrive in order, at most once. */
export interface Carrier {
  /** Receives texts for this life, and none for an earlier one from now on. */
  listen(token: string): Promise<void>;
  /** Rejects if it is certain that the text does not arrive. */
  carry(to: string, text: string): Promise<void>;
  /** To every other node. */
  carryToAll(text: string): Promise<void>;
  onText(handler: (from: string, text: string, isToAll: boolean) => void): void;
  /** Texts to this life, and its answers, may be lost. */
  onLoss(handler: (to: string) => void): void;
  close(): Promise<void>;
}

/** Who is connected to the other nodes. Volatile by promise: what a dead node said is forgotten soon. */
export interface SharedPresence {
  /** What this node knows: the first socket of an account has come, or the last has gone some time ago. */
  arrived(account: string): void;
  left(account: string): void;
  /** The accounts among these that are connected to another node. Empty while that cannot be read. */
  among(accounts: readonly string[]): Promise<ReadonlySet<string>>;
  /** With every beat: what is not repeated is forgotten. */
  repeat(): void;
}

/** Who is connected to the other nodes. Volatile by promise: what a dead node said is forgotten soon. */
export interface SharedPresence {
  /** What this node knows: the first socket of an account has come, or the last has gone some time ago. */
  arrived(account: string): void;
  left(account: string): void;
  /** Which of these are connected to any other node. Nobody, where nobody can be asked. */
  among(accounts: readonly string[]): Promise<ReadonlySet<string>>;
  /** With every beat: what is not repeated is forgotten. */
  repeat(): void;
}

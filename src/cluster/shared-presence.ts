/** The accounts that are connected to other nodes. The data is volatile: that of a dead node expires soon. */
export interface SharedPresence {
  /** Reports from this node: an account's first socket has connected, or its last one closed some time ago. */
  arrived(account: string): void;
  left(account: string): void;
  /** The given accounts that are connected to another node. Empty if the data is unreachable. */
  among(accounts: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called with every heartbeat, because data that is not renewed expires. */
  repeat(): void;
}

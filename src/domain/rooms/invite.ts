/** A link that lets accounts join, until a time or for a number of uses. */
export interface Invite {
  code: string;
  /** The creator's username. */
  createdBy: string;
  createdAt: number;
  /** ms, null = never. */
  expiresAt: number | null;
  uses: number;
  maxUses: number | null;
  cancelled: boolean;
}

/** Whether the invite is still valid. It is not in the millisecond of `expiresAt`. */
export function isUsable({ cancelled, expiresAt, uses, maxUses }: Invite, now: number): boolean {
  return !cancelled && (expiresAt === null || now < expiresAt) && (maxUses === null || uses < maxUses);
}

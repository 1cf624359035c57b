/** A link that lets people in, for a while or so many times. */
export interface Invite {
  code: string;
  /** Username of who made it. */
  createdBy: string;
  createdAt: number;
  /** ms, null = never. */
  expiresAt: number | null;
  uses: number;
  maxUses: number | null;
  cancelled: boolean;
}

/** Whether it still lets somebody in. The millisecond of `expiresAt` is over. */
export function isUsable({ cancelled, expiresAt, uses, maxUses }: Invite, now: number): boolean {
  return !cancelled && (expiresAt === null || now < expiresAt) && (maxUses === null || uses < maxUses);
}

/** Lists of bans, join requests and invites: their bound, and stored records merged with newer ones of memory. */
import type { AccountId } from '#src/domain/accounts/account.js';

export const LISTED_MAX = 10_000;

interface AdmissionRecord {
  account: AccountId;
  active: true | null;
}

export function current<T extends AdmissionRecord>(read: T[], memory: ReadonlyMap<string, T | null>): T[] {
  const records = new Map(read.map((record) => [record.account, record]));
  for (const record of memory.values()) if (record) records.set(record.account, record);
  return [...records.values()].filter(({ active }) => active);
}

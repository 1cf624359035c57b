/** The storage key of an account's queue of read events. */
export const readsKeyOf = (accountId: string): string => `meydan.events.${accountId}`;

/** Where a browser keeps what an account read and the service does not know yet. */
export const readsKeyOf = (accountId: string): string => `meydan.events.${accountId}`;

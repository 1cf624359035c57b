/** Where a browser keeps what somebody began to write and has not sent. */
export const writingKeyOf = (accountId: string, place: string): string => `meydan.draft.${accountId}.${place}`;

/** The storage key of a draft. */
export const writingKeyOf = (accountId: string, place: string): string => `meydan.draft.${accountId}.${place}`;

/** The storage key of an article draft. */
export const draftKeyOf = (accountId: string, room: string): string => `meydan.article.${accountId}.${room}`;

/** Where a browser keeps the article somebody began in a room. */
export const draftKeyOf = (accountId: string, room: string): string => `meydan.article.${accountId}.${room}`;

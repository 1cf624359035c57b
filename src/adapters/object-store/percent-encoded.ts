/**
 * Encodes every character except letters, digits and `-._~` (RFC 3986). encodeURIComponent leaves five more unencoded,
 * and some clients encode one of those by themselves; signed text must have one spelling.
 */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

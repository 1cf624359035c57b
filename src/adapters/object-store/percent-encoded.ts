/**
 * Every sign but letters, digits and `-._~` (RFC 3986). encodeURIComponent leaves five more as they are, of which some
 * clients encode one on their own account; what is signed must look the same everywhere.
 */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

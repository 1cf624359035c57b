/** The version that the documents name; a test holds it to package.json. */
export const VERSION = '0.1.0';

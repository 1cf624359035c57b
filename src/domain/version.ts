/** The version of the service, for documents, stores and operators; a test compares it with package.json. */
export const VERSION = '0.1.0';

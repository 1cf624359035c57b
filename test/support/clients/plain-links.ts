import type { FileLinks } from '#src/protocol/present/file-links.js';

/** Links that can be read, for what is presented without an object store. */
export const plainLinks: FileLinks = {
  ttlS: 3_600,
  now: () => 0,
  picture: (key) => `https://files.test/${key}?for=3600`,
  brief: (key, forS) => `https://files.test/${key}?for=${forS}`,
  download: (key, name, forS) => `https://files.test/${key}?for=${forS}&as=${encodeURIComponent(name)}`,
};

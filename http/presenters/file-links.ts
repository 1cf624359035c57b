import type { Links } from '#src/adapters/object-store/object-store.js';
import type { Config } from '#src/config/config.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';

export interface FileLinksDeps {
  objects: Pick<Links, 'getLink'>;
  config: Pick<Config, 'downloadLinkTtlS'>;
  env: { now(): number };
}

/** Links as presenters want them, from the store that signs them. */
export function createFileLinks({ objects, config, env }: FileLinksDeps): FileLinks {
  const ttlS = config.downloadLinkTtlS;
  return {
    ttlS,
    now: env.now,
    picture: (key) => objects.getLink({ key, expiresInS: ttlS }),
    brief: (key, forS) => objects.getLink({ key, expiresInS: forS }),
    download: (key, name, forS) => objects.getLink({ key, expiresInS: forS, downloadName: name }),
  };
}

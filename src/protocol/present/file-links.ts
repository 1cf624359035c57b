import type { SignLink } from './photo.js';

/** The links that presenters need. Signing is synchronous, so that rows are rendered within one turn of the loop. */
export interface FileLinks {
  /** A link to a picture or video, with the usual lifetime. */
  picture: SignLink;
  /** A download under this name, valid for that many seconds. */
  download(key: string, name: string, forS: number): string;
  /** A link that is valid for that many seconds. */
  brief(key: string, forS: number): string;
  /** ms since epoch, for the expiry of documents. */
  now(): number;
  /** Lifetime of a link in seconds, unless its document expires earlier. */
  ttlS: number;
}

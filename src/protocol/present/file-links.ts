import type { SignLink } from './photo.js';

/** What presenters need to show where files lie. Signing asks nobody, so that rows are rendered within one turn. */
export interface FileLinks {
  /** A link to a picture or video, for as long as such links last. */
  picture: SignLink;
  /** A download of this name, for so many seconds. */
  download(key: string, name: string, forS: number): string;
  /** A link for so many seconds. */
  brief(key: string, forS: number): string;
  /** ms since epoch: what is over is told by the clock. */
  now(): number;
  /** Seconds that a link lasts unless there is less left of what it leads to. */
  ttlS: number;
}

/** The common form of all exports. A reader of a product yields it; the rest of the import knows no product. */

export interface SourceRoom {
  id: string;
  name: string;
  /** Ids of people. */
  members: string[];
}

export interface SourcePerson {
  id: string;
  name: string;
  email: string | null;
}

export interface SourceFile {
  /** Its path inside the export, or null if the export does not include it. */
  path: string | null;
  name: string;
  contentType: string | null;
  width?: number;
  height?: number;
  durationMs?: number;
  isSticker?: true;
}

export interface SourceMessage {
  room: string;
  /** Unique in its room. */
  id: string;
  at: number;
  author: string;
  /** For authors that the export lists nowhere else. */
  authorName: string | null;
  /** Plain text. */
  body: string;
  replyTo: string | null;
  /** The message whose thread this one belongs to. */
  threadOf: string | null;
  editedAt: number | null;
  reactions: Record<string, number>;
  files: SourceFile[];
  /** Where the message stands in the export. */
  place: string;
}

export type SourceItem =
  | { kind: 'room'; room: SourceRoom }
  | { kind: 'person'; person: SourcePerson }
  | { kind: 'message'; message: SourceMessage }
  /** Content that has no form here, counted by its name. */
  | { kind: 'skipped'; what: string };

/** An export that does not follow its documented format, with the place of the mistake. */
export class ImportError extends Error {
  constructor(place: string, reason: string) {
    super(`${place}: ${reason}`);
    this.name = 'ImportError';
  }
}

/** Commands of the import: a room is written from an export of another product, and can be found when it is whole. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { MessageKind } from '#src/domain/messages/message.js';
import type { RoomSettings, Visibility } from '#src/domain/rooms/room.js';

/** A row of the export. `replyTo` and `discussionOf` are ids of the export. */
export interface ImportedMessage {
  kind: MessageKind;
  body: string;
  attachment: Record<string, unknown> | null;
  /** `accountId` is null for an author without an account here. */
  sender: { accountId: AccountId | null; username: string };
  replyTo: string | null;
  discussionOf: string | null;
  editedAt: number | null;
  reactions: Record<string, number>;
}

export interface ImportedMember {
  accountId: AccountId;
  username: string;
}

/**
 * `chain` covers everything that was imported up to the entry, and `after` is the chain of the entry before: a message
 * has one place, however often it is sent.
 */
export type ImportCommand =
  /** Begins the room, or tells how far an earlier run has come. The slug is reserved, and leads nowhere yet. */
  | { type: 'import_room'; slug: string; settings: RoomSettings; founder: AccountId; at: number; chain: string }
  /** Records a file of a message before its bytes are stored. */
  | { type: 'import_file'; key: string; contentType: string; maxBytes: number }
  | { type: 'import_message'; source: string; at: number; message: ImportedMessage; after: string; chain: string }
  /** Lets everybody in, in one transaction. Nothing can be imported afterwards. */
  | {
      type: 'publish_import';
      founder: ImportedMember;
      members: ImportedMember[];
      visibility: Visibility;
      after: string;
    };

export interface ImportProgress {
  slug: string;
  /** The chain of the last entry that was imported. */
  chain: string | null;
  isPublished: boolean;
}

export interface ImportReplies {
  import_room: ImportProgress;
  import_file: Record<string, never>;
  import_message: { seq: number };
  publish_import: ImportProgress;
}

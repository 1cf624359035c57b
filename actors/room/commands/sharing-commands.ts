/** Articles that go from a room into the dictionary, and the views of the room for readers of the dictionary. */
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import type { EntryDraft } from '#src/domain/dictionary/dictionary.js';
import type { PeerView, RowView } from '#src/domain/messages/views.js';
import type { RoomId, Visibility } from '#src/domain/rooms/room.js';

export type ShareCommand =
  /** The author, a member. */
  | { type: 'offer_article'; by: Caller; messageId: string }
  /** The service: the dictionary has the article. Null: which number it has there is not known. */
  | { type: 'record_entry'; messageId: string; entryId: number | null; answer: string | null }
  /** From the reporter: the dictionary has received the article of the mark. */
  | { type: 'reactions_reported'; row: number; mark: number }
  /**
   * Of an article that is published: anybody in an open group, members elsewhere. To others a direct chat does not exist.
   * `limit` 1-200.
   */
  | { type: 'list_article_replies'; reader: AccountId; messageId: string; limit: number };

export interface ShareReplies {
  /** The article for the dictionary; `entryId` if it has it already. */
  offer_article: { draft: EntryDraft; entryId: number | null };
  /** The answer to the author, stored with the request: a repeated request finds it here. */
  record_entry: { answer: string | null };
  reactions_reported: null;
  list_article_replies: ArticleTalk;
}

/** The replies below an article. */
export interface ArticleTalk {
  room: { slug: string; name: string; visibility: Visibility };
  /** Of a direct chat: the other account, which names the chat. */
  peer: PeerView | null;
  isMember: boolean;
  root: RowView;
  /** Oldest first. */
  messages: RowView[];
}

/** Where an article was written, as far as its readers are shown it. */
export interface ArticleSource {
  room: { id: RoomId; slug: string; name: string; visibility: Visibility };
  /** The article as it is now. */
  row: RowView;
  /** Null once the account is deleted. */
  author: AccountId | null;
  /** An open group: anybody may look at the room, too. */
  isOpen: boolean;
  reactions: Record<string, number>;
  /** How many replies there are below it. */
  discussionCount: number;
}

/** An entry of the dictionary, as far as it says where the article was written. */
export interface ArticleRef {
  entryId: number;
  roomId: RoomId;
  messageId: string;
}

/** Articles outside the turns of their rooms: the log is read in the store. */
export interface SharedArticles {
  /** In the order of `refs`; null where the article is gone, or was never offered as this entry. Two reads in all. */
  sources(refs: readonly ArticleRef[]): Promise<(ArticleSource | null)[]>;
  /** Forwards of the article and cards of the entry, in all rooms, that are there. */
  reshares(refs: readonly ArticleRef[]): Promise<number[]>;
}

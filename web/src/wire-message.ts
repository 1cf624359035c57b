/** What stands in a room: its rows, and what they may carry. By the service's own names. */

export interface Sender {
  account_id: string | null;
  username: string;
  role: string;
  tag: string | null;
}

export interface RoomEvent {
  type: string;
  username: string | null;
  actor: string | null;
  data: Record<string, unknown>;
}

export interface Survey {
  type: 'survey';
  question: string;
  options: string[];
  multiple: boolean;
  closes_at?: number;
  votes: number[];
}

export type Place = { type: 'location'; latitude: number; longitude: number; label?: string };
export type Contact = { type: 'contact'; username: string };

export type MediaKind = 'photo' | 'video' | 'gif' | 'sticker';

/** What the sender says about a file that was uploaded. */
export interface NewMedia {
  type: MediaKind;
  key: string;
  thumb_key?: string;
  content_type: string;
  width: number;
  height: number;
  byte_size: number;
  duration_ms?: number;
}

/** What readers get: links, but for what is seen once. */
export interface Media extends Omit<NewMedia, 'key'> {
  emoji?: string;
  url?: string | null;
  thumb_url?: string | null;
}

export interface NewDocument {
  type: 'document';
  key: string;
  name: string;
  content_type: string;
  byte_size: number;
}

export type Document = NewDocument & { url: string | null };
export type EntryRef = { type: 'entry'; entry_id: number };
export type Attachment = Survey | Place | Contact | EntryRef | Media | Document;
export type NewAttachment = Omit<Survey, 'votes'> | Place | Contact | EntryRef | NewMedia | NewDocument;

export type Block =
  | { type: 'paragraph' | 'heading' | 'quote' | 'code'; text: string }
  | { type: 'list'; items: string[] }
  | { type: 'image'; key: string; width: number; height: number; url?: string | null };

export interface Article {
  title: string;
  tag?: string;
  blocks: Block[];
}

export interface Discussion {
  open: boolean;
  count: number;
  last_at: number | null;
}

export interface Message {
  id: string;
  room: string;
  seq: number;
  rev: number;
  kind: string;
  client_id: string | null;
  sender: Sender | null;
  body: string;
  attachment: Attachment | null;
  article: Article | null;
  view_once: boolean;
  opened: boolean;
  reply_to: string | null;
  discussion_of: string | null;
  discussion: Discussion | null;
  forwarded_from: { message_id: string; room: string } | null;
  reactions: Record<string, number>;
  mentions?: string[];
  event: RoomEvent | null;
  edited_at: number | null;
  deleted_at: number | null;
  expired: boolean;
  /** Seconds that a document has left. */
  ttl_left: number | null;
  inserted_at: number;
}

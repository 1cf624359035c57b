/** What the service sends and takes, by its own names. Only the fields that the page reads. */

export interface ClientConfig {
  brand: string;
  dev_login: boolean;
  oidc: { authorization_endpoint: string; client_id: string; redirect_uri: string; scope: string } | null;
}

export interface Account {
  id: string;
  username: string | null;
}

export interface TokenPair {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

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

export interface Message {
  id: string;
  room: string;
  seq: number;
  rev: number;
  kind: string;
  client_id: string | null;
  sender: Sender | null;
  body: string;
  reply_to: string | null;
  reactions: Record<string, number>;
  event: RoomEvent | null;
  edited_at: number | null;
  deleted_at: number | null;
  inserted_at: number;
}

export interface Room {
  id: string;
  slug: string;
  name: string;
  kind: 'group' | 'dm';
  visibility: 'open' | 'closed';
  wallpaper: string;
  created_at: string;
  member_count?: number;
  is_member?: boolean;
  my_role?: string;
  my_permissions?: string[];
  joined_at?: string;
  pinned_to_top?: boolean;
  muted?: boolean;
  last_message?: Message | null;
  unread?: number;
  unread_mentions?: number;
}

export interface Member {
  account_id: string;
  username: string;
  online: boolean;
  role: string;
  tag: string | null;
}

export interface WireError {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
  until?: number;
  retry_after_ms?: number;
}

export type Ack<T> = ({ ok: true } & T) | { ok: false; error: WireError };

export interface OpenedRoom {
  room: Room;
  messages: Message[];
  changes: RoomChange[];
  seq: number;
  has_more: boolean;
  reset: boolean;
  read_seq: number;
  unread: number;
  unread_mentions: number;
}

/** An event of a room; in the list of a catch-up its name stands in `type`. */
export interface RoomChange {
  type: string;
  room: string;
  seq: number;
  prev_seq: number;
  message?: Message;
  message_id?: string;
  message_ids?: string[];
  deleted_at?: number;
  reactions?: Record<string, number>;
  member_count?: number;
  account_id?: string;
  changes?: Partial<Room>;
}

export interface Activity {
  room: string;
  seq: number;
  last_message: Message | null;
  mention: boolean;
}

export interface Typing {
  room: string;
  account_id: string;
  username: string;
  on: boolean;
}

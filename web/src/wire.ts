/** What the service sends and takes, by its own names. Only the fields that the page reads. */
import type { Message } from './wire-message.js';
import type { Person, Photo } from './wire-people.js';

export type * from './wire-discover.js';
export type * from './wire-message.js';
export type * from './wire-people.js';

export interface ClientConfig {
  brand: string;
  dev_login: boolean;
  /** What a short link of a room costs. */
  vanity_stars: number;
  oidc: { authorization_endpoint: string; client_id: string; redirect_uri: string; scope: string } | null;
}

export interface TokenPair {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

export interface RoomSettings {
  name: string;
  visibility: 'open' | 'closed';
  welcome_message: string | null;
  message_ttl_hours: number | null;
  wallpaper: string;
  star_gated: boolean;
  members_can_pin: boolean;
  discussions_enabled: boolean;
  join_approval: boolean;
  history_for_new_members: boolean;
  show_welcome: boolean;
  show_members: boolean;
  show_gifts: boolean;
  members_can_video: boolean;
  events_visibility: 'all' | 'admins' | 'none';
  slow_mode_s: number;
}

export type Role = 'founder' | 'admin' | 'member';

export interface Room extends RoomSettings {
  id: string;
  slug: string;
  kind: 'group' | 'dm';
  avatar: Photo | null;
  /** The other one of a direct chat; null when the account is gone. */
  peer?: (Person & { online: boolean; read_seq?: number }) | null;
  member_denied: string[];
  pins: string[];
  created_at: string;
  member_count?: number;
  is_member?: boolean;
  my_role?: Role;
  my_permissions?: string[];
  joined_at?: string;
  pinned_to_top?: boolean;
  muted?: boolean;
  archived?: boolean;
  last_message?: Message | null;
  unread?: number;
  unread_mentions?: number;
}

export interface Member {
  account_id: string;
  username: string;
  avatar: Photo | null;
  online: boolean;
  role: Role;
  tag: string | null;
  granted: string[];
  muted_until: number | null;
}

export interface JoinRequest {
  account_id: string;
  username: string;
  requested_at: string;
}

export interface Ban {
  account_id: string;
  username: string | null;
  reason: string | null;
  banned_by: string;
  banned_at: string;
}

export interface Invite {
  code: string;
  url: string;
  uses: number;
  max_uses: number | null;
  expires_at: number | null;
  created_by: string;
}

export interface Topic {
  tag: string;
  count: number;
  last_active: string;
  unknown: boolean;
}

export interface WireError {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
  until?: number;
  retry_after_ms?: number;
}

/** What the page behind a link says about itself. */
export interface LinkPreview {
  url: string;
  title: string | null;
  description: string | null;
  image_url: string | null;
  site_name: string | null;
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
  reason?: string;
  changes?: Partial<Room>;
  pins?: string[];
  open?: boolean;
  count?: number;
  last_at?: number | null;
  votes?: number[];
  member?: Member;
  tag?: string | null;
  request?: JoinRequest;
  read_seq?: number;
}

export interface RoomFlags {
  room: string;
  archived: boolean;
  muted: boolean;
  pinned_to_top: boolean;
}

export interface PermissionsChange {
  room: string;
  my_role: Role;
  my_permissions: string[];
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

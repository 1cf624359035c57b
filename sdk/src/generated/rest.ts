/** Written by `npm run sdk` from docs/openapi.json. */

/** A value that the documents leave open. */
export type Json = string | number | boolean | null | Json[] | { [field: string]: Json };

export interface Error {
  error: {
    code: 'invalid_request' | 'unknown_command' | 'unknown_operation' | 'invalid_json' | 'invalid_verification_token' | 'invalid_reset_token' | 'invalid_code' | 'invalid_redirect_uri' | 'unauthorized' | 'token_expired' | 'invalid_refresh_token' | 'idp_rejected' | 'invalid_id_token' | 'invalid_token' | 'session_revoked' | 'invalid_credentials' | 'refresh_token_reused' | 'star_required' | 'insufficient_stars' | 'account_suspended' | 'username_required' | 'email_not_verified' | 'not_member' | 'not_admin' | 'not_allowed' | 'banned' | 'blocked' | 'muted' | 'slow_mode' | 'dm_closed' | 'room_closed' | 'cannot_grant_to_self' | 'not_author' | 'not_available_in_organization' | 'sozluk_author_banned' | 'forbidden' | 'not_in_package' | 'organization_suspended' | 'not_found' | 'room_not_found' | 'no_organization' | 'method_not_allowed' | 'founder_protected' | 'already_in_organization' | 'slug_taken' | 'slug_locked' | 'sozluk_already_shared' | 'idempotency_conflict' | 'view_once_opened' | 'discussion_closed' | 'edit_window_closed' | 'invalid_state' | 'too_many_pins' | 'no_credit' | 'refresh_conflict' | 'document_expired' | 'payload_too_large' | 'message_too_long' | 'too_many_events' | 'unsupported_media_type' | 'validation_failed' | 'invalid_attachment' | 'invalid_tax_id' | 'invalid_slug' | 'not_an_article' | 'sozluk_tag_required' | 'sozluk_topic_not_found' | 'rate_limited' | 'too_many_attempts' | 'internal_error' | 'internal' | 'idp_unavailable' | 'idp_not_configured' | 'mail_not_configured' | 'sozluk_unavailable' | 'overloaded' | 'unavailable';
    /** For people; it may change. */
    message: string;
    /** With `validation_failed`: each field and its problems. */
    fields?: Record<string, string[]>;
    /** With `muted`, `slow_mode` and `account_suspended`: milliseconds since epoch. */
    until?: number;
    /** With `account_suspended`: the text of the operator for the owner of the account. */
    reason?: string;
    /** With `overloaded` and `unavailable`: repeat as it was after this long. */
    retry_after_ms?: number;
  };
}

export interface Avatar {
  id: string;
  /** For an hour. */
  url: string;
  thumb_url: string;
  content_type: 'image/jpeg' | 'image/webp' | 'image/png';
  /** Length of a side; null when it was not given. */
  size_px: number | null;
  /** The primary photo; an owner has at most one. */
  is_primary: boolean;
  created_at: string;
}

export interface PutLink {
  method: 'PUT';
  /** Accepts the file with exactly these headers. */
  url: string;
  /** The key to register once the file is uploaded. */
  key: string;
  /** Seconds. */
  expires_in: number;
  headers: {
    'Content-Type': string;
  };
}

export interface Person {
  id: string;
  /** The current one; null before one was chosen. */
  username: string | null;
  avatar: Avatar | null;
  /** Of a bot; absent for a person. */
  is_bot?: true;
}

/** The author as at the time of writing. */
export interface Sender {
  /** Null once the account is deleted. */
  account_id: string | null;
  username: string;
  role: 'founder' | 'admin' | 'member';
  tag: string | null;
  /** Of a bot; absent for a person. */
  is_bot?: true;
}

/** `score` is reserved; no room writes it. */
export interface PlainRoomEvent {
  type: 'member_joined' | 'member_left' | 'member_kicked' | 'member_banned' | 'member_unbanned' | 'member_unmuted' | 'founder_changed' | 'score';
  /** The account that it is about. */
  username: string | null;
  /** The account that did it. */
  actor: string | null;
  data: Record<string, never>;
}

export interface MessageRoomEvent {
  type: 'message_deleted' | 'message_pinned' | 'message_unpinned' | 'discussion_closed' | 'discussion_reopened';
  /** The account that it is about. */
  username: string | null;
  /** The account that did it. */
  actor: string | null;
  data: {
    message_id: string;
  };
}

export interface MuteRoomEvent {
  type: 'member_muted';
  /** The account that it is about. */
  username: string | null;
  /** The account that did it. */
  actor: string | null;
  data: {
    /** Milliseconds since epoch. */
    until: number;
    /** How long it lasts from the row on. */
    seconds: number;
  };
}

export interface WelcomeRoomEvent {
  type: 'welcome';
  /** The account that it is about. */
  username: string | null;
  /** The account that did it. */
  actor: string | null;
  data: {
    text: string;
  };
}

export interface SettingsRoomEvent {
  type: 'room_settings_changed';
  /** The account that it is about. */
  username: string | null;
  /** The account that did it. */
  actor: string | null;
  data: {
    /** The names of the settings that were sent. */
    settings: string[];
  };
}

export interface MemberPermissionsRoomEvent {
  type: 'member_permissions_changed';
  /** The account that it is about. */
  username: string | null;
  /** The account that did it. */
  actor: string | null;
  data: {
    /** The full list of what members may not do. */
    denied: string[];
  };
}

export interface AdminPermissionsRoomEvent {
  type: 'admin_permissions_changed';
  /** The account that it is about. */
  username: string | null;
  /** The account that did it. */
  actor: string | null;
  data: {
    /** The full list of what this admin may do. */
    granted: string[];
  };
}

export type RoomEvent = PlainRoomEvent | MessageRoomEvent | MuteRoomEvent | WelcomeRoomEvent | SettingsRoomEvent | MemberPermissionsRoomEvent | AdminPermissionsRoomEvent;

export interface Discussion {
  open: boolean;
  /** Replies that were not deleted. */
  count: number;
  /** Milliseconds since epoch. */
  last_at: number | null;
}

export interface TextBlock {
  type: 'paragraph' | 'heading' | 'quote' | 'code';
  text: string;
}

export interface ListBlock {
  type: 'list';
  items: string[];
}

export interface ImageBlock {
  type: 'image';
  key: string;
  width: number;
  height: number;
  /** For an hour; null when the file is removed. */
  url: string | null;
}

export interface Article {
  title: string;
  /** Without its `#`. */
  tag?: string;
  blocks: (TextBlock | ListBlock | ImageBlock)[];
}

export interface Survey {
  type: 'survey';
  question: string;
  options: string[];
  multiple: boolean;
  /** Milliseconds since epoch: no votes from then on. */
  closes_at?: number;
  /** How many chose each option. */
  votes: number[];
}

export interface Location {
  type: 'location';
  latitude: number;
  longitude: number;
  label?: string;
}

export interface Contact {
  type: 'contact';
  username: string;
}

export interface EntryReference {
  type: 'entry';
  entry_id: number;
}

export interface Media {
  type: 'photo' | 'video' | 'gif' | 'sticker';
  key?: string;
  thumb_key?: string;
  content_type: string;
  width: number;
  height: number;
  byte_size: number;
  /** Videos. */
  duration_ms?: number;
  /** Stickers. */
  pack_id?: string;
  /** Stickers. */
  emoji?: string;
  /** For an hour; null when the file is removed. */
  url?: string | null;
  /** For an hour; null when the file is removed. */
  thumb_url?: string | null;
  /** The file has been removed; its description stays. */
  expired?: boolean;
}

export interface Document {
  type: 'document';
  key: string;
  name: string;
  content_type: string;
  byte_size: number;
  /** For an hour; null when the file is removed. */
  url: string | null;
  /** The file has been removed; its description stays. */
  expired?: boolean;
}

export type Attachment = Media | Document | Survey | Location | Contact | EntryReference;

export interface Message {
  id: string;
  /** Slug of the room. */
  room: string;
  /** The entry of the room that created it. */
  seq: number;
  /** The last entry that changed it. */
  rev: number;
  kind: 'text' | 'photo' | 'video' | 'gif' | 'sticker' | 'document' | 'entry' | 'article' | 'location' | 'contact' | 'survey' | 'event';
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
  forwarded_from: {
    message_id: string;
    room: string;
  } | null;
  reactions: Record<string, number>;
  mentions: string[];
  hashtags: string[];
  pinned: boolean;
  audience: 'all' | 'admins';
  event: RoomEvent | null;
  /** Milliseconds since epoch. */
  edited_at: number | null;
  /** Milliseconds since epoch. */
  deleted_at: number | null;
  /** Milliseconds since epoch. */
  expires_at: number | null;
  expired: boolean;
  /** Seconds until the document is removed. */
  ttl_left: number | null;
  /** Milliseconds since epoch. */
  inserted_at: number;
}

export interface Peer {
  id: string;
  /** The current one; null before one was chosen. */
  username: string | null;
  avatar: Avatar | null;
  /** Of a bot; absent for a person. */
  is_bot?: true;
  online: boolean;
  /** The read cursor of the member. */
  read_seq: number;
}

export interface Room {
  /** Stable; the slug names it in paths. */
  id: string;
  slug: string;
  kind: 'group' | 'dm';
  avatar: Avatar | null;
  name: string;
  visibility: 'open' | 'closed';
  message_ttl_hours: number | null;
  welcome_message: string | null;
  star_gated: boolean;
  wallpaper: 'adacayi' | 'okyanus' | 'lavanta' | 'kum' | 'gul' | 'grafit';
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
  /** Permission keys taken from members. */
  member_denied: string[];
  pinned: Message | null;
  /** Ids of pinned messages, newest first. */
  pins: string[];
  member_count: number;
  is_member: boolean;
  /** The permissions of the caller; empty for a non-member. */
  my_permissions: string[];
  /** Members only. */
  my_role?: 'founder' | 'admin' | 'member';
  /** Groups of the panel only. */
  group_type_id: string | null;
  /** Groups that an organization founded. */
  organization_id: string | null;
  peer?: Peer | null;
  created_at: string;
}

export interface RoomListRow {
  /** Stable; the slug names it in paths. */
  id: string;
  slug: string;
  kind: 'group' | 'dm';
  avatar: Avatar | null;
  name: string;
  visibility: 'open' | 'closed';
  message_ttl_hours: number | null;
  welcome_message: string | null;
  star_gated: boolean;
  wallpaper: 'adacayi' | 'okyanus' | 'lavanta' | 'kum' | 'gul' | 'grafit';
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
  /** Permission keys taken from members. */
  member_denied: string[];
  pinned: Message | null;
  /** Ids of pinned messages, newest first. */
  pins: string[];
  member_count: number;
  is_member: boolean;
  /** The permissions of the caller; empty for a non-member. */
  my_permissions: string[];
  /** Members only. */
  my_role?: 'founder' | 'admin' | 'member';
  /** Groups of the panel only. */
  group_type_id: string | null;
  /** Groups that an organization founded. */
  organization_id: string | null;
  peer?: Peer | null;
  created_at: string;
  joined_at: string;
  archived: boolean;
  muted: boolean;
  /** Milliseconds since epoch: the mute ends then by itself. Null without an end, and where there is no mute. */
  muted_until: number | null;
  /** While it is not muted: notifications of mentions only. */
  mentions_only: boolean;
  pinned_to_top: boolean;
  /** The `seq` from which on the caller has marked the room as unread. The counts do not follow it. */
  unread_from: number | null;
  last_message: Message | null;
  read_seq: number;
  unread: number;
  unread_mentions: number;
}

export interface Member {
  account_id: string;
  username: string;
  avatar: Avatar | null;
  online: boolean;
  role: 'founder' | 'admin' | 'member';
  tag: string | null;
  /** Filled for founder and admins. */
  granted: string[];
  granted_by: string | null;
  admin_since: string | null;
  /** Milliseconds since epoch while a mute lasts. */
  muted_until: number | null;
  joined_at: string;
  /** Of a bot; absent for a person. */
  is_bot?: true;
}

export interface Ban {
  account_id: string;
  username: string | null;
  avatar: Avatar | null;
  reason: string | null;
  banned_by: string;
  banned_at: string;
}

export interface JoinRequest {
  account_id: string;
  username: string;
  avatar: Avatar | null;
  requested_at: string;
}

export interface Invite {
  code: string;
  url: string;
  uses: number;
  max_uses: number | null;
  /** Milliseconds since epoch; null: never. */
  expires_at: number | null;
  created_by: string;
}

export interface Account {
  id: string;
  /** Null until chosen. */
  username: string | null;
  avatar: Avatar | null;
  follows: {
    followers: number;
    following: number;
  };
  stars: number;
  premium: boolean;
  birth_date: string | null;
  gender: string | null;
  bio: string | null;
  dm_policy: 'open' | 'closed' | 'paid';
  dm_star_cost: number;
  photo_visibility: 'everyone' | 'followers' | 'nobody';
  hidden_profile: boolean;
  personalized_ads: boolean;
  created_at: string;
  /** Of a bot; absent for a person. */
  is_bot?: true;
}

export interface FollowRow {
  id: string;
  /** The current one; null before one was chosen. */
  username: string | null;
  avatar: Avatar | null;
  /** Of a bot; absent for a person. */
  is_bot?: true;
  followed_at: string;
}

export interface StarEntry {
  /** Negative: spent. */
  delta: number;
  /** A word; show an unknown one as a plain line. */
  reason: string;
  /** Slug of the room it was for. */
  related_room: string | null;
  created_at: string;
}

export interface Session {
  id: string;
  platform: string | null;
  device_model: string | null;
  app_version: string | null;
  created_at: string;
  /** ms since epoch: the login, or the last refresh. */
  last_used_at: number;
  /** The session of the request. */
  current: boolean;
}

export interface Export {
  id: string;
  /** `queued` and `working` end in `ready`, or, rarely, in `failed`. */
  status: 'queued' | 'working' | 'ready' | 'failed';
  requested_at: string;
  ready_at: string | null;
  /** When the files are removed, a day after they were made. */
  removed_at: string | null;
  /** The first file, once `ready`; mostly the only one. */
  url: string | null;
  /** Once `ready`: HTML files to download, the first one first. Links are good for an hour; request the export again for new ones. */
  urls: string[];
}

export interface Bot {
  id: string;
  /** The current one; null before one was chosen. */
  username: string | null;
  avatar: Avatar | null;
  /** Of a bot; absent for a person. */
  is_bot?: true;
  created_at: string;
}

export interface BotToken {
  id: string;
  name: string;
  /** The slug of the room that it posts into, and of nothing else; null: a token of the bot. */
  room: string | null;
  created_at: string;
  /** ms since epoch, exact to a minute; null: not used yet. */
  last_used_at: number | null;
}

export interface Webhook {
  id: string;
  bot_id: string;
  /** The slug of the room. */
  room: string;
  url: string;
  events: ('message:new' | 'message:edited' | 'message:deleted' | 'message:reactions' | 'message:pins' | 'message:discussion' | 'message:expired' | 'survey:votes' | 'member:joined' | 'member:left' | 'member:updated' | 'member:tagged' | 'room:updated')[];
  enabled: boolean;
  /** `owner`, `operator`: switched off. `failing`: nothing was accepted for three days. `gone`: the server answered 410. `not_member`: the bot is no member of the room. `room_deleted`. */
  disabled_reason: 'owner' | 'operator' | 'failing' | 'gone' | 'not_member' | 'room_deleted' | null;
  /** Failed attempts for the event that waits. */
  failures: number;
  /** ms since epoch, while an event waits. */
  next_attempt_at: number | null;
  created_at: string;
}

export interface Delivery {
  /** The `webhook-id`, the same in each attempt. */
  id: string;
  event: string;
  seq: number;
  attempt: number;
  /** ms since epoch. */
  at: number;
  /** The status of the answer; null without one. */
  status: number | null;
  /** Why there was no answer. */
  error: string | null;
  duration_ms: number;
}

export interface PanelLink {
  id: string;
  label: string | null;
  /** ms since epoch. */
  linked_at: number;
  /** ms since epoch: its session was opened or renewed. Null until there was one. */
  last_used_at: number | null;
}

export interface Category {
  slug: string;
  name: string;
}

export interface DiscoverTopic {
  /** Lower case, without `#`. */
  tag: string;
  title: string;
  category: string | null;
  entry_count: number;
  /** Percent of the published entries in the filter, two decimals; 0 in the detail of a topic. */
  share: number;
  /** Place in the list; null in the detail of a topic. */
  rank: number | null;
  status: string;
}

export interface SuggestedTopic {
  /** Lower case, without `#`. */
  tag: string;
  title: string;
  entry_count: number;
}

export interface Entry {
  id: number;
  /** Lower case, without `#`. */
  tag: string;
  status: 'pending' | 'published' | 'rejected';
  title: string;
  /** Of the moderator, on a rejected one. */
  review_note: string | null;
  /** Milliseconds since epoch. */
  published_at: number | null;
  excerpt?: string;
  /** The article as it was written; null when the message is deleted. */
  blocks?: (TextBlock | ListBlock | ImageBlock)[] | null;
  /** The pictures in it. */
  media?: {
    type: 'photo';
    /** For an hour; null when the file is removed. */
    url: string | null;
    /** For an hour; null when the file is removed. */
    thumb_url: string | null;
    width: number;
    height: number;
  }[];
  /** Forwards of the article and cards of the entry, in all rooms. */
  reshare_count?: number;
  reactions?: Record<string, number>;
  author?: Person | null;
  /** Whether the discussed message still exists. The discussion itself tells whether the caller may read it. */
  discussion?: {
    available: boolean;
  };
  /** The reader is the author, or the group is open. */
  stats_visible?: boolean;
}

export interface Share {
  entry_id: number;
  status: 'pending' | 'published' | 'rejected';
  /** With the status `pending`: the topic was proposed with the article. */
  topic: {
    /** Lower case, without `#`. */
    tag: string;
    title: string;
    status: string;
  } | null;
  /** The message of the dictionary, for people. */
  message: string | null;
}

export interface Billing {
  legal_name: string;
  tax_office: string;
  tax_id: string;
  address: string;
  city: string;
  country: string;
  district: string | null;
  region: string | null;
  postal_code: string | null;
  contact_phone: string | null;
}

export interface Product {
  id: string;
  slug: string;
  name: string;
  /** As entered, tax included. */
  price_cents: number;
  net_cents: number;
  vat_cents: number;
  /** Percent. */
  vat_rate: number;
  currency: string;
  quotas: {
    message: number;
    ai: number;
    impression: number;
    verification: number;
  };
  features: 'sponsored'[];
}

export interface Organization {
  id: string;
  kind: 'individual' | 'company';
  display_name: string;
  purpose: string;
  /** Individuals. */
  position_id: string | null;
  /** Companies. */
  type_id: string | null;
  /** Companies. */
  team_size: number | null;
  billing: Billing | null;
  slug: string;
  /** While it has founded no room. */
  slug_editable: boolean;
  subscription: {
    product_id: string;
    slug: string;
    name: string;
    /** As entered, tax included. */
    price_cents: number;
    net_cents: number;
    vat_cents: number;
    /** Percent. */
    vat_rate: number;
    currency: string;
    quotas: {
      message: number;
      ai: number;
      impression: number;
      verification: number;
    };
    features: 'sponsored'[];
    started_at: number;
  } | null;
  pending_request: {
    product_id: string;
    slug: string;
    name: string;
    /** As entered, tax included. */
    price_cents: number;
    net_cents: number;
    vat_cents: number;
    /** Percent. */
    vat_rate: number;
    currency: string;
    quotas: {
      message: number;
      ai: number;
      impression: number;
      verification: number;
    };
    features: 'sponsored'[];
    requested_at: number;
  } | null;
  balances: {
    message: number;
    ai: number;
    impression: number;
    verification: number;
  };
  suspended: boolean;
  created_at: number;
}

export interface OrganizationMember {
  account_id: string;
  username: string | null;
  role: 'owner' | 'admin' | 'ads' | 'viewer';
  joined_at: number;
}

export interface SponsoredItem {
  id: string;
  status: 'draft' | 'review' | 'live' | 'paused' | 'rejected' | 'ended';
  reject_reason: string | null;
  title: string;
  body: string;
  target_kind: 'url' | 'room' | 'deeplink';
  target: string;
  /** For an hour. */
  image_url: string | null;
  thumb_url: string | null;
  languages: ('tr' | 'en')[];
  platforms: ('android' | 'ios')[];
  /** The maximum number of impressions; 0: not given yet. */
  budget: number;
  impressions: number;
  clicks: number;
  /** Milliseconds since epoch. */
  starts_at: number | null;
  /** Milliseconds since epoch. */
  ends_at: number | null;
  audience: {
    interests: string[];
    activity: 'any' | 'low' | 'medium' | 'high';
    segments: string[];
  };
  created_at: number;
  updated_at: number;
}

export interface ReviewedSponsoredItem {
  id: string;
  status: 'draft' | 'review' | 'live' | 'paused' | 'rejected' | 'ended';
  reject_reason: string | null;
  title: string;
  body: string;
  target_kind: 'url' | 'room' | 'deeplink';
  target: string;
  /** For an hour. */
  image_url: string | null;
  thumb_url: string | null;
  languages: ('tr' | 'en')[];
  platforms: ('android' | 'ios')[];
  /** The maximum number of impressions; 0: not given yet. */
  budget: number;
  impressions: number;
  clicks: number;
  /** Milliseconds since epoch. */
  starts_at: number | null;
  /** Milliseconds since epoch. */
  ends_at: number | null;
  audience: {
    interests: string[];
    activity: 'any' | 'low' | 'medium' | 'high';
    segments: string[];
  };
  created_at: number;
  updated_at: number;
  organization: {
    id: string;
    display_name: string;
  };
}

export interface V1Error {
  error: {
    code: 'invalid_request' | 'unknown_command' | 'unknown_operation' | 'invalid_json' | 'invalid_verification_token' | 'invalid_reset_token' | 'invalid_code' | 'invalid_redirect_uri' | 'unauthorized' | 'token_expired' | 'invalid_refresh_token' | 'idp_rejected' | 'invalid_id_token' | 'invalid_token' | 'session_revoked' | 'invalid_credentials' | 'refresh_token_reused' | 'star_required' | 'insufficient_stars' | 'account_suspended' | 'username_required' | 'email_not_verified' | 'not_member' | 'not_admin' | 'not_allowed' | 'banned' | 'blocked' | 'muted' | 'slow_mode' | 'dm_closed' | 'room_closed' | 'cannot_grant_to_self' | 'not_author' | 'not_available_in_organization' | 'sozluk_author_banned' | 'forbidden' | 'not_in_package' | 'organization_suspended' | 'not_found' | 'room_not_found' | 'no_organization' | 'method_not_allowed' | 'founder_protected' | 'already_in_organization' | 'slug_taken' | 'slug_locked' | 'sozluk_already_shared' | 'idempotency_conflict' | 'view_once_opened' | 'discussion_closed' | 'edit_window_closed' | 'invalid_state' | 'too_many_pins' | 'no_credit' | 'refresh_conflict' | 'document_expired' | 'payload_too_large' | 'message_too_long' | 'too_many_events' | 'unsupported_media_type' | 'validation_failed' | 'invalid_attachment' | 'invalid_tax_id' | 'invalid_slug' | 'not_an_article' | 'sozluk_tag_required' | 'sozluk_topic_not_found' | 'rate_limited' | 'too_many_attempts' | 'internal_error' | 'internal' | 'idp_unavailable' | 'idp_not_configured' | 'mail_not_configured' | 'sozluk_unavailable' | 'overloaded' | 'unavailable';
    /** For people; it may change. */
    message: string;
    /** The same as in `X-Request-ID`. */
    request_id: string;
    /** With `validation_failed`: each invalid field and the reason. */
    fields?: Record<string, string>;
  };
}

export interface RoomChanges {
  name?: string;
  visibility?: 'open' | 'closed';
  message_ttl_hours?: number | null;
  welcome_message?: string | null;
  star_gated?: boolean;
  wallpaper?: 'adacayi' | 'okyanus' | 'lavanta' | 'kum' | 'gul' | 'grafit';
  members_can_pin?: boolean;
  discussions_enabled?: boolean;
  join_approval?: boolean;
  history_for_new_members?: boolean;
  show_welcome?: boolean;
  show_members?: boolean;
  show_gifts?: boolean;
  members_can_video?: boolean;
  events_visibility?: 'all' | 'admins' | 'none';
  slow_mode_s?: number;
  /** Permission keys taken from members. */
  member_denied?: string[];
  avatar?: Avatar | null;
}

/** An event that the client has missed, with its name in `type`. */
export type MissedChange = {
  type: 'message:edited';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  message: Message;
} | {
  type: 'message:deleted';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  message_id: string;
  /** The row that was deleted. */
  row_seq: number;
  deleted_at: number;
} | {
  type: 'message:expired';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  message_ids: string[];
} | {
  type: 'message:reactions';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  message_id: string;
  reactions: Record<string, number>;
} | {
  type: 'message:pins';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  /** Ids of the pinned messages, newest pin first. */
  pins: string[];
} | {
  type: 'message:discussion';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  /** The message that is discussed. */
  message_id: string;
  open: boolean;
  /** Replies that were not deleted. */
  count: number;
  /** When the newest reply was written. */
  last_at: number | null;
} | {
  type: 'survey:votes';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  message_id: string;
  /** How many chose each option. */
  votes: number[];
} | {
  type: 'member:joined';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  member: Member;
  member_count: number;
} | {
  type: 'member:left';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  account_id: string;
  username: string;
  reason: 'left' | 'kicked' | 'banned' | 'deleted';
  member_count: number;
} | {
  type: 'member:updated';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  member: Member;
} | {
  type: 'member:tagged';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  account_id: string;
  tag: string | null;
} | {
  type: 'room:updated';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  changes: RoomChanges;
} | {
  type: 'room:deleted';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
} | {
  type: 'room:hidden';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
} | {
  type: 'room:request';
  /** Slug of the room. */
  room: string;
  /** The entry of the room that this belongs to. */
  seq: number;
  /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
  prev_seq: number;
  request: JoinRequest;
};

export type ErrorCode = Error['error']['code'];

export interface Operations {
  /** loginIdentity: Log in with a code of the identity provider */
  'POST /api/auth/identity': {
    body: {
      /** The authorization code, as the provider sent it to the redirect address. */
      code: string;
      /** Exactly as in the authorization request. */
      redirect_uri: string;
      /** Of the PKCE challenge (S256) in the authorization request. */
      code_verifier: string;
      /** Required when the authorization request carried one. */
      nonce?: string;
    };
    answer: {
      /** Opaque. Sent as `Authorization: Bearer …`. */
      access_token: string;
      /** Single use: each refresh returns the next one. */
      refresh_token: string;
      token_type: 'Bearer';
      /** Seconds until the access token expires. */
      expires_in: number;
      /** Seconds until the refresh token expires. */
      refresh_expires_in: number;
      account: Account;
    };
  };
  /** loginDeveloper: Log in by name, outside production */
  'POST /api/auth/developer': {
    body: {
      /** The same name is the same account. */
      name: string;
    };
    answer: {
      /** Opaque. Sent as `Authorization: Bearer …`. */
      access_token: string;
      /** Single use: each refresh returns the next one. */
      refresh_token: string;
      token_type: 'Bearer';
      /** Seconds until the access token expires. */
      expires_in: number;
      /** Seconds until the refresh token expires. */
      refresh_expires_in: number;
      account: Account;
    };
  };
  /** refreshTokens: Exchange a refresh token for a new pair */
  'POST /api/auth/refresh': {
    body: {
      refresh_token: string;
    };
    answer: {
      /** Opaque. Sent as `Authorization: Bearer …`. */
      access_token: string;
      /** Single use: each refresh returns the next one. */
      refresh_token: string;
      token_type: 'Bearer';
      /** Seconds until the access token expires. */
      expires_in: number;
      /** Seconds until the refresh token expires. */
      refresh_expires_in: number;
    };
  };
  /** logout: Close the session of a refresh token */
  'POST /api/auth/logout': {
    body: {
      refresh_token: string;
    };
    answer: null;
  };
  /** viewMe: View the own account */
  'GET /api/me': {
    answer: {
      account: Account;
    };
  };
  /** deleteMe: Delete the own account permanently */
  'DELETE /api/me': {
    body?: {
      /** A fresh authorization code of the same identity. Required but for developer accounts. */
      code?: string;
      /** As in the authorization request. Required with a code. */
      redirect_uri?: string;
      /** Of the PKCE challenge. Required with a code. */
      code_verifier?: string;
      /** Required when the authorization request carried one. */
      nonce?: string;
    };
    answer: null;
  };
  /** chooseUsername: Choose or change the username */
  'PUT /api/me/username': {
    body: {
      username: string;
    };
    answer: {
      account: Account;
    };
  };
  /** usernameAvailable: Check whether a username is available */
  'GET /api/usernames/available': {
    query: {
      username: string;
    };
    answer: {
      available: boolean;
    };
  };
  /** requestExport: Request an export of all data of the caller */
  'POST /api/me/export': {
    repeatable: true;
    answer: {
      export: {
        id: string;
        status: 'queued' | 'working' | 'ready' | 'failed';
      };
    };
  };
  /** viewExport: View the state of an export, with links once it is ready */
  'GET /api/me/exports/{id}': {
    path: {
      id: string;
    };
    answer: {
      export: Export;
    };
  };
  /** changeProfile: Change the profile of the account */
  'PUT /api/me/profile': {
    body?: {
      /** `null` or only blanks clears it. */
      bio?: string | null;
      /** `paid` needs a `dm_star_cost` above 0. */
      dm_policy?: 'open' | 'closed' | 'paid';
      dm_star_cost?: number;
      /** `followers`: either side follows the other. */
      photo_visibility?: 'everyone' | 'followers' | 'nobody';
      hidden_profile?: boolean;
      personalized_ads?: boolean;
    };
    answer: {
      account: Account;
    };
  };
  /** listOwnFollowers: List the followers of the caller, newest first */
  'GET /api/me/followers': {
    answer: {
      people: FollowRow[];
    };
  };
  /** listOwnFollowing: List the accounts that the caller follows, newest first */
  'GET /api/me/following': {
    answer: {
      people: FollowRow[];
    };
  };
  /** viewStars: View the balance of stars and its newest 50 movements */
  'GET /api/me/stars': {
    answer: {
      balance: number;
      entries: StarEntry[];
    };
  };
  /** viewPerson: View the profile card of a person */
  'GET /api/users/{username}': {
    path: {
      username: string;
    };
    answer: {
      user: {
        id: string;
        /** The current one; null before one was chosen. */
        username: string | null;
        avatar: Avatar | null;
        /** Of a bot; absent for a person. */
        is_bot?: true;
        bio: string | null;
        /** The caller follows them. */
        following: boolean;
        follows_me: boolean;
        follows: {
          followers: number;
          following: number;
        };
        dm_policy: 'open' | 'closed' | 'paid';
        dm_star_cost: number;
      };
      common_rooms: Room[];
      dm: Room | null;
    };
  };
  /** follow: Follow an account */
  'POST /api/users/{username}/follow': {
    path: {
      username: string;
    };
    repeatable: true;
    answer: {
      following: boolean;
      /** The counts of the other person. */
      follows: {
        followers: number;
        following: number;
      };
    };
  };
  /** unfollow: Unfollow an account */
  'DELETE /api/users/{username}/follow': {
    path: {
      username: string;
    };
    answer: {
      following: boolean;
      /** The counts of the other person. */
      follows: {
        followers: number;
        following: number;
      };
    };
  };
  /** listFollowers: List the followers of a person */
  'GET /api/users/{username}/followers': {
    path: {
      username: string;
    };
    answer: {
      people: FollowRow[];
    };
  };
  /** listFollowing: List the accounts that a person follows */
  'GET /api/users/{username}/following': {
    path: {
      username: string;
    };
    answer: {
      people: FollowRow[];
    };
  };
  /** listContacts: List the people that the caller follows or has a direct chat with */
  'GET /api/contacts': {
    answer: {
      people: {
        id: string;
        /** The current one; null before one was chosen. */
        username: string | null;
        avatar: Avatar | null;
        /** Of a bot; absent for a person. */
        is_bot?: true;
        /** `following` also for a person who is both. */
        source: 'following' | 'dm';
      }[];
    };
  };
  /** listPeople: View people by their ids */
  'GET /api/people': {
    query: {
      ids: string;
    };
    answer: {
      people: Person[];
    };
  };
  /** listPhotos: List the own photos */
  'GET /api/me/avatars': {
    answer: {
      avatars: Avatar[];
    };
  };
  /** addPhoto: Register a photo that was uploaded */
  'POST /api/me/avatars': {
    body: {
      /** `full.key`. */
      key: string;
      /** `thumb.key`. */
      thumb_key: string;
      content_type?: 'image/jpeg' | 'image/webp' | 'image/png';
      /** At most the largest allowed size, when it is not given. */
      byte_size?: number;
      /** Length of a side. */
      size_px?: number;
      /** Only `false` disables it. */
      primary?: Json;
    };
    repeatable: true;
    answer: {
      avatar: Avatar;
    };
  };
  /** presignPhoto: Create two links for the upload of a photo and its thumbnail */
  'POST /api/me/avatars/presign': {
    body?: {
      content_type?: 'image/jpeg' | 'image/webp' | 'image/png';
    };
    repeatable: true;
    answer: {
      content_type: 'image/jpeg' | 'image/webp' | 'image/png';
      full: PutLink;
      thumb: PutLink;
    };
  };
  /** choosePhoto: Make a photo the primary one */
  'PUT /api/me/avatars/{id}/primary': {
    path: {
      id: string;
    };
    answer: {
      avatar: Avatar;
    };
  };
  /** deletePhoto: Delete a photo and its files */
  'DELETE /api/me/avatars/{id}': {
    path: {
      id: string;
    };
    answer: null;
  };
  /** listSessions: List the sessions of the account */
  'GET /api/me/sessions': {
    answer: {
      sessions: Session[];
    };
  };
  /** closeSession: Log out from the identity provider */
  'DELETE /api/me/sessions/{id}': {
    path: {
      id: string;
    };
    answer: null;
  };
  /** setDevice: Set the device of this session and its push token */
  'PUT /api/me/device': {
    body: {
      /** `ios` goes to Apple's push service, all others to Google's. */
      platform: 'android' | 'ios' | 'web_app' | 'web_integration';
      /** Android registration token, or iOS device token in hexadecimal. Left out: the token stays. */
      push_token?: string;
      /** iOS only. A new token without it is of `production`. */
      push_env?: 'sandbox' | 'production';
      /** Empty is unspecified. */
      device_model?: string;
      /** Empty is unspecified. */
      device_manufacturer?: string;
      is_emulator?: boolean;
      /** The language of notifications to this session. */
      language?: 'tr' | 'en';
      /** Empty is unspecified. */
      app_version?: string;
      /** Empty is unspecified. */
      os_version?: string;
    };
    answer: null;
  };
  /** forgetDevice: Remove the push token of this session */
  'DELETE /api/me/device': {
    answer: null;
  };
  /** setWebPush: Set the push subscription of the browser of this session */
  'PUT /api/me/web-push': {
    body: {
      /** The address at a push service that this service may call (`WEB_PUSH_HOSTS`). */
      endpoint: string;
      keys: {
        p256dh: string;
        auth: string;
      };
    };
    answer: null;
  };
  /** listBlocks: List the blocked accounts, newest first */
  'GET /api/me/blocks': {
    answer: {
      people: Person[];
    };
  };
  /** block: Block an account */
  'PUT /api/me/blocks/{account_id}': {
    path: {
      account_id: string;
    };
    answer: null;
  };
  /** unblock: Unblock an account */
  'DELETE /api/me/blocks/{account_id}': {
    path: {
      account_id: string;
    };
    answer: null;
  };
  /** report: Report an account, room or message to the operators */
  'POST /api/reports': {
    body: {
      kind: 'message' | 'account' | 'room' | 'entry' | 'sponsored';
      id: string | number;
      reason: string;
      text?: string | null;
    };
    repeatable: true;
    answer: {
      report: {
        id: string;
      };
    };
  };
  /** openDm: Open the direct chat with a person; it is created if there is none */
  'POST /api/dm/{username}': {
    path: {
      username: string;
    };
    repeatable: true;
    answer: {
      room: Room;
    };
  };
  /** findRooms: Search the open groups by name and slug */
  'GET /api/rooms/search': {
    query: {
      /** Words, all of which must occur; the last one may be the beginning of a word. */
      q: string;
      /** 1-50; a value below 1, or one that is no number, gives 20; a larger one gives 50. */
      limit?: number;
    };
    answer: {
      rooms: Room[];
    };
  };
  /** listOpenRooms: List all open groups */
  'GET /api/directory': {
    query?: {
      /** Words, all of which must occur; the last one may be the beginning of a word. */
      q?: string;
      /** 1-50; a value below 1, or one that is no number, gives 20; a larger one gives 50. */
      limit?: number;
      /** How many to pass over, at most 1000000; a value that is no number gives 0. */
      offset?: number;
    };
    answer: {
      rooms: Room[];
      has_more: boolean;
    };
  };
  /** searchRoom: Search the messages of a room */
  'GET /api/rooms/{slug}/search': {
    path: {
      slug: string;
    };
    query?: {
      /** Words, all of which must occur; the last one may be the beginning of a word. */
      q?: string;
      /** The username of the sender, as it is now. */
      from?: string;
      /** Sent before this time; milliseconds since epoch. */
      before?: number;
      /** What the message has; `file` is a photo, a video or a document. */
      has?: 'link' | 'photo' | 'video' | 'document' | 'article' | 'file';
      before_seq?: number;
      /** 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200. */
      limit?: number;
    };
    answer: {
      messages: Message[];
      has_more: boolean;
      /** Older rows are found from there; null when there are none. */
      next_before_seq: number | null;
    };
  };
  /** listTopics: List the hashtags of a room, most recently used first */
  'GET /api/rooms/{slug}/topics': {
    path: {
      slug: string;
    };
    answer: {
      topics: {
        /** Lower-cased, without `#`. */
        tag: string;
        count: number;
        last_active: string;
        /** True in the one row of messages without hashtags. */
        unknown: boolean;
      }[];
    };
  };
  /** roomStats: View the statistics of a room */
  'GET /api/rooms/{slug}/stats': {
    path: {
      slug: string;
    };
    answer: {
      stats: {
        created_at: string;
        age_days: number;
        member_count: number;
        /** Without event rows, deleted and expired messages. */
        message_count: number;
        stars_received: number;
        gifts_received: number;
      };
    };
  };
  /** listEvents: List the event rows, newest first */
  'GET /api/rooms/{slug}/events': {
    path: {
      slug: string;
    };
    query?: {
      /** 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200. */
      limit?: number;
    };
    answer: {
      events: Message[];
    };
  };
  /** listRooms: List the rooms of the caller */
  'GET /api/rooms': {
    answer: {
      rooms: RoomListRow[];
    };
  };
  /** createRoom: Open a room */
  'POST /api/rooms': {
    body: {
      name: string;
      /** Lowercased; never changes later. Without it one is derived from the name. */
      slug?: string;
      visibility?: 'open' | 'closed';
      message_ttl_hours?: number | null;
      welcome_message?: string | null;
      star_gated?: boolean;
    };
    repeatable: true;
    answer: {
      room: Room;
    };
  };
  /** viewRoom: View a room, as a member or not */
  'GET /api/rooms/{slug}': {
    path: {
      slug: string;
    };
    answer: {
      room: Room;
    };
  };
  /** deleteRoom: Delete the room for everybody, or leave it */
  'DELETE /api/rooms/{slug}': {
    path: {
      slug: string;
    };
    query?: {
      for?: 'everyone' | 'me';
    };
    answer: {
      status: 'left' | 'handed_over' | 'room_gone';
      founder_id?: string;
    } | null;
  };
  /** changeSettings: Change settings */
  'PATCH /api/rooms/{slug}': {
    path: {
      slug: string;
    };
    body?: {
      name?: string;
      visibility?: 'open' | 'closed';
      /** Null or empty: none. */
      welcome_message?: string | null;
      /** Null: never deleted. */
      message_ttl_hours?: number | null;
      wallpaper?: 'adacayi' | 'okyanus' | 'lavanta' | 'kum' | 'gul' | 'grafit';
      star_gated?: boolean;
      members_can_pin?: boolean;
      discussions_enabled?: boolean;
      join_approval?: boolean;
      history_for_new_members?: boolean;
      show_welcome?: boolean;
      show_members?: boolean;
      show_gifts?: boolean;
      members_can_video?: boolean;
      /** The audience of event rows written from then on. */
      events_visibility?: 'all' | 'admins' | 'none';
      /** Seconds between messages of a member; 0 is off. */
      slow_mode_s?: number;
    };
    answer: {
      room: Room;
    };
  };
  /** listOwnRooms: List the groups that the caller has founded or is an admin of */
  'GET /api/me/rooms': {
    answer: {
      founded: {
        /** Stable; the slug names it in paths. */
        id: string;
        slug: string;
        kind: 'group' | 'dm';
        avatar: Avatar | null;
        name: string;
        visibility: 'open' | 'closed';
        message_ttl_hours: number | null;
        welcome_message: string | null;
        star_gated: boolean;
        wallpaper: 'adacayi' | 'okyanus' | 'lavanta' | 'kum' | 'gul' | 'grafit';
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
        /** Permission keys taken from members. */
        member_denied: string[];
        pinned: Message | null;
        /** Ids of pinned messages, newest first. */
        pins: string[];
        is_member: boolean;
        /** The permissions of the caller; empty for a non-member. */
        my_permissions: string[];
        /** Groups of the panel only. */
        group_type_id: string | null;
        /** Groups that an organization founded. */
        organization_id: string | null;
        created_at: string;
      }[];
      administered: {
        /** Stable; the slug names it in paths. */
        id: string;
        slug: string;
        kind: 'group' | 'dm';
        avatar: Avatar | null;
        name: string;
        visibility: 'open' | 'closed';
        message_ttl_hours: number | null;
        welcome_message: string | null;
        star_gated: boolean;
        wallpaper: 'adacayi' | 'okyanus' | 'lavanta' | 'kum' | 'gul' | 'grafit';
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
        /** Permission keys taken from members. */
        member_denied: string[];
        pinned: Message | null;
        /** Ids of pinned messages, newest first. */
        pins: string[];
        is_member: boolean;
        /** The permissions of the caller; empty for a non-member. */
        my_permissions: string[];
        /** Groups of the panel only. */
        group_type_id: string | null;
        /** Groups that an organization founded. */
        organization_id: string | null;
        created_at: string;
      }[];
    };
  };
  /** joinRoom: Join a room, or request to join */
  'POST /api/rooms/{slug}/join': {
    path: {
      slug: string;
    };
    repeatable: true;
    answer: {
      status: 'joined' | 'already_member' | 'requested';
      room: Room;
    };
  };
  /** leaveRoom: Leave the room */
  'POST /api/rooms/{slug}/leave': {
    path: {
      slug: string;
    };
    repeatable: true;
    answer: {
      status: 'left' | 'handed_over' | 'room_gone';
      founder_id?: string;
    };
  };
  /** listMembers: List the members, oldest join first */
  'GET /api/rooms/{slug}/members': {
    path: {
      slug: string;
    };
    query?: {
      after?: string;
      name?: string;
      /** 1-5000; a value below 1, or one that is no number, gives 5000; a larger one gives 5000. */
      limit?: number;
    };
    answer: {
      members: Member[];
      has_more: boolean;
    };
  };
  /** addMember: Add a person */
  'POST /api/rooms/{slug}/members': {
    path: {
      slug: string;
    };
    body: {
      username?: string;
      account_id?: string;
    };
    repeatable: true;
    answer: {
      member: Member;
    };
  };
  /** setArchive: Archive: it stays in the list, pushes of mentions only */
  'PUT /api/rooms/{slug}/archive': {
    path: {
      slug: string;
    };
    answer: null;
  };
  /** clearArchive: Out of the archive */
  'DELETE /api/rooms/{slug}/archive': {
    path: {
      slug: string;
    };
    answer: null;
  };
  /** setPin: Pin to the top of the list */
  'PUT /api/rooms/{slug}/pin': {
    path: {
      slug: string;
    };
    answer: null;
  };
  /** clearPin: No longer at the top */
  'DELETE /api/rooms/{slug}/pin': {
    path: {
      slug: string;
    };
    answer: null;
  };
  /** setMute: No notifications, of mentions neither */
  'PUT /api/rooms/{slug}/mute': {
    path: {
      slug: string;
    };
    answer: null;
  };
  /** clearMute: Notifications again */
  'DELETE /api/rooms/{slug}/mute': {
    path: {
      slug: string;
    };
    answer: null;
  };
  /** setUnread: Mark a room as unread from a row on */
  'PUT /api/rooms/{slug}/unread': {
    path: {
      slug: string;
    };
    body: {
      /** At most the newest row counts. */
      from_seq: number;
    };
    answer: null;
  };
  /** clearUnread: Take the mark as unread away */
  'DELETE /api/rooms/{slug}/unread': {
    path: {
      slug: string;
    };
    answer: null;
  };
  /** setNotifications: Choose the notifications of a room */
  'PUT /api/rooms/{slug}/notifications': {
    path: {
      slug: string;
    };
    body: {
      level: 'all' | 'mentions' | 'none';
      /** How long `none` lasts. Left out: until it is changed. Other levels ignore it. */
      minutes?: number;
    };
    answer: null;
  };
  /** promoteMember: Make a member an admin */
  'PUT /api/rooms/{slug}/admins/{account_id}': {
    path: {
      slug: string;
      account_id: string;
    };
    answer: {
      status: 'admin';
    };
  };
  /** demoteAdmin: Remove an admin */
  'DELETE /api/rooms/{slug}/admins/{account_id}': {
    path: {
      slug: string;
      account_id: string;
    };
    answer: {
      status: 'member';
    };
  };
  /** grantPermissions: View the permissions of an admin */
  'PUT /api/rooms/{slug}/admins/{account_id}/permissions': {
    path: {
      slug: string;
      account_id: string;
    };
    body: {
      /** The full list; unknown keys are dropped. */
      granted: Json[];
    };
    answer: {
      granted: string[];
    };
  };
  /** denyPermissions: Restrict the permissions of members */
  'PATCH /api/rooms/{slug}/permissions': {
    path: {
      slug: string;
    };
    body?: {
      /** The full list; unknown keys are dropped. */
      denied?: Json[];
    };
    answer: {
      room: Room;
    };
  };
  /** handOver: Transfer the ownership of the room */
  'PUT /api/rooms/{slug}/founder': {
    path: {
      slug: string;
    };
    body: {
      account_id: string;
    };
    answer: {
      room: Room;
    };
  };
  /** explainPermission: Explain whether a member may do something */
  'GET /api/rooms/{slug}/permissions/explain': {
    path: {
      slug: string;
    };
    query: {
      account_id: string;
      permission: 'delete_message' | 'edit_message' | 'group.can_ban_administrators' | 'group.can_ban_members' | 'group.can_be_anonymous' | 'group.can_cancel_invite_link' | 'group.can_create_invite_link' | 'group.can_edit_member_tags' | 'group.can_edit_permissions' | 'group.can_invite_members' | 'group.can_open_discussion' | 'group.can_open_voice_calls' | 'group.can_pin_message' | 'group.can_remove_message' | 'group.can_take_screen_shot' | 'group.edit_informations' | 'group_can_give_permissions' | 'send_message' | 'send_message.entries' | 'send_message.events' | 'send_message.files' | 'send_message.gifs' | 'send_message.links' | 'send_message.locations' | 'send_message.musics' | 'send_message.photos' | 'send_message.reactions' | 'send_message.share_contact_cards' | 'send_message.surveys' | 'send_message.video_messages' | 'send_message.videos' | 'send_message.voice_messages' | 'sub_chat.close_subject' | 'sub_chat.send_message' | 'sub_chat.send_message.entries' | 'sub_chat.send_message.events' | 'sub_chat.send_message.files' | 'sub_chat.send_message.gifs' | 'sub_chat.send_message.links' | 'sub_chat.send_message.locations' | 'sub_chat.send_message.musics' | 'sub_chat.send_message.photos' | 'sub_chat.send_message.reactions' | 'sub_chat.send_message.share_contact_cards' | 'sub_chat.send_message.surveys' | 'sub_chat.send_message.video_messages' | 'sub_chat.send_message.videos' | 'sub_chat.send_message.voice_messages' | 'update_tag';
      /** As of this entry; without it, now. */
      at_seq?: number;
    };
    answer: {
      allowed: boolean;
      reason: string;
      decided_by: {
        seq: number;
        type: string;
      } | null;
    };
  };
  /** kickMember: Remove a member */
  'DELETE /api/rooms/{slug}/members/{account_id}': {
    path: {
      slug: string;
      account_id: string;
    };
    answer: null;
  };
  /** tagMember: Set the tag of a member */
  'PUT /api/rooms/{slug}/members/{account_id}/tag': {
    path: {
      slug: string;
      account_id: string;
    };
    body: {
      tag: string | null;
    };
    answer: {
      account_id: string;
      tag: string | null;
    };
  };
  /** muteMember: Mute a member for a time */
  'PUT /api/rooms/{slug}/members/{account_id}/mute': {
    path: {
      slug: string;
      account_id: string;
    };
    body?: {
      /** Clamped to 1-525600; a value that is no number gives 60. */
      minutes?: number;
    };
    answer: {
      /** Milliseconds since epoch. */
      muted_until: number;
    };
  };
  /** unmuteMember: Unmute a member */
  'DELETE /api/rooms/{slug}/members/{account_id}/mute': {
    path: {
      slug: string;
      account_id: string;
    };
    answer: null;
  };
  /** banMember: Ban an account, a member or not */
  'PUT /api/rooms/{slug}/bans/{account_id}': {
    path: {
      slug: string;
      account_id: string;
    };
    body?: {
      reason?: string;
    };
    answer: null;
  };
  /** unbanMember: Lift a ban */
  'DELETE /api/rooms/{slug}/bans/{account_id}': {
    path: {
      slug: string;
      account_id: string;
    };
    answer: null;
  };
  /** listBans: List the bans, newest first */
  'GET /api/rooms/{slug}/bans': {
    path: {
      slug: string;
    };
    answer: {
      bans: Ban[];
    };
  };
  /** listRequests: List the join requests, oldest first */
  'GET /api/rooms/{slug}/requests': {
    path: {
      slug: string;
    };
    answer: {
      requests: JoinRequest[];
    };
  };
  /** approveRequest: Accept a join request */
  'POST /api/rooms/{slug}/requests/{account_id}': {
    path: {
      slug: string;
      account_id: string;
    };
    repeatable: true;
    answer: {
      status: 'joined';
    };
  };
  /** rejectRequest: Decline a join request */
  'DELETE /api/rooms/{slug}/requests/{account_id}': {
    path: {
      slug: string;
      account_id: string;
    };
    answer: null;
  };
  /** createInvite: Create an invite link */
  'POST /api/rooms/{slug}/invites': {
    path: {
      slug: string;
    };
    body?: {
      /** Null: never. */
      expires_in_hours?: number | null;
      /** Null: any number. */
      max_uses?: number | null;
    };
    repeatable: true;
    answer: {
      invite: Invite;
    };
  };
  /** listInvites: List the valid invite links, newest first */
  'GET /api/rooms/{slug}/invites': {
    path: {
      slug: string;
    };
    answer: {
      invites: Invite[];
    };
  };
  /** cancelInvite: Cancel a link */
  'DELETE /api/rooms/{slug}/invites/{code}': {
    path: {
      slug: string;
      code: string;
    };
    answer: null;
  };
  /** viewInvite: View the room of an invite link */
  'GET /api/invites/{code}': {
    path: {
      code: string;
    };
    answer: {
      room: Room;
    };
  };
  /** joinByInvite: Join a room by an invite link */
  'POST /api/invites/{code}/join': {
    path: {
      code: string;
    };
    repeatable: true;
    answer: {
      status: 'joined' | 'already_member';
      room: Room;
    };
  };
  /** buyVanityLink: Buy a short link to the room */
  'PUT /api/rooms/{slug}/vanity': {
    path: {
      slug: string;
    };
    body: {
      handle: string;
    };
    answer: {
      handle: string;
      url: string;
      /** The balance. */
      stars: number;
    };
  };
  /** listMessages: List a page of messages of the room */
  'GET /api/rooms/{slug}/messages': {
    path: {
      slug: string;
    };
    query?: {
      /** Rows before this one. */
      before_seq?: number;
      /** Rows after this one. */
      after_seq?: number;
      /** Rows on both sides of this one. */
      around_seq?: number;
      /** 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200. */
      limit?: number;
    };
    answer: {
      messages: Message[];
      seq: number;
      has_more: boolean;
    };
  };
  /** sendMessage: Send a message without a socket */
  'POST /api/rooms/{slug}/messages': {
    path: {
      slug: string;
    };
    body: {
      /** Chosen by the sender: the same one again never makes a second message. */
      client_id?: string | null;
      /** Plain text, at most 16384 bytes of UTF-8. */
      body?: string | null;
      /** One of `photo`, `video`, `gif`, `sticker`, `document`, `entry`, `location`, `contact`, `survey`, by its `type`. */
      attachment?: {
        type: 'location';
        latitude: number;
        longitude: number;
        label?: string;
      } | {
        type: 'contact';
        username: string;
      } | {
        type: 'survey';
        question: string;
        options: string[];
        multiple?: boolean;
        /** Milliseconds since epoch: no votes from then on. */
        closes_at?: number;
      } | {
        type: 'entry';
        entry_id: number;
      } | {
        type: 'photo';
        key: string;
        thumb_key?: string;
        content_type: 'image/jpeg' | 'image/png' | 'image/webp';
        width: number;
        height: number;
        byte_size: number;
      } | {
        type: 'video';
        key: string;
        thumb_key?: string;
        content_type: 'video/mp4';
        width: number;
        height: number;
        byte_size: number;
        duration_ms: number;
      } | {
        type: 'gif';
        key: string;
        thumb_key?: string;
        content_type: 'image/gif' | 'image/webp';
        width: number;
        height: number;
        byte_size: number;
      } | {
        type: 'sticker';
        key: string;
        thumb_key?: string;
        content_type: 'image/webp' | 'image/png' | 'image/gif';
        width: number;
        height: number;
        byte_size: number;
        pack_id?: string;
        emoji?: string;
      } | {
        type: 'document';
        key: string;
        name: string;
        content_type: 'application/pdf' | 'application/msword' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' | 'application/vnd.ms-excel' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/vnd.ms-powerpoint' | 'application/vnd.openxmlformats-officedocument.presentationml.presentation' | 'application/zip' | 'application/x-zip-compressed';
        byte_size: number;
      } | null;
      /** `{title, tag?, blocks}`: 1-200 blocks, 65536 bytes together. */
      article?: {
        title: string;
        tag?: string | null;
        blocks: (TextBlock | {
          type: 'list';
          items: string[];
        } | {
          type: 'image';
          key: string;
          width: number;
          height: number;
        })[];
      } | null;
      /** In a direct chat: a photo or video that is seen once. */
      view_once?: boolean;
      /** A message of the same room. */
      reply_to?: string | null;
      /** The message whose discussion this belongs to. */
      discussion_of?: string | null;
      /** Forwards a message of a room of the caller. No other content may accompany it. */
      forward_of?: {
        room: string;
        message_id: string;
      } | null;
    };
    repeatable: true;
    answer: {
      message?: Message;
      duplicate?: boolean;
      /** The slash command that was carried out. */
      command?: 'mute' | 'unmute' | 'kick' | 'ban' | 'unban' | 'help';
      /** For `/help`: how the commands are written. */
      help?: string[];
    } | {
      message: Message;
      duplicate: boolean;
    };
  };
  /** viewMessage: View a message */
  'GET /api/rooms/{slug}/messages/{id}': {
    path: {
      slug: string;
      id: string;
    };
    answer: {
      message: Message;
    };
  };
  /** editMessage: Change the text of an own message */
  'PATCH /api/rooms/{slug}/messages/{id}': {
    path: {
      slug: string;
      id: string;
    };
    body: {
      body: string;
      /** Only while the message has this `rev`. */
      if_rev?: number;
    };
    answer: {
      message: Message;
    };
  };
  /** deleteMessage: Delete a message */
  'DELETE /api/rooms/{slug}/messages/{id}': {
    path: {
      slug: string;
      id: string;
    };
    answer: {
      message: Message;
    };
  };
  /** pinMessage: Pin a message for everybody */
  'PUT /api/rooms/{slug}/messages/{id}/pin': {
    path: {
      slug: string;
      id: string;
    };
    answer: {
      pins: string[];
    };
  };
  /** unpinMessage: Unpin a message */
  'DELETE /api/rooms/{slug}/messages/{id}/pin': {
    path: {
      slug: string;
      id: string;
    };
    answer: {
      pins: string[];
    };
  };
  /** listDiscussion: List the comments below a message, oldest first */
  'GET /api/rooms/{slug}/messages/{id}/discussion': {
    path: {
      slug: string;
      id: string;
    };
    query?: {
      /** Replies after this one. */
      after_seq?: number;
      /** 1-200; a value below 1, or one that is no number, gives 100; a larger one gives 200. */
      limit?: number;
    };
    answer: {
      root: Message;
      messages: Message[];
      has_more: boolean;
    };
  };
  /** closeDiscussion: End the discussion of a message */
  'POST /api/rooms/{slug}/messages/{id}/discussion/close': {
    path: {
      slug: string;
      id: string;
    };
    repeatable: true;
    answer: {
      message: Message;
    };
  };
  /** reopenDiscussion: Open the discussion of a message again */
  'POST /api/rooms/{slug}/messages/{id}/discussion/reopen': {
    path: {
      slug: string;
      id: string;
    };
    repeatable: true;
    answer: {
      message: Message;
    };
  };
  /** listReactors: List who has reacted to a message */
  'GET /api/rooms/{slug}/messages/{id}/reactions': {
    path: {
      slug: string;
      id: string;
    };
    answer: {
      people: {
        id: string;
        /** The current one; null before one was chosen. */
        username: string | null;
        avatar: Avatar | null;
        /** Of a bot; absent for a person. */
        is_bot?: true;
        emojis: string[];
      }[];
      has_more: boolean;
    };
  };
  /** vote: Vote in a survey */
  'PUT /api/rooms/{slug}/messages/{id}/vote': {
    path: {
      slug: string;
      id: string;
    };
    body: {
      /** Their positions from 0; an empty list withdraws the vote. */
      options: number[];
    };
    answer: {
      votes: number[];
      my_options: number[];
    };
  };
  /** viewVotes: View the results of a survey and the choice of the caller */
  'GET /api/rooms/{slug}/messages/{id}/vote': {
    path: {
      slug: string;
      id: string;
    };
    answer: {
      votes: number[];
      my_options: number[];
    };
  };
  /** listReplies: List the replies to the own messages, in all rooms */
  'GET /api/me/replies': {
    query?: {
      /** The `next_before` of the page before; without it the newest. */
      before?: string;
      /** 1-50; a value below 1, or one that is no number, gives 30; a larger one gives 50. */
      limit?: number;
    };
    answer: {
      messages: Message[];
      /** The list goes on from there; null at its end. A page in front of it may be short, even empty. */
      next_before: string | null;
    };
  };
  /** listOwnDiscussions: List the discussions that the caller takes part in, in all rooms */
  'GET /api/me/discussions': {
    query?: {
      /** The `next_before` of the page before; without it the newest. */
      before?: string;
      /** 1-50; a value below 1, or one that is no number, gives 30; a larger one gives 50. */
      limit?: number;
    };
    answer: {
      messages: Message[];
      /** The list goes on from there; null at its end. A page in front of it may be short, even empty. */
      next_before: string | null;
    };
  };
  /** presignMedia: Create two links for the upload of a picture or video and its thumbnail */
  'POST /api/rooms/{slug}/media/presign': {
    path: {
      slug: string;
    };
    body?: {
      content_type?: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'video/mp4';
      /** Use image/png for transparent stickers. */
      thumb_content_type?: 'image/jpeg' | 'image/png' | 'image/webp';
    };
    repeatable: true;
    answer: {
      content_type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'video/mp4';
      thumb_content_type: 'image/jpeg' | 'image/png' | 'image/webp';
      full: PutLink;
      thumb: PutLink;
    };
  };
  /** presignDocument: Create a link for the upload of a document */
  'POST /api/rooms/{slug}/docs/presign': {
    path: {
      slug: string;
    };
    body: {
      content_type: 'application/pdf' | 'application/msword' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' | 'application/vnd.ms-excel' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/vnd.ms-powerpoint' | 'application/vnd.openxmlformats-officedocument.presentationml.presentation' | 'application/zip' | 'application/x-zip-compressed';
      /** Of the file; the message carries it. */
      name: string;
    };
    repeatable: true;
    answer: {
      content_type: 'application/pdf' | 'application/msword' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' | 'application/vnd.ms-excel' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/vnd.ms-powerpoint' | 'application/vnd.openxmlformats-officedocument.presentationml.presentation' | 'application/zip' | 'application/x-zip-compressed';
      extension: string;
      max_bytes: number;
      /** Seconds that the document stays after it was sent. */
      expires_in: number;
      put: PutLink;
    };
  };
  /** listMedia: List the photos and videos of a room, newest first */
  'GET /api/rooms/{slug}/media': {
    path: {
      slug: string;
    };
    query?: {
      /** Only files that this account has sent. */
      from?: string;
      /** Only files that were sent before this time; milliseconds since epoch. */
      before?: number;
      /** Only rows before this one. */
      before_seq?: number;
      /** 1-100; a value below 1, or one that is no number, gives 60; a larger one gives 100. */
      limit?: number;
    };
    answer: {
      media: Message[];
      has_more: boolean;
    };
  };
  /** viewMedia: View a photo, video, GIF or sticker, with new links */
  'GET /api/rooms/{slug}/media/{id}': {
    path: {
      slug: string;
      id: string;
    };
    answer: {
      message: Message;
    };
  };
  /** viewDocument: View a document, with a link that is valid as long as the document exists */
  'GET /api/rooms/{slug}/docs/{id}': {
    path: {
      slug: string;
      id: string;
    };
    answer: {
      message: Message;
    };
  };
  /** listRoomPhotos: List the photos of a room */
  'GET /api/rooms/{slug}/avatars': {
    path: {
      slug: string;
    };
    answer: {
      avatars: Avatar[];
    };
  };
  /** addRoomPhoto: Register a photo that was uploaded */
  'POST /api/rooms/{slug}/avatars': {
    path: {
      slug: string;
    };
    body: {
      /** `full.key`. */
      key: string;
      /** `thumb.key`. */
      thumb_key: string;
      content_type?: 'image/jpeg' | 'image/webp' | 'image/png';
      /** At most the largest allowed size, when it is not given. */
      byte_size?: number;
      /** Length of a side. */
      size_px?: number;
      /** Only `false` disables it. */
      primary?: Json;
    };
    repeatable: true;
    answer: {
      avatar: Avatar;
    };
  };
  /** presignRoomPhoto: Create two links for the upload of a photo and its thumbnail */
  'POST /api/rooms/{slug}/avatars/presign': {
    path: {
      slug: string;
    };
    body?: {
      content_type?: 'image/jpeg' | 'image/webp' | 'image/png';
    };
    repeatable: true;
    answer: {
      content_type: 'image/jpeg' | 'image/webp' | 'image/png';
      full: PutLink;
      thumb: PutLink;
    };
  };
  /** chooseRoomPhoto: Make a photo the primary one */
  'PUT /api/rooms/{slug}/avatars/{id}/primary': {
    path: {
      slug: string;
      id: string;
    };
    answer: {
      avatar: Avatar;
    };
  };
  /** deleteRoomPhoto: Delete a photo and its files */
  'DELETE /api/rooms/{slug}/avatars/{id}': {
    path: {
      slug: string;
      id: string;
    };
    answer: null;
  };
  /** shareArticle: Submit an own article to the dictionary */
  'POST /api/rooms/{slug}/messages/{id}/share': {
    path: {
      slug: string;
      id: string;
    };
    repeatable: true;
    answer: {
      share: Share;
    };
  };
  /** listCategories: Categories, in the order of the console */
  'GET /api/discover/categories': {
    answer: {
      categories: Category[];
    };
  };
  /** discoverTopics: Topics, those with the most entries first */
  'GET /api/discover/topics': {
    query?: {
      /** Its slug; without one, topics of all categories. */
      category?: string;
      /** 1-100; a value below 1, or one that is no number, gives 30; a larger one gives 100. */
      limit?: number;
      /** How many to pass over, at most 1000000; a value that is no number gives 0. */
      offset?: number;
    };
    answer: {
      topics: DiscoverTopic[];
      total: number;
      has_more: boolean;
    };
  };
  /** suggestTopics: Up to five topics that begin so */
  'GET /api/discover/topics/suggest': {
    query?: {
      /** How the tag or a word of the title begins; empty: the most popular. */
      q?: string;
    };
    answer: {
      topics: SuggestedTopic[];
    };
  };
  /** viewTopic: One topic in any language */
  'GET /api/discover/topics/{tag}': {
    path: {
      tag: string;
    };
    answer: {
      topic: DiscoverTopic;
    };
  };
  /** listEntries: Published articles of a topic */
  'GET /api/discover/topics/{tag}/entries': {
    path: {
      tag: string;
    };
    query?: {
      /** `new`, `old` or `top`; anything else means `new`. */
      sort?: 'new' | 'old' | 'top';
      /** 1-50; a value below 1, or one that is no number, gives 20; a larger one gives 50. */
      limit?: number;
      /** How many to pass over, at most 1000000; a value that is no number gives 0. */
      offset?: number;
    };
    answer: {
      entries: Entry[];
      has_more: boolean;
    };
  };
  /** viewEntryDetail: A published article */
  'GET /api/discover/entries/{id}': {
    path: {
      id: string;
    };
    answer: {
      entry: Entry;
    };
  };
  /** listEntryDiscussion: List the comments below an article, oldest first */
  'GET /api/discover/entries/{id}/discussion': {
    path: {
      id: string;
    };
    query?: {
      /** 1-200; a value below 1, or one that is no number, gives 100; a larger one gives 200. */
      limit?: number;
    };
    answer: {
      room: {
        slug: string;
        name: string;
        visibility: 'open' | 'closed';
      };
      is_member: boolean;
      root: Message;
      messages: Message[];
    };
  };
  /** listOwnEntries: List the articles that the caller has submitted */
  'GET /api/discover/me/entries': {
    query?: {
      /** 1-100; a value below 1, or one that is no number, gives 30; a larger one gives 100. */
      limit?: number;
      /** How many to pass over, at most 1000000; a value that is no number gives 0. */
      offset?: number;
    };
    answer: {
      entries: Entry[];
      total: number;
    };
  };
  /** linkPreview: View the preview of a linked page */
  'GET /api/link-preview': {
    query: {
      /** An http or https address. */
      url: string;
    };
    answer: {
      preview: {
        /** The requested link in normalized form. */
        url: string;
        title: string | null;
        description: string | null;
        /** The address of the picture as the page gives it. The service has not fetched it. */
        image_url: string | null;
        site_name: string | null;
      } | null;
    };
  };
  /** listBots: List own bots */
  'GET /api/bots': {
    answer: {
      bots: Bot[];
    };
  };
  /** createBot: Create a bot */
  'POST /api/bots': {
    body: {
      /** Follows the rules of usernames. */
      username: string;
    };
    repeatable: true;
    answer: {
      bot: Bot;
    };
  };
  /** deleteBot: Delete a bot */
  'DELETE /api/bots/{id}': {
    path: {
      id: string;
    };
    answer: null;
  };
  /** listBotTokens: List the tokens of a bot */
  'GET /api/bots/{id}/tokens': {
    path: {
      id: string;
    };
    answer: {
      tokens: BotToken[];
    };
  };
  /** createBotToken: Create a token of a bot */
  'POST /api/bots/{id}/tokens': {
    path: {
      id: string;
    };
    body: {
      /** Tells tokens apart. */
      name: string;
      /** The slug of a room of the bot: the token then posts into it through the address in `url`, and opens nothing else. */
      room?: string;
    };
    repeatable: true;
    answer: {
      token: BotToken;
      /** The token itself. It is shown once: only its hash is stored. */
      secret: string;
      /** For a token with a room: the address to post to. It is a secret, too. */
      url?: string;
    };
  };
  /** revokeBotToken: Revoke a token of a bot */
  'DELETE /api/bots/{id}/tokens/{token}': {
    path: {
      id: string;
      token: string;
    };
    answer: null;
  };
  /** listWebhooks: List the webhooks of own bots */
  'GET /api/webhooks': {
    answer: {
      webhooks: Webhook[];
    };
  };
  /** createWebhook: Send the events of a room to a server */
  'POST /api/webhooks': {
    body: {
      /** A bot of the caller that is a member of the room. */
      bot_id: string;
      /** The room's slug. Not a direct chat. */
      room: string;
      /** In production https, to a public address. Redirects are not followed. */
      url: string;
      /** Events of the channel of members, in the shapes of the socket. */
      events: ('message:new' | 'message:edited' | 'message:deleted' | 'message:reactions' | 'message:pins' | 'message:discussion' | 'message:expired' | 'survey:votes' | 'member:joined' | 'member:left' | 'member:updated' | 'member:tagged' | 'room:updated')[];
    };
    repeatable: true;
    answer: {
      webhook: Webhook;
      /** Of Standard Webhooks, `whsec_` and base64. It is shown once. */
      secret: string;
    };
  };
  /** viewWebhook: Show a webhook and its last deliveries */
  'GET /api/webhooks/{id}': {
    path: {
      id: string;
    };
    answer: {
      webhook: Webhook;
      deliveries: Delivery[];
    };
  };
  /** changeWebhook: Change a webhook, switch it off or on */
  'PATCH /api/webhooks/{id}': {
    path: {
      id: string;
    };
    body?: {
      /** In production https, to a public address. Redirects are not followed. */
      url?: string;
      /** Events of the channel of members, in the shapes of the socket. */
      events?: ('message:new' | 'message:edited' | 'message:deleted' | 'message:reactions' | 'message:pins' | 'message:discussion' | 'message:expired' | 'survey:votes' | 'member:joined' | 'member:left' | 'member:updated' | 'member:tagged' | 'room:updated')[];
      /** True switches it on again, where it stopped. */
      enabled?: boolean;
      /** True passes over everything up to now. */
      skip?: boolean;
    };
    answer: {
      webhook: Webhook;
    };
  };
  /** deleteWebhook: Delete a webhook */
  'DELETE /api/webhooks/{id}': {
    path: {
      id: string;
    };
    answer: null;
  };
  /** rotateWebhookSecret: Give a webhook a new secret */
  'POST /api/webhooks/{id}/secret': {
    path: {
      id: string;
    };
    repeatable: true;
    answer: {
      webhook: Webhook;
      /** Of Standard Webhooks, `whsec_` and base64. It is shown once. */
      secret: string;
    };
  };
  /** testWebhook: Send a test event now */
  'POST /api/webhooks/{id}/test': {
    path: {
      id: string;
    };
    repeatable: true;
    answer: {
      delivery: Delivery;
    };
  };
  /** postIncoming: Post a message into the room of a token */
  'POST /api/webhooks/incoming/{token}/messages': {
    path: {
      token: string;
    };
    body: {
      /** Plain text, at most 16 384 bytes of UTF-8. */
      body?: string;
      /** The same, for senders that speak to Slack. */
      text?: string;
    };
    answer: {
      message: Message;
    };
  };
  /** reportEvents: Report events of opening and reading */
  'POST /api/analytics/events': {
    body: {
      /** At most 100. */
      events: {
        id: string;
        type: 'topic_open' | 'entry_open' | 'entry_read' | 'category_open';
        at: number;
        topic?: string;
        category?: string;
        entry_id?: number;
        author_id?: string;
        source?: string;
        duration_ms?: number;
        platform?: 'android' | 'ios';
      }[];
    };
    repeatable: true;
    answer: {
      accepted: number;
      duplicates: number;
      ignored: number;
    };
  };
  /** viewEntry: Count a view of an article */
  'POST /api/discover/entries/{id}/view': {
    path: {
      id: string;
    };
    repeatable: true;
    answer: null;
  };
  /** shareEntry: Count a share of an article */
  'POST /api/discover/entries/{id}/share': {
    path: {
      id: string;
    };
    body: {
      via: 'forward' | 'link';
    };
    repeatable: true;
    answer: null;
  };
  /** viewEntryStats: View the numbers of an article */
  'GET /api/discover/entries/{id}/stats': {
    path: {
      id: string;
    };
    answer: {
      /** Once per person and UTC day. */
      views: number;
      /** Once per person. */
      viewers: number;
      reactions: number;
      /** How often each emoji was chosen. */
      reaction_breakdown: Record<string, number>;
      replies: number;
      /** Forwards and cards of it in rooms. */
      reshares: number;
      /** How often the app has passed it on. */
      shares: {
        forward: number;
        link: number;
      };
      /** ms since epoch. */
      published_at: number | null;
    };
  };
  /** clientConfig: View the settings that a page needs before login */
  'GET /api/client-config': {
    answer: {
      brand: string;
      /** Whether `POST /api/auth/developer` exists. */
      dev_login: boolean;
      /** The `applicationServerKey` of push subscriptions; null where browsers get no pushes. */
      web_push_key: string | null;
      /** The price of a short link of a room, in stars. */
      vanity_stars: number;
      /** Null when the web page cannot log in through a provider here. */
      oidc: {
        authorization_endpoint: string;
        client_id: string;
        /** The redirect target of the provider: the web page. */
        redirect_uri: string;
        scope: string;
      } | null;
    };
  };
  /** beginPanelLink: Create a QR code that links a browser */
  'POST /api/panel/link': {
    body?: {
      /** The name of the browser. It is cut after 64 characters. */
      label?: string | null;
    };
    answer: {
      code: string;
      claim: string;
      qr: string;
      /** Seconds. */
      expires_in: number;
    };
  };
  /** claimPanelLink: Check whether the code has been confirmed */
  'POST /api/panel/link/claim': {
    body: {
      /** As answered with the code. */
      claim: string;
    };
    answer: {
      access_token: string;
      refresh_token: string;
      token_type: 'Bearer';
      expires_in: number;
      refresh_expires_in: number;
      account: Account;
      /** Which of the linked browsers this is. */
      link_id: string;
    } | {
      status: 'pending';
      expires_in: number;
    };
  };
  /** viewPanelCode: View the browser that shows this code */
  'GET /api/me/panels/codes/{code}': {
    path: {
      code: string;
    };
    answer: {
      label: string | null;
      expires_in: number;
    };
  };
  /** linkPanel: Confirm the code that a browser shows */
  'POST /api/me/panels': {
    body: {
      /** As the QR code says. */
      code: string;
    };
    repeatable: true;
    answer: {
      panel: PanelLink;
    };
  };
  /** listPanels: List the linked browsers, newest first */
  'GET /api/me/panels': {
    answer: {
      panels: PanelLink[];
    };
  };
  /** unlinkPanel: Revoke a linked browser */
  'DELETE /api/me/panels/{id}': {
    path: {
      id: string;
    };
    answer: null;
  };
  /** viewPanel: View the start page of the panel */
  'GET /api/panel/me': {
    query?: {
      /** The language of names. Anything else is `tr`. */
      lang?: 'tr' | 'en';
    };
    answer: {
      account: Person;
      organization: Organization | null;
      role: 'owner' | 'admin' | 'ads' | 'viewer' | null;
      billing: Billing | null;
      slug_editable: boolean;
      subscription: {
        product_id: string;
        slug: string;
        name: string;
        /** As entered, tax included. */
        price_cents: number;
        net_cents: number;
        vat_cents: number;
        /** Percent. */
        vat_rate: number;
        currency: string;
        quotas: {
          message: number;
          ai: number;
          impression: number;
          verification: number;
        };
        features: 'sponsored'[];
        started_at: number;
      } | null;
      pending_request: {
        product_id: string;
        slug: string;
        name: string;
        /** As entered, tax included. */
        price_cents: number;
        net_cents: number;
        vat_cents: number;
        /** Percent. */
        vat_rate: number;
        currency: string;
        quotas: {
          message: number;
          ai: number;
          impression: number;
          verification: number;
        };
        features: 'sponsored'[];
        requested_at: number;
      } | null;
      balances: {
        message: number;
        ai: number;
        impression: number;
        verification: number;
      };
      catalog: {
        positions: {
          id: string;
          name: string;
        }[];
        organization_types: {
          id: string;
          name: string;
        }[];
        group_types: {
          id: string;
          name: string;
        }[];
      };
      products: Product[];
    };
  };
  /** listPanelGroups: List the groups that the caller has founded or is an admin of */
  'GET /api/panel/groups': {
    answer: {
      founded: Room[];
      administered: Room[];
    };
  };
  /** createPanelGroup: Create a group */
  'POST /api/panel/groups': {
    body: {
      name: string;
      /** One of the catalog. */
      group_type_id: string;
      /** Without it one is derived from the name. */
      slug?: string;
      visibility?: 'open' | 'closed';
      welcome_message?: string | null;
    };
    repeatable: true;
    answer: {
      room: Room;
    };
  };
  /** createOrganization: Create an organization */
  'POST /api/panel/organization': {
    query?: {
      /** The language of names. Anything else is `tr`. */
      lang?: 'tr' | 'en';
    };
    body: {
      kind: 'individual' | 'company';
      display_name: string;
      purpose: string;
      /** Individuals: one of the catalog. */
      position_id?: string | null;
      /** Companies: one of the catalog. */
      type_id?: string | null;
      /** Companies. */
      team_size?: number | null;
      /** Each is cut after 200 characters. */
      billing?: {
        /** Required, as are tax_office, tax_id, address, city and country. */
        legal_name?: string;
        tax_office?: string;
        /** In Turkey ten digits, or the eleven of a citizen; their check digits are looked at. */
        tax_id?: string;
        address?: string;
        city?: string;
        /** Two letters (ISO 3166-1). */
        country?: string;
        district?: string;
        region?: string;
        postal_code?: string;
        /** 7 to 20 digits, with a leading + or not. */
        contact_phone?: string;
      };
      /** 3-48. Empty: one is derived from the name. */
      slug?: string;
    };
    repeatable: true;
    answer: {
      organization: Organization;
      role: 'owner' | 'admin' | 'ads' | 'viewer';
    };
  };
  /** changeOrganization: Change the profile of the organization */
  'PATCH /api/panel/organization': {
    query?: {
      /** The language of names. Anything else is `tr`. */
      lang?: 'tr' | 'en';
    };
    body?: {
      display_name?: string;
      purpose?: string;
      /** Individuals: one of the catalog. */
      position_id?: string | null;
      /** Companies: one of the catalog. */
      type_id?: string | null;
      /** Companies. */
      team_size?: number | null;
      /** Each is cut after 200 characters. */
      billing?: {
        /** Required, as are tax_office, tax_id, address, city and country. */
        legal_name?: string;
        tax_office?: string;
        /** In Turkey ten digits, or the eleven of a citizen; their check digits are looked at. */
        tax_id?: string;
        address?: string;
        city?: string;
        /** Two letters (ISO 3166-1). */
        country?: string;
        district?: string;
        region?: string;
        postal_code?: string;
        /** 7 to 20 digits, with a leading + or not. */
        contact_phone?: string;
      };
      /** 3-48. Empty: one is derived from the name. */
      slug?: string;
    };
    answer: {
      organization: Organization;
      role: 'owner' | 'admin' | 'ads' | 'viewer';
    };
  };
  /** requestPackage: Request a package */
  'POST /api/panel/organization/package': {
    query?: {
      /** The language of names. Anything else is `tr`. */
      lang?: 'tr' | 'en';
    };
    body: {
      product_id: string;
    };
    repeatable: true;
    answer: {
      organization: Organization;
      role: 'owner' | 'admin' | 'ads' | 'viewer';
    };
  };
  /** withdrawPackageRequest: Withdraw an open request */
  'DELETE /api/panel/organization/package/request': {
    answer: null;
  };
  /** viewUsage: View the balances and the newest 50 movements */
  'GET /api/panel/usage': {
    answer: {
      balances: {
        message: number;
        ai: number;
        impression: number;
        verification: number;
      };
      entries: {
        id: string;
        counter: 'message' | 'ai' | 'impression' | 'verification';
        /** Positive: given. Negative: spent or taken. */
        quantity: number;
        source: 'grant:package' | 'grant:manual' | 'impression';
        /** `grant:package`: the slug of the package. */
        note: string | null;
        created_at: number;
      }[];
    };
  };
  /** listOrganizationMembers: List the team of the organization, the longest members first */
  'GET /api/panel/members': {
    answer: {
      members: OrganizationMember[];
    };
  };
  /** addOrganizationMember: Give a person a role */
  'POST /api/panel/members': {
    body: {
      username: string;
      role: 'admin' | 'ads' | 'viewer';
    };
    repeatable: true;
    answer: {
      member: OrganizationMember;
    };
  };
  /** changeOrganizationRole: Change the role of a person */
  'PATCH /api/panel/members/{account_id}': {
    path: {
      account_id: string;
    };
    body: {
      role: 'admin' | 'ads' | 'viewer';
    };
    answer: {
      member: OrganizationMember;
    };
  };
  /** removeOrganizationMember: Remove the role of a person */
  'DELETE /api/panel/members/{account_id}': {
    path: {
      account_id: string;
    };
    answer: null;
  };
  /** findAccounts: Find accounts by username, id or e-mail address */
  'GET /api/console/accounts': {
    query?: {
      username?: string;
      id?: string;
      /** Of an account of `/v1`. */
      email?: string;
    };
    answer: {
      accounts: {
        id: string;
        username: string | null;
        developer: boolean;
        premium: boolean;
        stars: number;
        follows: {
          followers: number;
          following: number;
        };
        created_at: string;
        /** Null also for one that is over. */
        suspension: {
          until: string | null;
          reason: string;
          /** The text for the owner of the account. */
          public_reason: string | null;
          at: string;
        } | null;
      }[];
      v1_accounts: {
        id: string;
        email: string;
        verified_at: string | null;
        created_at: string;
        /** Null also for one that is over. */
        suspension: {
          until: string | null;
          reason: string;
          /** The text for the owner of the account. */
          public_reason: string | null;
          at: string;
        } | null;
        open_sessions: number;
      }[];
    };
  };
  /** grantStars: Grant or withdraw stars of an account */
  'POST /api/console/accounts/{id}/stars': {
    path: {
      id: string;
    };
    body: {
      /** Any but 0. */
      delta: number;
      reason: string;
    };
    repeatable: true;
    answer: {
      balance: number;
      entry: StarEntry;
    };
  };
  /** setPremium: Set whether an account is premium */
  'PUT /api/console/accounts/{id}/premium': {
    path: {
      id: string;
    };
    body: {
      premium: boolean;
    };
    answer: {
      account: {
        id: string;
        username: string | null;
        developer: boolean;
        premium: boolean;
        stars: number;
        follows: {
          followers: number;
          following: number;
        };
        created_at: string;
        /** Null also for one that is over. */
        suspension: {
          until: string | null;
          reason: string;
          /** The text for the owner of the account. */
          public_reason: string | null;
          at: string;
        } | null;
      };
    };
  };
  /** listReports: List the reports */
  'GET /api/console/reports': {
    query?: {
      status?: 'open' | 'settled';
      /** 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200. */
      limit?: number;
    };
    answer: {
      reports: {
        id: string;
        kind: 'message' | 'account' | 'room' | 'entry' | 'sponsored';
        /** The id of the reported object. */
        target: string;
        /** Null for a deleted account. */
        reported_by: string | null;
        reason: string;
        text: string | null;
        /** The object as it was when it was reported. */
        content: Record<string, Json> | null;
        status: 'open' | 'settled';
        decision: 'uphold' | 'dismiss' | null;
        note: string | null;
        created_at: string;
        settled_at: string | null;
      }[];
    };
  };
  /** countReports: Count the open reports */
  'GET /api/console/reports/count': {
    answer: {
      open: number;
    };
  };
  /** viewReportedConversation: Look into the conversation around a report */
  'GET /api/console/reports/{id}/conversation': {
    path: {
      id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
      /** 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200. */
      limit?: number;
    };
    answer: {
      report: {
        id: string;
        kind: 'message' | 'account' | 'room' | 'entry' | 'sponsored';
        /** The id of the reported object. */
        target: string;
        /** Null for a deleted account. */
        reported_by: string | null;
        reason: string;
        text: string | null;
        /** The object as it was when it was reported. */
        content: Record<string, Json> | null;
        status: 'open' | 'settled';
        decision: 'uphold' | 'dismiss' | null;
        note: string | null;
        created_at: string;
        settled_at: string | null;
      };
      /** Null if the room does not exist any more. */
      room_id: string | null;
      messages: Message[];
    };
  };
  /** settleReport: Settle a report */
  'POST /api/console/reports/{id}/decision': {
    path: {
      id: string;
    };
    body: {
      decision: 'uphold' | 'dismiss';
      note?: string | null;
      /** Only with `uphold`. */
      action?: {
        type: 'suspend_account' | 'delete_message' | 'delete_room';
        /** Of `suspend_account`. Null: not before it is lifted. */
        until?: string | null;
        /** Shown to the owner of the account. Without it the owner is told only that, and until when. */
        public_reason?: string | null;
      } | null;
    };
    repeatable: true;
    answer: {
      report: {
        id: string;
        kind: 'message' | 'account' | 'room' | 'entry' | 'sponsored';
        /** The id of the reported object. */
        target: string;
        /** Null for a deleted account. */
        reported_by: string | null;
        reason: string;
        text: string | null;
        /** The object as it was when it was reported. */
        content: Record<string, Json> | null;
        status: 'open' | 'settled';
        decision: 'uphold' | 'dismiss' | null;
        note: string | null;
        created_at: string;
        settled_at: string | null;
      };
    };
  };
  /** suspendAccount: Suspend an account */
  'PUT /api/console/accounts/{id}/suspension': {
    path: {
      id: string;
    };
    body: {
      /** In the future. Null: not before it is lifted. */
      until: string | null;
      /** For the audit log. */
      reason: string;
      /** Shown to the owner of the account. Without it the owner is told only that, and until when. */
      public_reason?: string | null;
    };
    answer: {
      account: {
        id: string;
        username: string | null;
        developer: boolean;
        premium: boolean;
        stars: number;
        follows: {
          followers: number;
          following: number;
        };
        created_at: string;
        /** Null also for one that is over. */
        suspension: {
          until: string | null;
          reason: string;
          /** The text for the owner of the account. */
          public_reason: string | null;
          at: string;
        } | null;
      };
    };
  };
  /** liftSuspension: Lift the suspension of an account */
  'DELETE /api/console/accounts/{id}/suspension': {
    path: {
      id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
    };
    answer: {
      account: {
        id: string;
        username: string | null;
        developer: boolean;
        premium: boolean;
        stars: number;
        follows: {
          followers: number;
          following: number;
        };
        created_at: string;
        /** Null also for one that is over. */
        suspension: {
          until: string | null;
          reason: string;
          /** The text for the owner of the account. */
          public_reason: string | null;
          at: string;
        } | null;
      };
    };
  };
  /** listSessionsOfAccount: List the sessions of an account */
  'GET /api/console/accounts/{id}/sessions': {
    path: {
      id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
    };
    answer: {
      sessions: {
        id: string;
        platform: string | null;
        device_model: string | null;
        app_version: string | null;
        created_at: string;
        /** ms since epoch: the login, or the last refresh. */
        last_used_at: number;
      }[];
    };
  };
  /** endSessions: End all sessions of an account */
  'POST /api/console/accounts/{id}/sessions/end': {
    path: {
      id: string;
    };
    body: {
      /** For the audit log. */
      reason: string;
    };
    repeatable: true;
    answer: null;
  };
  /** suspendV1Account: Suspend an account of /v1 */
  'PUT /api/console/v1-accounts/{id}/suspension': {
    path: {
      id: string;
    };
    body: {
      /** In the future. Null: not before it is lifted. */
      until: string | null;
      /** For the audit log. */
      reason: string;
      /** Shown to the owner of the account. Without it the owner is told only that, and until when. */
      public_reason?: string | null;
    };
    answer: {
      account: {
        id: string;
        email: string;
        verified_at: string | null;
        created_at: string;
        /** Null also for one that is over. */
        suspension: {
          until: string | null;
          reason: string;
          /** The text for the owner of the account. */
          public_reason: string | null;
          at: string;
        } | null;
        open_sessions: number;
      };
    };
  };
  /** liftV1Suspension: Lift the suspension of an account of /v1 */
  'DELETE /api/console/v1-accounts/{id}/suspension': {
    path: {
      id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
    };
    answer: {
      account: {
        id: string;
        email: string;
        verified_at: string | null;
        created_at: string;
        /** Null also for one that is over. */
        suspension: {
          until: string | null;
          reason: string;
          /** The text for the owner of the account. */
          public_reason: string | null;
          at: string;
        } | null;
        open_sessions: number;
      };
    };
  };
  /** listBotsOfAccount: List the bots of an account */
  'GET /api/console/accounts/{id}/bots': {
    path: {
      id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
    };
    answer: {
      bots: {
        bot: Bot;
        /** Null: a bot of the operators. */
        owner_id: string | null;
        webhooks: Webhook[];
      }[];
    };
  };
  /** createBotAsOperator: Create a bot of the operators */
  'POST /api/console/bots': {
    body: {
      username: string;
      /** For the audit log. */
      reason: string;
    };
    repeatable: true;
    answer: {
      bot: Bot;
    };
  };
  /** createBotTokenAsOperator: Create a token of a bot of the operators */
  'POST /api/console/bots/{id}/tokens': {
    path: {
      id: string;
    };
    body: {
      name: string;
      /** For the audit log. */
      reason: string;
    };
    repeatable: true;
    answer: {
      token: BotToken;
      /** The token itself. It is shown once: only its hash is stored. */
      secret: string;
      /** For a token with a room: the address to post to. It is a secret, too. */
      url?: string;
    };
  };
  /** disableWebhook: Switch a webhook off */
  'DELETE /api/console/webhooks/{id}': {
    path: {
      id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
    };
    answer: {
      webhook: Webhook;
    };
  };
  /** listRoomsOfAccount: List the rooms of an account */
  'GET /api/console/accounts/{id}/rooms': {
    path: {
      id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
    };
    answer: {
      rooms: {
        id: string;
        slug: string;
        name: string;
        kind: 'group' | 'dm';
        role: 'founder' | 'admin' | 'member';
        joined_at: number;
      }[];
    };
  };
  /** eraseAccountAsOperator: Erase an account on request */
  'DELETE /api/console/accounts/{id}': {
    path: {
      id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
    };
    answer: null;
  };
  /** readRoomAsOperator: Read the messages of a room */
  'GET /api/console/rooms/{id}/messages': {
    path: {
      id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
      before_seq?: number;
      after_seq?: number;
      around_seq?: number;
      /** 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200. */
      limit?: number;
    };
    answer: {
      room: {
        id: string;
        slug: string;
        name: string;
        kind: 'group' | 'dm';
        member_count: number;
      };
      messages: Message[];
      has_more: boolean;
      seq: number;
    };
  };
  /** deleteMessageAsOperator: Delete a message of a room */
  'DELETE /api/console/rooms/{id}/messages/{message_id}': {
    path: {
      id: string;
      message_id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
    };
    answer: {
      message: Message;
    };
  };
  /** deleteRoomAsOperator: Delete a room */
  'DELETE /api/console/rooms/{id}': {
    path: {
      id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
    };
    answer: null;
  };
  /** viewOperator: Show the operator of this key */
  'GET /api/console/me': {
    answer: {
      operator: {
        id: string;
        name: string;
        role: 'support' | 'moderator' | 'admin';
      };
      operations: string[];
    };
  };
  /** listOperatorKeys: List the keys of operators */
  'GET /api/console/keys': {
    answer: {
      keys: {
        id: string;
        name: string;
        role: 'support' | 'moderator' | 'admin';
        created_at: string;
        /** The id of the key that created it; `console-key` is CONSOLE_KEY. */
        created_by: string;
        rotated_at: string | null;
        expires_at: string | null;
        revoked_at: string | null;
      }[];
    };
  };
  /** createOperatorKey: Create a key for an operator */
  'POST /api/console/keys': {
    body: {
      name: string;
      role: 'support' | 'moderator' | 'admin';
      /** Null: never. */
      expires_in_days?: number | null;
    };
    repeatable: true;
    answer: {
      key: {
        id: string;
        name: string;
        role: 'support' | 'moderator' | 'admin';
        created_at: string;
        /** The id of the key that created it; `console-key` is CONSOLE_KEY. */
        created_by: string;
        rotated_at: string | null;
        expires_at: string | null;
        revoked_at: string | null;
      };
      /** The key itself. It is shown once: only its hash is stored. */
      secret: string;
    };
  };
  /** rotateOperatorKey: Give a key a new secret */
  'POST /api/console/keys/{id}/rotation': {
    path: {
      id: string;
    };
    body?: {
      /** For the audit log. */
      reason?: string;
    };
    repeatable: true;
    answer: {
      key: {
        id: string;
        name: string;
        role: 'support' | 'moderator' | 'admin';
        created_at: string;
        /** The id of the key that created it; `console-key` is CONSOLE_KEY. */
        created_by: string;
        rotated_at: string | null;
        expires_at: string | null;
        revoked_at: string | null;
      };
      /** The key itself. It is shown once: only its hash is stored. */
      secret: string;
    };
  };
  /** revokeOperatorKey: Revoke a key */
  'DELETE /api/console/keys/{id}': {
    path: {
      id: string;
    };
    query?: {
      /** For the audit log. */
      reason?: string;
    };
    answer: {
      key: {
        id: string;
        name: string;
        role: 'support' | 'moderator' | 'admin';
        created_at: string;
        /** The id of the key that created it; `console-key` is CONSOLE_KEY. */
        created_by: string;
        rotated_at: string | null;
        expires_at: string | null;
        revoked_at: string | null;
      };
    };
  };
  /** describeOperatorLogin: Describe the login of operators */
  'GET /api/console/login': {
    answer: {
      oidc: {
        authorization_endpoint: string;
        client_id: string;
        redirect_uri: string;
        scope: string;
      } | null;
    };
  };
  /** loginOperator: Log in as an operator with a code of the identity provider */
  'POST /api/console/login': {
    body: {
      /** As the provider sent it to the page of operators. */
      code: string;
      /** That of the description; a code for another address is refused. */
      redirect_uri: string;
      /** Of the PKCE challenge (S256) in the authorization request. */
      code_verifier: string;
      /** Of the authorization request. */
      nonce: string;
    };
    answer: {
      operator: {
        /** The same at each login of the person. */
        id: string;
        name: string;
        role: 'support' | 'moderator' | 'admin';
      };
      /** Shown once: only its hash is stored. */
      secret: string;
      expires_at: string;
    };
  };
  /** logoutOperator: End the login of this key */
  'DELETE /api/console/login': {
    answer: null;
  };
  /** listOperatorLogins: List the logins of operators */
  'GET /api/console/logins': {
    answer: {
      logins: {
        operator: {
          id: string;
          name: string;
          role: 'support' | 'moderator' | 'admin' | null;
        };
        groups: string[];
        created_at: string;
        expires_at: string;
      }[];
    };
  };
  /** endOperatorLogins: End all logins of an operator */
  'DELETE /api/console/logins/{id}': {
    path: {
      id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
    };
    answer: null;
  };
  /** listAudit: List the audit log */
  'GET /api/console/audit': {
    query?: {
      before?: string;
      /** Rows from this time on: a date (midnight, UTC), or a date with a time and an offset. */
      from?: string;
      /** Rows before this time. */
      to?: string;
      target?: string;
      operator?: string;
      /** 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200. */
      limit?: number;
    };
    answer: {
      entries: {
        id: string;
        at: string;
        operator: {
          id: string;
          name: string;
          role: 'support' | 'moderator' | 'admin';
        };
        /** The `operationId` of the endpoint. */
        action: string;
        target: string | null;
        /** The parameters, without names and addresses of people. */
        given: Record<string, Json>;
        reason: string | null;
        request_id: string;
        /** The state before the action. */
        before: Record<string, Json> | null;
        /** `done`, or the code of the refusal. Null: it was begun, and its outcome was not recorded. */
        outcome: string | null;
        ended_at: string | null;
      }[];
    };
  };
  /** exportAudit: Export the audit log */
  'GET /api/console/audit/export': {
    query?: {
      after?: string;
      /** Rows from this time on: a date (midnight, UTC), or a date with a time and an offset. */
      from?: string;
      /** Rows before this time. */
      to?: string;
      target?: string;
      operator?: string;
      format?: 'jsonl' | 'csv';
      /** 1-1000000; a value below 1, or one that is no number, gives 1000000; a larger one gives 1000000. */
      limit?: number;
    };
    answer: string;
  };
  /** live: View the service live, with the last fifteen minutes */
  'GET /api/console/live': {
    query?: {
      since?: number;
    };
    answer: {
      at: number;
      step_ms: number;
      node: string;
      /** The problems that were found, the worst first; empty if there are none. */
      findings: {
        code: 'node_silent' | 'node_lost' | 'slots_unowned' | 'views_differ' | 'store_unreachable' | 'cache_unreachable' | 'unavailable' | 'overloaded' | 'loop_slow' | 'commits_slow' | 'acks_slow' | 'mailbox_long' | 'cpu_high' | 'store_slow' | 'limits_hit' | 'internal_errors' | 'pushes_waiting' | 'mails_waiting' | 'files_waiting';
        level: 'bad' | 'watch';
        node: string | null;
        value: number | null;
        /** The heading of docs/operating.md that says more, as an anchor. */
        read: string;
      }[];
      /** All nodes together: sums, and the worst of delays. */
      series: {
        /** Ends of the steps, ms since epoch. Counts are of the step that ends there. */
        at: number[];
        /** Messages that became durable, however they came. */
        messages: (number | null)[];
        /** Events written to sockets. */
        deliveries: (number | null)[];
        /** Units that were made durable. */
        commits: (number | null)[];
        /** Operations of sockets. */
        operations: (number | null)[];
        rest: (number | null)[];
        v1: (number | null)[];
        /** Refusals, but for limits and failures. */
        refused: (number | null)[];
        /** Refusals because of a limit (429). */
        limited: (number | null)[];
        /** Refusals because something here failed (5xx). */
        failed: (number | null)[];
        /** Actors that came into memory. */
        loads: (number | null)[];
        /** Actors that left it. */
        evictions: (number | null)[];
        slots_gained: (number | null)[];
        link_messages: (number | null)[];
        pushes_sent: (number | null)[];
        mails_sent: (number | null)[];
        connections: (number | null)[];
        rooms: (number | null)[];
        users: (number | null)[];
        others: (number | null)[];
        waiting: (number | null)[];
        /** In cores. */
        cpu: (number | null)[];
        memory_mb: (number | null)[];
        heap_mb: (number | null)[];
        /** The longest mailbox. */
        deepest: (number | null)[];
        loop_p99_ms: (number | null)[];
        loop_max_ms: (number | null)[];
        /** A round trip to the store. Null when it failed. */
        store_ms: (number | null)[];
        /** The same to Redis; 0 where a node is alone. */
        cache_ms: (number | null)[];
        /** Rows that are still to be pushed, up to 1000; so are mails and files. */
        pushes_waiting: (number | null)[];
        mails_waiting: (number | null)[];
        /** Files whose time to be looked at or removed has come. */
        files_waiting: (number | null)[];
        /** Until a message of a socket was acknowledged. Null where there was none. */
        ack_p50_ms: (number | null)[];
        ack_p95_ms: (number | null)[];
        ack_p99_ms: (number | null)[];
        commit_p50_ms: (number | null)[];
        commit_p99_ms: (number | null)[];
      };
      nodes: {
        name: string;
        /** `here`: the one that answers this. `silent`: alive by its lease, and did not answer within a second. `left` and `lost`: gone within the last quarter of an hour, in order or not. */
        status: 'here' | 'answers' | 'silent' | 'left' | 'lost';
        leaving: boolean;
        /** Of 1024. */
        slots: number;
        gone_at: number | null;
        store: 'ok' | 'failed' | 'off' | null;
        cache: 'ok' | 'failed' | 'off' | null;
        series: {
          /** Ends of the steps, ms since epoch. Counts are of the step that ends there. */
          at: number[];
          /** Messages that became durable, however they came. */
          messages: (number | null)[];
          /** Events written to sockets. */
          deliveries: (number | null)[];
          /** Units that were made durable. */
          commits: (number | null)[];
          /** Operations of sockets. */
          operations: (number | null)[];
          rest: (number | null)[];
          v1: (number | null)[];
          /** Refusals, but for limits and failures. */
          refused: (number | null)[];
          /** Refusals because of a limit (429). */
          limited: (number | null)[];
          /** Refusals because something here failed (5xx). */
          failed: (number | null)[];
          /** Actors that came into memory. */
          loads: (number | null)[];
          /** Actors that left it. */
          evictions: (number | null)[];
          slots_gained: (number | null)[];
          link_messages: (number | null)[];
          pushes_sent: (number | null)[];
          mails_sent: (number | null)[];
          connections: (number | null)[];
          rooms: (number | null)[];
          users: (number | null)[];
          others: (number | null)[];
          waiting: (number | null)[];
          /** In cores. */
          cpu: (number | null)[];
          memory_mb: (number | null)[];
          heap_mb: (number | null)[];
          /** The longest mailbox. */
          deepest: (number | null)[];
          loop_p99_ms: (number | null)[];
          loop_max_ms: (number | null)[];
          /** A round trip to the store. Null when it failed. */
          store_ms: (number | null)[];
          /** The same to Redis; 0 where a node is alone. */
          cache_ms: (number | null)[];
          /** Rows that are still to be pushed, up to 1000; so are mails and files. */
          pushes_waiting: (number | null)[];
          mails_waiting: (number | null)[];
          /** Files whose time to be looked at or removed has come. */
          files_waiting: (number | null)[];
          /** Until a message of a socket was acknowledged. Null where there was none. */
          ack_p50_ms: (number | null)[];
          ack_p95_ms: (number | null)[];
          ack_p99_ms: (number | null)[];
          commit_p50_ms: (number | null)[];
          commit_p99_ms: (number | null)[];
        };
      }[];
      /** Refusals of the last minute by code. */
      errors: {
        code: string;
        count: number;
      }[];
      /** The busiest rooms by messages or mailbox, at most 20. */
      rooms: {
        /** Null in a chat of two. */
        slug: string | null;
        kind: 'group' | 'dm' | null;
        /** In the last minute, at least. */
        messages: number;
        /** The longest its mailbox was in the last minute. */
        waiting: number;
        /** Connected members; a member counts once for each node. */
        online: number;
      }[];
    };
  };
  /** listSlots: List nodes, busy slots and placements */
  'GET /api/console/slots': {
    query?: {
      /** The id or the slug of a room. */
      room?: string;
    };
    answer: {
      nodes: {
        name: string;
        leaving: boolean;
        slots: number;
        /** A second; null when the node did not answer. */
        work: number | null;
      }[];
      slots: {
        slot: number;
        /** The owner. */
        node: string | null;
        /** Commands and items to other nodes, a second. */
        work: number;
        /** The node that the slot belongs to while that one is alive. */
        placed_on: string | null;
        placed_by: 'operator' | 'balancer' | null;
      }[];
    };
  };
  /** placeSlot: Move a slot to a node */
  'PUT /api/console/slots/{id}/placement': {
    path: {
      id: string;
    };
    body: {
      node: string;
      /** For the audit log. */
      reason: string;
    };
    answer: {
      slot: {
        slot: number;
        /** The owner. */
        node: string | null;
        /** Commands and items to other nodes, a second. */
        work: number;
        /** The node that the slot belongs to while that one is alive. */
        placed_on: string | null;
        placed_by: 'operator' | 'balancer' | null;
      };
    };
  };
  /** releaseSlot: End the placement of a slot */
  'DELETE /api/console/slots/{id}/placement': {
    path: {
      id: string;
    };
    query: {
      /** For the audit log. */
      reason: string;
    };
    answer: {
      slot: {
        slot: number;
        /** The owner. */
        node: string | null;
        /** Commands and items to other nodes, a second. */
        work: number;
        /** The node that the slot belongs to while that one is alive. */
        placed_on: string | null;
        placed_by: 'operator' | 'balancer' | null;
      };
    };
  };
  /** listPackageRequests: List the organizations with a requested package, longest wait first */
  'GET /api/console/package-requests': {
    answer: {
      requests: {
        organization: Organization;
      }[];
    };
  };
  /** settlePackageRequest: Approve or reject a requested package */
  'POST /api/console/organizations/{id}/package-request': {
    path: {
      id: string;
    };
    body: {
      decision: 'approve' | 'reject';
    };
    repeatable: true;
    answer: {
      organization: Organization;
    };
  };
  /** grantCredit: Grant or withdraw credits of an organization */
  'POST /api/console/organizations/{id}/grants': {
    path: {
      id: string;
    };
    body: {
      counter: 'message' | 'ai' | 'impression' | 'verification';
      /** Any but 0. */
      quantity: number;
      note?: string | null;
    };
    repeatable: true;
    answer: {
      balances: {
        message: number;
        ai: number;
        impression: number;
        verification: number;
      };
      entry: {
        id: string;
        counter: 'message' | 'ai' | 'impression' | 'verification';
        /** Positive: given. Negative: spent or taken. */
        quantity: number;
        source: 'grant:package' | 'grant:manual' | 'impression';
        /** `grant:package`: the slug of the package. */
        note: string | null;
        created_at: number;
      };
    };
  };
  /** setOrganizationSuspended: Suspend or resume an organization */
  'PUT /api/console/organizations/{id}/suspended': {
    path: {
      id: string;
    };
    body: {
      suspended: boolean;
    };
    answer: {
      organization: Organization;
    };
  };
  /** putCatalog: Replace the catalog for organizations */
  'PUT /api/console/catalog': {
    body: {
      positions?: {
        id: string;
        /** A missing name is given in English, else in Turkish. */
        names: {
          tr?: string;
          en?: string;
        };
      }[];
      organization_types?: {
        id: string;
        /** A missing name is given in English, else in Turkish. */
        names: {
          tr?: string;
          en?: string;
        };
      }[];
      group_types?: {
        id: string;
        /** A missing name is given in English, else in Turkish. */
        names: {
          tr?: string;
          en?: string;
        };
      }[];
    };
    answer: {
      positions: {
        id: string;
        /** A missing name is given in English, else in Turkish. */
        names: {
          tr?: string;
          en?: string;
        };
        offered: boolean;
      }[];
      organization_types: {
        id: string;
        /** A missing name is given in English, else in Turkish. */
        names: {
          tr?: string;
          en?: string;
        };
        offered: boolean;
      }[];
      group_types: {
        id: string;
        /** A missing name is given in English, else in Turkish. */
        names: {
          tr?: string;
          en?: string;
        };
        offered: boolean;
      }[];
    };
  };
  /** putProducts: Replace the packages */
  'PUT /api/console/products': {
    body: {
      products: {
        id: string;
        slug: string;
        /** A missing name is given in English, else in Turkish. */
        names: {
          tr?: string;
          en?: string;
        };
        /** Tax included. 0: the free package. */
        price_cents: number;
        /** Percent. */
        vat_rate: number;
        currency: string;
        quotas: {
          message: number;
          ai: number;
          impression: number;
          verification: number;
        };
        features: 'sponsored'[];
        on_sale: boolean;
      }[];
    };
    answer: {
      products: {
        id: string;
        slug: string;
        /** A missing name is given in English, else in Turkish. */
        names: {
          tr?: string;
          en?: string;
        };
        /** Tax included. 0: the free package. */
        price_cents: number;
        /** Percent. */
        vat_rate: number;
        currency: string;
        quotas: {
          message: number;
          ai: number;
          impression: number;
          verification: number;
        };
        features: 'sponsored'[];
        on_sale: boolean;
      }[];
    };
  };
  /** listSponsored: List the sponsored items of the organization, newest first */
  'GET /api/panel/sponsored': {
    answer: {
      items: SponsoredItem[];
    };
  };
  /** createSponsored: Create a draft */
  'POST /api/panel/sponsored': {
    body: {
      title: string;
      body: string;
      target_kind: 'url' | 'room' | 'deeplink';
      target: string;
      /** Uploaded by the organization. */
      image_key?: string | null;
      thumb_key?: string | null;
      /** Empty: all. */
      languages?: ('tr' | 'en')[];
      /** Empty: all. */
      platforms?: ('android' | 'ios')[];
      /** The maximum number of impressions. */
      budget?: number | null;
      /** Milliseconds since epoch. */
      starts_at?: number | null;
      /** Milliseconds since epoch. */
      ends_at?: number | null;
      audience?: {
        /** Slugs of categories: any of them. */
        interests?: string[];
        /** At least this. */
        activity?: 'any' | 'low' | 'medium' | 'high';
        /** All of them. */
        segments?: ('deep_reader' | 'explorer' | 'focused' | 'night_owl' | 'weekend_reader')[];
      } | null;
    };
    repeatable: true;
    answer: {
      item: SponsoredItem;
    };
  };
  /** sponsoredAudience: View the possible audiences of an item */
  'GET /api/panel/sponsored/audience-options': {
    query?: {
      lang?: 'tr' | 'en';
    };
    answer: {
      interests: {
        slug: string;
        name: string;
      }[];
      activities: ('any' | 'low' | 'medium' | 'high')[];
      segments: {
        slug: string;
        name: string;
        reach: number;
      }[];
    };
  };
  /** presignSponsoredMedia: Create two links for the upload of a picture and its thumbnail */
  'POST /api/panel/sponsored/media/presign': {
    body?: {
      content_type?: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';
      thumb_content_type?: 'image/jpeg' | 'image/png' | 'image/webp';
    };
    repeatable: true;
    answer: {
      content_type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';
      thumb_content_type: 'image/jpeg' | 'image/png' | 'image/webp';
      full: PutLink;
      thumb: PutLink;
    };
  };
  /** viewSponsored: View a sponsored item with its numbers */
  'GET /api/panel/sponsored/{id}': {
    path: {
      id: string;
    };
    answer: {
      item: SponsoredItem;
    };
  };
  /** editSponsored: Change a draft, a rejected or a paused item */
  'PATCH /api/panel/sponsored/{id}': {
    path: {
      id: string;
    };
    body?: {
      title?: string;
      body?: string;
      target_kind?: 'url' | 'room' | 'deeplink';
      target?: string;
      /** Uploaded by the organization. */
      image_key?: string | null;
      thumb_key?: string | null;
      /** Empty: all. */
      languages?: ('tr' | 'en')[];
      /** Empty: all. */
      platforms?: ('android' | 'ios')[];
      /** The maximum number of impressions. */
      budget?: number | null;
      /** Milliseconds since epoch. */
      starts_at?: number | null;
      /** Milliseconds since epoch. */
      ends_at?: number | null;
      audience?: {
        /** Slugs of categories: any of them. */
        interests?: string[];
        /** At least this. */
        activity?: 'any' | 'low' | 'medium' | 'high';
        /** All of them. */
        segments?: ('deep_reader' | 'explorer' | 'focused' | 'night_owl' | 'weekend_reader')[];
      } | null;
    };
    answer: {
      item: SponsoredItem;
    };
  };
  /** deleteSponsored: Delete an item */
  'DELETE /api/panel/sponsored/{id}': {
    path: {
      id: string;
    };
    answer: null;
  };
  /** submitSponsored: Submit a draft for review */
  'POST /api/panel/sponsored/{id}/submit': {
    path: {
      id: string;
    };
    repeatable: true;
    answer: {
      item: SponsoredItem;
    };
  };
  /** pauseSponsored: Pause a live item */
  'POST /api/panel/sponsored/{id}/pause': {
    path: {
      id: string;
    };
    repeatable: true;
    answer: {
      item: SponsoredItem;
    };
  };
  /** resumeSponsored: Resume a paused item */
  'POST /api/panel/sponsored/{id}/resume': {
    path: {
      id: string;
    };
    repeatable: true;
    answer: {
      item: SponsoredItem;
    };
  };
  /** sponsoredDays: View the numbers of an item by day */
  'GET /api/panel/sponsored/{id}/days': {
    path: {
      id: string;
    };
    query?: {
      utc_offset?: number;
    };
    answer: {
      days: {
        /** Milliseconds since epoch. */
        starts_at: number;
        impressions: number;
        clicks: number;
      }[];
      /** Up to 10000. */
      hides: number;
    };
  };
  /** offerSponsored: Choose a sponsored item for a place */
  'GET /api/sponsored': {
    query: {
      placement: 'chats' | 'discover_topics' | 'discover_entries';
    };
    answer: {
      item: {
        id: string;
        /** The token for reports on this offer; valid for an hour, each of the three reports once. */
        token: string;
        title: string;
        body: string;
        target_kind: 'url' | 'room' | 'deeplink';
        target: string;
        /** For an hour. */
        image_url: string | null;
        thumb_url: string | null;
        sponsor: {
          display_name: string;
        };
      } | null;
    };
  };
  /** reportImpression: It was seen */
  'POST /api/sponsored/{id}/impression': {
    path: {
      id: string;
    };
    body: {
      token: string;
    };
    repeatable: true;
    answer: null;
  };
  /** reportTap: It was tapped */
  'POST /api/sponsored/{id}/tap': {
    path: {
      id: string;
    };
    body: {
      token: string;
    };
    repeatable: true;
    answer: null;
  };
  /** hideSponsored: It is not to be shown again */
  'POST /api/sponsored/{id}/hide': {
    path: {
      id: string;
    };
    body: {
      token: string;
    };
    repeatable: true;
    answer: null;
  };
  /** listSponsoredReviews: List the sponsored items of a status */
  'GET /api/console/sponsored': {
    query?: {
      status?: 'draft' | 'review' | 'live' | 'paused' | 'rejected' | 'ended';
      /** 1-200; a value below 1, or one that is no number, gives 50; a larger one gives 200. */
      limit?: number;
    };
    answer: {
      items: ReviewedSponsoredItem[];
    };
  };
  /** reviewSponsored: Approve or reject an item */
  'POST /api/console/sponsored/{id}/decision': {
    path: {
      id: string;
    };
    body: {
      decision: 'approve' | 'reject';
      /** The organization gets it when the item is rejected. */
      reason?: string | null;
    };
    repeatable: true;
    answer: {
      item: ReviewedSponsoredItem;
    };
  };
  /** health: Check the parts of the service */
  'GET /api/health': {
    answer: {
      status: 'ok' | 'degraded';
      version: string;
      /** The source revision of the build, if it is known. */
      revision: string | null;
      components: {
        database: {
          /** `off`: not part of this installation. */
          status: 'ok' | 'failed' | 'off';
          latency_ms: number | null;
        };
        cache: {
          /** `off`: not part of this installation. */
          status: 'ok' | 'failed' | 'off';
          latency_ms: number | null;
        };
        object_store: {
          /** `off`: not part of this installation. */
          status: 'ok' | 'failed' | 'off';
          latency_ms: number | null;
        };
      };
    };
  };
  /** ready: Check whether the node accepts requests */
  'GET /api/ready': {
    answer: {
      status: 'ready' | 'not_ready';
    };
  };
  /** openApi: View the OpenAPI document */
  'GET /api/openapi.json': {
    answer: Record<string, Json>;
  };
  /** asyncApi: View the AsyncAPI document of the socket */
  'GET /api/asyncapi.json': {
    answer: Record<string, Json>;
  };
  /** v1Register: Create an account */
  'POST /v1/auth/register': {
    body: {
      /** An e-mail address. Compared without regard to case. */
      email: string;
      /** 10 to 128 characters, and none of the 10 000 most common passwords. */
      password: string;
    };
    answer: {
      /** For people. */
      message: string;
    };
  };
  /** v1VerifyEmail: Verify an e-mail address */
  'POST /v1/auth/verify-email': {
    body: {
      token: string;
    };
    answer: {
      /** For people. */
      message: string;
    };
  };
  /** v1VerifyEmailPage: Page of the link in a verification mail */
  'GET /v1/auth/verify-email': {
    query?: {
      /** The token of the link. */
      token?: Json;
    };
    answer: string;
  };
  /** v1ResendVerification: Send the verification link again */
  'POST /v1/auth/resend-verification': {
    body: {
      /** An e-mail address. Compared without regard to case. */
      email: string;
    };
    answer: {
      /** For people. */
      message: string;
    };
  };
  /** v1ForgotPassword: Send a link for a new password by mail */
  'POST /v1/auth/forgot-password': {
    body: {
      /** An e-mail address. Compared without regard to case. */
      email: string;
    };
    answer: {
      /** For people. */
      message: string;
    };
  };
  /** v1ResetPassword: Choose a new password */
  'POST /v1/auth/reset-password': {
    body: {
      token: string;
      /** 10 to 128 characters, and none of the 10 000 most common passwords. */
      password: string;
    };
    answer: null;
  };
  /** v1ResetPasswordPage: Page of the link in a password mail */
  'GET /v1/auth/reset-password': {
    query?: {
      /** The token of the link. */
      token?: Json;
    };
    answer: string;
  };
  /** v1Me: View the own account */
  'GET /v1/me': {
    answer: {
      account: {
        id: string;
        email: string;
        created_at: string;
      };
    };
  };
  /** v1DeleteMe: Delete the own account */
  'DELETE /v1/me': {
    body?: {
      password?: string;
    };
    answer: null;
  };
  /** v1Login: Log in with e-mail and password */
  'POST /v1/auth/login': {
    body: {
      /** An e-mail address. Compared without regard to case. */
      email: string;
      password: string;
    };
    answer: {
      /** Opaque. Sent as `Authorization: Bearer …`. */
      access_token: string;
      /** Single use. Absent where it went into the httpOnly cookie: in answers to pages of allowed origins. */
      refresh_token?: string;
      token_type: 'Bearer';
      /** Seconds until the access token expires. */
      expires_in: number;
      account: {
        id: string;
        email: string;
      };
    };
  };
  /** v1Refresh: Exchange a refresh token for a new pair */
  'POST /v1/auth/refresh': {
    body?: {
      /** Pages of allowed origins omit it and send the cookie. */
      refresh_token?: string;
    };
    answer: {
      /** Opaque. Sent as `Authorization: Bearer …`. */
      access_token: string;
      /** Single use. Absent where it went into the httpOnly cookie: in answers to pages of allowed origins. */
      refresh_token?: string;
      token_type: 'Bearer';
      /** Seconds until the access token expires. */
      expires_in: number;
    };
  };
  /** v1Logout: Close the session of a refresh token */
  'POST /v1/auth/logout': {
    body?: {
      /** Pages of allowed origins omit it and send the cookie. */
      refresh_token?: string;
    };
    answer: null;
  };
  /** v1Exchange: Exchange the code of a redirect login for a pair */
  'POST /v1/auth/exchange': {
    body: {
      code: string;
    };
    answer: {
      /** Opaque. Sent as `Authorization: Bearer …`. */
      access_token: string;
      /** Single use. Absent where it went into the httpOnly cookie: in answers to pages of allowed origins. */
      refresh_token?: string;
      token_type: 'Bearer';
      /** Seconds until the access token expires. */
      expires_in: number;
      account: {
        id: string;
        email: string;
      };
    };
  };
  /** v1Sessions: List the open sessions of the account */
  'GET /v1/auth/sessions': {
    answer: {
      sessions: {
        id: string;
        method: 'password' | 'provider';
        created_at: string;
        /** ms since epoch: the login, or the last refresh. */
        last_used_at: number;
        /** ms since epoch. */
        expires_at: number;
        current: boolean;
      }[];
    };
  };
  /** v1CloseSession: Close a session */
  'DELETE /v1/auth/sessions/{id}': {
    path: {
      id: string;
    };
    answer: null;
  };
  /** v1Health: View the state of each part of the service */
  'GET /v1/health': {
    answer: {
      status: 'ok' | 'degraded';
      components: {
        database: {
          status: 'ok' | 'failed';
          /** Null where it did not answer. */
          latency_ms: number | null;
        };
        cache: {
          status: 'ok' | 'failed';
          /** Null where it did not answer. */
          latency_ms: number | null;
        };
        object_store: {
          status: 'ok' | 'failed';
          /** Null where it did not answer. */
          latency_ms: number | null;
        };
      };
    };
  };
}

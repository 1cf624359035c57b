/** Written by `npm run sdk` from docs/asyncapi.json. */

import type { Avatar, JoinRequest, Member, Message, MissedChange, Room, RoomChanges, RoomListRow, TextBlock } from './rest.js';

export interface SocketOperations {
  /** Join the channel of a room, with the newest rows or with everything after `after_seq`. */
  'room:open': {
    payload: {
      /** The room's slug. */
      room: string;
      /** The room's id as the client holds it. */
      id?: string;
      /** The newest seq that the client holds; the answer has the later changes. */
      after_seq?: number;
      /** How many rows at most. */
      limit?: number;
    };
    ack: {
      ok: true;
      room: Room;
      /** Oldest first. */
      messages: Message[];
      /** Oldest first. */
      changes: MissedChange[];
      /** The client is complete up to this entry with this answer. */
      seq: number;
      /** With `after_seq`: ask again from `seq`. */
      has_more: boolean;
      /** The client must drop its copy of the room and open it without `after_seq`. */
      reset: boolean;
      read_seq: number;
      unread: number;
      unread_mentions: number;
    };
  };
  /** Leave the channel of a room. */
  'room:close': {
    payload: {
      /** The room's slug. */
      room: string;
    };
    ack: {
      ok: true;
    };
  };
  /** A page of rows, oldest first. */
  'message:list': {
    payload: {
      /** The room's slug. */
      room: string;
      /** Rows before this one. */
      before_seq?: number;
      /** Rows after this one. */
      after_seq?: number;
      /** Rows on both sides of this one. */
      around_seq?: number;
      /** How many rows at most. */
      limit?: number;
    };
    ack: {
      ok: true;
      /** Oldest first. */
      messages: Message[];
      seq: number;
      /** A page of large rows is shorter than `limit`; only this field tells whether more rows are left. */
      has_more: boolean;
    };
  };
  /** Send a message. The ack means it is durable. */
  'message:new': {
    payload: {
      /** The room's slug. */
      room: string;
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
    ack: {
      ok: true;
      message?: Message;
      /** It was stored before, under the same client_id. */
      duplicate?: boolean;
      /** Which slash command was carried out. */
      command?: 'mute' | 'unmute' | 'kick' | 'ban' | 'unban' | 'help';
      /** For `/help`: how the commands are written. */
      help?: string[];
    };
  };
  /** Change the text of an own message, within 48 hours. */
  'message:edit': {
    payload: {
      /** The room's slug. */
      room: string;
      /** The id of a message of the room. */
      message_id: string;
      /** Plain text, at most 16384 bytes of UTF-8, trimmed. */
      body: string;
      /** Only while the row has this rev. */
      if_rev?: number;
    };
    ack: {
      ok: true;
      message: Message;
    };
  };
  /** Delete a message: its author, or an admin with the right. */
  'message:delete': {
    payload: {
      /** The room's slug. */
      room: string;
      /** The id of a message of the room. */
      message_id: string;
    };
    ack: {
      ok: true;
      message: Message;
    };
  };
  /** Set or remove a reaction. */
  'message:react': {
    payload: {
      /** The room's slug. */
      room: string;
      /** The id of a message of the room. */
      message_id: string;
      emoji: string;
      /** True sets, false removes. */
      on: boolean;
    };
    ack: {
      ok: true;
      reactions: Record<string, number>;
    };
  };
  /** Pin a message for everybody, or unpin it. */
  'message:pin': {
    payload: {
      /** The room's slug. */
      room: string;
      /** The id of a message of the room. */
      message_id: string;
      /** True pins, false unpins. */
      pinned: boolean;
    };
    ack: {
      ok: true;
      /** Ids of the pinned messages, newest pin first. */
      pins: string[];
    };
  };
  /** Vote in a survey; an empty list of options withdraws the vote. */
  'survey:vote': {
    payload: {
      /** The room's slug. */
      room: string;
      /** The id of a message of the room. */
      message_id: string;
      /** Their positions from 0; an empty list withdraws the vote. */
      options: number[];
    };
    ack: {
      ok: true;
      /** How many chose each option. */
      votes: number[];
      my_options: number[];
    };
  };
  /** End the discussion of a message: its author, or an admin. */
  'discussion:close': {
    payload: {
      /** The room's slug. */
      room: string;
      /** The id of a message of the room. */
      message_id: string;
    };
    ack: {
      ok: true;
      message: Message;
    };
  };
  /** Open the discussion of a message again. */
  'discussion:reopen': {
    payload: {
      /** The room's slug. */
      room: string;
      /** The id of a message of the room. */
      message_id: string;
    };
    ack: {
      ok: true;
      message: Message;
    };
  };
  /** Get the link of a view-once file: a single time, and again for a minute on the same device. */
  'message:open_once': {
    payload: {
      /** The room's slug. */
      room: string;
      /** The id of a message of the room. */
      message_id: string;
    };
    ack: {
      ok: true;
      url: string;
      /** Seconds for which the link is valid. */
      expires_in: number;
    };
  };
  /** Move the read cursor forward. */
  'message:read': {
    payload: {
      /** The room's slug. */
      room: string;
      /** Everything up to here is read. */
      seq?: number;
      /** The same, by the id of the row. */
      message_id?: string;
    };
    ack: {
      ok: true;
      read_seq: number;
      unread: number;
      unread_mentions: number;
    };
  };
  /** Tell the others that the member is typing; at most once in 3 seconds. */
  'typing': {
    payload: {
      /** The room's slug. */
      room: string;
      on: boolean;
    };
    ack: {
      ok: true;
    };
  };
  /** Renew the socket with a new access token of the same session. */
  'session:renew': {
    payload: {
      /** A new access token of the same session. */
      token: string;
    };
    ack: {
      ok: true;
      /** Seconds. */
      expires_in: number;
    };
  };
}

/** Told to every socket of an account. */
export interface UserEvents {
  /** The first event: the socket is connected. */
  'ready': {
    account_id: string;
    session_id: string;
    node: string;
    /** It changes when the store was restored from a backup. Copies of rooms from another epoch hold entries that may not exist: drop them, and open the rooms without `after_seq`. */
    epoch: string;
    /** Milliseconds since epoch. */
    server_time: number;
    limits: Record<string, number>;
  };
  /** A room was added to the list of rooms. */
  'room:new': {
    /** A direct chat comes as in the list. */
    room: Room | RoomListRow;
  };
  /** A room was removed from the list of rooms. */
  'room:gone': {
    /** Slug of the room. */
    room: string;
    reason: 'kicked' | 'banned' | 'deleted' | 'left';
  };
  /** Another device of the account archived, silenced or pinned a room. */
  'room:flags': {
    /** Slug of the room. */
    room: string;
    archived: boolean;
    muted: boolean;
    /** Milliseconds since epoch: the mute ends then by itself. Null without an end, and where there is no mute. */
    muted_until: number | null;
    /** While it is not muted: notifications of mentions only. */
    mentions_only: boolean;
    pinned_to_top: boolean;
    /** The `seq` from which on the caller has marked the room as unread. The counts do not follow it. */
    unread_from: number | null;
  };
  /** A person who shares a room with the account, or whom it follows, changed the photo: the current one, or none. */
  'account:avatar': {
    account_id: string;
    avatar: Avatar | null;
  };
  /** The peer of a direct chat came online or went offline. */
  'presence': {
    account_id: string;
    online: boolean;
    /** Milliseconds since epoch; null while they are here. */
    last_seen: number | null;
  };
  /** The permissions of the account in a room changed. */
  'permissions:changed': {
    /** Slug of the room. */
    room: string;
    my_role: 'founder' | 'admin' | 'member';
    my_permissions: string[];
  };
  /** The new balance of stars. */
  'stars:changed': {
    balance: number;
  };
  /** There is activity in a room that the socket has not opened; at most once a second for a room. */
  'room:activity': {
    /** Slug of the room. */
    room: string;
    seq: number;
    last_message: Message | null;
    /** A message mentioned the account. */
    mention: boolean;
  };
  /** The access token ends soon: send `session:renew`. */
  'session:expiring': {
    expires_at: number;
    expires_in: number;
  };
  /** The server is about to close this socket, with the reason. */
  'session:closed': {
    reason: 'token_expired' | 'session_closed' | 'account_deleted' | 'account_suspended' | 'slow_consumer' | 'draining';
  };
  /** This server is about to restart: connect again after the given time. */
  'server:draining': {
    retry_after_ms: number;
  };
  /** An operation without an ack was refused. */
  'operation:error': {
    op: string;
    error: {
      code: string;
      /** For people; it may change. */
      message: string;
      fields?: Record<string, string[]>;
      until?: number;
      reason?: string;
      retry_after_ms?: number;
    };
  };
}

/** Told to the sockets that opened a room. */
export interface RoomEvents {
  /** A row was written; the sender receives it too. */
  'message:new': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
    message: Message;
  };
  /** A row has another text, was opened, or lost its file. */
  'message:edited': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
    message: Message;
  };
  /** A row was deleted; its content is removed. */
  'message:deleted': {
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
  };
  /** These rows have expired. */
  'message:expired': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
    message_ids: string[];
  };
  /** The current reactions to a row. */
  'message:reactions': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
    message_id: string;
    reactions: Record<string, number>;
  };
  /** The current pinned messages. */
  'message:pins': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
    /** Ids of the pinned messages, newest pin first. */
    pins: string[];
  };
  /** A discussion was opened, closed, reopened, or has more or fewer replies. */
  'message:discussion': {
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
  };
  /** The current votes in a survey. */
  'survey:votes': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
    message_id: string;
    /** How many chose each option. */
    votes: number[];
  };
  /** A person became a member. Photos come from lists and `account:avatar`, because not all readers see the same one. */
  'member:joined': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
    member: Member;
    member_count: number;
  };
  /** A person is no longer a member. */
  'member:left': {
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
  };
  /** A member changed. The event has no photo. */
  'member:updated': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
    member: Member;
  };
  /** A member has another tag, or none. */
  'member:tagged': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
    account_id: string;
    tag: string | null;
  };
  /** The settings of the room, the restrictions of its members, or its photo changed. */
  'room:updated': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
    changes: RoomChanges;
  };
  /** In a direct chat: one of the two has read up to here. */
  'message:read': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
    account_id: string;
    read_seq: number;
  };
  /** The room was deleted, with its channel. */
  'room:deleted': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
  };
  /** A row from before the reader joined changed. */
  'room:hidden': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
  };
  /** A member is typing. Volatile: the event may be lost. */
  'typing': {
    /** Slug of the room. */
    room: string;
    account_id: string;
    username: string;
    on: boolean;
  };
  /** A person requests to join. */
  'room:request': {
    /** Slug of the room. */
    room: string;
    /** The entry of the room that this belongs to. */
    seq: number;
    /** The entry before it on this channel. If it is greater than the newest entry that the client holds, events are missing. */
    prev_seq: number;
    request: JoinRequest;
  };
}

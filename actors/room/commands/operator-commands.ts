/** Commands of the operators of the service. They have no membership, and every room takes them, direct chats included. */
import type { RowView } from '#src/domain/messages/views.js';
import type { RoomKind } from '#src/domain/rooms/room.js';

/** The report that is settled in the same commit. */
export interface SettledReport {
  reportId: string;
  note: string | null;
}

export type OperatorRoomCommand =
  /** `limit` 1-200, clamped at the edge. */
  | { type: 'read_as_operator'; beforeSeq?: number; afterSeq?: number; aroundSeq?: number; limit: number }
  | { type: 'delete_message_as_operator'; messageId: string; settles: SettledReport | null }
  | { type: 'delete_room_as_operator'; settles: SettledReport | null };

export interface OperatorRoomReplies {
  read_as_operator: {
    slug: string;
    name: string;
    kind: RoomKind;
    memberCount: number;
    messages: RowView[];
    hasMore: boolean;
    seq: number;
  };
  delete_message_as_operator: { message: RowView };
  delete_room_as_operator: null;
}

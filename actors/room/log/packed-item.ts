/**
 * A room item on its way to another node. The row of a message is in an item up to three times, as the event, for the
 * activity and as the newest row; in memory it is one object, and between nodes it is sent once.
 */
import type { RoomItem, RowView } from '../commands.js';

/** In place of a row: the one of the item's first event with a row. */
const SAID = 'said';
type Packed = RowView | typeof SAID | null;

export type PackedRoomItem = Omit<RoomItem, 'activity'> & {
  activity:
    | (Omit<NonNullable<RoomItem['activity']>, 'row' | 'lastMessage'> & { row: Packed; lastMessage: Packed })
    | null;
};

export function packItem(item: RoomItem): PackedRoomItem {
  const said = saidIn(item);
  if (!item.activity || !said) return item;
  const packed = (view: RowView | null): Packed => (view === said ? SAID : view);
  const { row, lastMessage } = item.activity;
  return { ...item, activity: { ...item.activity, row: packed(row), lastMessage: packed(lastMessage) } };
}

export function unpackItem(item: PackedRoomItem): RoomItem {
  const { activity } = item;
  if (activity?.row !== SAID && activity?.lastMessage !== SAID) return item as RoomItem;
  const said = saidIn(item);
  const unpacked = (view: Packed): RowView | null => (view === SAID ? said : view);
  return {
    ...item,
    activity: { ...activity, row: unpacked(activity.row), lastMessage: unpacked(activity.lastMessage) },
  };
}

export const roomItemCodec = {
  pack: packItem,
  unpack: (packed: unknown): RoomItem => unpackItem(packed as PackedRoomItem),
};

function saidIn({ announcements }: Pick<RoomItem, 'announcements'>): RowView | null {
  for (const { event } of announcements) if ('message' in event) return event.message;
  return null;
}

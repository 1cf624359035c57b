/** A sentence for each event of a room, by its type; other pages show them as well. */
export type EventSentences = Record<string, (who: string, by: string) => string>;

export const eventsEn: EventSentences = {
  member_joined: (who: string) => `${who} joined`,
  member_left: (who: string) => `${who} left`,
  member_kicked: (who: string, by: string) => `${by} removed ${who}`,
  member_banned: (who: string, by: string) => `${by} banned ${who}`,
  member_unbanned: (who: string, by: string) => `${by} unbanned ${who}`,
  member_muted: (who: string, by: string) => `${by} muted ${who}`,
  member_unmuted: (who: string, by: string) => `${by} unmuted ${who}`,
  welcome: (who: string) => `Welcome, ${who}`,
  founder_changed: (who: string) => `${who} is now the founder`,
  room_settings_changed: (_: string, by: string) => `${by} changed the room settings`,
  message_deleted: (_: string, by: string) => `${by} deleted a message`,
  message_pinned: (_: string, by: string) => `${by} pinned a message`,
  message_unpinned: (_: string, by: string) => `${by} unpinned a message`,
  discussion_closed: (_: string, by: string) => `${by} closed a discussion`,
  discussion_reopened: (_: string, by: string) => `${by} reopened a discussion`,
  member_permissions_changed: (_: string, by: string) => `${by} changed the member permissions`,
  admin_permissions_changed: (who: string, by: string) => `${by} changed the admin permissions of ${who}`,
};

/** The slug that each room of a world is founded with. */
export const slugOf = (room: string): string => `oda-${room.slice(0, 8)}`;

export function byRoom<T extends { room: string }>(all: readonly T[]): Map<string, T[]> {
  const rooms = new Map<string, T[]>();
  for (const one of all) {
    const own = rooms.get(one.room);
    if (own) own.push(one);
    else rooms.set(one.room, [one]);
  }
  return rooms;
}

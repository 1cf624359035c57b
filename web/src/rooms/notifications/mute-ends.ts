/** A mute with an end is over by itself, also while no event comes. */
import { app } from '#page/app/app-state.js';

/** The longest delay that a browser's timer takes is about 24 days. */
const WAIT_MAX_MS = 86_400_000;

export function followMuteEnds(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let { rooms } = app.get();
  const look = () => {
    clearTimeout(timer);
    const now = Date.now();
    const isOver = (until: number | null | undefined) => typeof until === 'number' && until <= now;
    if (rooms.some(({ muted_until }) => isOver(muted_until))) {
      const awake = { muted: false, muted_until: null };
      return app.set({ rooms: rooms.map((room) => (isOver(room.muted_until) ? { ...room, ...awake } : room)) });
    }
    const ends = rooms.flatMap(({ muted_until }) => muted_until ?? []);
    if (ends.length > 0) timer = setTimeout(look, Math.min(WAIT_MAX_MS, Math.min(...ends) - now));
  };
  app.subscribe(() => {
    if (app.get().rooms === rooms) return;
    ({ rooms } = app.get());
    look();
  });
}

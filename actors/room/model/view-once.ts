/** How long the link lives. The same device may ask again because its answer was lost: it gets what is left of that time. */
export const VIEW_ONCE_REPEAT_WINDOW_MS = 60_000;

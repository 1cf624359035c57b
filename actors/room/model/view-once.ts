/** The lifetime of the link. The same device may ask again after a lost answer, and gets the rest of that time. */
export const VIEW_ONCE_REPEAT_WINDOW_MS = 60_000;

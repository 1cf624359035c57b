/** A short line that says that something was done; it disappears by itself. */
import { createStore } from './store.js';

export const toast = createStore<{ line: string; turn: number }>({ line: '', turn: 0 });

export const showToast = (line: string): void => toast.set(({ turn }) => ({ line, turn: turn + 1 }));

/** Keeps what another app shared until the chat is shown. */
import { sharedTextOf } from './shared-words.js';

const STORED_AS = 'meydan.shared';
/** Called at the start: the text outlives a login in this tab, and leaves the address. */
export function keepSharedText(): void {
  const text = sharedTextOf(location.search);
  if (text === '') return;
  sessionStorage.setItem(STORED_AS, text);
  history.replaceState(null, '', `/${location.hash}`);
}

/** The kept text, once. */
export function takeSharedText(): string | null {
  const text = sessionStorage.getItem(STORED_AS);
  sessionStorage.removeItem(STORED_AS);
  return text;
}

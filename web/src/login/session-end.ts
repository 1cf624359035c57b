/** Going by one's own wish, and being sent away: only who goes by wish leaves nothing half-written behind. */
import { app, myId } from '../app/app-state.js';
import { loadDrafts } from '../composer/outbox/draft-store.js';
import { forgetDrafts } from '../composer/outbox/drafts.js';
import { logout } from './session-actions.js';

let isWished = false;

export async function logOut(): Promise<void> {
  isWished = true;
  forgetDrafts();
  try {
    await logout();
  } finally {
    isWished = false;
  }
}

/** Tells the login page when a session came to its end by itself. */
export function followSession(): void {
  let who = '';
  let wasWaiting = false;
  app.subscribe(() => {
    const { phase, outbox, sessionOver } = app.get();
    const gone = who !== '' && myId() === '' && phase === 'login' && !isWished ? who : '';
    const isKept = gone !== '' && (wasWaiting || Object.keys(loadDrafts(localStorage, gone)).length > 0);
    who = myId();
    wasWaiting = outbox.length > 0;
    if (gone) app.set({ sessionOver: isKept ? 'kept' : 'nothing' });
    else if (who && sessionOver) app.set({ sessionOver: null });
  });
}

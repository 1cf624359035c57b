/** The end of a session. A logout deletes the drafts; a session that ends by itself keeps them. */

import { app, myId } from '../app/app-state.js';
import { notifyError } from '../app/ask.js';
import { client } from '../app/client.js';
import { loadDrafts } from '../composer/outbox/draft-store.js';
import { forgetDrafts } from '../composer/outbox/drafts.js';

let isLoggingOut = false;

/** Sends one request that ends the session. If it fails, the tokens are deleted here all the same. */
export async function logOut(): Promise<void> {
  isLoggingOut = true;
  forgetDrafts();
  await client.logout().catch(notifyError);
  isLoggingOut = false;
}

/** Tells the login page that the session ended without a logout. */
export function followSession(): void {
  let who = '';
  let wasWaiting = false;
  app.subscribe(() => {
    const { phase, outbox, sessionOver } = app.get();
    const gone = who !== '' && myId() === '' && phase === 'login' && !isLoggingOut ? who : '';
    const isKept = gone !== '' && (wasWaiting || Object.keys(loadDrafts(localStorage, gone)).length > 0);
    who = myId();
    wasWaiting = outbox.length > 0;
    if (gone) app.set({ sessionOver: isKept ? 'kept' : 'nothing' });
    else if (who && sessionOver) app.set({ sessionOver: null });
  });
}

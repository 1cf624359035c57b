import type { Room } from '../api-types.js';
import { app } from '../app/app-state.js';
import { requestFocus } from '../app/focus-request.js';
import { goTo } from '../app/navigate.js';
import { closePage } from '../app/page.js';
import { keepDraft } from '../composer/outbox/drafts.js';
import { ForwardDialog } from '../messages/forward-dialog.js';

/** A shared text becomes the draft of a room, where the person reads it before it is sent. */
export function SharePage({ text }: { text: string }) {
  const choose = ({ slug }: Room) => {
    const begun = app.get().drafts[slug];
    keepDraft(slug, [begun?.body ?? '', text].filter((part) => part !== '').join('\n'), begun?.replyTo ?? null);
    requestFocus();
    goTo(slug);
  };
  return <ForwardDialog needs="send_message" onChoose={choose} onClose={closePage} />;
}

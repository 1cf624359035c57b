import { useEffect, useState } from 'preact/hooks';
import { app } from '../app/app-state.js';
import { useApp } from '../app/use-app.js';
import type { Draft } from './composer-context.js';
import { keepDraft } from './outbox/drafts.js';

/** The draft of a room with the message that it replies to. */
export function draftIn(slug: string): Draft {
  const message = app.get().drafts[slug]?.replyTo;
  return message ? { mode: 'reply', message } : { mode: 'new' };
}

/**
 * The text in the composer, stored as the room's draft. An edit starts with the message's text and is not stored. Its
 * text belongs to this draft, and not to the message: an effect that put the message's text back would come after the
 * first letters of a fast writer.
 */
export function useDraft(slug: string, draft: Draft): [string, (body: string) => void] {
  const begun = useApp((state) => state.drafts[slug]?.body ?? '');
  const [edited, setEdited] = useState<{ draft: Draft; body: string } | null>(null);
  const replyTo = draft.mode === 'reply' ? draft.message : null;
  useEffect(() => {
    if (draft.mode !== 'edit') keepDraft(slug, app.get().drafts[slug]?.body ?? '', replyTo);
  }, [slug, draft]);
  if (draft.mode !== 'edit') return [begun, (body) => keepDraft(slug, body, replyTo)];
  return [edited?.draft === draft ? edited.body : draft.message.body, (body) => setEdited({ draft, body })];
}
